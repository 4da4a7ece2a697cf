"""Host target, first pass: one closed module whose functions are all ready to be inlined into the
kernels.

Takes the device iteration's unoptimised x86-64 text; gives text without debug information, architecture
and linkage of its own, and what the records need to know of each kernel: entries, places, group memory,
globals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcpy.model import GlobalRecord, KernelRecord, Location
from hcpy.passes.find_kernels import call_operator, display_name, find_entries, is_inside
from hcpy.passes.irtext import Function, Global, Module, quote

TILE_STATIC = "hcpy.tile_static"
INTERNAL_GLOBAL_PREFIX = "__hcpy_internal."
_COMPILER_MADE = ("_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZGV", "llvm.", "__const.", ".str")
ROLLED = '!{!"llvm.loop.unroll.disable", i32 1}'
ROLLED_NODE = 99999999  # beyond clang's numbers
DROPPED_LISTS = ("llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors")
_GROUP = re.compile(r"^attributes #(\d+) = \{(.*)\}$", re.M)
_METADATA_LINE = re.compile(r"^!(\d+) = (.*)$")
_OBJECT = re.compile(
    r"\(ptr [^,()]*?align (\d+) dereferenceable\((\d+)\)"
    r"|@llvm\.memcpy\.[^(]*\(ptr align (\d+) .*?, i64 (\d+), i1"
)
_NOTHING = re.compile(r"$^")


@dataclass(frozen=True)
class HostEntry:
    """A kernel before it is lowered: its name in the module, its number, and what people call it."""

    name: str
    index: int
    display_name: str
    location: Location | None
    parameter_bytes: int
    parameter_align: int

    @property
    def symbol(self) -> str:
        return f"hcpy.kernel.{self.index}"

    def record(
        self,
        symbol: str,
        *,
        dynamic_group: bool,
        barrier: bool,
        tile_static_bytes: int,
        scratch_fixed: int = 0,
        scratch_per_item: int = 0,
    ) -> KernelRecord:
        """What the bundle says of the kernel, whose entry has the symbol."""
        return KernelRecord(
            name=self.name,
            symbol=symbol,
            display_name=self.display_name,
            location=self.location,
            parameter_bytes=self.parameter_bytes,
            parameter_align=self.parameter_align,
            dynamic_group=dynamic_group,
            barrier=barrier,
            tile_static_bytes=tile_static_bytes,
            scratch_fixed=scratch_fixed,
            scratch_per_item=scratch_per_item,
        )


@dataclass(frozen=True)
class Prepared:
    """The prepared text and the facts that it no longer holds."""

    text: str
    entries: tuple[HostEntry, ...]
    tile_static: dict[str, tuple[str, int]]  # "@name" as printed -> (type, alignment)
    globals: dict[str, tuple[str, bool]]  # symbol -> (type, internal)


def prepare(text: str, include_folder: str) -> Prepared:
    module = Module.parse(text)
    entries = host_entries(module, include_folder)
    symbols = {e.name: e.symbol for e in entries}
    tile_static: dict[str, tuple[str, int]] = {}
    plain: dict[str, tuple[str, bool]] = {}
    for variable in list(module.globals.values()):
        if variable.name in DROPPED_LISTS:
            module.remove(variable)
        else:
            prepare_global(variable, tile_static, plain)
    loops = _users_loops(module, include_folder)
    renamed = internal_names(plain)
    for function in module.functions.values():
        if not function.is_declaration:
            _prepare_definition(function, symbols)
    module.items = [
        i for i in module.items if not (isinstance(i, str) and i.startswith(("$", "!llvm.dbg.cu")))
    ]
    result = _rewrite_attributes(module.text())
    result = rename_internal(result, renamed)
    return Prepared(_drop_debug_information(result, loops), entries, tile_static, plain)


def rename_internal(text: str, names: re.Pattern[str]) -> str:
    if names is _NOTHING:
        return text
    return names.sub(lambda m: f"@{quote(INTERNAL_GLOBAL_PREFIX + m.group(1).strip(chr(34)))}", text)


def global_records(
    text: str, plain: dict[str, tuple[str, bool]], size_of: dict[str, int]
) -> tuple[GlobalRecord, ...]:
    """Records of the plain globals that the final text still uses; size_of: under their printed names."""
    used = set(re.findall(r'@("[^"]*"|[-\w$.]+)', text))
    records = []
    for symbol, (_, internal) in plain.items():
        printed = INTERNAL_GLOBAL_PREFIX + symbol if internal else symbol
        if quote(printed) in used:
            records.append(GlobalRecord(symbol, size_of.get(printed, 0), internal))
    return tuple(records)


def host_entries(module: Module, include_folder: str) -> tuple[HostEntry, ...]:
    return tuple(_entry(module, name, n, include_folder) for n, name in enumerate(find_entries(module)))


def _entry(module: Module, name: str, index: int, include_folder: str) -> HostEntry:
    operator, location = call_operator(module, name, include_folder)
    size, align = _parameter_size(module, name)
    return HostEntry(name, index, display_name(operator, location), location, size, align)


def _parameter_size(module: Module, name: str) -> tuple[int, int]:
    """Size of the function object: what the first call on it may dereference, tail padding added.

    A kernel that changes its copy of the function object copies all of it: then the copy's size is the size.
    """
    for _ in range(3):  # entry, run_kernel, call operator
        function = module.functions.get(name)
        if function is None or function.is_declaration:
            break
        found = [f for line in function.body for f in _OBJECT.findall(line)]
        sizes = [(int(a or c), int(b or d)) for a, b, c, d in found]
        if sizes:
            align = max(a for a, _ in sizes)
            return max(-(-size // a) * a for a, size in sizes), align
        callee = next(
            (c.callee for c in function.calls() if c.callee and not c.callee.startswith("llvm.")), None
        )
        if callee is None:
            break
        name = callee
    return 0, 1


def prepare_global(
    variable: Global, tile_static: dict[str, tuple[str, int]], plain: dict[str, tuple[str, bool]]
) -> None:
    if variable.section == TILE_STATIC:
        tile_static[f"@{quote(variable.name)}"] = (variable.type, max(variable.align, 1))
        variable.linkage = "internal"
        variable.initializer = "undef"
        variable.is_constant = False
        return
    if variable.name.startswith(_COMPILER_MADE) or (variable.is_constant and not variable.is_declaration):
        if not variable.is_declaration:
            variable.linkage = "internal"
        return
    internal = variable.linkage in ("internal", "private")
    plain[variable.name] = (variable.type, internal)
    variable.initializer = ""
    variable.linkage = "external"
    variable.words = [
        w for w in variable.words if w not in ("dso_local", "unnamed_addr", "local_unnamed_addr")
    ]
    variable.trailing = [t for t in variable.trailing if t.startswith("align")]


def internal_names(plain: dict[str, tuple[str, bool]]) -> re.Pattern[str]:
    """Finds variables with internal linkage, which get the name under which the host part exports them."""
    names = [quote(symbol) for symbol, (_, internal) in plain.items() if internal]
    if not names:
        return _NOTHING
    alternatives = "|".join(re.escape(n) for n in sorted(names, key=len, reverse=True))
    return re.compile(rf"@({alternatives})(?![-\w$.])")


def _prepare_definition(function: Function, symbols: dict[str, str]) -> None:
    header = re.sub(r"\bspir_(?:kernel|func) ", "", function.header)
    header = re.sub(r",? !dbg !\d+", "", header)
    header = re.sub(r' section "[^"]*"', "", header)
    function.header = header
    if function.name in symbols:
        function.set_linkage("external")
        begin = function.header.index("@")
        end = function.header.index("(", begin)
        function.header = f"{function.header[:begin]}@{symbols[function.name]}{function.header[end:]}"
        function.header = re.sub(r"\b(?:hidden|protected) ", "", function.header)
    else:
        function.set_linkage("internal")


def _rewrite_attributes(text: str) -> str:
    """No exceptions, no architecture (the target machine's counts), everything inlined."""
    defined = set(re.findall(r"^define .*#(\d+)", text, re.M))

    def rewrite(match: re.Match[str]) -> str:
        number, body = match.groups()
        body = re.sub(r'"(?:target|tune|stack|frame|min-legal|probe)[^"]*"(?:="[^"]*")?', "", body)
        words = [
            w
            for w in body.split()
            if w not in ("noinline", "optnone", "uwtable", "ssp", "sspstrong", "nounwind")
        ]
        if "noduplicate" not in words:
            words = [w for w in words if w != "convergent"]
        if number in defined:
            words = [
                w for w in words if w not in ("inlinehint", "alwaysinline", "optsize", "minsize", "cold")
            ]
            words.append("alwaysinline")
        words.append("nounwind")
        return f"attributes #{number} = {{ {' '.join(words)} }}"

    text = _GROUP.sub(rewrite, text)
    text = re.sub(r"\bspir_(?:kernel|func) ", "", text)
    return re.sub(r" personality ptr @[-\w$.]+", "", text) if "invoke " not in text else text


def _users_loops(module: Module, include_folder: str) -> set[str]:
    """The loop nodes of functions that are not our headers'."""
    found: set[str] = set()
    for function in module.functions.values():
        if not function.is_declaration:
            location = module.metadata.subprogram_location(function.dbg)
            if location is None or not is_inside(location.file, include_folder):
                for line in function.body:
                    if "!llvm.loop !" in line:
                        found.update(re.findall(r"!llvm\.loop !(\d+)", line))
    return found


def _drop_debug_information(text: str, rolled: set[str]) -> str:
    """Removes the locations and what only they lead to; the loops in `rolled` stay loops for now."""
    code: list[str] = []
    nodes: dict[str, str] = {}
    for line in text.splitlines():
        match = _METADATA_LINE.match(line)
        if match:
            nodes[match.group(1)] = match.group(2)
        elif not line.lstrip().startswith("#dbg_"):
            code.append(re.sub(r",? !dbg !\d+", "", line) if "!dbg" in line else line)
    debug = {n for n, body in nodes.items() if body.removeprefix("distinct ").startswith("!DI")}
    kept: dict[str, str] = {}
    wanted = re.findall(r"!(\d+)\b", "\n".join(line for line in code if "!" in line))
    while wanted:
        number = wanted.pop()
        if number in kept or number in debug or number not in nodes:
            continue
        body = nodes[number]
        parts = [p for p in body.split(", ") if p.strip("!{}") not in debug]
        if body.endswith("}") and parts and not parts[-1].endswith("}"):
            parts[-1] += "}"
        kept[number] = ", ".join(parts)
        if number in rolled and "llvm.loop.unroll" not in kept[number]:
            kept[number] = f"{kept[number][:-1]}, !{ROLLED_NODE}}}"
        wanted += re.findall(r"!(\d+)\b", kept[number])
    lines = [f"!{n} = {kept[n]}" for n in sorted(kept, key=int)] + [f"!{ROLLED_NODE} = {ROLLED}"]
    return "\n".join([*code, *lines]) + "\n"

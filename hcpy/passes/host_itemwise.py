"""Host target, the second way: kernels as they are written, run work-item by work-item.

Takes the device iteration's x86-64 IR with whatever clang put in for a debugger or a sanitizer; gives an
object file in which the user's functions stay functions. What a kernel asks about its launch stays a call to
libhcrt, tile_static variables are each thread's own, and libhcrt runs the work-items (hcrt/item_abi.h).
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from hcpy.frontend.flags import driver, itemwise_flags, user_flags
from hcpy.frontend.run import run_clang
from hcpy.model import DeviceImage, DeviceModule, KernelRecord, LoweredModule, Target, Toolchain
from hcpy.passes import host_checks
from hcpy.passes.demangle import demangle
from hcpy.passes.drop_unreachable import reached
from hcpy.passes.find_kernels import reachable
from hcpy.passes.host_ir import TypeTable
from hcpy.passes.host_prepare import (
    DROPPED_LISTS,
    INTERNAL_GLOBAL_PREFIX,
    HostEntry,
    global_records,
    host_entries,
    internal_names,
    prepare_global,
    rename_internal,
)
from hcpy.passes.irtext import Function, Global, Module, quote, read_ir, unquote

BARRIER = "__hcrt_barrier"
DYNAMIC_MEMORY = "__hcrt_dynamic_group_memory"
_RUN_ITEMS = "__hcrt_run_items"
# hcrt_kernel_flags, hcrt_item_flags
_DYNAMIC_GROUP, _BARRIER, _CHECKED = 2, 4, 8
_ROW = "{ ptr, ptr, i64 }"
_PROCESSOR = re.compile(r' ?"(?:target-cpu|target-features|tune-cpu)"(?:="[^"]*")?')
_ENTRY_NAME = re.compile(r'(!DISubprogram\()linkageName: "_ZTS[^"]*"')
_CONVENTION = re.compile(r"\bspir_(?:kernel|func) ")


@dataclass(frozen=True)
class _Kernel:
    """What the runtime and the record are told of one kernel."""

    entry: HostEntry
    tiles: tuple[str, ...]  # names of its tile_static variables
    flags: int


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    source = read_ir(device.path)
    include_folder = str(toolchain.prefix / "include")
    module = Module.parse(_CONVENTION.sub("", source))
    # The entries are found by their convention, where the dialect has one.
    entries = host_entries(Module.parse(source), include_folder)
    _drop_unreachable(module, [entry.name for entry in entries])
    tiles, plain = _prepare_globals(module)
    for function in module.functions.values():
        if not function.is_declaration:
            function.set_linkage("internal")
            function.header = re.sub(r' section "[^"]*"', "", function.header)
    kernels = tuple(_kernel(module, entry, tiles, device.unit.checks) for entry in entries)
    for entry in entries:  # HC's have the name of a type, which reports would show
        function = module.functions[entry.name]
        function.header = function.header.replace(f"@{quote(entry.name)}(", f"@{entry.symbol}(")
    if device.unit.checks:
        host_checks.instrument(module, (include_folder, str(toolchain.resource_dir)))
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    symbols = {e.index: f"hcpy_host_{digest}_{e.index}" for e in entries}
    module.items = [i for i in module.items if not (isinstance(i, str) and i.startswith("$"))]
    types = TypeTable(source)
    text = _PROCESSOR.sub("", module.text()) + "\n".join([*_definitions(kernels, symbols, module, types), ""])
    text = _ENTRY_NAME.sub(r'\1name: "kernel"', rename_internal(text, internal_names(plain)))
    path = device.unit.work_dir / f"{device.path.stem}.{target.arch}.lower.ll"
    path.write_text(text)
    records = tuple(_record(k, symbols[k.entry.index], module, types) for k in kernels)
    sizes = {
        INTERNAL_GLOBAL_PREFIX * internal + name: types.layout(kind)[0]
        for name, (kind, internal) in plain.items()
    }
    used = global_records(text, plain, sizes)
    return LoweredModule(device.unit, target, path, records, used)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    path = lowered.path.with_name(lowered.path.name.replace(".lower.ll", ".o"))
    run_clang(
        (
            *driver(toolchain),
            *(f"-march={lowered.target.arch}", "-fPIC"),
            *itemwise_flags(user_flags(lowered.unit)),
            *("-fno-lto", "-Qunused-arguments", "-Wno-override-module"),
            *("-c", "-o", str(path), "-x", "ir", str(lowered.path)),
        ),
        toolchain,
    )
    return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals)


def _drop_unreachable(module: Module, entries: list[str]) -> None:
    """Functions for the kernels of other units, which may call what this unit's link does not have."""
    kept = reached(module, (*entries, *module.globals))
    for function in [f for f in module.functions.values() if f.name not in kept and not f.is_declaration]:
        del module.functions[function.name]
    module.items = [i for i in module.items if not isinstance(i, Function) or i.name in module.functions]


# --- variables ---------------------------------------------------------------------------------------
def _prepare_globals(module: Module) -> tuple[list[str], dict[str, tuple[str, bool]]]:
    """The tile_static variables' names, and the host's variables that kernels use."""
    tile_static: dict[str, tuple[str, int]] = {}
    plain: dict[str, tuple[str, bool]] = {}
    for variable in list(module.globals.values()):
        if variable.name in DROPPED_LISTS or variable.name.startswith("__hip_cuid_"):
            module.remove(variable)
        elif variable.linkage != "private":  # those are clang's own, such as what sanitizers say of a place
            debug = [t for t in variable.trailing if t.startswith("!dbg")]
            prepare_global(variable, tile_static, plain)
            if f"@{quote(variable.name)}" in tile_static:
                _make_thread_local(variable)
            elif variable.name in plain:
                variable.trailing += debug
    return [unquote(name[1:]) for name in tile_static], plain


def _make_thread_local(variable: Global) -> None:
    """A thread runs one work-group at a time, so that a variable of its own is one of the group."""
    rest = [w for w in variable.words if w not in ("internal", "dso_local")]
    variable.words = ["internal", "thread_local", *rest]
    variable.section = ""
    variable.initializer = "zeroinitializer"


# --- kernels -----------------------------------------------------------------------------------------
def _kernel(module: Module, entry: HostEntry, tiles: list[str], checks: bool) -> _Kernel:
    reached = reachable(module, (entry.name,))
    functions = [f for f in map(module.functions.get, reached) if f is not None]
    names = {name for f in functions for name in f.references()}
    anything = any(call.is_indirect for f in functions for call in f.calls())
    flags = _CHECKED * checks
    if BARRIER in names or (anything and BARRIER in module.functions):
        flags |= _BARRIER
    if DYNAMIC_MEMORY in names:
        flags |= _DYNAMIC_GROUP
    return _Kernel(entry, tuple(t for t in tiles if t in names or anything), flags)


def _record(kernel: _Kernel, symbol: str, module: Module, types: TypeTable) -> KernelRecord:
    entry = kernel.entry
    end = 0
    for name in kernel.tiles:
        size, align = types.layout(module.globals[name].type)
        align = max(align, module.globals[name].align)
        end = -(-end // align) * align + size
    return entry.record(
        symbol,
        dynamic_group=bool(kernel.flags & _DYNAMIC_GROUP),
        barrier=bool(kernel.flags & _BARRIER),
        tile_static_bytes=end,
    )


def _definitions(
    kernels: tuple[_Kernel, ...], symbols: dict[int, str], module: Module, types: TypeTable
) -> list[str]:
    """The kernels' host entries, and what those tell the runtime."""
    lines = [f"declare void @{_RUN_ITEMS}(ptr, ptr, ptr, i64, i64, ptr)"]
    rows: dict[str, str] = {}  # hcrt_tile_variable of each
    for name in dict.fromkeys(name for kernel in kernels for name in kernel.tiles):
        shown, where = quote("hcpy.tile_name." + name), quote("hcpy.tile." + name)
        size, _ = types.layout(module.globals[name].type)
        rows[name] = f"{_ROW} {{ ptr @{shown}, ptr @{where}, i64 {size} }}"
        lines += [
            host_checks.text_constant(shown, demangle(name).rsplit("::", 1)[-1].removeprefix("hcpy_tile_")),
            # Where the calling thread has it.
            f"define internal ptr @{where}() nounwind {{\n  ret ptr @{quote(name)}\n}}",
        ]
    for kernel in kernels:
        number, count = kernel.entry.index, len(kernel.tiles)
        lines += [
            host_checks.text_constant(f"hcpy.name.{number}", kernel.entry.display_name),
            f"@hcpy.tiles.{number} = internal constant [{count} x {_ROW}] "
            f"[{', '.join(rows[name] for name in kernel.tiles)}]",
            f"@hcpy.items.{number} = internal constant {{ ptr, ptr, i32, i32, ptr }} {{ "
            f"ptr @{kernel.entry.symbol}, ptr @hcpy.name.{number}, i32 {kernel.flags}, i32 {count}, "
            f"ptr @hcpy.tiles.{number} }}",
            f"define hidden void @{symbols[number]}"
            "(ptr %argument, ptr %launch, i64 %first, i64 %last, ptr %scratch, ptr %dynamic) nounwind {",
            f"  call void @{_RUN_ITEMS}(ptr @hcpy.items.{number}, ptr %argument, ptr %launch, i64 %first,"
            " i64 %last, ptr %dynamic)",
            "  ret void",
            "}",
        ]
    return lines

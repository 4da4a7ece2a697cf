"""Reads textual LLVM IR into functions, globals and metadata, and writes it back.

Takes the text that clang or llvmlite prints (one instruction a line). Gives a Module whose parts passes edit
in place; `Module.text()` prints it again. Only what the passes ask about is understood; the rest is kept as
it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from hcpy.passes.irmetadata import Frame, Metadata
from hcpy.passes.irnames import NAME, find_close, quote, split_list, split_type, unquote

_SYMBOL = re.compile(rf"@({NAME})")
_FUNCTION_NAME = re.compile(rf"@({NAME})\(")
_CALL = re.compile(rf"^\s*(?:%{NAME} = )?(?:(?:tail|musttail|notail) )?(call|invoke) ")
_CALLEE = re.compile(rf"([@%])({NAME})\(")
_DBG = re.compile(r"!dbg !(\d+)")
_LABEL = re.compile(rf"^({NAME}):(?:\s|$)")
_METADATA = re.compile(r"^!(\d+) = (.*)$")
_GLOBAL = re.compile(rf"^@({NAME}) = (.*)$")
_GLOBAL_WORDS = re.compile(r"\s*((?:[a-z_]+(?:\([^()]*\))?\s+)*?)(global|constant)\s+")
_ADDRSPACE = re.compile(r"addrspace\((\d+)\)")
_TYPE_DEFINITION = re.compile(rf"^(%{NAME}) = type (.*)$")

__all__ = [
    "NAME",
    "Call",
    "Frame",
    "Function",
    "Global",
    "Metadata",
    "Module",
    "find_close",
    "parse_call",
    "quote",
    "split_list",
    "split_type",
    "unquote",
]
LINKAGES = frozenset(
    """private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr
    external""".split()
)


# --- parts of a module -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Call:
    """A call or invoke instruction; callee is None for an indirect one, `asm` holds inline assembler."""

    line: str
    callee: str | None
    dbg: int | None
    asm: str | None = None

    @property
    def is_indirect(self) -> bool:
        return self.callee is None and self.asm is None

    def arguments(self) -> list[str]:
        """`type attributes value` of each argument."""
        match = _CALLEE.search(self.line, _after_keyword(self.line))
        if match is None:
            return []
        return split_list(self.line[match.end() : find_close(self.line, match.end() - 1)])


def _after_keyword(line: str) -> int:
    match = _CALL.match(line)
    return match.end() if match else 0


def parse_call(line: str) -> Call | None:
    """The call on a body line, if it holds one."""
    return _read_call(line) if "call " in line or "invoke " in line else None


@cache
def _read_call(line: str) -> Call | None:
    """Each is asked for many times: every pass follows the calls."""
    at = _after_keyword(line)
    if not at:
        return None
    found = _DBG.search(line)
    dbg = int(found.group(1)) if found else None
    head = line[at:].split("(", 1)[0]
    if "asm" in head and re.search(r"\basm\b", head):
        quoted = re.findall(r'"([^"]*)"', line)
        return Call(line, None, dbg, quoted[0] if quoted else "")
    match = _CALLEE.search(line, at)
    if match is None or match.group(1) == "%":
        return Call(line, None, dbg)
    return Call(line, unquote(match.group(2)), dbg)


@dataclass
class Function:
    """A function: `header` is its define or declare line, `body` the lines between the braces."""

    name: str
    header: str
    body: list[str] = field(default_factory=list)

    @property
    def is_declaration(self) -> bool:
        return self.header.startswith("declare ")

    @property
    def _name_at(self) -> re.Match[str]:
        match = _FUNCTION_NAME.search(self.header)
        assert match is not None, self.header
        return match

    @property
    def before_name(self) -> list[str]:
        """Linkage, calling convention, return attributes and type, word by word."""
        return self.header[: self._name_at.start()].split()

    @property
    def after_parameters(self) -> str:
        """Function attributes, section, comdat and !dbg, up to the opening brace."""
        return self.header[find_close(self.header, self._name_at.end() - 1) + 1 :]

    @property
    def parameters(self) -> list[str]:
        """`type attributes %name` of each parameter."""
        begin = self._name_at.end()
        return split_list(self.header[begin : find_close(self.header, begin - 1)])

    @parameters.setter
    def parameters(self, value: list[str]) -> None:
        begin = self._name_at.end()
        end = find_close(self.header, begin - 1)
        self.header = self.header[:begin] + ", ".join(value) + self.header[end:]

    @property
    def linkage(self) -> str:
        word = self.before_name[1]
        return word if word in LINKAGES else "external"

    @property
    def calling_convention(self) -> str:
        """`ptx_kernel`, `spir_kernel`, `spir_func`; empty: C's."""
        return next((w for w in self.before_name if w.endswith(("_kernel", "_func", "cc"))), "")

    @property
    def return_type(self) -> str:
        """The type, its attributes left out."""
        head = self.header[: self._name_at.start()].rstrip()
        for space in re.finditer(" ", head):
            if head[space.end()] in "[{<%" or head[space.end()].isalpha():
                type_, rest = split_type(head[space.end() :])
                if not rest:
                    return type_
        raise ValueError(f"no return type in IR: {self.header[:80]}")

    @property
    def attribute_group(self) -> int | None:
        match = re.search(r"#(\d+)", self.after_parameters)
        return int(match.group(1)) if match else None

    @property
    def dbg(self) -> int | None:
        match = _DBG.search(self.after_parameters)
        return int(match.group(1)) if match else None

    @property
    def is_variadic(self) -> bool:
        return "..." in self.header and "..." in self.parameters

    def calls(self) -> Iterator[Call]:
        for line in self.body:
            if (call := parse_call(line)) is not None:
                yield call

    def references(self) -> Iterator[str]:
        """Every symbol that the body names, called or not."""
        for line in self.body:
            if "@" in line:
                for name in _SYMBOL.findall(line):
                    yield unquote(name)

    def blocks(self) -> Iterator[tuple[str, list[str]]]:
        """(label, lines) of each basic block; an unnamed entry block has the label `""`."""
        label = ""
        lines: list[str] = []
        for line in self.body:
            match = None if line[:1] in (" ", "") else _LABEL.match(line)
            if match is not None:
                if label or any(part.strip() for part in lines):
                    yield label, lines
                label, lines = match.group(1), []
            else:
                lines.append(line)
        yield label, lines

    def set_linkage(self, linkage: str) -> None:
        """`internal`, `external`, ...; visibility, comdat and dso_local go where they do not fit."""
        words = [w for w in self.before_name if w not in LINKAGES]
        if linkage in ("internal", "private"):
            words = [w for w in words if w not in ("hidden", "protected", "dso_local")]
        if linkage != "external":
            words.insert(1, linkage)
        rest = self.header[self._name_at.start() :]
        if linkage in ("internal", "private", "external"):
            rest = re.sub(rf" comdat(?:\(\${NAME}\))?(?= |$)", "", rest)
        self.header = " ".join(words) + " " + rest

    def text(self) -> str:
        if self.is_declaration:
            return self.header
        return "\n".join([self.header, *self.body, "}"])


@dataclass
class Global:
    """A variable. `words` are linkage and the like, `initializer` is empty for a declaration."""

    name: str
    words: list[str]
    is_constant: bool
    type: str
    initializer: str
    trailing: list[str]  # section "...", align N, comdat, !dbg !N

    @property
    def linkage(self) -> str:
        return next((w for w in self.words if w in LINKAGES), "external")

    @linkage.setter
    def linkage(self, value: str) -> None:
        drop = ("dso_local", "hidden", "protected") if value in ("internal", "private") else ()
        kept = [w for w in self.words if w not in LINKAGES and w not in drop]
        self.words = kept if value == "external" and self.initializer else [value, *kept]
        if value in ("internal", "private"):
            self.trailing = [t for t in self.trailing if not t.startswith("comdat")]

    @property
    def is_declaration(self) -> bool:
        return not self.initializer

    @property
    def address_space(self) -> int:
        match = _ADDRSPACE.search(" ".join(self.words))
        return int(match.group(1)) if match else 0

    @address_space.setter
    def address_space(self, value: int) -> None:
        kept = [w for w in self.words if not w.startswith("addrspace(")]
        self.words = [*kept, f"addrspace({value})"] if value else kept

    @property
    def section(self) -> str:
        return next((t[9:-1] for t in self.trailing if t.startswith('section "')), "")

    @section.setter
    def section(self, value: str) -> None:
        self.trailing = [t for t in self.trailing if not t.startswith('section "')]
        if value:
            self.trailing.insert(0, f'section "{value}"')

    @property
    def align(self) -> int:
        return next((int(t[6:]) for t in self.trailing if t.startswith("align ")), 0)

    @property
    def pointer_type(self) -> str:
        return f"ptr addrspace({self.address_space})" if self.address_space else "ptr"

    def text(self) -> str:
        kind = "constant" if self.is_constant else "global"
        head = f"@{quote(self.name)} = {' '.join([*self.words, kind, self.type])}"
        value = f" {self.initializer}" if self.initializer else ""
        return head + value + "".join(f", {t}" for t in self.trailing)


def _parse_global(line: str) -> Global | None:
    match = _GLOBAL.match(line)
    if match is None or match.group(1).isdigit():
        return None  # one without a name is a sanitizer's own
    if (words := _GLOBAL_WORDS.match(match.group(2))) is None:
        return None  # an alias or an ifunc
    rest = match.group(2)[words.end() :]
    declared = words.group(1).split()
    type_, rest = split_type(rest)
    parts = split_list(rest)
    is_declaration = "external" in declared or "extern_weak" in declared
    initializer = "" if is_declaration else parts.pop(0)
    return Global(
        unquote(match.group(1)),
        declared,
        words.group(2) == "constant",
        type_,
        initializer,
        [p for p in parts if p],
    )


# --- the module --------------------------------------------------------------------------------------
def read_ir(path: Path) -> str:
    """A module's text. Names in it are escaped; only its comments repeat a file's name as it is."""
    return path.read_text("utf-8", "replace")


@dataclass
class Module:
    """A module: `items` are its parts in order, plain strings where nothing is known about a line."""

    items: list[str | Function | Global]
    functions: dict[str, Function]
    globals: dict[str, Global]
    types: dict[str, str]  # "%struct.S" -> "{ i32, float }"
    metadata: Metadata

    @staticmethod
    def parse(text: str) -> Module:
        module = Module([], {}, {}, {}, Metadata({}))
        lines = iter(text.splitlines())
        for line in lines:
            module._add_line(line, lines)
        return module

    def _add_line(self, line: str, lines: Iterator[str]) -> None:
        first = line[:1]
        if first == "d" and line.startswith(("define ", "declare ")):
            match = _FUNCTION_NAME.search(line)
            assert match is not None, line
            function = Function(unquote(match.group(1)), line)
            if line.startswith("define "):
                for inner in lines:
                    if inner == "}":
                        break
                    function.body.append(inner)
            self.functions[function.name] = function
            self.items.append(function)
            return
        if first == "@" and (variable := _parse_global(line)) is not None:
            self.globals[variable.name] = variable
            self.items.append(variable)
            return
        if first == "!" and (node := _METADATA.match(line)) is not None:
            self.metadata.nodes[int(node.group(1))] = node.group(2)
        elif first == "%" and (definition := _TYPE_DEFINITION.match(line)) is not None:
            self.types[definition.group(1)] = definition.group(2)
        self.items.append(line)

    def text(self) -> str:
        return "\n".join(i if isinstance(i, str) else i.text() for i in self.items) + "\n"

    def add(self, item: Function | Global | str) -> None:
        """Appends a part; a function or variable of that name must not exist yet."""
        self.items.append(item)
        if isinstance(item, Function):
            self.functions[item.name] = item
        elif isinstance(item, Global):
            self.globals[item.name] = item

    def remove(self, item: Function | Global) -> None:
        self.items = [i for i in self.items if i is not item]
        if isinstance(item, Function):
            del self.functions[item.name]
        else:
            del self.globals[item.name]

    def line_value(self, prefix: str) -> str:
        """The rest of the first plain line that begins so, e.g. `target datalayout = `."""
        for item in self.items:
            if isinstance(item, str) and item.startswith(prefix):
                return item[len(prefix) :].strip().strip('"')
        return ""

    def set_line_value(self, prefix: str, value: str) -> None:
        self.items = [
            f'{prefix}"{value}"' if isinstance(i, str) and i.startswith(prefix) else i for i in self.items
        ]

    def attributes(self, group: int | None) -> str:
        """The text of an attribute group."""
        if group is None:
            return ""
        return self.line_value(f"attributes #{group} = ")

"""Host target, support for its passes: one function of textual LLVM IR as blocks of instructions.

Takes a function's text as LLVM prints it; gives a Function whose instructions know their opcode, type and
operands, and prints it again. Only what the host passes need is understood; the rest stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

NAME = r'%(?:"[^"]*"|[-a-zA-Z$._0-9]+)'
_NAME = re.compile(NAME)
_FLAGS = frozenset(
    "nuw nsw exact disjoint samesign nneg fast contract reassoc nnan ninf nsz arcp afn volatile atomic"
    " inbounds tail musttail notail".split()
)
_CASTS = frozenset(
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast"
    " addrspacecast".split()
)
_BINARY = frozenset(
    "add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg freeze".split()
)
_OPENING, _CLOSING = "([{<", ")]}>"


def skip_type(text: str, start: int) -> int:
    """The end of the type that begins at `start`."""
    end = start
    if text[start] in _OPENING:
        depth = 0
        while True:
            depth += text[end] in _OPENING
            depth -= text[end] in _CLOSING
            end += 1
            if depth == 0:
                break
    else:
        match = re.compile(rf"{NAME}|ptr(?: addrspace\(\d+\))?|[a-z][a-z0-9_]*").match(text, start)
        if match is None:
            raise ValueError(f"no type at: {text[start : start + 40]}")
        end = match.end()
    return end


def split_operands(text: str) -> list[str]:
    """Splits at the commas that are outside of all brackets and strings."""
    parts, depth, begin, quoted = [], 0, 0, False
    for position, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[begin:position].strip())
            begin = position + 1
    parts.append(text[begin:].strip())
    return parts


@dataclass(eq=False)
class Instruction:
    """One instruction: `result` is its name with the %, or empty; `text` stands right of the `=`."""

    result: str
    text: str
    opcode: str = ""
    type: str = ""
    uses: tuple[str, ...] = ()
    incoming: tuple[tuple[str, str], ...] = ()  # of a phi: (value, block)

    def __str__(self) -> str:
        return f"  {self.result} = {self.text}" if self.result else f"  {self.text}"

    @property
    def callee(self) -> str:
        """The called function's name with the @; empty for what is no direct call."""
        if self.opcode != "call":
            return ""
        match = re.search(r'(@(?:"[^"]*"|[-\w$.]+))\(', self.text)
        return match.group(1) if match else ""


@dataclass(eq=False)
class Block:
    """A basic block; its last instruction is the terminator."""

    name: str  # with the %
    instructions: list[Instruction] = field(default_factory=list)

    @property
    def terminator(self) -> Instruction:
        return self.instructions[-1]

    @property
    def body(self) -> list[Instruction]:
        return self.instructions[:-1]

    @property
    def phis(self) -> list[Instruction]:
        return [i for i in self.instructions if i.opcode == "phi"]

    @property
    def successors(self) -> list[str]:
        return list(dict.fromkeys(re.findall(rf"label ({NAME})", self.terminator.text)))

    def __str__(self) -> str:
        return "\n".join([f"{self.name[1:]}:", *map(str, self.instructions)])


class TypeTable:
    """The module's named struct types."""

    def __init__(self, module_text: str) -> None:
        self.bodies: dict[str, str] = dict(re.findall(rf"^({NAME}) = type (.*)$", module_text, re.M))

    def layout(self, kind: str) -> tuple[int, int]:
        """Size and alignment of a type under x86-64's data layout."""
        kind = self.bodies.get(kind, kind)
        if kind.startswith("ptr") or kind == "double":
            return 8, 8
        if kind in ("float", "half", "bfloat"):
            size = 4 if kind == "float" else 2
            return size, size
        if kind in ("x86_fp80", "fp128"):
            return 16, 16
        if re.fullmatch(r"i\d+", kind):
            size = max(1, 1 << (-(-int(kind[1:]) // 8) - 1).bit_length())
            return (size, min(size, 16)) if int(kind[1:]) <= 128 else (-(-int(kind[1:]) // 64) * 8, 16)
        if kind.startswith("["):
            count, element = kind[1:-1].split(" x ", 1)
            size, align = self.layout(element)
            return int(count) * size, align
        if kind.startswith("<") and not kind.startswith("<{"):
            count, element = kind[1:-1].split(" x ", 1)
            bits = int(count) * (1 if element == "i1" else 8 * self.layout(element)[0])
            size = 1 << max(0, (-(-bits // 8) - 1).bit_length())
            return size, size
        return self._struct_layout(kind)

    def _struct_layout(self, kind: str) -> tuple[int, int]:
        packed = kind.startswith("<{")
        body = kind.strip("<>").strip()[1:-1].strip()
        end, largest = 0, 1
        for element in split_operands(body) if body else []:
            size, align = self.layout(element)
            align = 1 if packed else align
            end = -(-end // align) * align + size
            largest = max(largest, align)
        return -(-end // largest) * largest, largest

    def element(self, aggregate: str, index: str) -> str:
        body = self.bodies.get(aggregate, aggregate)
        if body.startswith("["):
            return body[1:-1].split(" x ", 1)[1]
        inner = body.strip("<>") if body.startswith("<{") else body
        return split_operands(inner.strip()[1:-1].strip())[int(index)]


class Function:
    """A function of textual IR. Unnamed values and blocks get names, so that text may be moved freely."""

    def __init__(self, text: str, types: TypeTable) -> None:
        self.types = types
        lines = text.splitlines()
        first = next(n for n, line in enumerate(lines) if line.startswith("define"))
        self.header = lines[first]
        match = re.search(r'@("[^"]*"|[-\w$.]+)\(', self.header)
        if match is None:
            raise ValueError(f"not a function header: {self.header}")
        self.name = match.group(1)
        self.arguments: dict[str, str] = {}
        self._read_arguments(match.end())
        self.blocks: dict[str, Block] = {}
        self._read_blocks(lines[first + 1 :])
        self.type_of: dict[str, str] = dict(self.arguments)
        for instruction in self.instructions():
            if instruction.result:
                self.type_of[instruction.result] = instruction.type

    # -- reading --
    def _read_arguments(self, start: int) -> None:
        end = skip_type(self.header, start - 1)
        self._locals: dict[str, str] = {}
        for argument in split_operands(self.header[start : end - 1]):
            if argument and argument != "...":
                kind = argument[: skip_type(argument, 0)]
                name = argument.split()[-1]
                self._locals[name] = _safe(name)
                self.arguments[_safe(name)] = kind

    def _read_blocks(self, lines: list[str]) -> None:
        joined = _join_lines(lines)
        if joined and joined[0].startswith(" "):
            joined.insert(0, f"{len(self.arguments)}:")  # an unnamed entry block
        for line in joined:
            if line.startswith(" "):
                head = re.match(rf"\s+({NAME}) = ", line)
                if head:
                    self._locals[head.group(1)] = _safe(head.group(1))
            else:
                name = "%" + line.split(":", 1)[0].strip()
                self._locals[name] = _safe(name)
        block = Block("")
        for line in joined:
            if line.startswith(" "):
                block.instructions.append(self._instruction(line.strip()))
            else:
                block = Block(_safe("%" + line.split(":", 1)[0].strip()))
                self.blocks[block.name] = block

    def _instruction(self, line: str) -> Instruction:
        line = _NAME.sub(lambda m: self._locals.get(m.group(0), m.group(0)), line)
        head = re.match(rf"({NAME}) = ", line)
        result, text = (head.group(1), line[head.end() :]) if head else ("", line)
        known = set(self._locals.values())
        return make_instruction(result, text, known, self.types)

    # -- looking and printing --
    @property
    def entry(self) -> Block:
        return next(iter(self.blocks.values()))

    def instructions(self) -> Iterable[Instruction]:
        for block in self.blocks.values():
            yield from block.instructions

    def predecessors(self) -> dict[str, list[str]]:
        result: dict[str, list[str]] = {name: [] for name in self.blocks}
        for block in self.blocks.values():
            for successor in block.successors:
                result[successor].append(block.name)
        return result

    def __str__(self) -> str:
        return "\n".join([self.header, *map(str, self.blocks.values()), "}"])


def _join_lines(lines: list[str]) -> list[str]:
    """The body's lines, comments left out; what LLVM spreads over several lines becomes one."""
    joined: list[str] = []
    for line in lines:
        if line.startswith("}"):
            break
        text = line.rstrip() if line.startswith(" ") else line.split(" ; preds", 1)[0].rstrip()
        inner = text.lstrip()
        if not text or inner.startswith((";", "#dbg")):
            continue
        in_switch = joined and joined[-1].lstrip().startswith("switch") and "]" not in joined[-1]
        goes_on = text.startswith("   ") and inner.startswith(("to label", "catch ", "cleanup", "filter "))
        if in_switch or goes_on:
            joined[-1] += " " + inner
        else:
            joined.append(text)
    return joined


def _safe(name: str) -> str:
    """A name that is not a number: those must stand in order, and passes move text."""
    if name.startswith('%"'):
        return "%q." + "".join(c if c.isalnum() else f".{ord(c):x}." for c in name[2:-1])
    return f"%n.{name[1:]}" if name[1:].isdigit() else name


def make_instruction(result: str, text: str, known: set[str] | None, types: TypeTable) -> Instruction:
    """Reads one instruction; `known` holds the local names, which tells them from types and labels."""
    words = text.split(None, 2)
    opcode = words[1] if words[0] in ("tail", "musttail", "notail") else words[0]
    if opcode == "phi":
        rest = _skip_flags(text[4:])
        text = f"phi {rest}"  # its fast-math flags are of no use to what follows
        kind = rest[: skip_type(rest, 0)]
        pairs = tuple(
            (value.strip(), block.strip())
            for value, block in (part.strip("[] ").rsplit(",", 1) for part in _phi_parts(rest[len(kind) :]))
        )
        uses = tuple(value for value, _ in pairs if value.startswith("%"))
        return Instruction(result, text, opcode, kind, uses, pairs)
    plain = re.sub(rf"label {NAME}", "", text)
    uses = tuple(dict.fromkeys(u for u in _NAME.findall(plain) if known is None or u in known))
    kind = _result_type(opcode, text, types) if result else "void"
    return Instruction(result, text, opcode, kind, uses)


def _phi_parts(text: str) -> list[str]:
    text = re.sub(r", ![a-z].*$", "", text.strip())
    return split_operands(text)


def _skip_flags(text: str) -> str:
    while True:
        word, _, rest = text.partition(" ")
        if word not in _FLAGS:
            return text
        text = rest


def _leading_type(text: str) -> str:
    return text[: skip_type(text, 0)]


def call_return_type(text: str) -> str:
    """The return type of a call's text, behind its flags, calling convention and return attributes."""
    rest = text.split("call ", 1)[1]
    attribute = re.compile(
        r"(?:noundef|nonnull|noalias|zeroext|signext|inreg|align \d+|cc ?\d+|[a-z]+cc|spir_\w+|fast|nnan|ninf"
        r"|nsz|arcp|contract|afn|reassoc|dereferenceable(?:_or_null)?\(\d+\)"
        r"|(?:nofpclass|range|captures)\([^)]*\)) "
    )
    while match := attribute.match(rest):
        rest = rest[match.end() :]
    return _leading_type(rest)


def _result_type(opcode: str, text: str, types: TypeTable) -> str:
    rest = _skip_flags(text.split(" ", 1)[1] if " " in text else "")
    if opcode in _BINARY or opcode in ("load", "insertelement", "insertvalue", "va_arg"):
        return _leading_type(rest)
    if opcode in _CASTS:
        return split_operands(text.rsplit(" to ", 1)[1])[0]
    if opcode in ("icmp", "fcmp"):
        operand = _leading_type(_skip_flags(rest).split(" ", 1)[1])
        return re.sub(r" x .*>$", " x i1>", operand) if operand.startswith("<") else "i1"
    if opcode == "alloca":
        return "ptr"
    if opcode == "getelementptr":
        vector = next((p for p in split_operands(rest)[1:] if p.startswith("<")), "")
        return re.sub(r"^<(.*? x) .*", r"<\1 ptr>", _leading_type(vector)) if vector else "ptr"
    if opcode == "select":
        return _leading_type(split_operands(rest)[1])
    if opcode == "call":
        return call_return_type(text)
    if opcode == "atomicrmw":
        return _leading_type(split_operands(rest)[1])
    if opcode == "cmpxchg":
        return "{ " + _leading_type(split_operands(rest)[1]) + ", i1 }"
    if opcode == "extractelement":
        return _leading_type(rest).strip("<>").split(" x ", 1)[1]
    if opcode == "shufflevector":
        first, _, mask = split_operands(rest)[:3]
        element = _leading_type(first).strip("<>").split(" x ", 1)[1]
        return f"<{_leading_type(mask).strip('<>').split(' x ', 1)[0]} x {element}>"
    if opcode == "extractvalue":
        kind = _leading_type(rest)
        for index in split_operands(rest)[1:]:
            if index.isdigit():
                kind = types.element(kind, index)
        return kind
    if opcode == "landingpad":
        return _leading_type(rest)
    raise ValueError(f"unknown instruction: {text}")


def rename(instruction: Instruction, mapping: Mapping[str, str]) -> Instruction:
    """The instruction with its operands (not its labels, not its result) replaced."""
    if not any(use in mapping for use in instruction.uses):
        return instruction
    uses = set(instruction.uses)

    def replace(match: re.Match[str]) -> str:
        name = match.group(0)
        return (
            mapping.get(name, name)
            if name in uses and not match.string[: match.start()].endswith("label ")
            else name
        )

    text = _NAME.sub(replace, instruction.text)
    return Instruction(
        instruction.result,
        text,
        instruction.opcode,
        instruction.type,
        tuple(dict.fromkeys(mapping.get(u, u) for u in instruction.uses)),
        tuple((mapping.get(v, v), b) for v, b in instruction.incoming),
    )

"""Host target: what a kernel asks about its launch becomes plain values.

Takes a kernel's function; gives it with the work-item built-ins, tile_static variables and dynamic group
memory replaced by the context values below, and with index arithmetic in 64 bits.

Signed 32-bit index arithmetic that cannot wrap (nsw) and is then extended to 64 bits is done in 64 bits
from the ids on: LLVM's Reassociate drops nsw, and without it the vectoriser sees no consecutive accesses.
"""

from __future__ import annotations

import re

from hcpy.passes.host_ir import NAME, Block, Function, Instruction, make_instruction

PREFIX = "%hc."
IDS = {  # built-in -> stem of its context values; one for each dimension, 32 bits and (".w") 64 bits wide
    "@__hcrt_local_id": "local",
    "@__hcrt_global_id": "global",
    "@__hcrt_group_id": "group",
    "@__hcrt_group_size": "size",
    "@__hcrt_num_groups": "groups",
    "@__hcrt_global_size": "whole",
}
DIVERGENT_STEMS = ("local", "global")
DYNAMIC_MEMORY = "@__hcrt_dynamic_group_memory"
BARRIER = "@__hcrt_barrier"
SCRATCH, DYNAMIC, CLOSURE = "%hc.scratch", "%hc.dynamic", "%hc.closure"

ITEM, LANE = "%hc.item", "%hc.lane"  # number of the work-item in its group and in its strip

WIDE = [f"{PREFIX}{stem}{d}.w" for stem in IDS.values() for d in range(3)]
NARROW = [f"{PREFIX}{stem}{d}" for stem in IDS.values() for d in range(3)]
TYPES = {
    SCRATCH: "ptr",
    DYNAMIC: "ptr",
    CLOSURE: "ptr",
    ITEM: "i64",
    LANE: "i64",
    **dict.fromkeys(WIDE, "i64"),
    **dict.fromkeys(NARROW, "i32"),
}
DIVERGENT = frozenset(n for n in WIDE + NARROW if n[len(PREFIX) :].startswith(DIVERGENT_STEMS))
_EXPRESSION = re.compile(
    r"(getelementptr|ptrtoint|ptrtoaddr|bitcast|addrspacecast|inttoptr|trunc|sub|add|xor)\b[^(,%]*\("
)


def parameters() -> str:
    """The context as the parameter list of a function that is inlined into the driver.

    Nothing is noalias here: the inliner would leave scope declarations in the loops, which then count as
    memory accesses that depend on each other.
    """
    return ", ".join(f"{kind} {name}" for name, kind in TYPES.items())


def arguments(names: dict[str, str]) -> str:
    """The context as the argument list of a call; `names` says what is not called as in the context."""
    return ", ".join(f"{TYPES[n]} {names.get(n, n)}" for n in TYPES)


def enter_context(function: Function, tile_static_offsets: dict[str, int]) -> None:
    """Replaces built-ins and group memory in place."""
    (closure,) = function.arguments
    function.type_of.update(TYPES)
    _expand_group_memory(function, tile_static_offsets)
    replaced: dict[str, str] = {closure: CLOSURE}
    for block in function.blocks.values():
        block.instructions = [n for i in block.instructions for n in _replace_builtin(i, replaced, function)]
    _rename_all(function, replaced)
    _widen_indices(function)


def _known(function: Function) -> set[str]:
    return set(function.type_of)


def new(function: Function, result: str, text: str) -> Instruction:
    """A new instruction of the function, with its type recorded."""
    instruction = make_instruction(result, text, _known(function) | {result}, function.types)
    if result:
        function.type_of[result] = instruction.type
    return instruction


def _rename_all(function: Function, mapping: dict[str, str]) -> None:
    def final(name: str) -> str:
        while name in mapping:
            name = mapping[name]
        return name

    pattern = re.compile(NAME)
    for block in function.blocks.values():
        for n, instruction in enumerate(block.instructions):
            if any(u in mapping for u in instruction.uses):
                text = pattern.sub(lambda m: final(m.group(0)), instruction.text)
                block.instructions[n] = make_instruction(
                    instruction.result, text, _known(function), function.types
                )


# --- group memory ------------------------------------------------------------------------------------
def _expand_group_memory(function: Function, offsets: dict[str, int]) -> None:
    """tile_static variables are places in the scratch memory; constant expressions on them, instructions."""
    if not offsets:
        return
    names = "|".join(re.escape(n) for n in sorted(offsets, key=len, reverse=True))
    pattern = re.compile(rf"(?:{names})(?![-\w$.])")
    made: dict[str, str] = {}
    entry: list[Instruction] = []

    def value_of(text: str) -> str:
        """The name that stands for a variable or for an innermost constant expression."""
        if text not in made:
            name = f"{PREFIX}tile{len(made)}"
            if text in offsets:
                body = f"getelementptr inbounds nuw i8, ptr {SCRATCH}, i64 {offsets[text]}"
            else:
                head, rest = text.split("(", 1)
                inner = rest[:-1]
                body = f"{head.strip()} {inner}"
            made[text] = name
            entry.append(new(function, name, body))
        return made[text]

    for block in function.blocks.values():
        for n, instruction in enumerate(block.instructions):
            if not pattern.search(instruction.text):
                continue
            text = pattern.sub(lambda m: value_of(m.group(0)), instruction.text)
            text = _expand_expressions(text, value_of)
            block.instructions[n] = make_instruction(
                instruction.result, text, _known(function), function.types
            )
    function.entry.instructions[:0] = entry


def _expand_expressions(text: str, value_of: object) -> str:
    """Replaces, from the inside out, the constant expressions that hold a context value."""
    assert callable(value_of)
    start = 0 if not text.startswith("getelementptr") else 1
    while True:
        for match in reversed(list(_EXPRESSION.finditer(text, start))):
            depth, end = 0, match.end() - 1
            while True:
                depth += text[end] == "("
                depth -= text[end] == ")"
                end += 1
                if depth == 0:
                    break
            expression = text[match.start() : end]
            if f"{PREFIX}tile" in expression:
                text = text[: match.start()] + value_of(expression) + text[end:]
                break
        else:
            return text


# --- built-ins ---------------------------------------------------------------------------------------
def _replace_builtin(
    instruction: Instruction, replaced: dict[str, str], function: Function
) -> list[Instruction]:
    callee = instruction.callee
    if callee == DYNAMIC_MEMORY:
        replaced[instruction.result] = DYNAMIC
        return []
    if callee not in IDS:
        return [instruction]
    stem = IDS[callee]
    argument = re.search(r"\(.*?(\S+)\)", instruction.text)
    assert argument is not None
    dimension = argument.group(1)
    if dimension.isdigit():
        replaced[instruction.result] = f"{PREFIX}{stem}{min(int(dimension), 2)}"
        return []
    first, second = f"{instruction.result}.is0", f"{instruction.result}.is1"
    upper = f"{instruction.result}.up"
    return [
        new(function, first, f"icmp eq i32 {dimension}, 0"),
        new(function, second, f"icmp eq i32 {dimension}, 1"),
        new(function, upper, f"select i1 {second}, i32 {PREFIX}{stem}1, i32 {PREFIX}{stem}2"),
        new(function, instruction.result, f"select i1 {first}, i32 {PREFIX}{stem}0, i32 {upper}"),
    ]


# --- 64-bit indices ----------------------------------------------------------------------------------
class _Widener:
    """Makes 64-bit twins of 32-bit values that are extended, placed right behind them."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.definition = {i.result: i for i in function.instructions() if i.result}
        self.twins: dict[tuple[str, str], str] = {}
        self.behind: dict[str, list[Instruction]] = {}  # a value's name -> its twin's instructions

    def twin(self, value: str, extension: str) -> str:
        """The 64-bit value of a 32-bit operand under sext or zext."""
        if not value.startswith("%"):
            return value if extension == "sext" else str(int(value) & 0xFFFFFFFF)
        if value in NARROW:
            return value + ".w"  # ids are below 2**31
        key = (value, extension)
        if key not in self.twins:
            self.twins[key] = name = f"{value}.{extension[0]}w"
            text = self._twin_text(value, extension)
            self.behind.setdefault(value, []).append(new(self.function, name, text))
        return self.twins[key]

    def _twin_text(self, value: str, extension: str) -> str:
        source = self.definition.get(value)
        flag = "nsw" if extension == "sext" else "nuw"
        if source is not None and source.opcode in ("add", "sub", "mul", "shl"):
            words, left, right = re.match(r"(.*) i32 (\S+), ([^\s,]+)", source.text).groups()  # type: ignore[union-attr]
            if flag in words.split() and (source.opcode != "shl" or not right.startswith("%")):
                return f"{words} i64 {self.twin(left, extension)}, {self.twin(right, extension)}"
        return f"{extension} i32 {value} to i64"


def _widen_indices(function: Function) -> None:
    widener = _Widener(function)
    mapping: dict[str, str] = {}
    for block in function.blocks.values():
        kept: list[Instruction] = []
        for instruction in block.instructions:
            match = re.match(rf"(sext|zext)( nneg)? i32 ({NAME}) to i64$", instruction.text)
            if match is not None:
                kind = "sext" if match.group(2) and _is_signed(widener, match.group(3)) else match.group(1)
                mapping[instruction.result] = widener.twin(match.group(3), kind)
            else:
                kept.append(instruction)
        block.instructions = kept
    for block in function.blocks.values():
        _insert_twins(block, widener)
    entry = function.entry
    for value in [v for v in widener.behind if v not in widener.definition]:
        entry.instructions[:0] = widener.behind[value]
    _rename_all(function, mapping)


def _is_signed(widener: _Widener, value: str) -> bool:
    source = widener.definition.get(value)
    return source is not None and " nsw " in source.text and " nuw " not in source.text


def _insert_twins(block: Block, widener: _Widener) -> None:
    result: list[Instruction] = []
    waiting: list[Instruction] = []
    for instruction in block.instructions:
        if waiting and instruction.opcode != "phi":
            result += waiting
            waiting = []
        result.append(instruction)
        if instruction.result in widener.behind:
            twins = widener.behind[instruction.result]
            if instruction.opcode == "phi":
                waiting += twins
            else:
                result += twins
    block.instructions = result

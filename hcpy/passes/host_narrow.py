"""Host target: conditions on ids become the bounds of the work-item loops.

Takes the function of one work-item; where it begins by asking whether the work-item has anything to do
("i < n", "local < half", "local == 0", a stencil's inner points), gives the function without the question
and a function that computes, for a row of work-items along dimension 0, the part [low, high) of it that
has. Masked stores cost more than the work behind them, and a loop behind such a question would not be
uniform.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcpy.passes.host_context import PREFIX, TYPES, parameters
from hcpy.passes.host_effects import may_run_anywhere
from hcpy.passes.host_ir import Block, Function, Instruction

_ROW = re.compile(r"%hc\.(?:local|global)[12](?:\.w)?$|%hc\.(?:item|lane)$")
_INVERSE = {
    "slt": "sge",
    "sge": "slt",
    "sgt": "sle",
    "sle": "sgt",
    "ult": "uge",
    "uge": "ult",
    "ugt": "ule",
    "ule": "ugt",
    "eq": "ne",
    "ne": "eq",
}
_SWAPPED = {
    "slt": "sgt",
    "sgt": "slt",
    "sle": "sge",
    "sge": "sle",
    "ult": "ugt",
    "ugt": "ult",
    "ule": "uge",
    "uge": "ule",
    "eq": "eq",
    "ne": "ne",
}
_IDS = {f"{PREFIX}{stem}0{wide}" for stem in ("local", "global") for wide in ("", ".w")}
INTRINSICS = (
    "declare i64 @llvm.smax.i64(i64, i64)",
    "declare i64 @llvm.smin.i64(i64, i64)",
    "declare i64 @llvm.ssub.sat.i64(i64, i64)",
    "declare i64 @llvm.sadd.sat.i64(i64, i64)",
    "declare i64 @llvm.umin.i64(i64, i64)",
)


@dataclass(frozen=True)
class Bounds:
    """The function that computes a row's bounds."""

    name: str
    text: str
    same_for_rows: bool  # does it look at no other dimension?


@dataclass(frozen=True)
class _Leaf:
    """`id + offset PREDICATE limit`, or (id empty) a condition that is the same along the row."""

    predicate: str
    id: str
    offset: str
    limit: str
    type: str


def narrow(function: Function, rows: int) -> Bounds | None:
    """Takes the questions out of the function; None where it begins with none."""
    return _Narrower(function, rows).run()


class _Narrower:
    def __init__(self, function: Function, rows: int) -> None:
        self.function = function
        self.rows = rows
        self.definition = {i.result: i for i in function.instructions() if i.result}
        self.along: dict[str, bool] = {}  # does the value change along the row?
        self.across = False  # does a bound change from row to row?
        self.lines: list[str] = []
        self.made: set[str] = set()
        self.low, self.high = ["0"], [f"{PREFIX}size0.w"]
        self.count = 0

    def run(self) -> Bounds | None:
        nothing = self._blocks_that_do_nothing()
        sources = self.function.predecessors()
        found = False
        name = self.function.entry.name
        visited: set[str] = set()
        while name and name not in visited:
            visited.add(name)
            block = self.function.blocks[name]
            if any(not may_run_anywhere(i) and i.opcode != "alloca" for i in block.body):
                break
            asked, name = self._ask(block, nothing, sources)
            found = found or asked
        if not found:
            return None
        return Bounds(f"{self.function.name}.bounds", self._text(), not self.across)

    def _ask(self, block: Block, nothing: set[str], sources: dict[str, list[str]]) -> tuple[bool, str]:
        """Takes a block's question; gives whether there was one, and the block to go on with, if any."""
        text = block.terminator.text.split(", !", 1)[0]
        follow = re.match(r"br label (\S+)$", text)
        if follow is not None:
            return False, follow.group(1) if len(sources[follow.group(1)]) == 1 else ""
        match = re.match(r"br i1 (\S+), label (\S+), label (\S+)$", text)
        if match is None:
            return False, ""
        condition, yes, no = match.groups()
        if (yes in nothing) == (no in nothing):
            return False, ""
        holds = no in nothing
        kept = self._take(condition, holds)
        if kept == condition:
            return False, ""
        target = yes if holds else no
        if kept == "":
            block.instructions[-1] = Instruction("", f"br label {target}", "br")
            return True, target if len(sources[target]) == 1 else ""
        uses = (kept,) if kept.startswith("%") else ()
        block.instructions[-1] = Instruction(
            "", text.replace(f"i1 {condition}", f"i1 {kept}", 1), "br", "void", uses
        )
        return True, ""

    def _blocks_that_do_nothing(self) -> set[str]:
        nothing: set[str] = set()
        grown = True
        while grown:
            grown = False
            for block in self.function.blocks.values():
                if block.name in nothing or block.body:
                    continue
                if block.terminator.opcode == "ret" or (
                    len(block.successors) == 1
                    and block.terminator.opcode == "br"
                    and block.successors[0] in nothing
                ):
                    nothing.add(block.name)
                    grown = True
        return nothing

    # -- conditions --
    def _take(self, condition: str, holds: bool) -> str:
        """Turns what it can of a condition into bounds; gives what is left of it, empty: nothing."""
        source = self.definition.get(condition)
        if source is None:
            return condition
        both = re.match(r"(?:and i1 (\S+), (\S+)|select i1 (\S+), i1 (\S+), i1 false)$", source.text)
        either = re.match(
            r"(?:or (?:disjoint )?i1 (\S+), (\S+)|select i1 (\S+), i1 true, i1 (\S+))$", source.text
        )
        parts = both if holds else either
        if parts is not None:
            first, second = (g for g in parts.groups() if g is not None)
            left = [p for p in (self._take(first, holds), self._take(second, holds)) if p]
            if not left:
                return ""
            if left == [first, second]:
                return condition
            return left[0] if len(left) == 1 else condition
        leaf = self._leaf(condition, source, holds)
        if leaf is None:
            return condition
        self._bound(leaf)
        return ""

    def _leaf(self, condition: str, source: Instruction, holds: bool) -> _Leaf | None:
        if not self._is_along(condition):
            if not self._can_compute([condition]):
                return None
            self._compute(condition)
            return _Leaf("true" if holds else "false", "", "", self._frozen(condition, "i1"), "i1")
        match = re.match(r"icmp (?:samesign )?(\w+) (i32|i64) (\S+), (\S+)$", source.text)
        if match is None:
            return None
        predicate, kind, left, right = match.groups()
        if self._is_along(right):
            predicate, left, right = _SWAPPED[predicate], right, left
        predicate = predicate if holds else _INVERSE[predicate]
        if predicate == "ne" or self._is_along(right):
            return None
        place = self._place(left, predicate.startswith("u"))
        if place is None or not self._can_compute([right, place[1]]):
            return None
        self._compute(right)
        self._compute(place[1])
        return _Leaf(predicate, place[0], self._frozen(place[1], kind), self._frozen(right, kind), kind)

    def _frozen(self, value: str, kind: str) -> str:
        """Where a condition before it fails a value may be poison; then any other will do."""
        return self._value(f"freeze {kind} {value}") if value.startswith("%") else value

    def _place(self, value: str, unsigned: bool) -> tuple[str, str] | None:
        """(id, offset) of a value that is an id plus something the same along the row."""
        if value in _IDS:
            return value, "0"
        source = self.definition.get(value)
        if source is None:
            return None
        match = re.match(r"add ((?:nuw |nsw )*)i\d+ (\S+), (\S+)$", source.text)
        if match is None or ("nuw " if unsigned else "nsw ") not in match.group(1):
            return None
        for identity, offset in ((match.group(2), match.group(3)), (match.group(3), match.group(2))):
            if identity in _IDS and not self._is_along(offset):
                return identity, offset
        return None

    def _is_along(self, value: str) -> bool:
        if value not in self.along:
            source = self.definition.get(value)
            self.along[value] = (
                value in _IDS
                or value in (f"{PREFIX}item", f"{PREFIX}lane")
                or (source is not None and any(self._is_along(u) for u in source.uses))
            )
        return self.along[value]

    def _can_compute(self, values: list[str]) -> bool:
        """Can these be had before the row, and, with several rows at a time, for all of them?"""
        wanted = list(values)
        seen: set[str] = set()
        across = False
        while wanted:
            value = wanted.pop()
            if value in seen or not value.startswith("%"):
                continue
            seen.add(value)
            across = across or _ROW.match(value) is not None
            source = self.definition.get(value)
            if source is not None:
                if source.opcode == "phi" or not may_run_anywhere(source) or len(seen) > 40:
                    return False
                wanted += source.uses
        if across and self.rows > 1:
            return False
        self.across = self.across or across
        return True

    def _compute(self, value: str) -> None:
        source = self.definition.get(value)
        if source is not None and value not in self.made:
            self.made.add(value)
            for use in source.uses:
                self._compute(use)
            self.lines.append(f"  {value} = {source.text}")

    # -- the bounds --
    def _value(self, text: str) -> str:
        self.count += 1
        name = f"%hc.n{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def _wide(self, value: str, kind: str, unsigned: bool) -> str:
        """A 32- or 64-bit value as a signed 64-bit one; beyond its range it stays at the range's end."""
        if not value.startswith("%"):
            number = int(value)
            number = number & ((1 << int(kind[1:])) - 1) if unsigned else number
            return str(min(number, (1 << 63) - 1))
        if kind == "i32":
            return self._value(f"{'zext' if unsigned else 'sext'} i32 {value} to i64")
        return (
            self._value(f"call i64 @llvm.umin.i64(i64 {value}, i64 {(1 << 63) - 1})") if unsigned else value
        )

    def _bound(self, leaf: _Leaf) -> None:
        if not leaf.id:
            values = (f"{PREFIX}size0.w", "0") if leaf.predicate == "true" else ("0", f"{PREFIX}size0.w")
            self.high.append(self._value(f"select i1 {leaf.limit}, i64 {values[0]}, i64 {values[1]}"))
            return
        unsigned = leaf.predicate.startswith("u")
        limit = self._wide(leaf.limit, leaf.type, unsigned)
        if leaf.offset != "0":
            offset = self._wide(leaf.offset, leaf.type, unsigned)
            limit = self._value(f"call i64 @llvm.ssub.sat.i64(i64 {limit}, i64 {offset})")
        if "global" in leaf.id:
            limit = self._value(f"call i64 @llvm.ssub.sat.i64(i64 {limit}, i64 {PREFIX}global0.w)")
        kind = leaf.predicate[-2:]
        behind = limit
        if kind in ("le", "gt", "eq"):
            behind = self._value(f"call i64 @llvm.sadd.sat.i64(i64 {limit}, i64 1)")
        if kind in ("lt", "le", "eq"):
            self.high.append(behind)
        if kind == "ge" or kind == "eq":
            self.low.append(limit)
        if kind == "gt":
            self.low.append(behind)

    def _text(self) -> str:
        low, high = self.low[0], self.high[0]
        for value in self.low[1:]:
            low = self._value(f"call i64 @llvm.smax.i64(i64 {low}, i64 {value})")
        for value in self.high[1:]:
            high = self._value(f"call i64 @llvm.smin.i64(i64 {high}, i64 {value})")
        high = self._value(f"call i64 @llvm.smax.i64(i64 {high}, i64 {low})")
        first = self._value(f"insertvalue {{ i64, i64 }} poison, i64 {low}, 0")
        both = self._value(f"insertvalue {{ i64, i64 }} {first}, i64 {high}, 1")
        extra = "".join(f", {t} {n}" for n, t in self.function.arguments.items() if n not in TYPES)
        head = f"define internal {{ i64, i64 }} @{self.function.name}.bounds({parameters()}{extra})"
        return "\n".join(
            [f"{head} alwaysinline nounwind {{", *self.lines, f"  ret {{ i64, i64 }} {both}", "}"]
        )

"""Conditions on ids become the bounds of the work-item loops.

Takes the Code of one work-item; where it begins by asking whether the work-item has anything to do ("i <
n", "local < half", "local == 0", a stencil's inner points), takes the question out of it and its function,
and gives the part [low, high) of a row of work-items along dimension 0 that has. Masked stores cost more
than computing what they store, and a loop after such a question would not be uniform.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import predecessors_of
from hcpy.passes.host.code import Block, Code, Fixed, Input, Node, Op
from hcpy.passes.host.effects import may_run_anywhere
from hcpy.passes.host.launch import ACROSS_ROWS, ALONG_ROW, ITEM, LANE

INVERSE = {
    P.SLT: P.SGE,
    P.SGE: P.SLT,
    P.SGT: P.SLE,
    P.SLE: P.SGT,
    P.ULT: P.UGE,
    P.UGE: P.ULT,
    P.UGT: P.ULE,
    P.ULE: P.UGT,
    P.EQ: P.NE,
    P.NE: P.EQ,
}
SWAPPED = {
    P.SLT: P.SGT,
    P.SGT: P.SLT,
    P.SLE: P.SGE,
    P.SGE: P.SLE,
    P.ULT: P.UGT,
    P.UGT: P.ULT,
    P.ULE: P.UGE,
    P.UGE: P.ULE,
    P.EQ: P.EQ,
    P.NE: P.NE,
}
UNSIGNED = frozenset((P.ULT, P.ULE, P.UGT, P.UGE))
_MOST_VALUES = 40


@dataclass(frozen=True)
class Compared:
    """`id + offset PREDICATE limit`: the work-items for which it holds have work."""

    predicate: P
    id: Input
    offset: Node | None
    limit: Node


@dataclass(frozen=True)
class Same:
    """A condition that is the same along the row: all have work where it holds, or where it does not."""

    condition: Node
    holds: bool


@dataclass
class Questions:
    """What was asked at a function's beginning, and the values that this takes."""

    asked: list[Compared | Same] = field(default_factory=list)
    computed: list[Op] = field(default_factory=list)
    across: bool = False  # does an answer change from row to row?


def narrow(code: Code, rows: int) -> Questions | None:
    """Takes the questions out of the code; None where it begins with none. rows: so many are run together."""
    return _Narrower(code, rows).run()


class _Narrower:
    def __init__(self, code: Code, rows: int) -> None:
        self.code, self.rows = code, rows
        self.along: dict[Node, bool] = {}  # does the value change along the row?
        self.result = Questions()
        self.made: set[Node] = set()

    def run(self) -> Questions | None:
        nothing = self._blocks_that_do_nothing()
        sources = predecessors_of(self.code)
        found = False
        block: Block | None = self.code.entry
        visited: set[Block] = set()
        while block is not None and block not in visited:
            visited.add(block)
            if any(not may_run_anywhere(op) and op.opcode is not Opcode.ALLOCA for op in block.body):
                break
            asked, following = self._ask(block, nothing)
            found = found or asked
            block = following if following is not None and len(sources[following]) == 1 else None
        if not found:
            return None
        self.code.drop_unreachable()
        return self.result

    def _ask(self, block: Block, nothing: set[Block]) -> tuple[bool, Block | None]:
        """Takes a block's question; gives whether there was one, and the block to go on with, if any."""
        branch = block.terminator
        if branch.opcode is not Opcode.BR:
            return False, None
        if len(branch.targets) == 1:
            return False, branch.targets[0]
        (condition,) = branch.operands
        yes, no = branch.targets
        if (yes in nothing) == (no in nothing):
            return False, None
        holds = no in nothing
        kept = self._take(condition, holds)
        if kept is condition:
            return False, None
        if kept is not None:
            branch.instruction.set_operand(0, kept.value)
            branch.set_operands([kept])
            return True, None
        target = yes if holds else no
        _answer(branch, 0 if holds else 1, target)
        return True, target

    def _blocks_that_do_nothing(self) -> set[Block]:
        nothing: set[Block] = set()
        grown = True
        while grown:
            grown = False
            for block in self.code.blocks:
                if block in nothing or not all(map(_is_idle, block.body)):
                    continue
                end = block.terminator
                goes_on = end.opcode is Opcode.BR and len(block.successors) == 1
                if end.opcode is Opcode.RET or (goes_on and block.successors[0] in nothing):
                    nothing.add(block)
                    grown = True
        return nothing

    # -- conditions --
    def _take(self, condition: Node, holds: bool) -> Node | None:
        """Turns what it can of a condition into bounds; gives what is left of it, None: nothing."""
        if not isinstance(condition, Op):
            return condition
        parts = _both_of(condition) if holds else _either_of(condition)
        if parts is not None:
            left = [p for p in (self._take(part, holds) for part in parts) if p is not None]
            if not left:
                return None
            if left == list(parts):
                return condition
            return left[0] if len(left) == 1 else condition
        asked = self._question(condition, holds)
        if asked is None:
            return condition
        self.result.asked.append(asked)
        return None

    def _question(self, condition: Op, holds: bool) -> Compared | Same | None:
        if not self._is_along(condition):
            if not self._can_compute([condition]):
                return None
            self._compute(condition)
            return Same(condition, holds)
        if condition.opcode is not Opcode.ICMP or condition.operands[0].type not in self._indices:
            return None
        predicate = condition.instruction.predicate
        assert isinstance(predicate, P)
        left, right = condition.operands
        if self._is_along(right):
            predicate, left, right = SWAPPED[predicate], right, left
        predicate = predicate if holds else INVERSE[predicate]
        if predicate is P.NE or self._is_along(right):
            return None
        place = self._place(left, predicate in UNSIGNED)
        if place is None or not self._can_compute([right, *place[1:]]):
            return None
        for value in (right, *place[1:]):
            self._compute(value)
        return Compared(predicate, place[0], place[1] if len(place) > 1 else None, right)

    @property
    def _indices(self) -> tuple[ir.Type, ir.Type]:
        types = ir.Types(self.code.function.context)
        return types.i32, types.i64

    def _place(self, value: Node, unsigned: bool) -> tuple[Input] | tuple[Input, Node] | None:
        """(id, offset) of a value that is an id plus something the same along the row."""
        if _is_id(value):
            assert isinstance(value, Input)
            return (value,)
        if not isinstance(value, Op) or value.opcode is not Opcode.ADD:
            return None
        if not (value.instruction.nuw if unsigned else value.instruction.nsw):
            return None
        first, second = value.operands
        for identity, offset in ((first, second), (second, first)):
            if isinstance(identity, Input) and _is_id(identity) and not self._is_along(offset):
                return identity, offset
        return None

    def _is_along(self, value: Node) -> bool:
        if value not in self.along:
            self.along[value] = (isinstance(value, Input) and value.context in ALONG_ROW) or (
                isinstance(value, Op) and any(self._is_along(use) for use in value.uses)
            )
        return self.along[value]

    def _can_compute(self, values: list[Node]) -> bool:
        """Can these be had before the row, and, with several rows at a time, for all of them?"""
        wanted = [value for value in values if not isinstance(value, Fixed)]
        seen: set[Node] = set()
        across = False
        while wanted:
            value = wanted.pop()
            if value in seen:
                continue
            seen.add(value)
            if isinstance(value, Op):
                if value.opcode is Opcode.PHI or not may_run_anywhere(value) or len(seen) > _MOST_VALUES:
                    return False
                wanted += value.uses
            elif isinstance(value, Input):
                across = across or value.context in ACROSS_ROWS
        if across and self.rows > 1:
            return False
        self.result.across = self.result.across or across
        return True

    def _compute(self, value: Node) -> None:
        if isinstance(value, Op) and value not in self.made:
            self.made.add(value)
            for use in value.uses:
                self._compute(use)
            self.result.computed.append(value)


def _is_idle(op: Op) -> bool:
    """Does it only compute? After it comes nothing that uses it, where its block leads to the end alone."""
    return op.opcode is not Opcode.PHI and may_run_anywhere(op)


def _is_id(value: Node) -> bool:
    """Along dimension 0."""
    return isinstance(value, Input) and value.context in ALONG_ROW and value.context not in (ITEM, LANE)


def _answer(branch: Op, index: int, target: Block) -> None:
    """Makes a conditional branch one that always goes to its successor of that number."""
    old = branch.instruction
    with ir.Builder.before(old) as build:
        new = build.branch(old.successors[index])
    old.erase()
    branch.source = branch.value = new
    branch.set_operands(())
    branch.targets = [target]


def _is_number(node: Node, value: int) -> bool:
    return isinstance(node.value, ir.Integer) and node.value.value == value


def _both_of(op: Op) -> tuple[Node, Node] | None:
    """The conditions that all hold where this one does."""
    if op.opcode is Opcode.AND:
        return op.operands[0], op.operands[1]
    if op.opcode is Opcode.SELECT and _is_number(op.operands[2], 0):
        return op.operands[0], op.operands[1]
    return None


def _either_of(op: Op) -> tuple[Node, Node] | None:
    """The conditions of which none holds where this one does not."""
    if op.opcode is Opcode.OR:
        return op.operands[0], op.operands[1]
    if op.opcode is Opcode.SELECT and _is_number(op.operands[1], 1):
        return op.operands[0], op.operands[2]
    return None

"""Conditions on ids become the bounds of the work-item loops.

Takes the Code of one work-item; where it begins by asking whether the work-item has anything to do ("i <
n", "local < half", "local == 0", a stencil's inner points), takes the question out of it and its function,
and gives the part [low, high) of a row of work-items along dimension 0 that has. Masked stores cost more
than computing what they store, and a loop after such a question would not be uniform. In the same way
questions about ids of the other dimensions alone say which rows of a tile to go through.

A question for every n-th work-item ("local % (2 * step) == 0") stays, and says which work-items to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import predecessors_of
from hcpy.passes.host.code import Block, Code, Fixed, Input, Node, Op
from hcpy.passes.host.effects import may_be_left_out, may_run_anywhere
from hcpy.passes.host.id_parts import is_id, is_row_id, parts_of
from hcpy.passes.host.intervals import interval_of
from hcpy.passes.host.launch import ACROSS_ROWS, ALONG_ROW

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
_WITHIN = (P.SGE, P.SLE)  # of an interval's ends
_REMAINDERS = frozenset((Opcode.SREM, Opcode.UREM, Opcode.AND))
_MOST_VALUES = 40
_LEAST_STEP, _LEAST_STEP_OF_DATA = 8, 2


@dataclass(frozen=True)
class Compared:
    """`id + offset PREDICATE limit`: the work-items for which it holds have work; of dimension 1 or 2, the
    rows."""

    predicate: P
    id: Input
    offset: Node | None
    limit: Node


@dataclass(frozen=True)
class Linear:
    """The same of `(id + 1) * factor - 1` and the like: 32 bits wide, sums and products without overflow."""

    predicate: P
    id: Input
    value: Op
    limit: Node


@dataclass(frozen=True)
class Every:
    """`(id + offset) % by == rest`, or `& by` where all bits below `by` may be 1: asked again by those that
    may pass."""

    id: Input
    offset: Node | None
    by: Node
    is_mask: bool
    is_unsigned: bool
    rest: Node


@dataclass(frozen=True)
class Same:
    """A condition that is the same along the row: all have work where it holds, or where it does not."""

    condition: Node
    holds: bool


@dataclass
class Questions:
    """What was asked at a function's beginning, and the values that this takes."""

    asked: list[Compared | Linear | Same] = field(default_factory=list)
    every: Every | None = None
    computed: list[Op] = field(default_factory=list)
    across: bool = False  # does an answer change from row to row?


def narrow(code: Code, rows: int, *, scales: bool = True, chooses_rows: bool = False) -> Questions | None:
    """Takes the questions out of the code; None where it begins with none.

    rows: so many are run together; scales: also those about multiples of ids? chooses_rows: may questions
    say which rows to go through?
    """
    return _Narrower(code, rows, scales, chooses_rows).run()


class _Narrower:
    def __init__(self, code: Code, rows: int, scales: bool, chooses_rows: bool) -> None:
        self.code, self.rows, self.scales, self.chooses_rows = code, rows, scales, chooses_rows
        self.along: dict[Node, bool] = {}  # does the value change along the row?
        self.across: dict[Node, bool] = {}  # does it change from row to row?
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
            if not all(may_be_left_out(op) or op.opcode is Opcode.ALLOCA for op in block.body):
                break
            asked, following = self._ask(block, nothing)
            found = found or asked
            block = following if following is not None and len(sources[following]) == 1 else None
        if not found and self.result.every is None:
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
        if condition.opcode is Opcode.XOR and _is_number(condition.operands[1], 1):
            return None if self._take(condition.operands[0], not holds) is None else condition
        parts = _parts_that_hold(condition, holds)
        if parts is not None:
            left = [p for p in (self._take(part, holds) for part in parts) if p is not None]
            if not left:
                return None
            if left == list(parts):
                return condition
            return left[0] if len(left) == 1 else condition
        asked = self._questions(condition, holds)
        self.result.asked += asked
        return None if asked else condition

    def _questions(self, condition: Op, holds: bool) -> Sequence[Compared | Linear | Same]:
        """What a condition asks; empty: it stays."""
        if self._is_along(condition):
            return self._compared(condition, holds, self._is_along)
        if self.chooses_rows and self._is_across(condition):
            asked = self._compared(condition, holds, self._is_across)
            if asked:
                self.result.across = True
                return asked
        if not self._can_compute([condition]):
            return ()
        self._compute(condition)
        return (Same(condition, holds),)

    def _compared(
        self, condition: Op, holds: bool, differs: Callable[[Node], bool]
    ) -> Sequence[Compared | Linear]:
        """Of a comparison of what differs with what does not."""
        if condition.opcode is not Opcode.ICMP or condition.operands[0].type not in self._indices:
            return ()
        predicate = condition.instruction.predicate
        assert isinstance(predicate, P)
        left, right = condition.operands
        if differs(right):
            predicate, left, right = SWAPPED[predicate], right, left
        predicate = predicate if holds else INVERSE[predicate]
        if predicate is P.NE or differs(right):
            return ()
        within = interval_of(predicate, left, right)
        if within is None:
            asked = [self._question(predicate, left, right)]
        else:
            value, ends = within
            limits = [Fixed(value.type.const(end), self.code.next_number()) for end in ends]
            asked = [self._question(p, value, limit) for p, limit in zip(_WITHIN, limits, strict=True)]
        found = [question for question in asked if question is not None]
        return found if len(found) == len(asked) else ()

    def _question(self, predicate: P, left: Node, right: Node) -> Compared | Linear | None:
        place = self._place(left, predicate in ir.UNSIGNED_ORDERS)
        if place is None:
            return self._scaled(predicate, left, right) if self.scales else None
        if not self._can_compute([right, *place[1:]]):
            return None
        for value in (right, *place[1:]):
            self._compute(value)
        return Compared(predicate, place[0], place[1] if len(place) > 1 else None, right)

    @property
    def _indices(self) -> tuple[ir.Type, ir.Type]:
        types = ir.Types(self.code.function.context)
        return types.i32, types.i64

    def _place(self, value: Node, unsigned: bool) -> tuple[Input] | tuple[Input, Node] | None:
        """(id, offset) of a value that is an id plus something the same along the row, or for all rows."""
        is_wanted, differs = (
            (is_id, self._is_along) if self._is_along(value) else (is_row_id, self._is_across)
        )
        if is_wanted(value):
            assert isinstance(value, Input)
            return (value,)
        if not isinstance(value, Op) or value.opcode is not Opcode.ADD:
            return None
        if not (value.instruction.nuw if unsigned else value.instruction.nsw):
            return None
        first, second = value.operands
        for identity, offset in ((first, second), (second, first)):
            if isinstance(identity, Input) and is_wanted(identity) and not differs(offset):
                return identity, offset
        return None

    def _scaled(self, predicate: P, left: Node, right: Node) -> Linear | None:
        """A question about a multiple of an id; notes one that every n-th work-item passes."""
        if not isinstance(left, Op) or not self._is_along(left) or not self._can_compute([right]):
            return None
        if left.opcode in _REMAINDERS and predicate is P.EQ and self.result.every is None:
            self.result.every = self._every(left, right)
        parts = parts_of(left, self._is_along, self._indices[0])
        if predicate in ir.UNSIGNED_ORDERS or parts is None or not self._can_compute(parts.shared):
            return None
        for value in (right, *parts.shared):
            self._compute(value)
        return Linear(predicate, parts.id, left, right)

    def _every(self, left: Op, rest: Node) -> Every | None:
        number, by = left.operands
        least = _LEAST_STEP_OF_DATA if self._asks_about_data() else _LEAST_STEP
        if self._is_along(by) or (isinstance(by, Fixed) and not _is_far(by, left.opcode, least)):
            return None
        offset = None
        if isinstance(number, Op) and number.opcode is Opcode.ADD and not self._is_along(number.operands[1]):
            flags = {Opcode.SREM: number.instruction.nsw, Opcode.UREM: number.instruction.nuw}
            if not flags.get(left.opcode, True):
                return None
            number, offset = number.operands
        shared = [node for node in (by, rest, offset) if node is not None]
        if not isinstance(number, Input) or not is_id(number) or not self._can_compute(shared):
            return None
        for value in shared:
            self._compute(value)
        return Every(number, offset, by, left.opcode is Opcode.AND, left.opcode is Opcode.UREM, rest)

    def _asks_about_data(self) -> bool:
        """Do those that are asked store where they have found something? In place, masked stores of a strip
        are waited for by the next one's loads."""
        has_stores = any(op.opcode is Opcode.STORE for op in self.code.ops())
        return has_stores and any(
            isinstance(asked := block.terminator.operands[0], Op) and _is_of_data(asked)
            for block in self.code.blocks
            if block.terminator.opcode is Opcode.BR and len(block.terminator.targets) > 1
        )

    def _is_along(self, value: Node) -> bool:
        return _follows_from(value, ALONG_ROW, self.along)

    def _is_across(self, value: Node) -> bool:
        return _follows_from(value, ACROSS_ROWS, self.across)

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


def _follows_from(value: Node, names: Collection[str], known: dict[Node, bool]) -> bool:
    if value not in known:
        known[value] = (isinstance(value, Input) and value.context in names) or (
            isinstance(value, Op) and any(_follows_from(use, names, known) for use in value.uses)
        )
    return known[value]


def _is_far(by: Fixed, opcode: Opcode, least: int) -> bool:
    """Are so few work-items asked that going from one to the next is better than vector code for all?"""
    return isinstance(by.value, ir.Integer) and by.value.signed >= least - (opcode is Opcode.AND)


def _is_of_data(condition: Op) -> bool:
    """Does it compare what was loaded?"""
    return any(isinstance(use, Op) and use.opcode is Opcode.LOAD for use in condition.operands)


def _is_idle(op: Op) -> bool:
    """Does it only compute? After it comes nothing that uses it, where its block leads to the end alone."""
    return op.opcode is not Opcode.PHI and may_run_anywhere(op)


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


def _parts_that_hold(condition: Op, holds: bool) -> tuple[Node, Node] | None:
    """Conditions that all hold where this one does, or of which none does where it does not."""
    if condition.opcode is (Opcode.AND if holds else Opcode.OR):
        return condition.operands[0], condition.operands[1]
    if condition.opcode is Opcode.SELECT and _is_number(condition.operands[2 if holds else 1], not holds):
        return condition.operands[0], condition.operands[1 if holds else 2]
    return None

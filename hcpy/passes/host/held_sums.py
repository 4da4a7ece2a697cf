"""Sums that groups add to memory at their end are held back until a thread has run its groups.

Takes the function of one work-item of a kernel with barriers, with the context. What follows a group's
own histogram, `atomic_fetch_add(&bins[local], tile_bins[local])`, goes to the same places in each group: a
place in the scratch memory takes the sums, plainly, and is added to memory after the last group of the
range. Gives the functions of one work-item that empty such a place and add it.

Nobody may see the difference (unseen.py): whole numbers alone, whose order does not matter, and no result is
used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import AtomicOperation, IntPredicate, Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.host.launch import CLOSURE, SCRATCH, Context
from hcpy.passes.host.unseen import Unseen, again, is_given

_OPERATIONS = {  # from 0 on; what adds the sum, what holds it
    AtomicOperation.ADD: (AtomicOperation.ADD, Opcode.ADD),
    AtomicOperation.SUB: (AtomicOperation.ADD, Opcode.SUB),
    AtomicOperation.OR: (AtomicOperation.OR, Opcode.OR),
    AtomicOperation.XOR: (AtomicOperation.XOR, Opcode.XOR),
}
_STEPS = frozenset((Opcode.GEP, Opcode.SEXT, Opcode.ZEXT, Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL))
_ID = "local0.w"
_LOCAL = ("local0", _ID)
_MOST_VALUES = 24


@dataclass(frozen=True)
class HeldSums:
    """Functions of one work-item, and how many bytes each has in the scratch memory."""

    empty: ir.Function
    add: ir.Function
    bytes_per_item: int


def hold_back(module: ir.Module, function: ir.Function, begin: int) -> HeldSums | None:
    """begin: where in the scratch memory the places begin."""
    context = launch.context_of(function)
    sums = _Sums(function, context).found()
    if not sums:
        return None
    places = _Places(begin, max(module.layout.size(op.type) for op in sums), len(sums))
    empty, add = (
        launch.define(module, f"{function.name}.{name}", module.types.void, ()) for name in ("empty", "add")
    )
    with ir.Builder.at_end(empty.append_block("hc.in")) as build:
        for n, op in enumerate(sums):
            build.store(op.type.null(), places.place(build, launch.context_of(empty), n))
        build.ret()
    _write_add(add, places, sums)
    for n, op in enumerate(sums):
        with ir.Builder.before(op) as build:
            place = places.place(build, context, n)
            _, held = _OPERATIONS[op.atomic_operation]
            build.store(build.binary(held, build.load(op.type, place), op.operand(1)), place)
        op.erase()
    return HeldSums(empty, add, places.bytes * places.sums)


@dataclass(frozen=True)
class _Places:
    """One for each sum and each id along dimension 0: groups at an edge may have fewer work-items, and number
    them in another way. Rows of work-items share them."""

    begin: int
    bytes: int
    sums: int

    def place(self, build: ir.Builder, context: Context, number: int) -> ir.Value:
        i64 = build.types.i64
        first = build.address(
            build.types.i8, context[SCRATCH], [i64.const(self.begin + number * self.bytes)], "hc.sums"
        )
        step = build.mul(context[_ID], i64.const(self.sums * self.bytes), nuw=True, nsw=True)
        return build.address(build.types.i8, first, [step], "hc.held")


def _write_add(add: ir.Function, places: _Places, sums: Sequence[ir.Instruction]) -> None:
    """A place is empty afterwards, for the next row."""
    block = add.append_block("hc.in")
    for n, op in enumerate(sums):
        some, following = add.append_block("hc.some"), add.append_block("hc.next")
        with ir.Builder.at_end(block) as build:
            place = places.place(build, launch.context_of(add), n)
            held = build.load(op.type, place)
            build.branch_if(build.compare(IntPredicate.NE, held, op.type.null()), some, following)
        with ir.Builder.at_end(some) as build:
            by, _ = _OPERATIONS[op.atomic_operation]
            build.atomic(by, again(build, op.pointer, add, {}), held, op.ordering)
            build.store(op.type.null(), place)
            build.branch(following)
        block = following
    with ir.Builder.at_end(block) as build:
        build.ret()


class _Sums:
    """Looks for what may be held back."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.function = function
        self.unseen = Unseen(function, context)
        self.ids = {context[name] for name in _LOCAL}
        self.given = self.ids | {context[CLOSURE]}

    def found(self) -> list[ir.Instruction]:
        """All of a kernel's sums, or none."""
        sums = self.unseen.sums()
        fits = all(map(self._is_sum, sums)) and self.unseen.may_wait(sums)
        return sums if fits else []

    def _is_sum(self, op: ir.Instruction) -> bool:
        return (
            op.atomic_operation in _OPERATIONS
            and op.type.is_integer
            and op.type.width in (32, 64)
            and not op.is_used
            and not op.is_volatile
            and self._is_same_in_each_group(op.pointer)
            and op.block not in self._looped
        )

    @cached_property
    def _looped(self) -> set[ir.Block]:
        return set().union(*loops_of(self.unseen.graph, self.function.entry).values())

    def _is_same_in_each_group(self, pointer: ir.Value) -> bool:
        """And another one for each work-item of a row? One for all is added to once in a group, mostly."""
        has_id = False
        seen: set[ir.Value] = set()
        work = [pointer]
        while work:
            value = work.pop()
            has_id = has_id or value in self.ids
            if value in seen or value in self.given or value.is_constant:
                continue
            seen.add(value)
            if not isinstance(value, ir.Instruction) or len(seen) > _MOST_VALUES:
                return False
            if value.opcode not in _STEPS and not is_given(value):
                return False
            work += value.operands
        return has_id

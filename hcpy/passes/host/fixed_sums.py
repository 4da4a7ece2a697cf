"""Sums that work-items of a kernel without barriers add to a place that is the same for all: counters.

`if (inside) atomic_fetch_add(&count, 1)` locks the bus for each work-item. A thread adds to its own place in
the scratch memory, which is group memory to all that comes after this (group_atomics.py), and adds what it
holds to memory after its last group.

Takes a kernel's function with the context, in which everything is inlined and reads of the function object
are marked. Nobody may see the difference (unseen.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import AtomicOperation, IntPredicate, Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.launch import CLOSURE, SCRATCH, Context
from hcpy.passes.host.loops import Group
from hcpy.passes.host.unseen import Unseen, again, is_captured_sum, is_given
from hcpy.passes.host.writer import Writer

_BYTES = 8  # of a place
_MOST = 8  # places
_MOST_STEPS = 24


@dataclass(frozen=True)
class FixedSums:
    add_all: ir.Function  # with the context: adds what the places hold
    begin: int  # where in the scratch memory the places begin
    places: int

    @property
    def end(self) -> int:
        return self.begin + self.places * _BYTES

    def empty(self, w: Writer, group: Group) -> None:
        for n in range(self.places):
            at = w.build.offset(group.context[SCRATCH], self.begin + n * _BYTES, "hc.count")
            w.build.store(w.number(0), at, _BYTES)

    def add(self, w: Writer, group: Group) -> None:
        given: Mapping[str, ir.Value] = {**w.unused, **group.context}
        w.build.call(self.add_all, [given[name] for name in launch.NAMES])


def hold_fixed(module: ir.Module, function: ir.Function, context: Context, used: int) -> FixedSums | None:
    """used: bytes of the scratch memory."""
    begin = -(-used // _BYTES) * _BYTES
    unseen = Unseen(function, context)
    sums = unseen.sums()
    if not sums or any(not is_captured_sum(op, sums[0]) for op in sums) or not unseen.may_wait(sums):
        return None
    fixed = [op for op in sums if is_fixed(op.pointer)]
    if not fixed or len(fixed) > _MOST:
        return None
    add_all = launch.define(module, f"{function.name}.counts", module.types.void, ())
    with Writer(module, add_all) as w:
        w.start(w.new_block("hc.in"))
        for n, op in enumerate(fixed):
            _write_add(w, op, begin + n * _BYTES)
        w.build.ret()
    for n, op in enumerate(fixed):
        with ir.Builder.before(next(iter(function.entry.instructions()))) as build:
            place = build.offset(context[SCRATCH], begin + n * _BYTES, "hc.count")
            build.move_before(op)
            build.atomic(op.atomic_operation, place, op.operand(1), op.ordering)
        _erase(op)
    return FixedSums(add_all, begin, len(fixed))


def _erase(op: ir.Instruction) -> None:
    """With what its place alone was computed from: nothing else is under a condition then (join_appends)."""
    place: ir.Value = op.pointer
    op.erase()
    while isinstance(place, ir.Instruction) and not place.is_used:
        dead, place = place, place.pointer
        dead.erase()


def _write_add(w: Writer, op: ir.Instruction, offset: int) -> None:
    some, following = w.new_block("hc.some"), w.new_block("hc.next")
    context = launch.context_of(w.function)
    held = w.build.load(op.type, w.build.offset(context[SCRATCH], offset), "hc.count", _BYTES)
    w.build.branch_if(w.build.compare(IntPredicate.NE, held, op.type.null()), some, following)
    w.start(some)
    w.build.atomic(AtomicOperation.ADD, again(w.build, op.pointer, w.function, {}), held, op.ordering)
    w.jump(following)
    w.start(following)


def is_fixed(pointer: ir.Value) -> bool:
    """Is a place the same for all work-items, and known without any of them?"""
    for _ in range(_MOST_STEPS):
        if not isinstance(pointer, ir.Instruction):
            return False
        if pointer.opcode is not Opcode.GEP:
            return is_given(pointer) and _is_of_object(pointer.pointer)
        if not all(index.is_constant for index in pointer.operands[1:]):
            return False
        pointer = pointer.pointer
    return False


def _is_of_object(pointer: ir.Value) -> bool:
    while isinstance(pointer, ir.Instruction) and pointer.opcode is Opcode.GEP:
        if not all(index.is_constant for index in pointer.operands[1:]):
            return False
        pointer = pointer.pointer
    return isinstance(pointer, ir.Argument) and pointer.index == launch.INDEX[CLOSURE]

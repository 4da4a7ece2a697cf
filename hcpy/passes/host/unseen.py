"""May sums that a kernel adds to memory come later than it says? What nobody sees may.

Takes the function of one work-item of a kernel, with the context, everything inlined. Nothing in the kernel
may learn what other groups have done, by atomics or volatile accesses, or wait for it, and what has added
stores to no other memory afterwards. It may load from others.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.ir import AtomicOperation, Opcode, Ordering
from hcpy.passes.host import launch
from hcpy.passes.host.effects import is_pure_call
from hcpy.passes.host.group_atomics import group_pointers
from hcpy.passes.host.launch import DYNAMIC, SCRATCH, Context

ADDS = {AtomicOperation.ADD: Opcode.ADD, AtomicOperation.SUB: Opcode.SUB}
_MOST_STEPS = 24
_MEMORY = frozenset((Opcode.LOAD, Opcode.STORE, Opcode.ATOMIC_RMW, Opcode.CMPXCHG))
_KNOWN = (launch.BARRIER, "llvm.lifetime.")


class Unseen:
    """What a kernel's accesses tell of its sums."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self.graph = {block: block.successors for block in function.blocks}
        self.ops = [op for block in self.graph for op in block.instructions()]
        stack = [i for i in function.entry.instructions() if i.opcode is Opcode.ALLOCA]
        self.inner = group_pointers([context[SCRATCH], context[DYNAMIC], *stack])  # that no other group sees

    def sums(self) -> list[ir.Instruction]:
        """The operations that may be sums: all on memory that others see."""
        return [op for op in self.ops if op.opcode is Opcode.ATOMIC_RMW and op.pointer not in self.inner]

    def may_wait(self, sums: Collection[ir.Instruction]) -> bool:
        """May all of these come late?"""
        return self.loads_after(sums) == []

    def loads_after(self, sums: Collection[ir.Instruction]) -> list[ir.Instruction] | None:
        """What a work-item loads after one of these: they may come late if it is not what they add to.

        None: they may not. What a work-item stores after them says to others that it has added.
        """
        if any(op.opcode is Opcode.FENCE or not self._is_quiet(op) for op in self.ops if op not in sums):
            return None
        after = dict.fromkeys(op for sum_ in sums for op in self._later(sum_, sums))
        return list(after) if all(op.opcode is Opcode.LOAD for op in after) else None

    def _is_quiet(self, op: ir.Instruction) -> bool:
        """Does it learn nothing of other groups, and tell them nothing that they may wait for?"""
        if op.opcode in (Opcode.LOAD, Opcode.STORE):
            return not op.is_volatile and (op.ordering is Ordering.NOT_ATOMIC or op.pointer in self.inner)
        if op.opcode in _MEMORY:
            return op.pointer in self.inner and not op.is_volatile
        return not op.is_call or op.callee_name.startswith(_KNOWN) or is_pure_call(op.callee_name)

    def _later(self, op: ir.Instruction, sums: Collection[ir.Instruction]) -> list[ir.Instruction]:
        """The accesses after it of what is not the group's own."""
        here = list(op.block.instructions())
        after = here[here.index(op) + 1 :]
        seen: set[ir.Block] = set()
        work = list(self.graph[op.block])
        while work:
            block = work.pop()
            if block not in seen:
                seen.add(block)
                after += block.instructions()
                work += self.graph[block]
        return [
            i
            for i in after
            if i.opcode in _MEMORY and i.pointer not in self.inner and not is_given(i) and i not in sums
        ]


def is_given(op: ir.Instruction) -> bool:
    """Is it read of the function object, which stays what it is?"""
    return op.opcode is Opcode.LOAD and op.metadata("invariant.load") is not None


def is_captured_sum(op: ir.Instruction, other: ir.Instruction) -> bool:
    """Does it add a whole number to what a captured pointer leads to, as the other one does?"""
    return (
        op.atomic_operation in ADDS
        and op.type == other.type
        and op.ordering is other.ordering
        and op.type.is_integer
        and op.type.width in (32, 64)
        and op.align * 8 >= op.type.width
        and not op.is_used
        and not op.is_volatile
        and root_of(op.pointer) is not None
    )


def root_of(pointer: ir.Value) -> ir.Value | None:
    """The captured pointer that leads to a place."""
    for _ in range(_MOST_STEPS):
        if not isinstance(pointer, ir.Instruction):
            return None
        if pointer.opcode is not Opcode.GEP:
            return pointer if is_given(pointer) else None
        pointer = pointer.pointer
    return None


def again(
    build: ir.Builder, value: ir.Value, function: ir.Function, made: dict[ir.Value, ir.Value]
) -> ir.Value:
    """The same value, of ids and the function object, in a function that begins with the context."""
    if isinstance(value, ir.Argument):
        return function.arguments[value.index]
    if not isinstance(value, ir.Instruction):
        return value
    if value not in made:
        operands = [again(build, operand, function, made) for operand in value.operands]
        made[value] = copy = build.insert(value.clone())
        for n, operand in enumerate(operands):
            copy.set_operand(n, operand)
    return made[value]

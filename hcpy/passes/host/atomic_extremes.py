"""Host target, after LLVM's optimiser: atomic minima and maxima ask first whether they change anything.

x86 has no instruction for them: the code generator loads, compares and exchanges until nobody was faster, and
exchanges what is there already, too. An exchange takes 20 cycles, and the line away from the other threads.
Most minima change nothing: the distances and labels of a graph's nodes. Such a place is only loaded.

Takes an optimised module; changes its relaxed operations on whole numbers, by which nothing else is ordered.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation, IntPredicate, Opcode, Ordering

# What the loaded number has to be to the given one for the operation to leave it.
_LEAVES = {
    AtomicOperation.MIN: IntPredicate.SLE,
    AtomicOperation.MAX: IntPredicate.SGE,
    AtomicOperation.UMIN: IntPredicate.ULE,
    AtomicOperation.UMAX: IntPredicate.UGE,
}


def ask_first(module: ir.Module) -> None:
    for function in module.definitions:
        for operation in list(function.instructions_of(Opcode.ATOMIC_RMW)):
            predicate = _LEAVES.get(operation.atomic_operation)
            orders = operation.is_volatile or operation.ordering is not Ordering.MONOTONIC
            if predicate is not None and not orders:
                _ask(operation, predicate)


def _ask(operation: ir.Instruction, predicate: IntPredicate) -> None:
    """The number may change between the load and the operation: that compares again."""
    pointer, value = operation.operands
    rest = operation.block
    before = rest.split_before(operation)
    changed = rest.function.append_block("hc.changes")
    changed.move_after(before)
    with ir.Builder.at_end(before) as build:
        seen = build.load(value.type, pointer, "hc.seen", operation.align)
        seen.ordering = Ordering.MONOTONIC
        build.branch_if(build.compare(predicate, seen, value, "hc.leaves"), rest, changed)
    with ir.Builder.before(operation) as build:
        found = build.phi(value.type, name="hc.before")
    operation.replace_uses(found)
    with ir.Builder.at_end(changed) as build:
        build.take(operation)
        build.branch(rest)
    found.add_incoming([(seen, before), (operation, changed)])

"""Atomic operations on group memory become plain ones: one thread runs all work-items of a group.

`mark_atomics` takes a kernel's function with the context, in which everything is inlined; it marks the
operations whose address is known to be group memory. They stay atomic for the stages, which so know that
work-items meet there. `make_plain` comes after the stages: a marked one becomes load, operation and store,
which no `lock` slows down. An address that may be another one's, of memory that all groups share, keeps its
operation as it is.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation, IntPredicate, Opcode, Ordering, metadata
from hcpy.passes.host.launch import DYNAMIC, SCRATCH, Context

_MARK = "hcpy.group"
_ATOMIC = (Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.STORE)
_STEPS = frozenset((Opcode.GEP, Opcode.BITCAST, Opcode.FREEZE))
_MERGES = frozenset((Opcode.PHI, Opcode.SELECT))
_ARITHMETIC = {
    AtomicOperation.ADD: Opcode.ADD,
    AtomicOperation.SUB: Opcode.SUB,
    AtomicOperation.AND: Opcode.AND,
    AtomicOperation.OR: Opcode.OR,
    AtomicOperation.XOR: Opcode.XOR,
    AtomicOperation.FADD: Opcode.FADD,
    AtomicOperation.FSUB: Opcode.FSUB,
}
_CHOICES = {
    AtomicOperation.MAX: IntPredicate.SGT,
    AtomicOperation.MIN: IntPredicate.SLT,
    AtomicOperation.UMAX: IntPredicate.UGT,
    AtomicOperation.UMIN: IntPredicate.ULT,
}
_ADDS_NOTHING = frozenset(  # a 0
    (AtomicOperation.ADD, AtomicOperation.SUB, AtomicOperation.OR, AtomicOperation.XOR)
)
_DEEPEST = 8
_PLAIN = frozenset((AtomicOperation.XCHG, *_ARITHMETIC, *_CHOICES))


def mark_atomics(module: ir.Module, function: ir.Function, context: Context) -> bool:
    """Are there any?"""
    atomics = [i for i in function.instructions_of(*_ATOMIC) if _can_be_plain(i)]
    if not atomics:
        return False
    pointers = group_pointers([context[SCRATCH], context[DYNAMIC]])
    kind, node = metadata.kind_number(module.context, _MARK), metadata.tuple_of(module.context, ())
    marked = [i for i in atomics if i.pointer in pointers]
    for instruction in marked:
        instruction.attach(kind, node)
    return bool(marked)


def is_marked(instruction: ir.Instruction) -> bool:
    return instruction.metadata(_MARK) is not None


def make_plain(module: ir.Module) -> None:
    kind = metadata.kind_number(module.context, _MARK)
    for function in module.definitions:
        for instruction in list(function.instructions_of(*_ATOMIC)):
            if instruction.has_metadata(kind):
                _replace(instruction, kind)


def join_appends(module: ir.Module, function: ir.Function, context: Context) -> None:
    """`if (found) at = atomic_fetch_add(&count, 1)` adds 0 where nothing was found.

    What is asked of data is foreseen wrong too often, and a place that is written in each round may stay in a
    register. Only at places that are there in any case.
    """
    kind = metadata.kind_number(module.context, _MARK)
    for op in list(function.instructions_of(Opcode.ATOMIC_RMW)):
        if op.has_metadata(kind) and op.atomic_operation in _ADDS_NOTHING and _is_fixed(op.pointer, context):
            _join(op)


def _join(op: ir.Instruction) -> None:
    block, value = op.block, op.operand(1)
    above = block.predecessors
    is_alone = [i for i in block.instructions() if i != op and not i.is_terminator] == []
    if not is_alone or len(above) != 1 or len(block.successors) != 1:
        return
    end = above[0].terminator
    if end.opcode is not Opcode.BR or not end.is_conditional or block.successors[0] not in end.successors:
        return
    if not _asks_data(end.condition, 0) or end.successors[0] == end.successors[1]:
        return
    nothing = value.type.null()
    arms = (value, nothing) if end.successors[0] == block else (nothing, value)
    with ir.Builder.before(end) as build:
        added = build.select(end.condition, *arms)
        joined = build.insert(op.clone())
        joined.set_operand(1, added)
    op.replace(joined)


def _asks_data(value: ir.Value, depth: int) -> bool:
    """Not ids alone, which become bounds of loops (narrow.py)."""
    if not isinstance(value, ir.Instruction) or depth > _DEEPEST:
        return False
    return value.opcode is Opcode.LOAD or any(_asks_data(operand, depth + 1) for operand in value.operands)


def _is_fixed(pointer: ir.Value, context: Context) -> bool:
    while isinstance(pointer, ir.Instruction) and pointer.opcode is Opcode.GEP:
        if not all(index.is_constant for index in pointer.operands[1:]):
            return False
        pointer = pointer.pointer
    return pointer == context[SCRATCH]


def _can_be_plain(instruction: ir.Instruction) -> bool:
    opcode = instruction.opcode
    if opcode is Opcode.ATOMIC_RMW:
        return instruction.atomic_operation in _PLAIN and not instruction.is_volatile
    if opcode is Opcode.STORE:  # one in sequential order is an exchange, which locks the bus
        return instruction.ordering is Ordering.SEQUENTIALLY_CONSISTENT and not instruction.is_volatile
    return opcode is Opcode.CMPXCHG and not instruction.is_volatile


def group_pointers(roots: list[ir.Value]) -> set[ir.Value]:
    """What is computed from the roots on all paths."""
    found: set[ir.Value] = set(roots)
    merges: list[ir.Instruction] = []
    work = list(roots)
    while work:
        for user in work.pop().users:
            if not isinstance(user, ir.Instruction) or user in found or not user.type.is_pointer:
                continue
            if user.opcode in _MERGES:
                merges.append(user)
            elif user.opcode not in _STEPS:
                continue
            found.add(user)
            work.append(user)
    lost = [merge for merge in merges if not _merges_only(merge, found)]
    while lost:  # with one that may be another's go those that are computed from it
        found.difference_update(_behind(lost, found))
        lost = [merge for merge in merges if merge in found and not _merges_only(merge, found)]
    return found


def _merges_only(merge: ir.Instruction, found: set[ir.Value]) -> bool:
    values = [v for v, _ in merge.incoming] if merge.opcode is Opcode.PHI else merge.operands[1:]
    return all(value in found or value.is_undefined for value in values)


def _behind(values: list[ir.Instruction], found: set[ir.Value]) -> set[ir.Value]:
    behind: set[ir.Value] = set(values)
    work: list[ir.Value] = list(values)
    while work:
        for user in work.pop().users:
            if user in found and user not in behind:
                behind.add(user)
                work.append(user)
    return behind


def _replace(old: ir.Instruction, kind: int) -> None:
    if old.opcode is Opcode.STORE:
        old.ordering = Ordering.MONOTONIC
        old.attach(kind, None)
        return
    with ir.Builder.before(old) as build:
        pointer, align = old.pointer, old.align
        if old.opcode is Opcode.CMPXCHG:
            _, expected, new = old.operands[:3]
            found = build.load(new.type, pointer, "hc.old", align)
            is_same = build.compare(IntPredicate.EQ, found, expected)
            build.store(build.select(is_same, new, found), pointer, align)
            pair = build.insert_value(old.type.poison(), found, 0)
            old.replace(build.insert_value(pair, is_same, 1))
            return
        value = old.operand(1)
        found = build.load(value.type, pointer, "hc.old", align)
        build.store(_result(build, old.atomic_operation, found, value), pointer, align)
        old.replace(found)


def _result(build: ir.Builder, operation: AtomicOperation, old: ir.Value, value: ir.Value) -> ir.Value:
    if operation is AtomicOperation.XCHG:
        return value
    if operation in _CHOICES:
        return build.select(build.compare(_CHOICES[operation], old, value), old, value)
    return build.binary(_ARITHMETIC[operation], old, value)

"""Makes atomic operations that Vulkan's core lacks loops of compare-and-exchange, or of a lock.

Takes a Lowering whose address spaces are known. Words of 32 bits, and of 64 bits in global memory, have all
operations of integers: those of floating-point numbers, and what counts around, become loops. Numbers of 8
and 16 bits are parts of a word. 64 bits of group memory are two words, which a lock guards.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation, Opcode
from hcpy.passes.helpers import Helpers
from hcpy.passes.lowering import Lowering
from hcpy.passes.vulkan import atomic_locks
from hcpy.passes.vulkan.atomic_bodies import bits_of, computed, narrow_exchange, narrow_load, narrow_update
from hcpy.passes.vulkan.generic_pointers import ORDERINGS, give_pair
from hcpy.passes.vulkan.kernel import GROUP_SPACE
from hcpy.passes.vulkan.memory import HAS_INSTRUCTION

_ACCESSES = (Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.LOAD, Opcode.STORE)


def run(lowering: Lowering) -> None:
    helpers = Helpers(lowering.module)
    for function in lowering.kernels:
        lock: ir.Value | None = None
        for access in list(function.instructions_of(*_ACCESSES)):
            if not _is_atomic(access):
                continue
            bits = bits_of(_value_type(access))
            if bits == 64 and access.pointer.type.address_space == GROUP_SPACE:
                lock = lock or atomic_locks.make_lock(lowering.module, function)
                _replace(helpers, access, atomic_locks.body(access), [lock])
            elif bits in (8, 16):
                _narrow(helpers, access)
            elif access.opcode is Opcode.ATOMIC_RMW and access.atomic_operation not in HAS_INSTRUCTION:
                body = _loop(access)
                if body:  # else emission says that there is no such thing
                    _replace(helpers, access, body, [])
    helpers.finish()


def _is_atomic(access: ir.Instruction) -> bool:
    if access.opcode in (Opcode.ATOMIC_RMW, Opcode.CMPXCHG):
        return True
    return access.ordering is not ir.Ordering.NOT_ATOMIC


def _value_type(access: ir.Instruction) -> ir.Type:
    if access.opcode is Opcode.CMPXCHG:
        return access.operand(2).type
    return access.operand(0).type if access.opcode is Opcode.STORE else access.type


def _replace(helpers: Helpers, access: ir.Instruction, body: str, more: list[ir.Value]) -> None:
    """By a call: its parameters are the pointer, the values of the access, and what else is needed."""
    opcode = access.opcode
    values = {
        Opcode.ATOMIC_RMW: [1],
        Opcode.CMPXCHG: [1, 2],
        Opcode.LOAD: [],
        Opcode.STORE: [0],
    }[opcode]
    result = access.operand(2).type if opcode is Opcode.CMPXCHG else access.type
    given = [access.pointer, *(access.operand(n) for n in values), *more]
    made = helpers.call(access, result, given, body)
    if opcode is Opcode.CMPXCHG:
        give_pair(access, made)
        return
    if not result.is_void:
        access.replace_uses(made)
    access.erase()


def _narrow(helpers: Helpers, access: ir.Instruction) -> None:
    opcode, type_, pointer = access.opcode, _value_type(access), access.pointer.type
    if opcode is Opcode.LOAD:
        body = narrow_load(pointer, type_, ORDERINGS[access.ordering])
    elif opcode is Opcode.CMPXCHG:
        body = narrow_exchange(pointer, type_, ORDERINGS[access.success_ordering])
    else:
        is_store = opcode is Opcode.STORE
        operation = AtomicOperation.XCHG if is_store else access.atomic_operation
        steps = computed(operation, str(type_))
        if steps is None:
            return
        body = narrow_update(pointer, type_, ORDERINGS[access.ordering], steps, not is_store)
    _replace(helpers, access, body, [])


def _loop(access: ir.Instruction) -> str:
    steps = computed(access.atomic_operation, str(access.type))
    if steps is None:
        return ""
    type_, bits, pointer = access.type, f"i{access.type.width}", access.pointer.type
    order = ORDERINGS[access.ordering]
    lines = [
        f"%first = load atomic {bits}, {pointer} %0 monotonic, align {access.align}",
        "br label %loop",
        "loop:",
        f"%old = phi {bits} [ %first, %entry ], [ %seen, %loop ]",
        f"%x = bitcast {bits} %old to {type_}",
        *steps,
        f"%new = bitcast {type_} %y to {bits}",
        f"%pair = cmpxchg {pointer} %0, {bits} %old, {bits} %new {order} monotonic, align {access.align}",
        f"%seen = extractvalue {{ {bits}, i1 }} %pair, 0",
        f"%ok = extractvalue {{ {bits}, i1 }} %pair, 1",
        "br i1 %ok, label %done, label %loop",
        "done:",
        f"ret {type_} %x",
    ]
    return "\n".join(lines) + "\n"

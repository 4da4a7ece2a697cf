"""Makes atomic operations on numbers of 8 and 16 bits ones on the word that they are a part of.

Takes a Lowering whose address spaces are known. OpenCL and Vulkan have atomic operations of 32 bits and more:
drivers refuse the others, or lack the functions for them when the kernel is linked.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation, Opcode
from hcpy.passes.atomic_bodies import (
    ORDERINGS,
    bits_of,
    computed,
    narrow_exchange,
    narrow_load,
    narrow_update,
)
from hcpy.passes.helpers import Helpers
from hcpy.passes.lowering import Lowering

ACCESSES = (Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.LOAD, Opcode.STORE)


def run(lowering: Lowering) -> None:
    helpers = Helpers(lowering.module)
    for function in lowering.module.definitions:
        for access in list(function.instructions_of(*ACCESSES)):
            if is_atomic(access) and bits_of(value_type(access)) in (8, 16):
                narrow(helpers, access)
    helpers.finish()


def is_atomic(access: ir.Instruction) -> bool:
    if access.opcode in (Opcode.ATOMIC_RMW, Opcode.CMPXCHG):
        return True
    return access.ordering is not ir.Ordering.NOT_ATOMIC


def value_type(access: ir.Instruction) -> ir.Type:
    if access.opcode is Opcode.CMPXCHG:
        return access.operand(2).type
    return access.operand(0).type if access.opcode is Opcode.STORE else access.type


def replace_access(helpers: Helpers, access: ir.Instruction, body: str, more: list[ir.Value]) -> None:
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


def narrow(helpers: Helpers, access: ir.Instruction) -> None:
    opcode, type_, pointer = access.opcode, value_type(access), access.pointer.type
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
    replace_access(helpers, access, body, [])


def give_pair(access: ir.Instruction, old: ir.Instruction) -> None:
    """What was there, and whether it was what was expected."""
    with ir.Builder.before(access) as build:
        same = build.compare(ir.IntPredicate.EQ, old, access.operand(1))
        pair = build.insert_value(access.type.poison(), old, 0)
        pair = build.insert_value(pair, same, 1)
    access.replace_uses(pair)
    access.erase()

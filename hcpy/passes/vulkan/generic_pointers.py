"""Parts accesses through generic pointers that may point to private or group memory.

Takes a Lowering whose address spaces are inferred and whose casts between them are instructions: a constant
hides them. Where a kernel makes a generic pointer of one to its own memory, each access through a generic
pointer asks for the tag; elsewhere all generic pointers are global.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.atomic_bodies import ORDERINGS
from hcpy.passes.helpers import Helpers
from hcpy.passes.lowering import Lowering
from hcpy.passes.narrow_atomics import give_pair
from hcpy.passes.vulkan.buffers import PODS
from hcpy.passes.vulkan.kernel import GENERIC_SPACE, GROUP_SPACE, PRIVATE_SPACE, SHORT_SPACES, TAGS

_GLOBAL_SPACE = 1
_OPERATIONS = {operation: operation.name.lower() for operation in ir.AtomicOperation}


def run(lowering: Lowering) -> None:
    if lowering.unit.vulkan_pod in PODS:
        return  # each pointer leads to memory that is known
    helpers = Helpers(lowering.module)
    for function in lowering.kernels:
        spaces = _made_generic(function)
        for access in list(function.instructions_of(*ir.POINTER_ACCESSES)) if spaces else ():
            if access.pointer.type.address_space == GENERIC_SPACE:
                _part(helpers, access, spaces)
    helpers.finish()


def _made_generic(function: ir.Function) -> list[int]:
    """The spaces of own memory that generic pointers are made of."""
    found = {
        cast.operand(0).type.address_space
        for cast in function.instructions_of(ir.Opcode.ADDRSPACE_CAST)
        if cast.type.address_space == GENERIC_SPACE and cast.is_used
    }
    return [space for space in (GROUP_SPACE, PRIVATE_SPACE) if space in found]


def _part(helpers: Helpers, access: ir.Instruction, spaces: list[int]) -> None:
    opcode, pointer = access.opcode, access.pointer
    result, given = access.type, [pointer]
    if opcode is ir.Opcode.STORE:
        given.append(access.operand(0))
        form = _store(access)
    elif opcode is ir.Opcode.LOAD:
        form = _load(access)
    elif opcode is ir.Opcode.ATOMIC_RMW:
        given.append(access.operand(1))
        form = _atomic(access)
    else:
        given += access.operands[1:3]
        result, form = access.operand(2).type, _exchange(access)
    if opcode in (ir.Opcode.ATOMIC_RMW, ir.Opcode.CMPXCHG):
        spaces = [space for space in spaces if space != PRIVATE_SPACE]  # none has atomic operations
    made = helpers.call(access, result, given, _body(form, result, spaces))
    if opcode is ir.Opcode.CMPXCHG:
        give_pair(access, made)
    else:
        if not result.is_void:
            access.replace_uses(made)
        access.erase()


def _body(form: str, result: ir.Type, spaces: list[int]) -> str:
    """One branch for each tag, and one for global memory; the form has places for a space and a name."""
    lines = ["%bits = ptrtoint ptr addrspace(4) %0 to i64", "%tag = lshr i64 %bits, 48"]
    ends = []
    for space in (*spaces, _GLOBAL_SPACE):
        name = f"in{space}"
        if space != _GLOBAL_SPACE:
            lines += [
                f"%is{space} = icmp eq i64 %tag, {TAGS[space]}",
                f"br i1 %is{space}, label %{name}, label %not{space}",
            ]
        else:
            lines.append(f"br label %{name}")
        kind = f"ptr addrspace({space})" if space else "ptr"
        lines += [f"{name}:", f"%p{space} = addrspacecast ptr addrspace(4) %0 to {kind}"]
        lines.append(form.replace("@POINTER@", f"{kind} %p{space}").replace("@N@", str(space)))
        lines.append("br label %done")
        ends.append(f"[ %v{space}, %{name} ]")
        if space in SHORT_SPACES:
            lines.append(f"not{space}:")
    lines.append("done:")
    if result.is_void:
        lines.append("ret void")
    else:
        lines += [f"%r = phi {result} {', '.join(ends)}", f"ret {result} %r"]
    return "\n".join(lines) + "\n"


def _flag(access: ir.Instruction) -> str:
    return "volatile " if access.is_volatile else ""


def _load(access: ir.Instruction) -> str:
    if access.ordering is ir.Ordering.NOT_ATOMIC:
        return f"%v@N@ = load {_flag(access)}{access.type}, @POINTER@, align {access.align}"
    order = ORDERINGS[access.ordering]
    return f"%v@N@ = load atomic {_flag(access)}{access.type}, @POINTER@ {order}, align {access.align}"


def _store(access: ir.Instruction) -> str:
    type_ = access.operand(0).type
    if access.ordering is ir.Ordering.NOT_ATOMIC:
        return f"store {_flag(access)}{type_} %1, @POINTER@, align {access.align}"
    order = ORDERINGS[access.ordering]
    return f"store atomic {_flag(access)}{type_} %1, @POINTER@ {order}, align {access.align}"


def _atomic(access: ir.Instruction) -> str:
    operation, order = _OPERATIONS[access.atomic_operation], ORDERINGS[access.ordering]
    return f"%v@N@ = atomicrmw {operation} @POINTER@, {access.type} %1 {order}, align {access.align}"


def _exchange(access: ir.Instruction) -> str:
    type_ = access.operand(2).type
    orders = f"{ORDERINGS[access.success_ordering]} {ORDERINGS[access.failure_ordering]}"
    return (
        f"%pair@N@ = cmpxchg @POINTER@, {type_} %1, {type_} %2 {orders}, align {access.align}\n"
        f"%v@N@ = extractvalue {{ {type_}, i1 }} %pair@N@, 0"
    )

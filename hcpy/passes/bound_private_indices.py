"""Keeps Intel's OpenCL compiler for CPUs from reading private arrays at an index that nothing computed.

Takes a Lowering whose module is optimised for SPIR-V. Where a branch of some work-items reads a private array
at an index that is the same for all of them, that compiler's vectoriser computes what may not be computed for
nobody, as a load of other memory or a quotient, only if one of the work-items is there. The read itself it
takes for harmless, and does it always: at what a register held, which ends the process. Here such an index
is 0 where it is not one of the array, by a length that the compiler cannot know. Run it before
place_launch_data.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import PRIVATE_SPACE

_QUOTIENTS = (Opcode.UDIV, Opcode.SDIV, Opcode.UREM, Opcode.SREM)


def run(lowering: Lowering) -> None:
    layout = lowering.module.layout
    kernels = set(lowering.kernels)
    for function in lowering.module.definitions:
        always = function.entry if function in kernels else None
        for address in list(function.instructions_of(Opcode.GEP)):
            found = _only_index(address)
            if found is None or not _is_asked_for(address.operand(found), always):
                continue
            stride = layout.size(_counted(address, found))
            length = _bytes_behind(address, layout) // max(stride, 1)
            if length and _are_accesses(address, 0, stride, layout):
                _bound(lowering.module, address, found, length)


def _only_index(address: ir.Instruction) -> int | None:
    """The operand that is no constant, with zeros before it and nothing behind it."""
    *firsts, last = range(1, address.operand_count)
    zeros = (address.operand(n) for n in firsts)
    if not all(isinstance(zero, ir.Integer) and zero.signed == 0 for zero in zeros):
        return None
    return None if isinstance(address.operand(last), ir.Integer) else last


def _counted(address: ir.Instruction, index: int) -> ir.Type:
    """What the operand counts; a struct's members have constants."""
    type_ = address.source_type
    for _ in range(index - 1):
        type_ = type_.elements[0] if type_.is_struct else type_.element
    return type_


def _bytes_behind(address: ir.Instruction, layout: ir.Layout) -> int:
    """Of the variable that the address is in; 0: it is not known to be the start of a private one."""
    place = address.operand(0)
    if not isinstance(place, ir.Instruction) or place.opcode is not Opcode.ALLOCA:
        return 0
    count = place.operand(0)
    return layout.size(place.allocated_type) * (count.signed if isinstance(count, ir.Integer) else 0)


def _are_accesses(address: ir.Instruction, offset: int, stride: int, layout: ir.Layout) -> bool:
    """Is the address used by nothing but accesses within one of the elements that the index counts?"""
    return all(_is_access(user, address, offset, stride, layout) for user in address.users)


def _is_access(user: ir.Value, address: ir.Instruction, offset: int, stride: int, layout: ir.Layout) -> bool:
    if not isinstance(user, ir.Instruction):
        return False
    if user.opcode is Opcode.LOAD:
        return True
    if user.opcode is Opcode.STORE:
        return user.pointer == address
    if user.opcode is not Opcode.GEP or user.operand_count != 2:
        return False
    further = user.operand(1)
    if not isinstance(further, ir.Integer):
        return False
    offset += further.signed * layout.size(user.source_type)
    return 0 <= offset < stride and _are_accesses(user, offset, stride, layout)


def _is_asked_for(index: ir.Value, always: ir.Block | None) -> bool:
    """Is it made of what the compiler computes only where a work-item asks for it? always: all come here."""
    return any(part.block != always and _is_for_some(part) for part in _parts(index))


def _is_for_some(part: ir.Instruction) -> bool:
    if part.opcode is Opcode.LOAD:
        return part.pointer.type.address_space != PRIVATE_SPACE
    return part.opcode in _QUOTIENTS or (
        part.opcode is Opcode.CALL and not part.callee_name.startswith("llvm.")
    )


def _parts(index: ir.Value) -> Iterator[ir.Instruction]:
    seen: set[ir.Value] = set()
    left = [index]
    while left:
        value = left.pop()
        if not isinstance(value, ir.Instruction) or value in seen:
            continue
        seen.add(value)
        yield value
        if value.opcode is not Opcode.LOAD:
            left += value.operands


def _bound(module: ir.Module, address: ir.Instruction, operand: int, length: int) -> None:
    index = address.operand(operand)
    with ir.Builder.before(address) as build:
        build.at_location(address.debug_location)
        zero = index.type.const(0)
        known = build.binary(Opcode.XOR, hidden_zero(module, build, index.type), index.type.const(length))
        inside = build.select(build.compare(ir.IntPredicate.ULT, index, known), index, zero)
    address.set_operand(operand, inside)

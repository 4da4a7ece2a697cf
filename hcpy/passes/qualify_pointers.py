"""Says which pointers point to global memory, so that the back end can use its accesses.

Takes a Lowering whose module is optimised; a pointer that is loaded from the function object or from an
array object becomes one cast from addrspace(1). At a launch all of them are addresses of buffers or of images
of host objects, never of group or private memory.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_GLOBAL = 1
_GENERIC = (0, 4)
_ARRAY = "_ZTSN6Kalmar5arrayI"  # hc::array, Concurrency::array
_DERIVED = (ir.Opcode.GEP, ir.Opcode.ADDRSPACE_CAST, ir.Opcode.BITCAST)


def run(lowering: Lowering) -> None:
    entries = set(lowering.kernels)
    for function in lowering.module.definitions:
        inside: set[ir.Value] = set()  # values that point into the function object
        if function in entries and function.arguments:
            inside.add(function.arguments[0])
        qualify(function, inside)


def qualify(function: ir.Function, inside: set[ir.Value]) -> None:
    """inside: what points into the function object."""
    integers: dict[ir.Value, ir.Value] = {}
    for instruction in function.instructions_of(
        *_DERIVED, ir.Opcode.PTRTOINT, ir.Opcode.INTTOPTR, ir.Opcode.LOAD
    ):
        opcode = instruction.opcode
        operand = instruction.operand(0)
        if opcode is ir.Opcode.PTRTOINT:
            if operand in inside and operand.type.address_space == _GLOBAL:
                integers[instruction] = operand
        elif opcode is ir.Opcode.INTTOPTR:
            # clang passes a pointer argument as addrspace(1) and reads it back as a generic one
            if operand in integers:
                with ir.Builder.before(instruction) as build:
                    cast = build.space_cast(integers[operand], instruction.type.address_space)
                instruction.replace(cast)
                inside.add(cast)
        elif opcode in _DERIVED:
            if operand in inside:
                inside.add(instruction)
        elif _is_generic(instruction) and (_object(operand) in inside or _is_array_data(instruction)):
            _make_global(instruction)


def _object(pointer: ir.Value) -> ir.Value:
    """What a constant expression is an address in."""
    while isinstance(pointer, ir.Expression) and pointer.opcode in _DERIVED:
        pointer = pointer.operand(0)
    return pointer


def _is_generic(load: ir.Instruction) -> bool:
    return load.type.is_pointer and load.type.address_space in _GENERIC


def _is_array_data(load: ir.Instruction) -> bool:
    """Is this a load from an array object, by its alias tag? Its pointer is the buffer's address."""
    tag = load.metadata("tbaa")
    base = tag.operands[0] if tag is not None else None
    name = base.operands[0] if base is not None and base.operands else None
    return name is not None and name.text.startswith(_ARRAY)


def _make_global(load: ir.Instruction) -> None:
    """All uses of the loaded pointer see it as one that was global."""
    following = load.following
    assert following is not None
    space = load.type.address_space
    with ir.Builder.before(following) as build:
        build.at_location(load.debug_location)
        qualified = build.space_cast(load, _GLOBAL, "hcrt.global")
        again = build.space_cast(qualified, space)
    load.replace_uses(again)
    assert isinstance(qualified, ir.Instruction)
    qualified.set_operand(0, load)

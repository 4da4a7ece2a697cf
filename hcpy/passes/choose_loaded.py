"""Loads both of two members of the function object and chooses then, on PTX.

Takes a Lowering whose module is optimised. LLVM makes one load at a chosen address of a choice between two
members of a kernel's function object. Such a load waits for the choice; at a constant address a member is an
operand.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.kernels:
        if not function.is_declaration and function.arguments:
            for load in list(function.instructions_of(Opcode.LOAD)):
                _choose_later(load, function.arguments[0])


def _choose_later(load: ir.Instruction, argument: ir.Value) -> None:
    chosen = _chosen_offset(load.operand(0), argument)
    if chosen is None or load.is_volatile:
        return
    condition, first, second = chosen.operands
    assert isinstance(first, ir.Integer) and isinstance(second, ir.Integer)
    with ir.Builder.before(load) as build:
        build.at_location(load.debug_location)
        # Frozen, which costs nothing: else the code generator makes one load of them again.
        a, b = (
            build.freeze(build.load(load.type, build.offset(argument, at.signed), align=load.align))
            for at in (first, second)
        )
        load.replace(build.select(condition, a, b))


def _chosen_offset(pointer: ir.Value, argument: ir.Value) -> ir.Instruction | None:
    """The select between two constant offsets into the argument that an address is made of."""
    if not isinstance(pointer, ir.Instruction) or pointer.opcode is not Opcode.GEP:
        return None
    if pointer.operand(0) != argument or len(pointer.operands) != 2:
        return None
    if not pointer.source_type.is_integer or pointer.source_type.width != 8:
        return None
    offset = pointer.operand(1)
    if not isinstance(offset, ir.Instruction) or offset.opcode is not Opcode.SELECT:
        return None
    return offset if all(isinstance(o, ir.Integer) for o in offset.operands[1:]) else None

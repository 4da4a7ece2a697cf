"""Makes pointers that were integers for a while casts of the pointers that they were.

Takes a Lowering whose module is optimised for a target whose generic pointers hold the same bits as those
that name their address space. Where a pointer was stored, as that to a class's table of virtual functions and
bases is, LLVM gives what is loaded there as the integer of the first, and makes a pointer to the generic
address space of it: whose memory that is, no later pass sees, and tables that could be folded stay.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.expand_constants import expand
from hcpy.passes.lowering import Lowering

_TIDY = "instsimplify,dce"


def run(lowering: Lowering) -> None:
    layout = lowering.module.layout
    for function in lowering.module.definitions:
        for instruction in ir.with_constant_expressions(function):
            expand(instruction, lambda value: _has_round_trip(value, layout))
        found = [i for i in function.instructions_of(Opcode.INTTOPTR) if _is_round_trip(i, layout)]
        for made in found:
            integer = made.operand(0)
            assert isinstance(integer, ir.Instruction | ir.Expression)
            pointer = integer.operand(0)
            if pointer.type == made.type:
                made.replace(pointer)
                continue
            with ir.Builder.before(made) as build:
                made.replace(build.cast(Opcode.ADDRSPACE_CAST, pointer, made.type))
        if found:
            ir.run_passes(function, _TIDY)


def _is_round_trip(value: ir.Instruction | ir.Expression, layout: ir.Layout) -> bool:
    """Do all bits of the pointer come back?"""
    integer = value.operand(0)
    return (
        value.opcode is Opcode.INTTOPTR
        and isinstance(integer, ir.Instruction | ir.Expression)
        and integer.opcode is Opcode.PTRTOINT
        and integer.type.is_integer
        and integer.type.width == 8 * layout.size(integer.operand(0).type) == 8 * layout.size(value.type)
    )


def _has_round_trip(value: ir.Value, layout: ir.Layout) -> bool:
    if not isinstance(value, ir.Expression):
        return False
    return _is_round_trip(value, layout) or any(_has_round_trip(part, layout) for part in value.operands)

"""Makes numbers of single bits with a sign choices, on SPIR-V.

Takes a Lowering whose module is optimised. As a signed integer a bit is 0 or -1: LLVM makes conversions of
those of `float(-(a < b))`. Its back end for SPIR-V takes the bit for 1.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for conversion in list(function.instructions_of(Opcode.SITOFP)):
            if conversion.operand(0).type.scalar.width == 1:
                _choose(conversion)


def _choose(conversion: ir.Instruction) -> None:
    type_ = conversion.type
    one = type_.scalar.const(-1.0)
    if type_.is_vector:
        one = type_.const_aggregate([one] * type_.count)
    with ir.Builder.before(conversion) as build:
        build.at_location(conversion.debug_location)
        conversion.replace(build.select(conversion.operand(0), one, type_.null()))

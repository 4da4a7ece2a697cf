"""Makes masks of numbers that are cut and then widened with zeros, on SPIR-V.

Takes a Lowering whose passes are done. LLVM's back end for SPIR-V makes a mask of `zext (trunc x)` by itself,
but where x is wider than what comes of it, it forgets to cut x: `and i32 %x, 65535` of 64 bits, which devices
refuse. LLVM's optimiser leaves no such pair, but passes after it do, as of atomic operations on 16 bits. Run
it last.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for widened in list(function.instructions_of(Opcode.ZEXT)):
            cut = widened.operand(0)
            if isinstance(cut, ir.Instruction) and cut.opcode is Opcode.TRUNC:
                _mask(widened, cut)


def _mask(widened: ir.Instruction, cut: ir.Instruction) -> None:
    source, type_ = cut.operand(0), widened.type
    if source.type.scalar.width <= type_.scalar.width:
        return
    mask = type_.scalar.const((1 << cut.type.scalar.width) - 1)
    if type_.is_vector:
        mask = type_.const_aggregate([mask] * type_.count)
    with ir.Builder.before(widened) as build:
        build.at_location(widened.debug_location)
        widened.replace(build.binary(Opcode.AND, build.cast(Opcode.TRUNC, source, type_), mask))

"""Compares addresses with null as numbers, on OpenCL.

Takes a Lowering whose module is optimised for SPIR-V. SPIR-V 1.2 compares no pointers, so LLVM's back end
converts both sides. Of null that is a constant made of a constant (OpSpecConstantOp ConvertPtrToU), which
Mesa's rusticl refuses; null is 0 in all of OpenCL's memory.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for comparison in list(function.instructions_of(Opcode.ICMP)):
            first, second = comparison.operands
            if first.type.is_pointer and (first.is_null or second.is_null):
                _compare_numbers(comparison)


def _compare_numbers(comparison: ir.Instruction) -> None:
    number = comparison.operand(0).type.types.i64
    with ir.Builder.before(comparison) as build:
        first, second = (
            number.const(0) if side.is_null else build.cast(Opcode.PTRTOINT, side, number)
            for side in comparison.operands
        )
        made = build.compare(comparison.predicate, first, second)
    comparison.replace(made)

"""Makes the absolute value of what may be the least number a choice, on SPIR-V.

Takes a Lowering whose module is optimised. OpenCL's abs gives the least number's as an unsigned one. PoCL 7.1
takes it for one that is never negative: as a signed number, widened or shifted, it is wrong
(docs/devices.md).
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for call in list(function.instructions_of(Opcode.CALL)):
            if call.callee_name.startswith("llvm.abs."):
                _choose(call)


def _choose(call: ir.Instruction) -> None:
    value, is_least_poison = call.operands[:2]
    if isinstance(is_least_poison, ir.Integer) and is_least_poison.value:
        return
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        zero = value.type.null()
        is_negative = build.compare(IntPredicate.SLT, value, zero)
        call.replace(build.select(is_negative, build.sub(zero, value), value))

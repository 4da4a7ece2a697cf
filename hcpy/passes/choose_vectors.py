"""Makes choices between two vectors ask a vector of conditions.

Takes a Lowering whose module is optimised for SPIR-V: before SPIR-V 1.4 OpSelect chooses between vectors
number by number alone, and LLVM's back end writes one condition for all. Drivers that check their modules
refuse it.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for choice in list(function.instructions_of(Opcode.SELECT)):
            if choice.type.is_vector and not choice.operand(0).type.is_vector:
                _spread(choice)


def _spread(choice: ir.Instruction) -> None:
    condition, types = choice.operand(0), choice.type.types
    with ir.Builder.before(choice) as build:
        build.at_location(choice.debug_location)
        conditions = condition.type.vector(choice.type.count).poison()
        for at in range(choice.type.count):
            conditions = build.insert_element(conditions, condition, types.i32.const(at))
        made = build.select(conditions, choice.operand(1), choice.operand(2))
    choice.replace_uses(made)
    choice.erase()

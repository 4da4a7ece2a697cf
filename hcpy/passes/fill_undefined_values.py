"""Gives values that are undefined on some way another one, for Intel's OpenCL compiler for CPUs.

Takes a Lowering whose module is optimised for SPIR-V: variables that have no value on some ways, as the
members of a variant that holds another type, leave phis with undefined operands. That compiler makes
conversions from floating point to integers of 64 bits calls of functions whose parameters must be defined,
moves them to where ways meet, and then takes a way with an undefined operand for one that nobody goes: all
that the way does is lost. Run it after infer_address_spaces, for which undefined pointers fit any memory.
"""

from __future__ import annotations

from hcpy.ir import Opcode
from hcpy.passes.fill_undefined_parts import filled
from hcpy.passes.lowering import Lowering

# What builds an aggregate begins with an undefined one.
_BUILDING = (Opcode.INSERT_VALUE, Opcode.INSERT_ELEMENT, Opcode.SHUFFLE_VECTOR)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for instruction in function.instructions():
            if instruction.opcode in _BUILDING:
                continue
            for number, operand in enumerate(instruction.operands):
                whole = filled(operand)
                if whole is not operand:
                    instruction.set_operand(number, whole)

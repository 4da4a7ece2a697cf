"""Keeps Intel's OpenCL compiler for CPUs from adding up what integers are as floating-point numbers.

Takes a Lowering whose module is optimised for SPIR-V. Where a number that grows by the same from work-item to
work-item is converted to floating point and that is cast again, to its bits or back to an integer, the
compiler takes all of it for one number that grows so: it adds float to float, which rounds each time, and
does not wrap where the integer does. Here the casts are given the lesser of the number and infinity, which
the compiler does not look through. `(half)i` goes by way of float, which has all integers that half has.
"""

from __future__ import annotations

import math

from hcpy import ir
from hcpy.ir.rewrite import replace_operand
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import PRIVATE_SPACE

_CONVERSIONS = (ir.Opcode.SITOFP, ir.Opcode.UITOFP)
_CASTS = (ir.Opcode.BITCAST, ir.Opcode.FPTOSI, ir.Opcode.FPTOUI, ir.Opcode.FPTRUNC, ir.Opcode.FPEXT)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for opcode in _CONVERSIONS:
            for conversion in list(function.instructions_of(opcode)):
                if not conversion.type.is_vector:
                    _keep(lowering.module, conversion)


def _keep(module: ir.Module, conversion: ir.Instruction) -> None:
    casts = [u for u in conversion.users if isinstance(u, ir.Instruction) and _is_cast_of(u, conversion)]
    for cast in casts:
        with ir.Builder.before(cast) as build:
            build.at_location(cast.debug_location)
            replace_operand(cast, conversion, _bounded(module, build, conversion))


def _is_cast_of(user: ir.Instruction, conversion: ir.Instruction) -> bool:
    """Also a store to a variable, which may be read again as something else."""
    if user.opcode is ir.Opcode.STORE:
        return user.operand(0) == conversion and user.pointer.type.address_space == PRIVATE_SPACE
    return user.opcode in _CASTS


def _bounded(module: ir.Module, build: ir.Builder, conversion: ir.Instruction) -> ir.Value:
    value: ir.Value = conversion
    if conversion.type == build.types.half:
        value = build.cast(conversion.opcode, conversion.operand(0), build.types.float)
    letter = "d" if value.type == build.types.double else "f"
    function = module.declare(
        f"_Z4fmin{letter}{letter}",
        module.types.function(value.type, [value.type, value.type]),
        ir.CallingConvention.SPIR_FUNCTION,
    )
    bounded = build.call(function, [value, value.type.const(math.inf)])
    if conversion.type != value.type:
        return build.cast(ir.Opcode.FPTRUNC, bounded, conversion.type)
    return bounded

"""Keeps Intel's OpenCL compiler for CPUs from growing numbers where they are rounded or wrap.

Takes a Lowering whose module is optimised for SPIR-V. Where a number that grows by the same from work-item to
work-item is converted to floating point and that is cast again, to its bits or back to an integer, the
compiler takes all of it for one number that grows so: it adds float to float, which rounds each time, and
does not wrap where the integer does. Here the casts are given the lesser of the number and infinity, which
the compiler does not look through. `(half)i` goes by way of float, which has all integers that half has.
Sums and products of 8 or 16 bits that are then widened don't wrap either: they go through a variable, which
stays one on this device (hold_over_barriers.NAME).
"""

from __future__ import annotations

import math

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.ir.rewrite import replace_operand
from hcpy.passes.call_remainders import call_of_two
from hcpy.passes.hold_over_barriers import NAME
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import PRIVATE_SPACE

_CONVERSIONS = (ir.Opcode.SITOFP, ir.Opcode.UITOFP)
_CASTS = (ir.Opcode.BITCAST, ir.Opcode.FPTOSI, ir.Opcode.FPTOUI, ir.Opcode.FPTRUNC, ir.Opcode.FPEXT)


_WIDENINGS = (ir.Opcode.SEXT, ir.Opcode.ZEXT, *_CONVERSIONS)
_GROWING = (ir.Opcode.ADD, ir.Opcode.SUB, ir.Opcode.MUL, ir.Opcode.SHL)
_STEPS = (*_GROWING, ir.Opcode.TRUNC, ir.Opcode.SEXT, ir.Opcode.ZEXT)
_IDS = ("get_global_id", "get_local_id", "get_group_id")
_NARROW = 32


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for opcode in _CONVERSIONS:
            for conversion in list(function.instructions_of(opcode)):
                if not conversion.type.is_vector:
                    _keep(lowering.module, conversion)
        growing: dict[ir.Value, bool] = {}
        widened = (w.operand(0) for opcode in _WIDENINGS for w in function.instructions_of(opcode))
        for number in {n: None for n in widened if _wraps(n) and _grows(n, growing)}:
            assert isinstance(number, ir.Instruction)
            _hold(number)


def _wraps(number: ir.Value) -> bool:
    is_narrow = number.type.is_integer and number.type.width < _NARROW
    return is_narrow and isinstance(number, ir.Instruction) and number.opcode in _GROWING


def _grows(number: ir.Value, known: dict[ir.Value, bool]) -> bool:
    """Is it made of a number of the work-item's by sums, products and changes of width?"""
    if not isinstance(number, ir.Instruction):
        return False
    if number.is_call:
        return opencl_name(number.callee_name) in _IDS
    if number.opcode not in _STEPS:
        return False
    if number not in known:
        known[number] = any(_grows(operand, known) for operand in number.operands)
    return known[number]


def _hold(number: ir.Instruction) -> None:
    with ir.Builder.before(number.function.entry.first_after_phis) as build:
        held = build.alloca(number.type, NAME)
    behind = number.following
    assert behind is not None
    with ir.Builder.before(behind) as build:
        build.at_location(number.debug_location)
        again = build.load(number.type, held)
        again.is_volatile = True
        number.replace_uses(again)
        build.move_before(again)
        build.store(number, held).is_volatile = True


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
    bounded = call_of_two(module, build, "fmin", value, value.type.const(math.inf))
    if conversion.type != value.type:
        return build.cast(ir.Opcode.FPTRUNC, bounded, conversion.type)
    return bounded

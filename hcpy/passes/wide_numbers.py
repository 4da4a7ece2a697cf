"""Converts numbers of 64 bits without sign to floating-point ones by halves, for the host and OpenCL.

Takes a module; changes conversions of one number that may have its highest bit set. LLVM's SLP vectoriser,
that of LLVM 22 for the host and PoCL's of LLVM 21, narrows what such conversions take to the bits that it
needs, and forgets that these are signed: four of `(float)(unsigned long)n` with n = -7 are 2^32, not 2^64. A
number with its highest bit set is halved first, its last bit kept for rounding, and the result doubled, as
code for x86-64 without AVX-512 does in any case.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering

_WIDTH = 64


def run(lowering: Lowering) -> None:
    convert_by_halves(lowering.module)


def convert_by_halves(module: ir.Module) -> None:
    for function in module.definitions:
        for conversion in list(function.instructions_of(Opcode.UITOFP)):
            type_ = conversion.operand(0).type
            if type_.is_integer and type_.width == _WIDTH and not _is_short(conversion.operand(0)):
                _convert(conversion)


def _is_short(number: ir.Value) -> bool:
    """Is the highest bit known to be 0?"""
    if isinstance(number, ir.Integer):
        return number.signed >= 0
    if not isinstance(number, ir.Instruction):
        return False
    if number.opcode is Opcode.ZEXT:
        return True
    if number.opcode not in (Opcode.LSHR, Opcode.AND):
        return False
    bits = number.operand(1)
    return isinstance(bits, ir.Integer) and bits.signed >= (1 if number.opcode is Opcode.LSHR else 0)


def _convert(conversion: ir.Instruction) -> None:
    number, type_ = conversion.operand(0), conversion.type
    one = number.type.const(1)
    with ir.Builder.before(conversion) as build:
        build.at_location(conversion.debug_location)
        last = build.binary(Opcode.AND, number, one)
        half = build.binary(Opcode.OR, build.binary(Opcode.LSHR, number, one), last)
        converted = build.cast(Opcode.SITOFP, half, type_)
        doubled = build.binary(Opcode.FADD, converted, converted)
        is_large = build.compare(ir.IntPredicate.SLT, number, number.type.const(0))
        made = build.select(is_large, doubled, build.cast(Opcode.SITOFP, number, type_))
    conversion.replace(made)

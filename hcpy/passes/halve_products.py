"""Makes 64-bit products whose lower half is zero multiplications of 32 bits, on PTX.

Takes a Lowering whose module is optimised for PTX. LLVM makes such products of conversions to narrow types:
`(signed char)(x * 53 + n)` becomes `(x * (53 << 56) + (n << 56)) >> 56`. ptxas 13.0, as in the driver 580,
takes several of them with different sums for one another (docs/devices.md); and 32 bits are cheaper.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering

_HALF = 32
_LOWER = (1 << _HALF) - 1


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for product in list(function.instructions_of(Opcode.MUL)):
            if product.type.is_integer and product.type.width == 2 * _HALF:
                _halve(product)


def _halve(product: ir.Instruction) -> None:
    a, b = product.operands
    if not _is_high(b):
        a, b = b, a
    if not _is_high(b):
        return
    with ir.Builder.before(product) as build:
        build.at_location(product.debug_location)
        half, whole = build.types.integer(_HALF), product.type
        factor = build.binary(Opcode.MUL, build.cast(Opcode.TRUNC, a, half), _upper_half(build, b))
        shift = whole.const(_HALF)
        product.replace(build.binary(Opcode.SHL, build.cast(Opcode.ZEXT, factor, whole), shift))


def _is_high(value: ir.Value) -> bool:
    """Is the value's lower half known to be zero?"""
    if isinstance(value, ir.Integer):
        return value.value & _LOWER == 0
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.SHL:
        return False
    by = value.operand(1)
    return isinstance(by, ir.Integer) and by.value >= _HALF


def _upper_half(build: ir.Builder, value: ir.Value) -> ir.Value:
    half = build.types.integer(_HALF)
    if isinstance(value, ir.Integer):
        return half.const(value.value >> _HALF)
    shifted = build.binary(Opcode.LSHR, value, value.type.const(_HALF))
    return build.cast(Opcode.TRUNC, shifted, half)

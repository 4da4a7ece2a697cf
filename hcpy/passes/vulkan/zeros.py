"""Arithmetic with a constant zero, and of a number with itself, by the bits.

Takes an instruction whose operands are known; gives its exact result, or None where there is nothing of the
kind. Mesa 22's lavapipe computes x * 0 and 0 / x as 0, x + 0 as x, 0 - x as -x, x - x as 0, and x / 0 as
anything; and it makes a choice between 1 and -0 one between 1 and 0, as NVIDIA's driver 580 does where a
comparison of floats serves that choice alone.
"""

from __future__ import annotations

import math

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.vulkan.kernel import Kernel, kind_of, real_bits
from hcpy.passes.vulkan.words import BOOL, F16, F32, F64, Kind

_REALS = {16: F16, 32: F32, 64: F64}


def write(kernel: Kernel, instruction: ir.Instruction, a: int, b: int) -> int | None:
    opcode, (first, second) = instruction.opcode, instruction.operands
    kind = kind_of(instruction.type)
    if opcode is Opcode.FADD and (_is_zero(first) or _is_zero(second)):
        return _sum(kernel, kind, *(b, _is_minus(first)) if _is_zero(first) else (a, _is_minus(second)))
    if opcode is Opcode.FSUB and a == b:
        return _valid(kernel, kind, a, "FOrdLessThan", math.inf, kernel.real(kind, 0.0))
    if opcode is Opcode.FSUB and _is_zero(first):
        return _sum(kernel, kind, flip_sign(kernel, kind, b), _is_minus(first))
    if opcode is Opcode.FSUB and _is_zero(second):
        return _sum(kernel, kind, a, not _is_minus(second))
    if opcode is Opcode.FMUL and (_is_zero(first) or _is_zero(second)):
        value = b if _is_zero(first) else a
        return _valid(kernel, kind, value, "FOrdLessThan", math.inf, _signed(kernel, kind, a, b, 0.0))
    if opcode is Opcode.FDIV and _is_zero(first):
        return _valid(kernel, kind, b, "FOrdGreaterThan", 0.0, _signed(kernel, kind, a, b, 0.0))
    if opcode is Opcode.FDIV and _is_zero(second):
        return _valid(kernel, kind, a, "FOrdGreaterThan", 0.0, _signed(kernel, kind, a, b, math.inf))
    return None


def flip_sign(kernel: Kernel, kind: Kind, value: int) -> int:
    """By the sign's bit: it is no arithmetic, and keeps NaNs as they are."""
    bits = Kind("int", kind.bits)
    sign = kernel.const(bits, 1 << (kind.bits - 1))
    flipped = kernel.make("BitwiseXor", bits, kernel.bitcast(value, kind, bits), sign)
    return kernel.bitcast(flipped, bits, kind)


def _is_zero(value: ir.Value) -> bool:
    return isinstance(value, ir.Real) and value.value == 0


def _is_minus(zero: ir.Value) -> bool:
    assert isinstance(zero, ir.Real)
    return math.copysign(1.0, zero.value) < 0


def _sum(kernel: Kernel, kind: Kind, value: int, is_minus: bool) -> int:
    """Of a number and a zero: any number and -0 is the number; two zeros of different signs are 0."""
    if is_minus:
        return value
    is_zero = kernel.make("FOrdEqual", BOOL, value, kernel.real(kind, 0.0))
    return kernel.select(kind, is_zero, kernel.real(kind, 0.0), value)


def _signed(kernel: Kernel, kind: Kind, a: int, b: int, size: float) -> int:
    """The number with the sign that a product or quotient has."""
    bits = Kind("int", kind.bits)
    signs = kernel.make("BitwiseXor", bits, kernel.bitcast(a, kind, bits), kernel.bitcast(b, kind, bits))
    sign = kernel.make("BitwiseAnd", bits, signs, kernel.const(bits, 1 << (kind.bits - 1)))
    whole = kernel.bitcast(kernel.real(kind, size), kind, bits)
    return kernel.bitcast(kernel.make("BitwiseOr", bits, sign, whole), bits, kind)


def hide_zeros(kernel: Kernel, then: ir.Value, otherwise: ir.Value, a: int, b: int) -> tuple[int, int]:
    """The sides of a choice, where a compiler may take it for a conversion of the condition: with bits that
    no compiler knows in the zero."""
    sides = _bits(then), _bits(otherwise)
    kind = kind_of(then.type)
    one = real_bits(_REALS[kind.bits], 1.0) if kind.bits in _REALS else 0
    minus = 1 << (kind.bits - 1)
    is_risky = minus in sides and (then.type.is_floating or {one, one | minus} & set(sides))
    if not one or not (is_risky or set(sides) == {0, one | minus}):
        return a, b
    bits = Kind("int", kind.bits)
    hidden = kernel.unknown_zero(bits)
    made = [
        kernel.bitcast(kernel.make("BitwiseOr", bits, hidden, kernel.const(bits, side)), bits, kind)
        if side in (0, minus)
        else value
        for side, value in zip(sides, (a, b), strict=True)
    ]
    return made[0], made[1]


def _bits(value: ir.Value) -> int | None:
    """Of a constant."""
    if isinstance(value, ir.Real):
        return real_bits(kind_of(value.type), value.value)
    return value.value if isinstance(value, ir.Integer) else None


def _valid(kernel: Kernel, kind: Kind, value: int, comparison: str, limit: float, result: int) -> int:
    """The result where the value's magnitude is so; else a NaN."""
    bits = Kind("int", kind.bits)
    mask = kernel.const(bits, (1 << (kind.bits - 1)) - 1)
    magnitude = kernel.make("BitwiseAnd", bits, kernel.bitcast(value, kind, bits), mask)
    compared = kernel.bitcast(magnitude, bits, kind)
    is_valid = kernel.make(comparison, BOOL, compared, kernel.real(kind, limit))
    return kernel.select(kind, is_valid, result, kernel.real(kind, math.nan))

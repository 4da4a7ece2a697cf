"""Arithmetic with a constant zero, and of a number with itself, by the bits.

Takes an instruction whose operands are known; gives its exact result, or None where there is nothing of the
kind. Mesa 22's lavapipe computes x * 0 and 0 / x as 0, x + 0 as x, x - x as 0, and x / 0 as anything.
"""

from __future__ import annotations

import math

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.vulkan.kernel import Kernel, kind_of
from hcpy.passes.vulkan.words import BOOL, Kind


def write(kernel: Kernel, instruction: ir.Instruction, a: int, b: int) -> int | None:
    opcode, (first, second) = instruction.opcode, instruction.operands
    kind = kind_of(instruction.type)
    if opcode is Opcode.FADD and (_is_zero(first) or _is_zero(second)):
        return _sum(kernel, kind, (b, first) if _is_zero(first) else (a, second))
    if opcode is Opcode.FSUB and a == b:
        return _valid(kernel, kind, a, "FOrdLessThan", math.inf, kernel.real(kind, 0.0))
    if opcode is Opcode.FMUL and (_is_zero(first) or _is_zero(second)):
        value = b if _is_zero(first) else a
        return _valid(kernel, kind, value, "FOrdLessThan", math.inf, _signed(kernel, kind, a, b, 0.0))
    if opcode is Opcode.FDIV and _is_zero(first):
        return _valid(kernel, kind, b, "FOrdGreaterThan", 0.0, _signed(kernel, kind, a, b, 0.0))
    if opcode is Opcode.FDIV and _is_zero(second):
        return _valid(kernel, kind, a, "FOrdGreaterThan", 0.0, _signed(kernel, kind, a, b, math.inf))
    return None


def _is_zero(value: ir.Value) -> bool:
    return isinstance(value, ir.Real) and value.value == 0


def _sum(kernel: Kernel, kind: Kind, operands: tuple[int, ir.Value]) -> int:
    """Of a number and a zero: any number and -0 is the number; two zeros of different signs are 0."""
    value, zero = operands
    assert isinstance(zero, ir.Real)
    if math.copysign(1.0, zero.value) < 0:
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


def _valid(kernel: Kernel, kind: Kind, value: int, comparison: str, limit: float, result: int) -> int:
    """The result where the value's magnitude is so; else a NaN."""
    bits = Kind("int", kind.bits)
    mask = kernel.const(bits, (1 << (kind.bits - 1)) - 1)
    magnitude = kernel.make("BitwiseAnd", bits, kernel.bitcast(value, kind, bits), mask)
    compared = kernel.bitcast(magnitude, bits, kind)
    is_valid = kernel.make(comparison, BOOL, compared, kernel.real(kind, limit))
    return kernel.select(kind, is_valid, result, kernel.real(kind, math.nan))

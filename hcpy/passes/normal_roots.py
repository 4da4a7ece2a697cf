"""Computes the inverse root of a number that is known to be normal without the steps for subnormal ones.

Takes a Lowering whose module is optimised for PTX or Vulkan. The devices' own instruction takes a subnormal
number for 0, so that the number is compared, scaled, and the root scaled back: four instructions for one. A
squared distance to which a softening length is added, `dx * dx + dy * dy + 0.01f`, needs none of it. Of a NaN
all hold that is said here: each instruction gives a NaN for it.
"""

from __future__ import annotations

from math import isnan

from hcpy import ir
from hcpy.ir import Opcode, RealPredicate
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering

_LEAST_NORMAL = 2.0**-126
_SCALED, _DIRECT = "llvm.nvvm.rsqrt.approx.f", "llvm.nvvm.rsqrt.approx.ftz.f"
_ROUNDING = 1 - 2.0**-9  # of a sum, down; of half, the narrowest type, a rounding is 2^-11
_DEPTH = 12  # operations that are looked through
# What a comparison with a constant is, where the number is at least that constant, or above it.
_AT_LEAST = {RealPredicate.OLT: False, RealPredicate.UGE: True}
_ABOVE = {**_AT_LEAST, RealPredicate.OLE: False, RealPredicate.UGT: True}


def run_ptx(lowering: Lowering) -> None:
    scaled = lowering.module.function(_SCALED)
    if scaled is None:
        return
    for call in scaled.call_sites:
        least = _least(call.operand(0), _DEPTH)
        if least is None or least < _LEAST_NORMAL:
            continue
        direct = lowering.module.declare(_DIRECT, lowering.module.types.function(call.type, [call.type]))
        with ir.Builder.before(call) as build:
            build.at_location(call.debug_location)
            call.replace(build.call(direct, [call.operand(0)]))


def run_vulkan(lowering: Lowering) -> None:
    """Answers the questions of the device library's bodies, and all others like them."""
    for function in lowering.module.definitions:
        for compare in list(function.instructions_of(Opcode.FCMP)):
            if (answer := _answer(compare)) is not None:
                _replace(compare, answer)


def _answer(compare: ir.Instruction) -> bool | None:
    number, limit = compare.operands
    if not isinstance(limit, ir.Real):
        return None
    least = _least(number, _DEPTH)
    if least is None or least < limit.value:
        return None
    return (_ABOVE if least > limit.value else _AT_LEAST).get(RealPredicate(compare.predicate))


def _replace(compare: ir.Instruction, answer: bool) -> None:
    """The selects as well, which no later pass would fold."""
    for use in list(compare.users):
        if isinstance(use, ir.Instruction) and use.opcode is Opcode.SELECT and use.operand(0) == compare:
            use.replace(use.operand(1 if answer else 2))
    compare.replace(compare.type.const(int(answer)))


def _least(value: ir.Value, depth: int) -> float | None:
    """A bound that the number is not below, if it is no NaN."""
    if isinstance(value, ir.Real):
        return None if isnan(value.value) else value.value
    if not isinstance(value, ir.Instruction) or not depth:
        return None
    match value.opcode:
        case Opcode.FADD:
            return _sum(*(_least(operand, depth - 1) for operand in value.operands))
        case Opcode.FMUL:
            return _product(value.operand(0), value.operand(1), depth - 1)
        case Opcode.SELECT:
            return _lower(*(_least(operand, depth - 1) for operand in value.operands[1:]))
        case Opcode.UITOFP:
            return 0.0
        case Opcode.FPEXT:
            return _least(value.operand(0), depth - 1)
        case Opcode.CALL:
            return _of_call(value, depth - 1)
    return None


def _of_call(call: ir.Instruction, depth: int) -> float | None:
    intrinsic = read_intrinsic(call.callee_name)
    match intrinsic.name if intrinsic is not None else "":
        case "fma" | "fmuladd":
            a, b, c = call.arguments
            return _sum(_product(a, b, depth), _least(c, depth))
        case "fabs":
            return max(0.0, _least(call.operand(0), depth) or 0.0)
        case "maxnum":  # of a NaN and a number it is the number
            numbers = (_least(number, 0) for number in call.arguments)  # of a constant alone
            return max((number for number in numbers if number is not None), default=None)
    return None


def _product(a: ir.Value, b: ir.Value, depth: int) -> float | None:
    if a == b:
        return 0.0
    least = _lower(_least(a, depth), _least(b, depth))
    return 0.0 if least is not None and least >= 0 else None


def _sum(a: float | None, b: float | None) -> float | None:
    if a is None or b is None or min(a, b) < 0:
        return None
    return (a + b) * _ROUNDING


def _lower(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else min(a, b)

"""Makes floating-point remainders calls of OpenCL's fmod.

Takes a Lowering of the SPIR-V target whose module is optimised: LLVM makes `frem` of the C function. Intel's
compiler makes OpFRem of two converted integers an integer operation, which loses the sign of -0; a call it
leaves alone. fmod is exact in both forms, but for Intel's of two numbers alike next to the least ones, which
gives the number itself: a remainder as large as the divisor is 0.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_INFINITY = {32: 0x7F800000, 64: 0x7FF0000000000000}  # its bits


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for instruction in list(function.instructions_of(ir.Opcode.FREM)):
            _call(lowering.module, instruction)


def _call(module: ir.Module, remainder: ir.Instruction) -> None:
    with ir.Builder.before(remainder) as build:
        build.at_location(remainder.debug_location)
        a, b = remainder.operand(0), remainder.operand(1)
        made = _each_lane(module, build, a, b) if a.type.is_vector else _scalar(module, build, a, b)
    remainder.replace_uses(made)
    remainder.erase()


def _each_lane(module: ir.Module, build: ir.Builder, a: ir.Value, b: ir.Value) -> ir.Value:
    made = a.type.poison()
    for number in range(a.type.count):
        lane = build.types.i32.const(number)
        parts = (build.extract_element(vector, lane) for vector in (a, b))
        made = build.insert_element(made, _scalar(module, build, *parts), lane)
    return made


def _scalar(module: ir.Module, build: ir.Builder, a: ir.Value, b: ir.Value) -> ir.Value:
    if a.type == build.types.half:  # not every device has functions of half; the remainder is exact in float
        wide = [build.cast(ir.Opcode.FPEXT, value, build.types.float) for value in (a, b)]
        return build.cast(ir.Opcode.FPTRUNC, _scalar(module, build, *wide), a.type)
    return _less_than(build, call_of_two(module, build, "fmod", a, b), a, b)


def _less_than(build: ir.Builder, remainder: ir.Value, dividend: ir.Value, divisor: ir.Value) -> ir.Value:
    """The remainder, or 0 with the dividend's sign where it is as large as the divisor."""
    integer = build.types.integer(remainder.type.width)
    sign = integer.const(-1 << (integer.width - 1))
    others = integer.const((1 << (integer.width - 1)) - 1)
    infinity = integer.const(_INFINITY[integer.width])
    bits = [build.cast(ir.Opcode.BITCAST, value, integer) for value in (remainder, dividend, divisor)]
    size, limit = (build.binary(ir.Opcode.AND, value, others) for value in (bits[0], bits[2]))
    same = build.compare(ir.IntPredicate.EQ, size, limit)
    finite = build.compare(ir.IntPredicate.ULT, size, infinity)
    zero = build.binary(ir.Opcode.AND, bits[1], sign)
    right = build.select(build.binary(ir.Opcode.AND, same, finite), zero, bits[0])
    return build.cast(ir.Opcode.BITCAST, right, remainder.type)


def call_of_two(module: ir.Module, build: ir.Builder, name: str, a: ir.Value, b: ir.Value) -> ir.Value:
    """A call of a function of OpenCL C that has a form for float and one for double."""
    letter = "f" if a.type == build.types.float else "d"
    function = module.declare(
        f"_Z{len(name)}{name}{letter}{letter}",
        module.types.function(a.type, [a.type, a.type]),
        ir.CallingConvention.SPIR_FUNCTION,
    )
    return build.call(function, [a, b])

"""LLVM's intrinsics of floating-point numbers.

Takes a call of a kernel; gives what it computes. Only exact instructions of GLSL.std.450 are used: all maths
beyond them is code of the device library.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.vulkan import arithmetic
from hcpy.passes.vulkan.kernel import Kernel, Unsupported, kind_of, operands, real_bits
from hcpy.passes.vulkan.words import BOOL, F16, F32, F64, GLSL, NO_CONTRACTION, U64, Kind


def _root(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value,) = operands(kernel, call)
    return kernel.glsl(GLSL["Sqrt"], kind, value)


def _rounded(name: str) -> Callable[[Kernel, ir.Instruction], int]:
    """To an integer. Of double by adding 2^52, above which there are no fractions: Mesa 22's lavapipe leaves
    doubles of more than 2^24 as they are."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (value,) = operands(kernel, call)
        if kind != F64:
            return kernel.glsl(GLSL[name], kind, value)
        bits = _without_sign(kernel, kind, value)
        size = kernel.bitcast(bits, U64, F64)
        large = kernel.real(F64, 2.0**52)
        whole = _exactly(kernel, "FSub", _exactly(kernel, "FAdd", size, large), large)
        if name != "RoundEven":
            up = _is_up(kernel, name, value)
            one, none = kernel.real(F64, 1.0), kernel.real(F64, 0.0)
            above = kernel.make("FOrdGreaterThan", BOOL, whole, size)
            below = kernel.make("FOrdLessThan", BOOL, whole, size)
            step = kernel.select(F64, above, kernel.real(F64, -1.0), none)
            step = kernel.select(F64, up, kernel.select(F64, below, one, none), step)
            whole = _exactly(kernel, "FAdd", whole, step)
        small = kernel.make("FOrdLessThan", BOOL, size, large)
        sign = kernel.make("BitwiseXor", U64, kernel.bitcast(value, F64, U64), bits)
        signed = kernel.make("BitwiseOr", U64, kernel.bitcast(whole, F64, U64), sign)
        return kernel.select(F64, small, kernel.bitcast(signed, U64, F64), value)

    return write_it


def _is_up(kernel: Kernel, name: str, value: int) -> int:
    """Is the magnitude rounded up?"""
    if name == "Trunc":
        return kernel.const(BOOL, 0)
    negative = kernel.make("FOrdLessThan", BOOL, value, kernel.real(F64, 0.0))
    return negative if name == "Floor" else kernel.make("LogicalNot", BOOL, negative)


def _exactly(kernel: Kernel, name: str, a: int, b: int) -> int:
    made = kernel.make(name, F64, a, b)
    kernel.words.decorate(made, NO_CONTRACTION)
    return made


def _without_sign(kernel: Kernel, kind: Kind, value: int) -> int:
    bits = Kind("int", kind.bits)
    mask = kernel.const(bits, (1 << (kind.bits - 1)) - 1)
    return kernel.make("BitwiseAnd", bits, kernel.bitcast(value, kind, bits), mask)


def _fabs(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value,) = operands(kernel, call)
    return kernel.bitcast(_without_sign(kernel, kind, value), Kind("int", kind.bits), kind)


def _copysign(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, sign) = operands(kernel, call)
    bits = Kind("int", kind.bits)
    mask = kernel.const(bits, 1 << (kind.bits - 1))
    sign = kernel.make("BitwiseAnd", bits, kernel.bitcast(sign, kind, bits), mask)
    return kernel.bitcast(
        kernel.make("BitwiseOr", bits, _without_sign(kernel, kind, value), sign), bits, kind
    )


def _contracted(kernel: Kernel, call: ir.Instruction) -> int:
    """llvm.fmuladd: rounded once or twice, as the device likes. NVIDIA's compiler fuses no two itself."""
    kind, (a, b, c) = operands(kernel, call)
    return kernel.glsl(GLSL["Fma"], kind, a, b, c)


def _canonicalize(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value,) = operands(kernel, call)
    made = kernel.make("FMul", kind, value, kernel.real(kind, 1.0))
    kernel.words.decorate(made, NO_CONTRACTION)
    return made


def _chosen_number(least: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """llvm.minnum, maxnum: the other operand where one is a NaN, and of zeros the first, as on the host."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = operands(kernel, call)
        first = kernel.make("FOrdLessThanEqual" if least else "FOrdGreaterThanEqual", BOOL, a, b)
        first = kernel.make("LogicalOr", BOOL, first, kernel.make("IsNan", BOOL, b))
        return kernel.select(kind, first, a, b)

    return write_it


def _saturated_conversion(signed: bool) -> Callable[[Kernel, ir.Instruction], int]:
    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        source = call.arguments[0]
        old, new, value = kind_of(source.type), kind_of(call.type), kernel.operand(source)
        if new == BOOL:
            raise Unsupported("a conversion to one bit")
        if old == F16:
            value, old = kernel.make("FConvert", F32, value), F32
        low = -(1 << (new.bits - 1)) if signed else 0
        high = (1 << (new.bits - (1 if signed else 0))) - 1
        made = arithmetic.to_integer(kernel, value, old, new, signed)
        above = kernel.make("FOrdGreaterThanEqual", BOOL, value, kernel.real(old, float(high + 1)))
        below = kernel.make("FOrdLessThan", BOOL, value, kernel.real(old, float(low)))
        made = kernel.select(new, above, kernel.const(new, high), made)
        made = kernel.select(new, below, kernel.const(new, low), made)
        return kernel.select(new, kernel.make("IsNan", BOOL, value), kernel.const(new, 0), made)

    return write_it


_FRACTION_BITS = {16: 10, 32: 23, 64: 52}


def _is_class(kernel: Kernel, call: ir.Instruction) -> int:
    """llvm.is.fpclass, by the bits."""
    source, mask = call.arguments
    assert isinstance(mask, ir.Integer)
    kind, wanted = kind_of(source.type), mask.value
    bits, value = Kind("int", kind.bits), kernel.operand(source)
    word = kernel.bitcast(value, kind, bits)
    rest = _without_sign(kernel, kind, value)
    negative = kernel.make("SLessThan", BOOL, word, kernel.const(bits, 0))
    positive = kernel.make("LogicalNot", BOOL, negative)
    fraction = _FRACTION_BITS[kind.bits]
    infinity, normal = real_bits(kind, float("inf")), 1 << fraction
    quiet = infinity | 1 << (fraction - 1)
    ranges = (  # of the bits without the sign, their ends included, and which classes have them
        (infinity + 1, quiet - 1, 0x1, 0x1),
        (quiet, (1 << (kind.bits - 1)) - 1, 0x2, 0x2),
        (infinity, infinity, 0x4, 0x200),
        (normal, infinity - 1, 0x8, 0x100),
        (1, normal - 1, 0x10, 0x80),
        (0, 0, 0x20, 0x40),
    )
    result = kernel.const(BOOL, 0)
    for first, last, below, above in ranges:
        if not wanted & (below | above):
            continue
        inside = kernel.make("UGreaterThanEqual", BOOL, rest, kernel.const(bits, first))
        upper = kernel.make("ULessThanEqual", BOOL, rest, kernel.const(bits, last))
        inside = kernel.make("LogicalAnd", BOOL, inside, upper)
        if not (wanted & below and wanted & above):
            inside = kernel.make("LogicalAnd", BOOL, inside, negative if wanted & below else positive)
        result = kernel.make("LogicalOr", BOOL, result, inside)
    return result


INTRINSICS: dict[str, Callable[[Kernel, ir.Instruction], int]] = {
    "fabs": _fabs,
    "copysign": _copysign,
    "fmuladd": _contracted,
    "canonicalize": _canonicalize,
    "minnum": _chosen_number(True),
    "maxnum": _chosen_number(False),
    "fptosi.sat": _saturated_conversion(True),
    "fptoui.sat": _saturated_conversion(False),
    "is.fpclass": _is_class,
    "floor": _rounded("Floor"),
    "ceil": _rounded("Ceil"),
    "trunc": _rounded("Trunc"),
    "rint": _rounded("RoundEven"),
    "nearbyint": _rounded("RoundEven"),
    "roundeven": _rounded("RoundEven"),
    "sqrt": _root,
}

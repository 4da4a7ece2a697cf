"""LLVM's intrinsics of integers.

Takes a call of a kernel; gives what it computes.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.vulkan.kernel import Kernel, kind_of, operands
from hcpy.passes.vulkan.words import BOOL, GLSL, U32, U64, Kind


def high_product(kernel: Kernel, a: int, b: int, signed: bool) -> int:
    """The upper half of a product of two numbers of 64 bits."""
    high = _high_unsigned(kernel, U64, a, b)
    if signed:  # a negative number is 2^64 more as an unsigned one
        high = _less_where_negative(kernel, _less_where_negative(kernel, high, a, b), b, a)
    return high


def _high_unsigned(kernel: Kernel, kind: Kind, a: int, b: int) -> int:
    """From products of halves, of 32 or 64 bits."""
    bits = kind.bits // 2

    def half(value: int) -> tuple[int, int]:
        low = kernel.make("BitwiseAnd", kind, value, kernel.const(kind, (1 << bits) - 1))
        return low, kernel.make("ShiftRightLogical", kind, value, kernel.u32(bits))

    def product(x: int, y: int) -> int:
        return kernel.make("IMul", kind, x, y)

    def plus(x: int, y: int) -> int:
        return kernel.make("IAdd", kind, x, y)

    (a0, a1), (b0, b1) = half(a), half(b)
    middle = plus(product(a1, b0), half(product(a0, b0))[1])
    low, high = half(middle)
    other = plus(product(a0, b1), low)
    return plus(plus(product(a1, b1), high), half(other)[1])


def _less_where_negative(kernel: Kernel, value: int, sign: int, by: int) -> int:
    signs = kernel.make("ShiftRightArithmetic", U64, sign, kernel.u32(63))
    return kernel.make("ISub", U64, value, kernel.make("BitwiseAnd", U64, by, signs))


def _compared(kernel: Kernel, name: str, kind: Kind, a: int, b: int) -> int:
    """Signed words of 64 bits as unsigned ones, by 2^63 more: lavapipe 22.3 says of no word that was widened
    from 32 bits that it is less than a constant."""
    if kind != U64 or not name.startswith("S"):
        return kernel.make(name, BOOL, a, b)
    sign = kernel.const(U64, 1 << 63)
    a, b = (kernel.make("BitwiseXor", U64, value, sign) for value in (a, b))
    return kernel.make("U" + name[1:], BOOL, a, b)


def _negative(kernel: Kernel, kind: Kind, value: int) -> int:
    return _compared(kernel, "SLessThan", kind, value, kernel.const(kind, 0))


def _extreme(name: str) -> Callable[[Kernel, ir.Instruction], int]:
    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = operands(kernel, call)
        if kind == BOOL:  # true is -1 where signs count
            least = name in ("ULessThan", "SGreaterThan")
            return kernel.make("LogicalAnd" if least else "LogicalOr", BOOL, a, b)
        return kernel.select(kind, _compared(kernel, name, kind, a, b), a, b)

    return write_it


def _absolute(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = operands(kernel, call)
    negative = _negative(kernel, kind, value)
    return kernel.select(kind, negative, kernel.subtract(kind, kernel.const(kind, 0), value), value)


def _halves(kernel: Kernel, value: int) -> tuple[int, int]:
    high = kernel.make("ShiftRightLogical", U64, value, kernel.u32(32))
    return kernel.convert(value, U64, U32), kernel.convert(high, U64, U32)


def _joined(kernel: Kernel, low: int, high: int) -> int:
    low, high = kernel.convert(low, U32, U64), kernel.convert(high, U32, U64)
    return kernel.make("BitwiseOr", U64, low, kernel.make("ShiftLeftLogical", U64, high, kernel.u32(32)))


def _count_ones(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = operands(kernel, call)
    if kind.bits == 64:
        low, high = (kernel.make("BitCount", U32, half) for half in _halves(kernel, value))
        return kernel.convert(kernel.make("IAdd", U32, low, high), U32, kind)
    word = kernel.convert(value, kind, U32)
    if kind.bits < 32:  # NVIDIA's driver 580 counts bits above those of a narrow number that it finds
        word = kernel.make("BitwiseOr", U32, word, kernel.unknown_zero(U32))
    count = kernel.make("BitCount", U32, word)
    return kernel.convert(count, U32, kind)


def _leading_word(kernel: Kernel, word: int) -> int:
    """32 for 0: the instruction gives -1 then."""
    return kernel.make("ISub", U32, kernel.u32(31), kernel.glsl(GLSL["FindUMsb"], U32, word))


def _leading_zeros(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = operands(kernel, call)
    if kind.bits == 64:
        low, high = _halves(kernel, value)
        none = kernel.make("IEqual", BOOL, high, kernel.u32(0))
        behind = kernel.make("IAdd", U32, _leading_word(kernel, low), kernel.u32(32))
        return kernel.convert(kernel.select(U32, none, behind, _leading_word(kernel, high)), U32, kind)
    count = _leading_word(kernel, kernel.convert(value, kind, U32))
    return kernel.convert(kernel.make("ISub", U32, count, kernel.u32(32 - kind.bits)), U32, kind)


def _trailing_word(kernel: Kernel, word: int) -> int:
    none = kernel.make("IEqual", BOOL, word, kernel.u32(0))
    return kernel.select(U32, none, kernel.u32(32), kernel.glsl(GLSL["FindILsb"], U32, word))


def _trailing_zeros(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = operands(kernel, call)
    if kind.bits == 64:
        low, high = _halves(kernel, value)
        none = kernel.make("IEqual", BOOL, low, kernel.u32(0))
        behind = kernel.make("IAdd", U32, _trailing_word(kernel, high), kernel.u32(32))
        return kernel.convert(kernel.select(U32, none, behind, _trailing_word(kernel, low)), U32, kind)
    word = kernel.convert(value, kind, U32)
    if kind.bits < 32:  # a bit after the last one stops the count
        word = kernel.make("BitwiseOr", U32, word, kernel.u32(1 << kind.bits))
    return kernel.convert(_trailing_word(kernel, word), U32, kind)


def _reverse_bits(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = operands(kernel, call)
    if kind.bits == 64:
        low, high = (kernel.make("BitReverse", U32, half) for half in _halves(kernel, value))
        return _joined(kernel, high, low)
    word = kernel.make("BitReverse", U32, kernel.convert(value, kind, U32))
    if kind.bits < 32:
        word = kernel.make("ShiftRightLogical", U32, word, kernel.u32(32 - kind.bits))
    return kernel.convert(word, U32, kind)


def _swap_bytes(kernel: Kernel, call: ir.Instruction) -> int:
    """Of 16 bits by a product: NVIDIA's driver 580 takes shifts for its instruction, and gives 0."""
    kind, (value, *_) = operands(kernel, call)
    if kind.bits == 16:
        twice = kernel.make("IMul", U32, kernel.convert(value, kind, U32), kernel.u32(0x10001))
        return kernel.convert(kernel.make("ShiftRightLogical", U32, twice, kernel.u32(8)), U32, kind)
    swapped = kernel.const(kind, 0)
    for byte in range(kind.bytes):
        part = kernel.make("ShiftRightLogical", kind, value, kernel.u32(8 * byte))
        part = kernel.make("BitwiseAnd", kind, part, kernel.const(kind, 0xFF))
        part = kernel.make("ShiftLeftLogical", kind, part, kernel.u32(8 * (kind.bytes - 1 - byte)))
        swapped = kernel.make("BitwiseOr", kind, swapped, part)
    return swapped


def _funnel(left: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """Two values side by side, shifted; by one bit alone first, since none shifts by its whole width."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b, by) = operands(kernel, call)
        mask, one = kernel.const(kind, kind.bits - 1), kernel.const(kind, 1)
        by = kernel.make("BitwiseAnd", kind, by, mask)
        rest = kernel.make("BitwiseXor", kind, by, mask)
        if left:
            high = kernel.make("ShiftLeftLogical", kind, a, by)
            low = kernel.make("ShiftRightLogical", kind, b, one)
            low = kernel.make("ShiftRightLogical", kind, low, rest)
        else:
            low = kernel.make("ShiftRightLogical", kind, b, by)
            high = kernel.make("ShiftLeftLogical", kind, a, one)
            high = kernel.make("ShiftLeftLogical", kind, high, rest)
        return kernel.make("BitwiseOr", kind, high, low)

    return write_it


def _overflow(add: bool) -> Callable[[Kernel, ir.Instruction], tuple[int, int]]:
    """Of unsigned numbers; those of signed ones have bodies (passes/define_intrinsics.py)."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> tuple[int, int]:
        a, b = (kernel.operand(value) for value in call.arguments)
        made = kernel.make("IAdd" if add else "ISub", kind_of(call.arguments[0].type), a, b)
        return made, kernel.make("ULessThan", BOOL, *((made, a) if add else (a, b)))

    return write_it


def _product_overflow(kernel: Kernel, call: ir.Instruction) -> tuple[int, int]:
    """Of unsigned numbers, by the upper half of the product: NVIDIA's driver 580 fails where it finds that it
    is compared; it does not look behind the exclusive or."""
    kind = kind_of(call.arguments[0].type)
    a, b = (kernel.operand(value) for value in call.arguments)
    wide = U64 if kind.bits >= 32 else U32
    if kind.bits == 64:
        high = _high_unsigned(kernel, kind, a, b)
    else:
        whole = kernel.make("IMul", wide, *(kernel.convert(value, kind, wide) for value in (a, b)))
        high = kernel.make("ShiftRightLogical", wide, whole, kernel.u32(kind.bits))
    hidden = kernel.hide(wide, high)
    return kernel.make("IMul", kind, a, b), kernel.make("INotEqual", BOOL, hidden, kernel.const(wide, 0))


def _saturated(add: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """NVIDIA's driver 580 computes sums and differences of 64 bits wrong that it finds to be saturated; it
    does not look behind the exclusive or."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = operands(kernel, call)
        hidden = kernel.hide(kind, a)
        made = kernel.make("IAdd" if add else "ISub", kind, hidden, b)
        over = kernel.make("ULessThan", BOOL, *((made, a) if add else (a, b)))
        return kernel.select(kind, over, kernel.const(kind, -1 if add else 0), made)

    return write_it


def _saturated_signed(add: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """The signs say whether it was too much: those of the operands, and that of the result."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = operands(kernel, call)
        made = kernel.make("IAdd" if add else "ISub", kind, a, b)
        one = kernel.make("BitwiseXor", kind, a, made)
        two = kernel.make("BitwiseXor", kind, b if add else a, made if add else b)
        both = kernel.make("BitwiseAnd", kind, one, two)
        over, negative = _negative(kernel, kind, both), _negative(kernel, kind, a)
        least = kernel.const(kind, 1 << (kind.bits - 1))
        most = kernel.const(kind, (1 << (kind.bits - 1)) - 1)
        return kernel.select(kind, over, kernel.select(kind, negative, least, most), made)

    return write_it


def _three_way(signed: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """As a signed number of two bits: choices between -1, 0 and 1 NVIDIA's driver 580 takes for an operation
    that it then fails at."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        sign = "S" if signed else "U"
        a, b = (kernel.operand(value) for value in call.arguments)
        kind = kind_of(call.arguments[0].type)
        less = kernel.select(
            U32, _compared(kernel, f"{sign}LessThan", kind, a, b), kernel.u32(3), kernel.u32(0)
        )
        more = _compared(kernel, f"{sign}GreaterThan", kind, a, b)
        both = kernel.make("BitwiseOr", U32, less, kernel.select(U32, more, kernel.u32(1), kernel.u32(0)))
        high = kernel.make("ShiftLeftLogical", U32, both, kernel.u32(30))
        made = kernel.make("ShiftRightArithmetic", U32, high, kernel.u32(30))
        return kernel.convert(made, U32, kind_of(call.type), signed=True)

    return write_it


INTRINSICS: dict[str, Callable[[Kernel, ir.Instruction], int]] = {
    "smin": _extreme("SLessThan"),
    "smax": _extreme("SGreaterThan"),
    "umin": _extreme("ULessThan"),
    "umax": _extreme("UGreaterThan"),
    "abs": _absolute,
    "ctpop": _count_ones,
    "ctlz": _leading_zeros,
    "cttz": _trailing_zeros,
    "bitreverse": _reverse_bits,
    "bswap": _swap_bytes,
    "fshl": _funnel(True),
    "fshr": _funnel(False),
    "uadd.sat": _saturated(True),
    "usub.sat": _saturated(False),
    "sadd.sat": _saturated_signed(True),
    "ssub.sat": _saturated_signed(False),
    "ucmp": _three_way(False),
    "scmp": _three_way(True),
}
PAIRS: dict[str, Callable[[Kernel, ir.Instruction], tuple[int, int]]] = {
    "uadd.with.overflow": _overflow(True),
    "usub.with.overflow": _overflow(False),
    "umul.with.overflow": _product_overflow,
}

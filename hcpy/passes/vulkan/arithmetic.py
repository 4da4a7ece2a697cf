"""Arithmetic, comparisons, conversions, and the parts of structs and vectors.

Takes instructions of a kernel; writes them.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode, RealPredicate
from hcpy.passes.vulkan import addresses, hidden, memory, zeros
from hcpy.passes.vulkan.kernel import Kernel, Unsupported, kind_of
from hcpy.passes.vulkan.words import BOOL, F16, F32, F64, NO_CONTRACTION, U16, U32, U64, Kind

_BINARY = {
    Opcode.ADD: "IAdd",
    Opcode.FADD: "FAdd",
    Opcode.FSUB: "FSub",
    Opcode.MUL: "IMul",
    Opcode.FMUL: "FMul",
    Opcode.UDIV: "UDiv",
    Opcode.SDIV: "SDiv",
    Opcode.FDIV: "FDiv",
    Opcode.UREM: "UMod",
    Opcode.SHL: "ShiftLeftLogical",
    Opcode.LSHR: "ShiftRightLogical",
    Opcode.ASHR: "ShiftRightArithmetic",
    Opcode.AND: "BitwiseAnd",
    Opcode.OR: "BitwiseOr",
    Opcode.XOR: "BitwiseXor",
}
_LOGICAL = {
    Opcode.AND: "LogicalAnd",
    Opcode.OR: "LogicalOr",
    Opcode.XOR: "LogicalNotEqual",
    Opcode.ADD: "LogicalNotEqual",
    Opcode.SUB: "LogicalNotEqual",
    Opcode.MUL: "LogicalAnd",
}
_INTEGER = {
    IntPredicate.EQ: "IEqual",
    IntPredicate.NE: "INotEqual",
    IntPredicate.UGT: "UGreaterThan",
    IntPredicate.UGE: "UGreaterThanEqual",
    IntPredicate.ULT: "ULessThan",
    IntPredicate.ULE: "ULessThanEqual",
    IntPredicate.SGT: "SGreaterThan",
    IntPredicate.SGE: "SGreaterThanEqual",
    IntPredicate.SLT: "SLessThan",
    IntPredicate.SLE: "SLessThanEqual",
}
_UNSIGNED = {p for p in _INTEGER if p < IntPredicate.SGT}
_REAL = {
    RealPredicate.OEQ: "FOrdEqual",
    RealPredicate.OGT: "FOrdGreaterThan",
    RealPredicate.OGE: "FOrdGreaterThanEqual",
    RealPredicate.OLT: "FOrdLessThan",
    RealPredicate.OLE: "FOrdLessThanEqual",
    RealPredicate.UEQ: "FUnordEqual",
    RealPredicate.UGT: "FUnordGreaterThan",
    RealPredicate.UGE: "FUnordGreaterThanEqual",
    RealPredicate.ULT: "FUnordLessThan",
    RealPredicate.ULE: "FUnordLessThanEqual",
    RealPredicate.UNE: "FUnordNotEqual",
}
_ROUNDED = frozenset(("FAdd", "FSub", "FMul", "FDiv"))


def binary(kernel: Kernel, instruction: ir.Instruction) -> int:
    opcode, kind = instruction.opcode, kind_of(instruction.type)
    a, b = (kernel.operand(value) for value in instruction.operands)
    if kind == BOOL:
        if opcode not in _LOGICAL:
            raise Unsupported("this operation on one bit")
        return kernel.make(_LOGICAL[opcode], BOOL, a, b)
    if opcode is Opcode.SREM or (opcode is Opcode.UREM and kind == U64):
        return _rest(kernel, kind, a, b, signed=opcode is Opcode.SREM)
    if opcode in (Opcode.ADD, Opcode.SUB, Opcode.OR):
        b = hidden.difference(kernel, instruction, b)
    if opcode is Opcode.SUB:
        return kernel.subtract(kind, a, b)
    if opcode in (Opcode.MUL, Opcode.SHL):
        a = hidden.quotient(kernel, instruction, a)
    name = _BINARY.get(opcode)
    if name is None:
        raise Unsupported("a floating-point remainder")
    masked = _masked(kernel, instruction)
    if masked is not None:
        return masked
    exact = zeros.write(kernel, instruction, a, b)
    if exact is not None:
        return exact
    made = kernel.make(name, kind, a, b)
    if name in _ROUNDED and not instruction.fast_math & ir.FastMath.CONTRACT:
        kernel.words.decorate(made, NO_CONTRACTION)
    return made


def _masked(kernel: Kernel, instruction: ir.Instruction) -> int | None:
    """Of 64 bits those of a mask that has none of the upper half."""
    value, mask = instruction.operands
    if instruction.opcode is not Opcode.AND or kind_of(instruction.type) != U64:
        return None
    if not isinstance(mask, ir.Integer) or not 0 <= mask.value < 1 << 32:
        return None
    return kernel.lower_bits(kernel.operand(value), mask.value)


def _rest(kernel: Kernel, kind: Kind, a: int, b: int, *, signed: bool) -> int:
    """By the quotient: in Vulkan OpSRem of negative numbers gives anything. Of 64 bits NVIDIA's driver 580
    takes `(x % n * 3 + x) % n` for `x % n`, unless what is taken off is hidden."""
    whole = kernel.make("IMul", kind, kernel.make("SDiv" if signed else "UDiv", kind, a, b), b)
    return kernel.subtract(kind, a, kernel.hide(kind, whole) if kind == U64 else whole)


def negate(kernel: Kernel, instruction: ir.Instruction) -> int:
    return zeros.flip_sign(kernel, kind_of(instruction.type), kernel.operand(instruction.operand(0)))


def compare(kernel: Kernel, instruction: ir.Instruction) -> int:
    """Of integers and pointers."""
    a, b = (kernel.operand(value) for value in instruction.operands)
    predicate = instruction.predicate
    assert isinstance(predicate, IntPredicate)
    kind = kind_of(instruction.operand(0).type)
    if kind == BOOL:
        if predicate in (IntPredicate.EQ, IntPredicate.NE):
            return kernel.make(
                "LogicalEqual" if predicate is IntPredicate.EQ else "LogicalNotEqual", BOOL, a, b
            )
        minus = predicate in ir.SIGNED_ORDERS  # true is -1 there
        a, b = (
            kernel.select(U32, bit, kernel.u32(0xFFFFFFFF if minus else 1), kernel.u32(0)) for bit in (a, b)
        )
        kind = U32
    lower, other = kernel.lower_half(a), instruction.operand(1)
    number = other.value if isinstance(other, ir.Integer) else 1 << 32
    if lower is not None and predicate in _UNSIGNED and number < 1 << 32:
        a, b = lower, kernel.u32(number)
    if kind.bits < 32:  # NVIDIA's driver 580 has constants of 16 bits with other upper halves than registers
        a, b = (kernel.convert(side, kind, U32, predicate not in _UNSIGNED) for side in (a, b))
    return kernel.make(_INTEGER[predicate], BOOL, a, b)


def compare_reals(kernel: Kernel, instruction: ir.Instruction) -> int:
    predicate = instruction.predicate
    assert isinstance(predicate, RealPredicate)
    a, b = (kernel.operand(value) for value in instruction.operands)
    if predicate in (RealPredicate.FALSE, RealPredicate.TRUE):
        return kernel.const(BOOL, predicate is RealPredicate.TRUE)
    if predicate in (RealPredicate.ORD, RealPredicate.UNO):
        nan = unordered(kernel, a, b)
        return nan if predicate is RealPredicate.UNO else kernel.make("LogicalNot", BOOL, nan)
    if predicate is RealPredicate.ONE:
        less = kernel.make("FOrdLessThan", BOOL, a, b)
        return kernel.make("LogicalOr", BOOL, less, kernel.make("FOrdGreaterThan", BOOL, a, b))
    return kernel.make(_REAL[predicate], BOOL, a, b)


def unordered(kernel: Kernel, a: int, b: int) -> int:
    nan = kernel.make("IsNan", BOOL, a)
    return nan if a == b else kernel.make("LogicalOr", BOOL, nan, kernel.make("IsNan", BOOL, b))


def select(kernel: Kernel, instruction: ir.Instruction) -> None:
    condition, then, otherwise = instruction.operands
    chosen = kernel.operand(condition)
    type_ = instruction.type
    if type_.is_aggregate or type_.is_vector:
        pairs = zip(kernel.parts_of(then), kernel.parts_of(otherwise), strict=True)
        kernel.parts[instruction] = tuple(
            kernel.select(kind_of(type_.at(n)), chosen, a, b) for n, (a, b) in enumerate(pairs)
        )
        return
    kind, a, b = kind_of(type_), kernel.operand(then), kernel.operand(otherwise)
    if kind != BOOL:
        a, b = zeros.hide_zeros(kernel, then, otherwise, a, b)
        a, b = hidden.order(kernel, instruction, a, b)
    kernel.values[instruction] = kernel.select(kind, chosen, a, b)


# --- conversions ---
def convert(kernel: Kernel, instruction: ir.Instruction) -> int:
    opcode, source = instruction.opcode, instruction.operand(0)
    value, old, new = kernel.operand(source), kind_of(source.type), kind_of(instruction.type)
    if opcode in (Opcode.ZEXT, Opcode.SEXT, Opcode.TRUNC):
        return _resize(kernel, value, old, new, opcode is Opcode.SEXT)
    if opcode in (Opcode.UITOFP, Opcode.SITOFP):
        return from_integer(kernel, value, old, new, opcode is Opcode.SITOFP)
    if opcode in (Opcode.FPTOUI, Opcode.FPTOSI):
        return to_integer(kernel, value, old, new, opcode is Opcode.FPTOSI)
    if opcode is Opcode.FPTRUNC and (old, new) == (F64, F16):
        return _half(kernel, _odd_float(kernel, value))
    if (old, new) == (F32, F16):
        return _half(kernel, value)
    if opcode in (Opcode.FPEXT, Opcode.FPTRUNC):
        return kernel.make("FConvert", new, value)
    if opcode in (Opcode.PTRTOINT, Opcode.PTRTOADDR):
        return _resize(kernel, value, old, new, False)
    return _resize(kernel, value, old, new, False)  # inttoptr


def _half(kernel: Kernel, value: int) -> int:
    """Of a float. NVIDIA's driver 580 takes the half made a float again for the float that it was made of,
    where it knows the half's bits."""
    made = kernel.bitcast(kernel.make("FConvert", F16, value), F16, U16)
    return kernel.bitcast(kernel.hide(U16, made), U16, F16)


def _odd_float(kernel: Kernel, value: int) -> int:
    """A double as the float towards zero, with its last bit set where bits are lost: it rounds to half as the
    double does. Devices may go by way of the nearest float, and round twice: lavapipe does."""
    near = kernel.make("FConvert", F32, value)
    back = kernel.make("FConvert", F64, near)
    above, below = (kernel.make(f"FOrd{how}Than", BOOL, back, value) for how in ("Greater", "Less"))
    is_positive = kernel.make("FOrdGreaterThan", BOOL, value, kernel.real(F64, 0.0))
    is_away = kernel.make("LogicalEqual", BOOL, above, is_positive)
    bits = kernel.bitcast(near, F32, U32)
    inner = kernel.make("ISub", U32, bits, kernel.select(U32, is_away, kernel.u32(1), kernel.u32(0)))
    odd = kernel.make("BitwiseOr", U32, inner, kernel.u32(1))
    is_inexact = kernel.make("LogicalOr", BOOL, above, below)
    return kernel.bitcast(kernel.select(U32, is_inexact, odd, bits), U32, F32)


def test_integer(kernel: Kernel, value: int, kind: Kind) -> int:
    """Is it another than 0?"""
    return kernel.make("INotEqual", BOOL, value, kernel.const(kind, 0))


def _resize(kernel: Kernel, value: int, old: Kind, new: Kind, signed: bool) -> int:
    if old == new:
        return value
    if old == BOOL:
        return kernel.select(new, value, kernel.const(new, -1 if signed else 1), kernel.const(new, 0))
    if new == BOOL:
        if old == U64:
            return test_integer(kernel, kernel.convert(kernel.lower_bits(value, 1), U64, U32), U32)
        return test_integer(kernel, kernel.make("BitwiseAnd", old, value, kernel.const(old, 1)), old)
    return kernel.convert(value, old, new, signed)


def from_integer(kernel: Kernel, value: int, old: Kind, new: Kind, signed: bool) -> int:
    """By way of 32 bits, which every device has; to half by way of float, which holds what half can."""
    if old.bits < 32:
        value, old = _resize(kernel, value, old, U32, signed), U32
    wide = F32 if new == F16 else new
    made = kernel.make("ConvertSToF" if signed else "ConvertUToF", wide, value)
    return _half(kernel, made) if wide != new else made


def to_integer(kernel: Kernel, value: int, old: Kind, new: Kind, signed: bool) -> int:
    """NVIDIA's driver 580 takes a float's 64 bits without sign, where their lower half alone is used, for 32
    bits, which saturate; it does not look behind the shift."""
    if old == F16:
        value = kernel.make("FConvert", F32, value)
    wide = new if new.bits >= 32 else U32
    made = kernel.make("ConvertFToS" if signed or wide != new else "ConvertFToU", wide, value)
    if new == U64 and old != F64 and not signed:
        made = kernel.make("ShiftRightLogical", U64, made, kernel.unknown_zero(U64))
    return _resize(kernel, made, wide, new, False)


# --- structs and vectors ---
def extract_value(kernel: Kernel, instruction: ir.Instruction) -> int:
    if len(instruction.indices) != 1:
        raise Unsupported("a struct in a struct")
    return kernel.parts_of(instruction.operand(0))[instruction.indices[0]]


def insert_value(kernel: Kernel, instruction: ir.Instruction) -> None:
    if len(instruction.indices) != 1:
        raise Unsupported("a struct in a struct")
    whole, part = instruction.operands[:2]
    parts = list(kernel.parts_of(whole))
    parts[instruction.indices[0]] = kernel.operand(part)
    kernel.parts[instruction] = tuple(parts)


def extract_element(kernel: Kernel, instruction: ir.Instruction) -> int:
    whole, index = instruction.operands
    if not isinstance(index, ir.Integer):
        raise Unsupported("an element of a vector that is chosen when the kernel runs")
    return kernel.parts_of(whole)[index.value]


def insert_element(kernel: Kernel, instruction: ir.Instruction) -> None:
    whole, part, index = instruction.operands
    if not isinstance(index, ir.Integer):
        raise Unsupported("an element of a vector that is chosen when the kernel runs")
    parts = list(kernel.parts_of(whole))
    parts[index.value] = kernel.operand(part)
    kernel.parts[instruction] = tuple(parts)


def shuffle(kernel: Kernel, instruction: ir.Instruction) -> None:
    first, second = instruction.operands[:2]
    parts = (*kernel.parts_of(first), *kernel.parts_of(second))
    # What is any element is the first one.
    kernel.parts[instruction] = tuple(parts[max(element, 0)] for element in instruction.mask)


def bitcast(kernel: Kernel, instruction: ir.Instruction) -> None:
    """Between numbers and vectors of the same size."""
    source = instruction.operand(0)
    new, is_vector = instruction.type, instruction.type.is_vector
    old_kind = kind_of(source.type.element if source.type.is_vector else source.type)
    new_kind = kind_of(new.element if is_vector else new)
    parts = kernel.parts_of(source) if source.type.is_vector else (kernel.operand(source),)
    made = _recut(kernel, parts, old_kind, new_kind)
    if is_vector:
        kernel.parts[instruction] = made
    else:
        (kernel.values[instruction],) = made


def _recut(kernel: Kernel, parts: tuple[int, ...], old: Kind, new: Kind) -> tuple[int, ...]:
    """The same bits in parts of another kind, the lowest first."""
    if old.bits == new.bits:
        return tuple(kernel.bitcast(part, old, new) for part in parts)
    from_bits, to_bits = (BOOL if kind == BOOL else Kind("int", kind.bits) for kind in (old, new))
    bits = [kernel.bitcast(part, old, from_bits) for part in parts]
    if old.bits > new.bits:
        cut = []
        for part in bits:
            for at in range(0, old.bits, new.bits):
                piece = kernel.make("ShiftRightLogical", from_bits, part, kernel.u32(at)) if at else part
                cut.append(_resize(kernel, piece, from_bits, to_bits, False))
    else:
        count, cut = new.bits // old.bits, []
        for first in range(0, len(bits), count):
            whole = kernel.const(to_bits, 0)
            for n, part in enumerate(bits[first : first + count]):
                piece = _resize(kernel, part, from_bits, to_bits, False)
                if n:
                    piece = kernel.make("ShiftLeftLogical", to_bits, piece, kernel.u32(n * old.bits))
                whole = kernel.make("BitwiseOr", to_bits, whole, piece)
            cut.append(whole)
    return tuple(kernel.bitcast(part, to_bits, new) for part in cut)


def freeze(kernel: Kernel, instruction: ir.Instruction) -> None:
    """What is undefined is 0 here, everywhere the same."""
    source = instruction.operand(0)
    if instruction.type.is_aggregate or instruction.type.is_vector:
        kernel.parts[instruction] = kernel.parts_of(source)
    else:
        kernel.values[instruction] = kernel.operand(source)


VALUES: dict[Opcode, Callable[[Kernel, ir.Instruction], int]] = {
    **dict.fromkeys(ir.BINARY, binary),
    **dict.fromkeys(ir.CASTS - {Opcode.ADDRSPACE_CAST, Opcode.BITCAST}, convert),
    Opcode.FNEG: negate,
    Opcode.ICMP: compare,
    Opcode.FCMP: compare_reals,
    Opcode.EXTRACT_VALUE: extract_value,
    Opcode.EXTRACT_ELEMENT: extract_element,
}
WRITERS: dict[Opcode, Callable[[Kernel, ir.Instruction], None]] = {
    Opcode.SELECT: select,
    Opcode.INSERT_VALUE: insert_value,
    Opcode.INSERT_ELEMENT: insert_element,
    Opcode.SHUFFLE_VECTOR: shuffle,
    Opcode.BITCAST: bitcast,
    Opcode.FREEZE: freeze,
    Opcode.LOAD: memory.load,
    Opcode.STORE: memory.store,
    Opcode.ATOMIC_RMW: memory.atomic,
    Opcode.CMPXCHG: memory.compare_exchange,
    Opcode.FENCE: memory.fence,
    Opcode.GEP: addresses.address,
    Opcode.ADDRSPACE_CAST: addresses.space_cast,
}

"""Calls of work-item functions, of barriers and of LLVM's intrinsics.

Takes a call of a kernel; writes what it computes. Only exact instructions of GLSL.std.450 are used: all maths
beyond them is code of the device library.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.vulkan import arithmetic
from hcpy.passes.vulkan.kernel import Kernel, Unsupported, kind_of, real_bits
from hcpy.passes.vulkan.memory import FENCE, QUEUE_FAMILY, WORKGROUP_SCOPE
from hcpy.passes.vulkan.words import BOOL, F16, F32, F64, GLSL, NO_CONTRACTION, U32, U64, Kind

GLOBAL_SIZE = 2  # members of the push constant: the arguments, the module's data, the launch's extent
_BUILTINS = {
    "_Z12get_local_idj": "LocalInvocationId",
    "_Z12get_group_idj": "WorkgroupId",
    "_Z13get_global_idj": "GlobalInvocationId",
}
_LOCAL_SIZE, _GLOBAL_SIZE = "_Z14get_local_sizej", "_Z15get_global_sizej"
_GROUPS = "_Z14get_num_groupsj"
_BARRIERS = ("_Z7barrierj", "_Z9mem_fencej")
_MULTIPLY_HIGH = "_Z6mul_himm"
KNOWN = frozenset((*_BUILTINS, _LOCAL_SIZE, _GLOBAL_SIZE, _GROUPS, *_BARRIERS, _MULTIPLY_HIGH))
# They say something about the code, and compute nothing.
_SILENT = frozenset(
    """lifetime.start lifetime.end assume experimental.noalias.scope.decl sideeffect donothing
    dbg.value dbg.declare dbg.label dbg.assign invariant.start invariant.end fake.use""".split()
)


def write(kernel: Kernel, call: ir.Instruction) -> None:
    name = call.callee_name
    if name in KNOWN:
        _work_item(kernel, call, name)
        return
    found = read_intrinsic(name)
    if found is None:
        raise Unsupported(f"a call of '{name}'" if name else "a call through a pointer")
    if found.name in _SILENT:
        return
    if found.name in _PAIRS:
        kernel.parts[call] = _PAIRS[found.name](kernel, call)
        return
    if found.name not in _INTRINSICS:
        raise Unsupported(f"LLVM's '{name}'")
    kernel.values[call] = _INTRINSICS[found.name](kernel, call)


def can(name: str) -> bool:
    """Can an intrinsic be written?"""
    return name in _SILENT or name in _PAIRS or name in _INTRINSICS


def _work_item(kernel: Kernel, call: ir.Instruction, name: str) -> None:
    if name in _BARRIERS:
        semantics = kernel.u32(FENCE)
        if name == _BARRIERS[0]:
            scope = kernel.u32(WORKGROUP_SCOPE)
            kernel.emit("ControlBarrier", scope, scope, semantics)
        else:
            kernel.emit("MemoryBarrier", kernel.u32(QUEUE_FAMILY), semantics)
        return
    if name == _MULTIPLY_HIGH:
        a, b = (kernel.operand(value) for value in call.arguments)
        kernel.values[call] = _high(kernel, a, b)
        return
    dimension = call.arguments[0]
    kind = kind_of(call.type)
    if isinstance(dimension, ir.Integer):
        value = _number(kernel, name, dimension.value)
    else:
        value, chosen = _number(kernel, name, 0), kernel.operand(dimension)
        for other in (1, 2):
            same = kernel.make("IEqual", BOOL, chosen, kernel.u32(other))
            value = kernel.select(U32, same, _number(kernel, name, other), value)
    kernel.values[call] = kernel.convert(value, U32, kind)


def _number(kernel: Kernel, name: str, dimension: int) -> int:
    if dimension > 2:
        return kernel.u32(1 if name in (_LOCAL_SIZE, _GLOBAL_SIZE, _GROUPS) else 0)
    if name == _GLOBAL_SIZE:
        return kernel.push_constant(GLOBAL_SIZE + dimension)
    if name == _LOCAL_SIZE:
        return kernel.builtin(f"size{dimension}")
    if name == _GROUPS:  # a launch may be several dispatches, each of which has fewer groups
        size, one = kernel.builtin(f"size{dimension}"), kernel.u32(1)
        last = kernel.make("ISub", U32, kernel.push_constant(GLOBAL_SIZE + dimension), one)
        return kernel.make("IAdd", U32, kernel.make("UDiv", U32, last, size), one)
    return kernel.make("CompositeExtract", U32, kernel.builtin(_BUILTINS[name]), dimension)


def _high(kernel: Kernel, a: int, b: int) -> int:
    """The upper half of a product of 64 bits, from products of halves."""

    def half(value: int) -> tuple[int, int]:
        low = kernel.make("BitwiseAnd", U64, value, kernel.const(U64, 0xFFFFFFFF))
        return low, kernel.make("ShiftRightLogical", U64, value, kernel.u32(32))

    def product(x: int, y: int) -> int:
        return kernel.make("IMul", U64, x, y)

    def plus(x: int, y: int) -> int:
        return kernel.make("IAdd", U64, x, y)

    (a0, a1), (b0, b1) = half(a), half(b)
    middle = plus(product(a1, b0), half(product(a0, b0))[1])
    low, high = half(middle)
    other = plus(product(a0, b1), low)
    return plus(plus(product(a1, b1), high), half(other)[1])


# --- integers ---
def _operands(kernel: Kernel, call: ir.Instruction) -> tuple[Kind, list[int]]:
    return kind_of(call.type), [kernel.operand(value) for value in call.arguments]


def _extreme(name: str) -> Callable[[Kernel, ir.Instruction], int]:
    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = _operands(kernel, call)
        if kind == BOOL:  # true is -1 where signs count
            least = name in ("ULessThan", "SGreaterThan")
            return kernel.make("LogicalAnd" if least else "LogicalOr", BOOL, a, b)
        return kernel.select(kind, kernel.make(name, BOOL, a, b), a, b)

    return write_it


def _absolute(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = _operands(kernel, call)
    negative = kernel.make("SLessThan", BOOL, value, kernel.const(kind, 0))
    return kernel.select(kind, negative, kernel.make("SNegate", kind, value), value)


def _halves(kernel: Kernel, value: int) -> tuple[int, int]:
    high = kernel.make("ShiftRightLogical", U64, value, kernel.u32(32))
    return kernel.convert(value, U64, U32), kernel.convert(high, U64, U32)


def _joined(kernel: Kernel, low: int, high: int) -> int:
    low, high = kernel.convert(low, U32, U64), kernel.convert(high, U32, U64)
    return kernel.make("BitwiseOr", U64, low, kernel.make("ShiftLeftLogical", U64, high, kernel.u32(32)))


def _count_ones(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = _operands(kernel, call)
    if kind.bits == 64:
        low, high = (kernel.make("BitCount", U32, half) for half in _halves(kernel, value))
        return kernel.convert(kernel.make("IAdd", U32, low, high), U32, kind)
    count = kernel.make("BitCount", U32, kernel.convert(value, kind, U32))
    return kernel.convert(count, U32, kind)


def _leading_word(kernel: Kernel, word: int) -> int:
    """32 for 0: the instruction gives -1 then."""
    return kernel.make("ISub", U32, kernel.u32(31), kernel.glsl(GLSL["FindUMsb"], U32, word))


def _leading_zeros(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = _operands(kernel, call)
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
    kind, (value, *_) = _operands(kernel, call)
    if kind.bits == 64:
        low, high = _halves(kernel, value)
        none = kernel.make("IEqual", BOOL, low, kernel.u32(0))
        behind = kernel.make("IAdd", U32, _trailing_word(kernel, high), kernel.u32(32))
        return kernel.convert(kernel.select(U32, none, behind, _trailing_word(kernel, low)), U32, kind)
    word = kernel.convert(value, kind, U32)
    if kind.bits < 32:  # a bit behind the last one stops the count
        word = kernel.make("BitwiseOr", U32, word, kernel.u32(1 << kind.bits))
    return kernel.convert(_trailing_word(kernel, word), U32, kind)


def _reverse_bits(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = _operands(kernel, call)
    if kind.bits == 64:
        low, high = (kernel.make("BitReverse", U32, half) for half in _halves(kernel, value))
        return _joined(kernel, high, low)
    word = kernel.make("BitReverse", U32, kernel.convert(value, kind, U32))
    if kind.bits < 32:
        word = kernel.make("ShiftRightLogical", U32, word, kernel.u32(32 - kind.bits))
    return kernel.convert(word, U32, kind)


def _swap_bytes(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, *_) = _operands(kernel, call)
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
        kind, (a, b, by) = _operands(kernel, call)
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


def _saturated(add: bool) -> Callable[[Kernel, ir.Instruction], int]:
    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = _operands(kernel, call)
        made = kernel.make("IAdd" if add else "ISub", kind, a, b)
        over = kernel.make("ULessThan", BOOL, *((made, a) if add else (a, b)))
        return kernel.select(kind, over, kernel.const(kind, -1 if add else 0), made)

    return write_it


def _saturated_signed(add: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """The signs say whether it was too much: those of the operands, and that of the result."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = _operands(kernel, call)
        made = kernel.make("IAdd" if add else "ISub", kind, a, b)
        one = kernel.make("BitwiseXor", kind, a, made)
        two = kernel.make("BitwiseXor", kind, b if add else a, made if add else b)
        both = kernel.make("BitwiseAnd", kind, one, two)
        over = kernel.make("SLessThan", BOOL, both, kernel.const(kind, 0))
        negative = kernel.make("SLessThan", BOOL, a, kernel.const(kind, 0))
        least = kernel.const(kind, 1 << (kind.bits - 1))
        most = kernel.const(kind, (1 << (kind.bits - 1)) - 1)
        return kernel.select(kind, over, kernel.select(kind, negative, least, most), made)

    return write_it


def _three_way(signed: bool) -> Callable[[Kernel, ir.Instruction], int]:
    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = _operands(kernel, call)
        less = kernel.make("SLessThan" if signed else "ULessThan", BOOL, a, b)
        same = kernel.make("IEqual", BOOL, a, b)
        above = kernel.select(kind, same, kernel.const(kind, 0), kernel.const(kind, 1))
        return kernel.select(kind, less, kernel.const(kind, -1), above)

    return write_it


# --- floating point ---
def _root(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value,) = _operands(kernel, call)
    return kernel.glsl(GLSL["Sqrt"], kind, value)


def _rounded(name: str) -> Callable[[Kernel, ir.Instruction], int]:
    """To an integer. Of double by adding 2^52, behind which there are no fractions: Mesa 22's lavapipe leaves
    doubles of more than 2^24 as they are."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (value,) = _operands(kernel, call)
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
    kind, (value,) = _operands(kernel, call)
    return kernel.bitcast(_without_sign(kernel, kind, value), Kind("int", kind.bits), kind)


def _copysign(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value, sign) = _operands(kernel, call)
    bits = Kind("int", kind.bits)
    mask = kernel.const(bits, 1 << (kind.bits - 1))
    sign = kernel.make("BitwiseAnd", bits, kernel.bitcast(sign, kind, bits), mask)
    return kernel.bitcast(
        kernel.make("BitwiseOr", bits, _without_sign(kernel, kind, value), sign), bits, kind
    )


def _contracted(kernel: Kernel, call: ir.Instruction) -> int:
    """llvm.fmuladd: rounded once or twice, as the device likes."""
    kind, (a, b, c) = _operands(kernel, call)
    return kernel.make("FAdd", kind, kernel.make("FMul", kind, a, b), c)


def _canonicalize(kernel: Kernel, call: ir.Instruction) -> int:
    kind, (value,) = _operands(kernel, call)
    made = kernel.make("FMul", kind, value, kernel.real(kind, 1.0))
    kernel.words.decorate(made, NO_CONTRACTION)
    return made


def _chosen_number(least: bool) -> Callable[[Kernel, ir.Instruction], int]:
    """llvm.minnum, maxnum: the other operand where one is a NaN."""

    def write_it(kernel: Kernel, call: ir.Instruction) -> int:
        kind, (a, b) = _operands(kernel, call)
        first = kernel.make("FOrdLessThan" if least else "FOrdGreaterThan", BOOL, a, b)
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


def _same(kernel: Kernel, call: ir.Instruction) -> int:
    return kernel.operand(call.arguments[0])


_INTRINSICS: dict[str, Callable[[Kernel, ir.Instruction], int]] = {
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
    "expect": _same,
    "ssa.copy": _same,
    "launder.invariant.group": _same,
    "strip.invariant.group": _same,
}
_PAIRS: dict[str, Callable[[Kernel, ir.Instruction], tuple[int, int]]] = {
    "uadd.with.overflow": _overflow(True),
    "usub.with.overflow": _overflow(False),
}

"""Writes what NVIDIA's ptxas takes wrong in forms that it takes right, on PTX.

Takes a Lowering whose module is optimised for PTX. docs/devices.md has the faults and what shows them. ptxas
of CUDA 13.0, which is the compiler in the driver 580, takes a store of a float's lower bits for a conversion
of the number (`st.b16 [p], %r` where an instruction for float made %r), and the negation of 16 bits for one
that never overflows, as it does the absolute value; code generation makes both of other instructions, too.
Up to 13.5 it makes `FSET` of a choice between 1 and -0, and the conversion of an integer of one between -1
and -0: both give 0 for -0.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.lowering import Lowering
from hcpy.passes.widened import constant

_REGISTERS = {16: "h", 32: "r", 64: "l"}
_MOVED_ON = (Opcode.FREEZE, Opcode.PHI, Opcode.SELECT, Opcode.ZEXT, Opcode.SEXT)
_NEGATIVE_ZERO = 0x80000000
_CHECKED_DIFFERENCES = ("llvm.ssub.sat.", "llvm.ssub.with.overflow.")


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for opcode, rewrite in _REWRITES.items():
            for instruction in list(function.instructions_of(opcode)):
                rewrite(instruction)


def _truncate(narrowing: ir.Instruction) -> None:
    """The lower bits of a float: by an instruction that gives an integer."""
    if not _is_float(narrowing.operand(0), set()):
        return
    width = narrowing.type.scalar.width

    def lower_bits(build: ir.Builder, value: ir.Value) -> ir.Value:
        have = value.type.width
        if have not in _REGISTERS:
            return build.cast(Opcode.TRUNC, value, narrowing.type.scalar)
        want = next(w for w in _REGISTERS if w >= width)
        bits = _moved(build, value) if want == have else _converted(build, value, want)
        return bits if want == width else build.cast(Opcode.TRUNC, bits, narrowing.type.scalar)

    _by_element(narrowing, narrowing.operand(0), lower_bits)


def _is_float(value: ir.Value, seen: set[ir.Value]) -> bool:
    """May code generation have this integer in a register that an instruction for floats writes?"""
    if not isinstance(value, ir.Instruction) or value in seen:
        return False
    if value.opcode is Opcode.BITCAST:
        return value.operand(0).type.scalar.is_floating
    seen.add(value)
    return value.opcode in _MOVED_ON and any(_is_float(operand, seen) for operand in value.operands)


def _store(store: ir.Instruction) -> None:
    """Code generation stores a float that is not aligned by its bytes."""
    value, pointer = store.operands
    scalar = value.type.scalar
    if not scalar.is_floating or store.align * 8 >= scalar.width or scalar.width not in _REGISTERS:
        return
    with ir.Builder.before(store) as build:
        build.at_location(store.debug_location)
        for number in range(value.type.count if value.type.is_vector else 1):
            one = (
                build.extract_element(value, build.types.i32.const(number)) if value.type.is_vector else value
            )
            bits = build.cast(Opcode.BITCAST, one, build.types.integer(scalar.width))
            place = build.offset(pointer, number * scalar.width // 8) if number else pointer
            build.store(_moved(build, bits), place, store.align).is_volatile = store.is_volatile
    store.erase()


def _select(choice: ir.Instruction) -> None:
    """A choice between -0 and another number: of integers with their bits."""
    if not choice.type.scalar.is_floating or choice.type.scalar.width != 32:
        return
    condition, a, b = choice.operands
    if not (isinstance(a, ir.Constant) and isinstance(b, ir.Constant)):
        return
    with ir.Builder.before(choice) as build:
        bits = choice.type.with_scalar(build.types.i32)
        chosen = [build.cast(Opcode.BITCAST, value, bits) for value in (a, b)]
        if not any(_NEGATIVE_ZERO in _numbers(value) for value in chosen):
            return
        build.at_location(choice.debug_location)
        choice.replace(build.cast(Opcode.BITCAST, build.select(condition, chosen[0], chosen[1]), choice.type))


def _numbers(bits: ir.Value) -> list[int | None]:
    """Of each element of a constant; none where it is undefined."""
    elements = bits.elements() if bits.type.is_vector and isinstance(bits, ir.Constant) else (bits,)
    return [element.value if isinstance(element, ir.Integer) else None for element in elements]


def _subtract(difference: ir.Instruction) -> None:
    """The negation of 16 bits: of 32."""
    a, b = difference.operands
    if a == a.type.null() and _has_16_bits(difference):
        _by_element(difference, b, _negated)
    elif _is_xor(a, b):
        _absolute_by_sign(difference, a, b)


def _exclude(xor: ir.Instruction) -> None:
    for total, sign in (xor.operands, xor.operands[::-1]):
        if isinstance(total, ir.Instruction) and total.opcode is Opcode.ADD and sign in total.operands:
            _absolute_by_sign(xor, total, sign)
            return


def _is_xor(value: ir.Value, of: ir.Value) -> bool:
    return isinstance(value, ir.Instruction) and value.opcode is Opcode.XOR and of in value.operands


def _absolute_by_sign(old: ir.Instruction, by_sign: ir.Value, sign: ir.Value) -> None:
    """`(x ^ s) - s` and `(x + s) ^ s` where s repeats the sign of x: code generation makes `abs` of them."""
    assert isinstance(by_sign, ir.Instruction)
    a, b = by_sign.operands
    value = b if a == sign else a
    if _is_sign_of(value, sign) and value.type.scalar.width in _REGISTERS:
        _by_element(old, value, _chosen_absolute)


def _is_sign_of(value: ir.Value, sign: ir.Value) -> bool:
    if not isinstance(sign, ir.Instruction):
        return False
    if sign.opcode is Opcode.ASHR:
        last = constant(value.type, value.type.scalar.width - 1)
        return sign.operand(0) == value and sign.operand(1) == last
    comparison = sign.operand(0)
    return (
        sign.opcode is Opcode.SEXT
        and isinstance(comparison, ir.Instruction)
        and comparison.opcode is Opcode.ICMP
        and comparison.predicate is IntPredicate.SLT
        and comparison.operand(0) == value
        and comparison.operand(1) == value.type.null()
    )


def _multiply(product: ir.Instruction) -> None:
    """Code generation negates and shifts 16 bits where a factor is a negative power of two."""
    value, factors = product.operands
    if not (_has_16_bits(product) and isinstance(factors, ir.Constant)):
        return
    numbers = _numbers(factors)
    shifts = [number and 0x10000 - number for number in numbers]
    if not any(map(_is_power_of_two, shifts)):
        return

    def times(build: ir.Builder, one: ir.Value, number: int) -> ir.Value:
        shift = shifts[number]
        if shift is None or not _is_power_of_two(shift):
            return build.mul(one, one.type.const(numbers[number] or 0))
        return _negated(build, build.binary(Opcode.SHL, one, one.type.const(shift.bit_length() - 1)))

    _by_numbered_element(product, value, times)


def _is_power_of_two(number: int | None) -> bool:
    return number is not None and number > 0 and number & (number - 1) == 0


def _has_16_bits(instruction: ir.Instruction) -> bool:
    return instruction.type.scalar == instruction.type.types.integer(16)


def _call(call: ir.Instruction) -> None:
    if call.callee_name.startswith("llvm.abs."):
        _absolute(call)
    elif call.callee_name == "llvm.copysign.f32":
        _copy_sign(call)
    elif call.callee_name.startswith(_CHECKED_DIFFERENCES):
        _checked_difference(call)


def _checked_difference(call: ir.Instruction) -> None:
    """The negation of 16 bits that saturates, or says whether it overflows: code generation asks its sign."""
    zero, value = call.operands[:2]
    type_ = zero.type
    if zero != type_.null() or type_.scalar != type_.types.integer(16):
        return
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        least = constant(type_, 0x8000)
        is_least = build.compare(IntPredicate.EQ, value, least)
        negated = build.sub(zero, value)
        if call.callee_name.startswith("llvm.ssub.sat."):
            call.replace(build.select(is_least, constant(type_, 0x7FFF), negated))
        else:
            answer = build.insert_value(call.type.poison(), negated, 0)
            call.replace(build.insert_value(answer, is_least, 1))
    if isinstance(negated, ir.Instruction):
        _subtract(negated)


def _copy_sign(call: ir.Instruction) -> None:
    """Code generation makes 1 and -0 of the sides of a choice of which it needs the sign."""
    size, sign = call.operands[:2]
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        type_ = build.types.function(call.type, [call.type, call.type])
        copies = build.assembler(type_, "copysign.f32 $0, $1, $2;", "=f,f,f", effects=False)
        call.replace(build.call(copies, [sign, size], type_=type_))


def _absolute(call: ir.Instruction) -> None:
    """The absolute value of what may be the least number: a choice."""
    value, is_least_poison = call.operands[:2]
    least_counts = isinstance(is_least_poison, ir.Integer) and not is_least_poison.value
    if least_counts and value.type.scalar.width in _REGISTERS:
        _by_element(call, value, _chosen_absolute)


def _chosen_absolute(build: ir.Builder, value: ir.Value) -> ir.Value:
    is_negative = build.compare(IntPredicate.SLT, value, value.type.const(0))
    return build.select(is_negative, _negated(build, value), value)


def _negated(build: ir.Builder, value: ir.Value) -> ir.Value:
    if value.type.width > 16:
        return _assembler(build, value.type, f"neg.s{value.type.width} $0, $1;", value)
    wide = build.cast(Opcode.ZEXT, value, build.types.i32)
    return build.cast(Opcode.TRUNC, _assembler(build, wide.type, "neg.s32 $0, $1;", wide), value.type)


def _moved(build: ir.Builder, value: ir.Value) -> ir.Value:
    return _assembler(build, value.type, f"mov.b{value.type.width} $0, $1;", value)


def _converted(build: ir.Builder, value: ir.Value, width: int) -> ir.Value:
    type_ = build.types.integer(width)
    return _assembler(build, type_, f"cvt.u{width}.u{value.type.width} $0, $1;", value)


def _assembler(build: ir.Builder, result: ir.Type, text: str, value: ir.Value) -> ir.Value:
    """One instruction, which LLVM does not look into."""
    type_ = build.types.function(result, [value.type])
    registers = f"={_REGISTERS[result.width]},{_REGISTERS[value.type.width]}"
    return build.call(build.assembler(type_, text, registers, effects=False), [value], type_=type_)


def _by_element(
    old: ir.Instruction, value: ir.Value, made: Callable[[ir.Builder, ir.Value], ir.Value]
) -> None:
    _by_numbered_element(old, value, lambda build, one, _: made(build, one))


def _by_numbered_element(
    old: ir.Instruction, value: ir.Value, made: Callable[[ir.Builder, ir.Value, int], ir.Value]
) -> None:
    with ir.Builder.before(old) as build:
        build.at_location(old.debug_location)
        if not value.type.is_vector:
            old.replace(made(build, value, 0))
            return
        new = old.type.poison()
        for number in range(value.type.count):
            place = build.types.i32.const(number)
            new = build.insert_element(new, made(build, build.extract_element(value, place), number), place)
        old.replace(new)


_REWRITES: dict[Opcode, Callable[[ir.Instruction], None]] = {
    Opcode.TRUNC: _truncate,
    Opcode.STORE: _store,
    Opcode.SELECT: _select,
    Opcode.SUB: _subtract,
    Opcode.XOR: _exclude,
    Opcode.MUL: _multiply,
    Opcode.CALL: _call,
}

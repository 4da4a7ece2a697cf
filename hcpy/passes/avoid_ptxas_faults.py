"""Writes what NVIDIA's ptxas takes wrong in forms that it takes right, on PTX.

Takes a Lowering whose module is optimised for PTX. docs/devices.md has the faults and what shows them. ptxas
of CUDA 13.0, which is the compiler in the driver 580, takes a store of a float's lower bits for a conversion
of the number (`st.b16 [p], %r` where an instruction for float made %r), and the negation of 16 bits for one
that never overflows, as it does the absolute value. Up to 13.5 it makes `FSET` of a choice between 1 and -0,
and the conversion of an integer of one between -1 and -0: both give 0 for -0.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.lowering import Lowering

_REGISTERS = {16: "h", 32: "r", 64: "l"}
_MOVED_ON = (Opcode.FREEZE, Opcode.PHI, Opcode.SELECT, Opcode.ZEXT, Opcode.SEXT)
_NEGATIVE_ZERO = 0x80000000


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
    zero, value = difference.operands
    if zero == zero.type.null() and difference.type.scalar == difference.type.types.integer(16):
        _by_element(difference, value, _negated)


def _call(call: ir.Instruction) -> None:
    if call.callee_name.startswith("llvm.abs."):
        _absolute(call)
    elif call.callee_name == "llvm.copysign.f32":
        _copy_sign(call)


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
    if not (least_counts and value.type.scalar.width in _REGISTERS):
        return

    def absolute(build: ir.Builder, one: ir.Value) -> ir.Value:
        is_negative = build.compare(IntPredicate.SLT, one, one.type.const(0))
        return build.select(is_negative, _negated(build, one), one)

    _by_element(call, value, absolute)


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
    with ir.Builder.before(old) as build:
        build.at_location(old.debug_location)
        if not value.type.is_vector:
            old.replace(made(build, value))
            return
        new = old.type.poison()
        for number in range(value.type.count):
            place = build.types.i32.const(number)
            new = build.insert_element(new, made(build, build.extract_element(value, place)), place)
        old.replace(new)


_REWRITES: dict[Opcode, Callable[[ir.Instruction], None]] = {
    Opcode.TRUNC: _truncate,
    Opcode.STORE: _store,
    Opcode.SELECT: _select,
    Opcode.SUB: _subtract,
    Opcode.CALL: _call,
}

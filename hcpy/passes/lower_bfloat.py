"""Makes __bf16 what every device can do: 16 bits in memory, arithmetic in float, short conversions.

Takes a module as clang made it. The SPIR-V back end has no such type, and x86's calls the C library for
conversions, which not every system has.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode, Site, Value
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering

_SIGN, _QUIET, _HALF = 0x8000, 64, 0x7FFF
# They move values and compute nothing.
_MOVES = ("expect", "masked.", "ssa.copy", "vector.extract", "vector.insert", "vector.reverse")


def run(lowering: Lowering) -> None:
    lower(lowering.module)


def lower(module: ir.Module) -> None:
    """A module without the type stays as it is."""
    if ir.TypeSearch(_is_bfloat).is_in(module):
        ir.change_types(module, ir.Change(_as_word, _bits_of, _REWRITES))


def _is_bfloat(type_: ir.Type) -> bool:
    return type_.kind is ir.TypeKind.BFLOAT


def _holds(value: Value) -> bool:
    """Is it a __bf16, or a vector of them?"""
    return _is_bfloat(value.type.scalar)


def _as_word(type_: ir.Type) -> ir.Type:
    return type_.types.integer(16) if _is_bfloat(type_) else type_


def _bits_of(number: Value, type_: ir.Type) -> Value:
    with ir.Builder(type_.types.context) as build:  # which computes with constants at once
        return build.cast(Opcode.BITCAST, number, type_)


# --- conversions -------------------------------------------------------------------------------------
def _constant(like: Value, number: int) -> Value:
    """For each lane of a vector the same."""
    type_ = like.type
    if not type_.is_vector:
        return type_.const(number)
    return type_.const_aggregate([type_.element.const(number)] * type_.count)


def _widened(build: ir.Builder, word: Value) -> Value:
    """The float of 16 bits."""
    types = build.types
    bits = build.cast(Opcode.ZEXT, word, word.type.with_scalar(types.i32))
    high = build.binary(Opcode.SHL, bits, _constant(bits, 16))
    return build.cast(Opcode.BITCAST, high, word.type.with_scalar(types.float))


def _narrowed(build: ir.Builder, value: Value) -> Value:
    """The 16 bits of a float: to the nearest, ties to even; a NaN stays one."""
    types = build.types
    bits = build.cast(Opcode.BITCAST, value, value.type.with_scalar(types.i32))
    high = build.binary(Opcode.LSHR, bits, _constant(bits, 16))
    odd = build.binary(Opcode.AND, high, _constant(bits, 1))
    up = build.add(bits, build.add(odd, _constant(bits, _HALF)))
    rounded = build.binary(Opcode.LSHR, up, _constant(bits, 16))
    quiet = build.binary(Opcode.OR, high, _constant(bits, _QUIET))
    is_nan = build.compare(ir.RealPredicate.UNO, value, value)
    chosen = build.select(is_nan, quiet, rounded)
    return build.trunc(chosen, value.type.with_scalar(types.integer(16)))


def _rounded_to_odd(site: Site, value: Value) -> Value:
    """A float of a wider number, whose last bit says whether that was inexact: rounding it again is right."""
    build, types = site.build, site.build.types
    near = build.cast(Opcode.FPTRUNC, value, value.type.with_scalar(types.float))
    back = build.cast(Opcode.FPEXT, near, value.type)
    inexact = build.compare(ir.RealPredicate.ONE, back, value)
    size = site.module.intrinsic("llvm.fabs", [value.type])
    away = build.compare(ir.RealPredicate.OGT, build.call(size, [back]), build.call(size, [value]))
    bits = build.cast(Opcode.BITCAST, near, value.type.with_scalar(types.i32))
    cut = build.sub(bits, build.cast(Opcode.ZEXT, away, bits.type))
    chosen = build.select(inexact, build.binary(Opcode.OR, cut, _constant(bits, 1)), bits)
    return build.cast(Opcode.BITCAST, chosen, near.type)


# --- instructions ------------------------------------------------------------------------------------
def _wide(site: Site, index: int) -> Value:
    return _widened(site.build, site.operand(index))


def _fast(site: Site, made: Value) -> Value:
    if isinstance(made, ir.Instruction) and made.can_be_fast:
        made.fast_math = site.old.fast_math
    return made


def _computed(site: Site) -> Value:
    made = site.build.binary(site.old.opcode, _wide(site, 0), _wide(site, 1))
    return _narrowed(site.build, _fast(site, made))


def _negated(site: Site) -> Value:
    word = site.operand(0)
    return site.build.binary(Opcode.XOR, word, _constant(word, _SIGN))


def _compared(site: Site) -> Value:
    return _fast(site, site.build.compare(site.old.predicate, _wide(site, 0), _wide(site, 1)))


def _converted_from(site: Site) -> Value | None:
    if not _holds(site.old.operand(0)):
        return None
    value, to = _wide(site, 0), site.old.type
    return value if value.type == to else site.build.cast(site.old.opcode, value, to)


def _converted_to(site: Site) -> Value:
    """From a number of another type."""
    build, value = site.build, site.operand(0)
    single = value.type.with_scalar(build.types.float)
    if site.old.opcode is not Opcode.FPTRUNC:
        value = build.cast(site.old.opcode, value, single)
    elif value.type != single:
        value = _rounded_to_odd(site, value)
    return _narrowed(build, value)


def _called(site: Site) -> Value | None:
    """An intrinsic of bfloat: in float; one that moves values only: of 16 bits."""
    old = site.old
    callee = old.callee
    if callee is None or (found := read_intrinsic(callee.name)) is None or not callee.is_intrinsic:
        return None
    build, type_ = site.build, old.called_type
    moves = found.name.startswith(_MOVES)
    new = build.types.integer(16) if moves else build.types.float
    parts = [part.replace("bf16", "i16" if moves else "f32") for part in found.types]
    name = ".".join(("llvm", found.name, *parts))
    parameters = [_with(parameter, new) for parameter in type_.parameters]
    given = [
        _widened(build, site.value(argument)) if _holds(argument) and not moves else site.value(argument)
        for argument in old.arguments
    ]
    function = site.module.declare(name, build.types.function(_with(type_.result, new), parameters))
    made = _fast(site, build.call(function, given))
    return made if moves else _given_back(build, made, type_.result)


def _with(type_: ir.Type, new: ir.Type) -> ir.Type:
    """A type of an intrinsic with another one for bfloat."""
    if type_.is_struct:
        return type_.types.struct([_with(element, new) for element in type_.elements])
    return type_.with_scalar(new) if _is_bfloat(type_.scalar) else type_


def _given_back(build: ir.Builder, made: Value, old: ir.Type) -> Value:
    """The result of an intrinsic in 16 bits again; one of a pair is, where the other is a number."""
    if not old.is_struct:
        return _narrowed(build, made) if _is_bfloat(old.scalar) else made
    parts = [build.extract_value(made, n) for n in range(old.count)]
    parts = [_given_back(build, part, type_) for part, type_ in zip(parts, old.elements, strict=True)]
    whole: Value = old.types.struct([part.type for part in parts]).poison()
    for number, part in enumerate(parts):
        whole = build.insert_value(whole, part, number)
    return whole


def _at_an_address(site: Site) -> Value | None:
    """Arithmetic in memory is that of the type."""
    if site.old.atomic_operation is not ir.AtomicOperation.XCHG:
        raise site.error("an atomic operation on __bf16")
    return None


_REWRITES = {
    **dict.fromkeys((Opcode.FADD, Opcode.FSUB, Opcode.FMUL, Opcode.FDIV, Opcode.FREM), _computed),
    **dict.fromkeys((Opcode.FPEXT, Opcode.FPTOSI, Opcode.FPTOUI), _converted_from),
    **dict.fromkeys((Opcode.FPTRUNC, Opcode.SITOFP, Opcode.UITOFP), _converted_to),
    Opcode.ATOMIC_RMW: _at_an_address,
    Opcode.CALL: _called,
    Opcode.FCMP: _compared,
    Opcode.FNEG: _negated,
}

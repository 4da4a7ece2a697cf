"""Makes products of 128 bits, of which the halves are used, multiplications of 64 bits.

Takes a Lowering whose module is optimised. LLVM finds the upper half of a product in code that computes it
from products of 32 bits, and makes an integer of 128 bits of it; SPIR-V has none. OpenCL's mul_hi gives the
upper half.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering

_HIGH = {Opcode.ZEXT: "_Z6mul_himm", Opcode.SEXT: "_Z6mul_hill"}
_HALF = 64
_WIDE = (Opcode.LSHR, Opcode.ASHR, Opcode.MUL, *_HIGH)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for narrowed in list(function.instructions_of(Opcode.TRUNC)):
            if narrowed.type.is_integer and narrowed.type.width <= _HALF:
                _narrow(lowering.module, narrowed)


def _narrow(module: ir.Module, narrowed: ir.Instruction) -> None:
    """A part of a product, of its lower half or its upper one."""
    product, shift = narrowed.operand(0), 0
    if _is(product, Opcode.LSHR, Opcode.ASHR):
        assert isinstance(product, ir.Instruction)
        product, by = product.operands
        if not isinstance(by, ir.Integer):
            return
        shift = by.value
    if not _is(product, Opcode.MUL) or product.type.is_vector or product.type.width != 2 * _HALF:
        return
    assert isinstance(product, ir.Instruction)
    extension = _extension(product)
    if extension is None or 0 < shift < _HALF or shift + narrowed.type.width > 2 * _HALF:
        return
    with ir.Builder.before(narrowed) as build:
        build.at_location(narrowed.debug_location)
        a, b = (_factor(build, extension, factor) for factor in product.operands)
        if shift < _HALF:
            made: ir.Value = build.binary(Opcode.MUL, a, b)
        else:
            type_ = module.types.i64
            name, convention = _HIGH[extension], ir.CallingConvention.SPIR_FUNCTION
            high = module.declare(name, module.types.function(type_, [type_, type_]), convention)
            made = build.call(high, [a, b])
            if shift > _HALF:
                made = build.binary(Opcode.LSHR, made, type_.const(shift - _HALF))
        if narrowed.type.width < _HALF:
            made = build.cast(Opcode.TRUNC, made, narrowed.type)
    whole = narrowed.operand(0)
    narrowed.replace(made)
    _drop(whole)


def _is(value: ir.Value, *opcodes: Opcode) -> bool:
    return isinstance(value, ir.Instruction) and value.opcode in opcodes


def _extension(product: ir.Instruction) -> Opcode | None:
    """How both factors were extended; None: not from 64 bits or fewer, or not alike."""
    for opcode in _HIGH:
        if all(_is_extended(factor, opcode) for factor in product.operands):
            return opcode
    return None


def _is_extended(factor: ir.Value, opcode: Opcode) -> bool:
    if isinstance(factor, ir.Integer):
        if opcode is Opcode.ZEXT:
            return factor.value < 1 << _HALF
        return -(1 << (_HALF - 1)) <= factor.signed < 1 << (_HALF - 1)
    if not _is(factor, opcode):
        return False
    assert isinstance(factor, ir.Instruction)
    return factor.operand(0).type.width <= _HALF


def _factor(build: ir.Builder, extension: Opcode, factor: ir.Value) -> ir.Value:
    """In 64 bits."""
    type_ = build.types.i64
    if isinstance(factor, ir.Integer):
        return type_.const(factor.value & ((1 << _HALF) - 1))
    assert isinstance(factor, ir.Instruction)
    source = factor.operand(0)
    return source if source.type == type_ else build.cast(extension, source, type_)


def _drop(value: ir.Value) -> None:
    """What nobody uses any more of the wide numbers."""
    if _is(value, *_WIDE) and not value.is_used:
        assert isinstance(value, ir.Instruction)
        operands = dict.fromkeys(value.operands)  # a square has one twice
        value.erase()
        for operand in operands:
            _drop(operand)

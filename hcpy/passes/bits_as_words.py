"""Makes words of vectors of truth values, and such vectors of words, by shifts.

Takes a Lowering whose module is optimised for SPIR-V. LLVM casts one to the other where programs ask which
lanes answered yes, or take them from a byte: SPIR-V's truth values have no bits.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for cast in list(function.instructions_of(Opcode.BITCAST)):
            if _is_of_bits(cast.type) != _is_of_bits(cast.operand(0).type):
                _replace(cast)


def _is_of_bits(type_: ir.Type) -> bool:
    return type_.is_vector and type_.element.is_integer and type_.element.width == 1


def _replace(cast: ir.Instruction) -> None:
    source = cast.operand(0)
    with ir.Builder.before(cast) as build:
        build.at_location(cast.debug_location)
        if _is_of_bits(cast.type):
            word = build.cast(Opcode.BITCAST, source, build.types.integer(cast.type.count))
            made = _lanes(build, word, cast.type)
        else:
            made = build.cast(Opcode.BITCAST, _word(build, source), cast.type)
    cast.replace(made)


def _lanes(build: ir.Builder, word: ir.Value, type_: ir.Type) -> ir.Value:
    made: ir.Value = type_.poison()
    for lane in range(type_.count):
        shifted = build.binary(Opcode.LSHR, word, word.type.const(lane))
        bit = build.cast(Opcode.TRUNC, shifted, type_.element)
        made = build.insert_element(made, bit, build.types.i32.const(lane))
    return made


def _word(build: ir.Builder, lanes: ir.Value) -> ir.Value:
    type_ = build.types.integer(lanes.type.count)
    word: ir.Value = type_.const(0)
    for lane in range(lanes.type.count):
        bit = build.cast(Opcode.ZEXT, build.extract_element(lanes, build.types.i32.const(lane)), type_)
        word = build.binary(Opcode.OR, word, build.binary(Opcode.SHL, bit, type_.const(lane)))
    return word

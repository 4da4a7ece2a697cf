"""Takes parts of words by shifts again, where LLVM takes them for elements of long vectors.

`trunc i64 %word to i1` of an element is `extractelement <128 x i1>` of the whole vector for it: SPIR-V has no
such vectors, and none of single bits in words. Takes a Lowering whose kernels stand alone.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering
from hcpy.passes.split_long_vectors import is_long


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for part in list(function.instructions_of(Opcode.EXTRACT_ELEMENT)):
            cast, index = part.operands
            if isinstance(index, ir.Integer) and isinstance(cast, ir.Instruction) and _is_of_words(cast):
                _shift(part, cast, index.value)


def _is_of_words(cast: ir.Instruction) -> bool:
    if cast.opcode is not Opcode.BITCAST or not is_long(cast.type):
        return False
    source = cast.operand(0).type
    word = source.element if source.is_vector else source
    return word.is_integer and cast.type.element.is_integer and word.width % cast.type.element.width == 0


def _shift(part: ir.Instruction, cast: ir.Instruction, index: int) -> None:
    word = cast.operand(0)
    with ir.Builder.before(part) as build:
        if word.type.is_vector:
            in_a_word = word.type.element.width // part.type.width
            word = build.extract_element(word, build.types.i32.const(index // in_a_word))
            index %= in_a_word
        shifted = build.binary(Opcode.LSHR, word, word.type.const(index * part.type.width))
        part.replace(build.cast(Opcode.TRUNC, shifted, part.type))
    if not cast.is_used:
        cast.erase()

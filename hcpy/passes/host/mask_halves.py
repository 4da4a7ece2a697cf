"""Host target, after LLVM's optimiser: what is counted under several conditions, a register at a time.

Takes the optimised module of an architecture with AVX2; changes `n += a < b || c == d` of strips that are
wider than a register. AVX2's masks are as wide as what was compared. Where such a strip's are joined by and,
or and xor, the code generator packs each of them to bytes, joins these, and widens the result again, by 20
instructions. Of eight numbers of 32 bits it joins the registers that comparisons left, and subtracts them.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.turned_blocks import joined

ARCHS = frozenset(("x86-64-v3",))
_LANES, _BITS = 8, 32
_JOINS = frozenset((Opcode.AND, Opcode.OR, Opcode.XOR))
_QUESTIONS = frozenset((Opcode.ICMP, Opcode.FCMP))
_EXTENSIONS = frozenset((Opcode.ZEXT, Opcode.SEXT))


def join_by_registers(module: ir.Module) -> None:
    for function in module.definitions:
        for opcode in _JOINS:
            for mask in list(function.instructions_of(opcode)):
                if _is_wide(mask) and all(_is_extension(user) for user in mask.users) and _is_joined(mask):
                    _extend_parts(mask)


def _is_wide(mask: ir.Value) -> bool:
    kind = mask.type
    return kind.is_vector and _has_bits(kind, 1) and kind.count > _LANES and not kind.count & (kind.count - 1)


def _has_bits(kind: ir.Type, bits: int) -> bool:
    return (kind.element.is_integer or kind.element.is_floating) and kind.element.width == bits


def _is_extension(user: ir.Value) -> bool:
    return (
        isinstance(user, ir.Instruction) and user.opcode in _EXTENSIONS and user.type.element.width >= _BITS
    )


def _is_joined(mask: ir.Value) -> bool:
    """Of comparisons of 32 bits alone; a join negates with a constant."""
    if not isinstance(mask, ir.Instruction):
        return isinstance(mask, ir.Constant)
    if mask.opcode in _JOINS:
        return all(_is_joined(part) for part in mask.operands)
    return mask.opcode in _QUESTIONS and _has_bits(mask.operand(0).type, _BITS)


def _extend_parts(mask: ir.Instruction) -> None:
    after = mask.following
    assert after is not None
    with ir.Builder.before(after) as build:
        words = build.types.i32.vector(_LANES)
        parts = [
            build.cast(Opcode.SEXT, _part(build, mask, first), words)
            for first in range(0, mask.type.count, _LANES)
        ]
        words_of_all = joined(build, parts)
    for user in list(mask.users):
        assert isinstance(user, ir.Instruction)
        with ir.Builder.before(user) as build:
            user.replace(_extended(build, words_of_all, user))


def _extended(build: ir.Builder, words: ir.Value, user: ir.Instruction) -> ir.Value:
    """As the user extends a bit."""
    made = words
    if user.opcode is Opcode.ZEXT:
        made = build.binary(Opcode.AND, words, _each(words.type, 1))
    return made if made.type == user.type else build.cast(user.opcode, made, user.type)


def _each(kind: ir.Type, number: int) -> ir.Value:
    return kind.const_aggregate([kind.element.const(number)] * kind.count)


def _part(build: ir.Builder, mask: ir.Value, first: int) -> ir.Value:
    if isinstance(mask, ir.Instruction) and mask.opcode in _JOINS:
        sides = [_part(build, side, first) for side in mask.operands]
        return build.binary(mask.opcode, sides[0], sides[1])
    if isinstance(mask, ir.Instruction) and mask.opcode in _QUESTIONS:
        sides = [_taken(build, side, range(first, first + _LANES)) for side in mask.operands]
        return build.compare(mask.predicate, sides[0], sides[1])
    return _taken(build, mask, range(first, first + _LANES))


def _taken(build: ir.Builder, vector: ir.Value, lanes: range) -> ir.Value:
    i32 = build.types.i32
    places = i32.vector(len(lanes)).const_aggregate([i32.const(n) for n in lanes])
    return build.shuffle(vector, vector.type.poison(), places)

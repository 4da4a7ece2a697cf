"""Host target, after LLVM's optimiser: what vectors of 64 bits are asked, although all of it fits in 32 bits.

Takes an optimised module; changes comparisons of whole numbers. LLVM widens what a loop counts to the width
of an index, and with it what is asked of it (`j < i` of ints): the strip's numbers are extended to 64 bits,
which are twice as many registers, and whose masks have to be put together for numbers of 32 bits.

One side has to be vectors of 32 bits that were extended with their sign, the other one a number that is the
same for all lanes: a constant, what was extended, or what a loop counts up from and to a number of 31 bits.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.lane_places import splat

_WIDE, _NARROW = 64, 32
_LIMIT = 1 << 31
_SIGNED = frozenset((IntPredicate.SLT, IntPredicate.SLE, IntPredicate.SGT, IntPredicate.SGE))
_ASKED = _SIGNED | {IntPredicate.EQ, IntPredicate.NE}


def narrow(module: ir.Module) -> None:
    for function in module.definitions:
        for question in list(function.instructions_of(Opcode.ICMP)):
            if _is_of_indices(question.operand(0).type) and question.predicate in _ASKED:
                _narrow(question)


def _is_of_indices(kind: ir.Type) -> bool:
    return kind.is_vector and kind.element.is_integer and kind.element.width == _WIDE


def _narrow(question: ir.Instruction) -> None:
    first, second = question.operands
    if not any(_extended(side) for side in (first, second)):
        return
    if not all(_extended(side) or _is_small(side) for side in (first, second)):
        return
    with ir.Builder.before(question) as build:
        sides = [_cut(build, side) for side in (first, second)]
        predicate = question.predicate
        question.replace(build.compare(predicate, sides[0], sides[1], "hc.narrow"))


def _extended(value: ir.Value) -> bool:
    """From 32 bits, with the sign."""
    if not isinstance(value, ir.Instruction):
        return False
    if value.opcode is Opcode.SEXT:
        return value.operand(0).type.element.width == _NARROW
    shifted = value.operands[0] if value.opcode is Opcode.ASHR else None
    return (
        isinstance(shifted, ir.Instruction)
        and shifted.opcode is Opcode.SHL
        and all(_lane(shift.operand(1)) == _NARROW for shift in (value, shifted))
    )


def _lane(value: ir.Value) -> int | None:
    """The number that each lane of a constant is."""
    if not isinstance(value, ir.Constant) or not value.type.is_vector:
        return None
    lanes = list(value.elements())
    numbers = {lane.signed if isinstance(lane, ir.Integer) else None for lane in lanes}
    return numbers.pop() if len(numbers) == 1 else None


def _is_small(value: ir.Value) -> bool:
    lane = _lane(value)
    if lane is not None:
        return -_LIMIT <= lane < _LIMIT
    shared = splat(value) if isinstance(value, ir.Instruction) else None
    if not isinstance(shared, ir.Instruction):
        return False
    if shared.opcode is Opcode.SEXT:
        return shared.operand(0).type.width <= _NARROW
    return _bound(shared) is not None if shared.opcode is not Opcode.PHI else _counts_to_small(shared)


def _counts_to_small(number: ir.Instruction) -> bool:
    """Does a loop of one block count it up by one, from a number of 31 bits to one that ends the loop?"""
    block = number.block
    incoming = {source: value for value, source in number.incoming}
    following = incoming.pop(block, None)
    if len(incoming) != 1 or not isinstance(following, ir.Instruction) or following.opcode is not Opcode.ADD:
        return False
    (begin,) = incoming.values()
    step = following.operand(1)
    if following.operand(0) != number or not isinstance(step, ir.Integer) or step.value != 1:
        return False
    if not isinstance(begin, ir.Integer) or not 0 <= begin.signed < _LIMIT:
        return False
    return _ends(block, following, begin.signed)


def _ends(block: ir.Block, following: ir.Instruction, begin: int) -> bool:
    """By being equal to a number that is larger than what it begins with: it counts all between."""
    terminator = block.terminator
    question = terminator.operand(0) if terminator.operand_count > 1 else None
    if not isinstance(question, ir.Instruction) or question.opcode is not Opcode.ICMP:
        return False
    goes_on_if = next(iter(terminator.successors)) == block
    if question.predicate is not (IntPredicate.NE if goes_on_if else IntPredicate.EQ):
        return False
    if question.operand(0) != following:
        return False
    bound = _bound(question.operand(1))
    return bound is not None and begin < bound and (following.nuw or following.nsw)


def _bound(value: ir.Value) -> int | None:
    """The least that a number of 31 bits may be, as which a loop's bound is known."""
    if isinstance(value, ir.Integer):
        return value.signed if 0 <= value.signed < _LIMIT else None
    if isinstance(value, ir.Instruction) and value.opcode is Opcode.ZEXT:
        return 1 if value.operand(0).type.width < _NARROW or value.nneg else None
    return None


def _cut(build: ir.Builder, value: ir.Value) -> ir.Value:
    narrow_type = build.types.i32.vector(value.type.count)
    if isinstance(value, ir.Instruction) and value.opcode is Opcode.SEXT:
        return value.operand(0)
    if isinstance(value, ir.Instruction) and value.opcode is Opcode.ASHR:
        shifted = value.operand(0)
        assert isinstance(shifted, ir.Instruction)
        with ir.Builder.before(value) as outside:  # of the loop that asks, often
            return outside.cast(Opcode.TRUNC, shifted.operand(0), narrow_type, "hc.cut")
    shared = splat(value) if isinstance(value, ir.Instruction) else None
    if shared is None:
        return build.cast(Opcode.TRUNC, value, narrow_type)
    i32 = build.types.i32
    one = build.insert_element(narrow_type.poison(), build.cast(Opcode.TRUNC, shared, i32), i32.const(0))
    places = i32.vector(value.type.count).const_aggregate([i32.const(0)] * value.type.count)
    return build.shuffle(one, narrow_type.poison(), places)

"""Host target, second stage: loops from a number of the work-item's own to another that lies a step on.

`for (x = b * 16; x < b * 16 + 16; ++x)`, `for (k = i * n; k < (i + 1) * n; ++k)` and
`for (v = y - 1; v <= y + 1; ++v)` make as many rounds for all work-items: they count from 0, and x is `b * 16`
and the count. Takes a kernel's function, in SSA form, before its short loops are unrolled; changes it. What a
loop compares then is known, and the same for a strip, which would need masks for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.loops import Loops

_RISING = frozenset((IntPredicate.SLT, IntPredicate.SLE))
_FALLING = frozenset((IntPredicate.SGT, IntPredicate.SGE))
_TURNED = {
    IntPredicate.SLT: IntPredicate.SGT,
    IntPredicate.SLE: IntPredicate.SGE,
    IntPredicate.SGT: IntPredicate.SLT,
    IntPredicate.SGE: IntPredicate.SLE,
    IntPredicate.EQ: IntPredicate.EQ,
    IntPredicate.NE: IntPredicate.NE,
}
_OPPOSITE = {
    IntPredicate.SLT: IntPredicate.SGE,
    IntPredicate.SGE: IntPredicate.SLT,
    IntPredicate.SGT: IntPredicate.SLE,
    IntPredicate.SLE: IntPredicate.SGT,
    IntPredicate.EQ: IntPredicate.NE,
    IntPredicate.NE: IntPredicate.EQ,
}
_FARTHEST = 1 << 20  # no count and step below overflow
# Of which a count ends at any distance: `<=` does not where that is the greatest number.
_UNIT_STEPS = frozenset(((1, IntPredicate.SLT), (-1, IntPredicate.SGT)))


@dataclass(frozen=True)
class _Walk:
    """A loop's number: where it begins, and what it is in the round after."""

    phi: ir.Instruction
    start: ir.Value
    before: ir.Block
    further: ir.Instruction
    latch: ir.Block
    step: int


@dataclass(frozen=True)
class _End:
    """A question whether a walk goes on, as `walked PREDICATE start + distance`."""

    asked: ir.Instruction
    is_further: bool  # of the round after?
    predicate: IntPredicate
    distance: ir.Value


def count_loops(function: ir.Function) -> bool:
    """Whether there was such a loop."""
    loops = Loops.of(function)
    found = False
    for header, blocks in loops.blocks.items():
        for phi in header.phis:
            walk = _walk_of(phi, blocks)
            end = None if walk is None else _end_of(walk, blocks)
            if walk is not None and end is not None:
                _count(walk, end)
                found = True
    return found


def _walk_of(phi: ir.Instruction, blocks: set[ir.Block]) -> _Walk | None:
    if not phi.type.is_integer or len(phi.incoming) != 2:
        return None
    inner = [pair for pair in phi.incoming if pair[1] in blocks]
    if len(inner) != 1:
        return None
    ((further, latch),) = inner
    ((start, before),) = [pair for pair in phi.incoming if pair[1] not in blocks]
    if start.is_constant or not isinstance(further, ir.Instruction):
        return None
    walked, step = _parts(further)
    if walked != phi or not 0 < abs(step) <= _FARTHEST:
        return None
    return _Walk(phi, start, before, further, latch, step)


def _end_of(walk: _Walk, blocks: set[ir.Block]) -> _End | None:
    """What each round asks, at its beginning or its end."""
    for block in (walk.phi.block, walk.latch):
        way = block.terminator
        if way.opcode is not Opcode.BR or not way.is_conditional:
            continue
        stays = [successor in blocks for successor in way.successors]
        asked = way.condition
        if all(stays) or not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
            continue
        if (end := _asked_of(walk, asked, goes_on=stays[0])) is not None:
            return end
    return None


def _asked_of(walk: _Walk, asked: ir.Instruction, *, goes_on: bool) -> _End | None:
    """goes_on: does the loop where the answer is yes?"""
    predicate = asked.predicate
    if predicate not in _TURNED or asked.block not in (walk.phi.block, walk.latch):
        return None
    assert isinstance(predicate, IntPredicate)
    walked, limit = asked.operands
    if limit in (walk.phi, walk.further):
        walked, limit, predicate = limit, walked, _TURNED[predicate]
    if walked not in (walk.phi, walk.further):
        return None
    distance = _distance(walk.start, limit)
    going = predicate if goes_on else _OPPOSITE[predicate]
    if distance is None or not _arrives(going, walk.step, distance):
        return None
    return _End(asked, walked == walk.further, predicate, distance)


def _arrives(going: IntPredicate, step: int, distance: ir.Value) -> bool:
    """Does a count that goes on so come no farther than a step behind the distance?"""
    if not isinstance(distance, ir.Integer):
        return (step, going) in _UNIT_STEPS
    known = distance.signed
    if going is IntPredicate.NE:
        return abs(step) == 1 and known * step > 0
    return going in (_RISING if step > 0 else _FALLING)


def _distance(start: ir.Value, limit: ir.Value) -> ir.Value | None:
    """What is between two numbers, neither of which has wrapped."""
    (near, skipped), (far, ahead) = _parts(start), _parts(limit)
    if near == far:
        return _near(limit.type, ahead - skipped)
    if not isinstance(limit, ir.Instruction) or not isinstance(start, ir.Instruction):
        return None
    if limit.opcode is Opcode.ADD and limit.nsw and start in limit.operands:
        return limit.operand(1 if limit.operand(0) == start else 0)
    if limit.opcode is Opcode.MUL and limit.nsw and start.opcode is Opcode.MUL and start.nsw:
        return _of_products(start, limit)
    return None


def _of_products(start: ir.Instruction, limit: ir.Instruction) -> ir.Value | None:
    """Between `a * n` and `(a + 1) * n`: n; where n is a constant, more may be added to a."""
    for at in (0, 1):
        factor = limit.operand(at)
        count, added = _parts(limit.operand(1 - at))
        if sorted(v.handle for v in start.operands) != sorted((count.handle, factor.handle)):
            continue
        if isinstance(factor, ir.Integer):
            return _near(factor.type, added * factor.signed)
        return factor if added == 1 else None
    return None


def _near(kind: ir.Type, distance: int) -> ir.Value | None:
    return kind.const(distance) if abs(distance) <= _FARTHEST else None


def _parts(value: ir.Value) -> tuple[ir.Value, int]:
    """A number and the constant that is added to it without wrapping."""
    if not isinstance(value, ir.Instruction) or value.opcode not in (Opcode.ADD, Opcode.SUB) or not value.nsw:
        return value, 0
    left, right = value.operands
    if isinstance(right, ir.Integer):
        return left, right.signed if value.opcode is Opcode.ADD else -right.signed
    if isinstance(left, ir.Integer) and value.opcode is Opcode.ADD:
        return right, left.signed
    return value, 0


def _count(walk: _Walk, end: _End) -> None:
    phi, zero = walk.phi, walk.phi.type.const(0)
    with ir.Builder.before(phi) as build:
        count = build.phi(phi.type, name="hc.count")
        build.move_before(phi.block.first_after_phis)
        place = build.add(walk.start, count, "hc.counted", nsw=True)
        build.move_before(walk.further)
        following = build.add(count, phi.type.const(walk.step), "hc.count.next", nsw=True)
        build.move_before(end.asked)
        asks = following if end.is_further else count
        end.asked.replace(build.compare(end.predicate, asks, end.distance))
    count.add_incoming([(zero, walk.before), (following, walk.latch)])
    phi.replace(place)
    if not walk.further.is_used:
        walk.further.erase()

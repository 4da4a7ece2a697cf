"""Host target, second stage: loops from a number of the work-item's own to another that lies a step on.

`for (x = b * 16; x < b * 16 + 16; ++x)`, `for (k = i * n; k < (i + 1) * n; ++k)` and
`for (v = y - r; v <= y + r; ++v)` make as many rounds for all work-items: they count from 0, x is `b * 16`
and the count. Takes a kernel's function, in SSA form, before its short loops are unrolled; changes it. What
a loop compares then is known, and the same for a strip, which would need masks for it.

No sum that is looked at has wrapped, so that a distance is exact. Where it is one number, the count goes
there. Else it goes on in 64 bits, which hold `2 * r`, beside what v is ahead of y.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.narrow import INVERSE, SWAPPED
from hcpy.passes.loops import Loops

_RISING = frozenset((IntPredicate.SLT, IntPredicate.SLE))
_FALLING = frozenset((IntPredicate.SGT, IntPredicate.SGE))
_FARTHEST = 1 << 20  # no count and step below overflow
_NARROW = 32  # bits of numbers whose differences 64 bits hold
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


_Sum = dict[ir.Value | None, int]  # how often each number counts; under None: a constant


@dataclass(frozen=True)
class _Distance:
    """From a loop's first number to what it is compared with: one number, or else the difference of what both
    are ahead of another one."""

    one: ir.Value | None
    base: ir.Value | None = None
    near: tuple[tuple[ir.Value | None, int], ...] = ()
    far: tuple[tuple[ir.Value | None, int], ...] = ()

    @property
    def known(self) -> int | None:
        return self.one.signed if isinstance(self.one, ir.Integer) else None


@dataclass(frozen=True)
class _End:
    """A question whether a walk goes on, as `walked PREDICATE start + distance`."""

    asked: ir.Instruction
    is_further: bool  # of the round after?
    predicate: IntPredicate
    distance: _Distance


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
    terms = _sum_of(further)
    step = terms.pop(None, 0)
    if terms != {phi: 1} or not 0 < abs(step) <= _FARTHEST:
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
        end = _asked_of(walk, asked, goes_on=stays[0])
        if end is not None and (end.distance.one is not None or _asks_first(walk, asked, blocks)):
            return end
    return None


def _asks_first(walk: _Walk, asked: ir.Instruction, blocks: set[ir.Block]) -> bool:
    """Is a loop's number used in rounds alone that are asked for? Others' may be beyond 32 bits."""
    header = walk.phi.block
    inside = blocks - {header}
    return (
        header != walk.latch
        and walk.phi in asked.operands
        and asked.block == header
        and all(
            user == asked or (isinstance(user, ir.Instruction) and user.block in inside)
            for user in walk.phi.users
        )
    )


def _asked_of(walk: _Walk, asked: ir.Instruction, *, goes_on: bool) -> _End | None:
    """goes_on: does the loop where the answer is yes?"""
    predicate = asked.predicate
    if predicate in ir.UNSIGNED_ORDERS or asked.block not in (walk.phi.block, walk.latch):
        return None
    assert isinstance(predicate, IntPredicate)
    walked, limit = asked.operands
    if limit in (walk.phi, walk.further):
        walked, limit, predicate = limit, walked, SWAPPED[predicate]
    if walked not in (walk.phi, walk.further):
        return None
    going = predicate if goes_on else INVERSE[predicate]
    distance = _distance(walk.start, limit, is_below=going is IntPredicate.SLT)
    if distance is None or not _arrives(going, walk.step, distance):
        return None
    return _End(asked, walked == walk.further, predicate, distance)


def _arrives(going: IntPredicate, step: int, distance: _Distance) -> bool:
    """Does a count that goes on so come no farther than a step behind the distance?"""
    if distance.one is None:
        return step > 0 and going in _RISING
    if distance.known is None:
        return (step, going) in _UNIT_STEPS
    if going is IntPredicate.NE:
        return abs(step) == 1 and distance.known * step > 0
    return going in (_RISING if step > 0 else _FALLING)


# --- distances ---------------------------------------------------------------------------------------
def _distance(start: ir.Value, limit: ir.Value, *, is_below: bool) -> _Distance | None:
    """What is between two numbers that are made of the same one. is_below: does a loop end at the limit?"""
    near, far = _sum_of(start), _sum_of(limit)
    same = [value for value, times in near.items() if value is not None and times == far.get(value)]
    if not same:
        products = [v for v in (start, limit) if isinstance(v, ir.Instruction) and v.opcode is Opcode.MUL]
        both = len(products) == 2 and all(product.nsw for product in products)
        return _of_products(*products) if both else None
    left = {value: far.get(value, 0) - near.get(value, 0) for value in (*far, *near) if value not in same}
    constant = left.pop(None, 0)
    if not left:
        return _near(start.type, constant)
    if list(left.values()) == [1] and not constant:
        return _Distance(next(iter(left)))
    is_one = len(same) == 1 and near.pop(same[0]) == far.pop(same[0]) == 1
    if not is_one or start.type.width != _NARROW or not _are_ahead(near, far, is_below=is_below):
        return None
    return _Distance(None, same[0], tuple(near.items()), tuple(far.items()))


def _are_ahead(near: _Sum, far: _Sum, *, is_below: bool) -> bool:
    """Is a number that lies between two others, of each at most one and a constant, one of 32 bits?

    From `-r - 1` on and up to what is less than `r + 1` there is none that is not.
    """
    (skipped, of_near), (ahead, of_far) = (
        (terms.get(None, 0), [times for value, times in terms.items() if value is not None])
        for terms in (near, far)
    )
    if max(abs(skipped), abs(ahead)) > _FARTHEST or of_near not in ([], [1], [-1]) or of_far not in ([], [1]):
        return False
    return (not of_near or skipped >= (0 if of_near == [1] else -1)) and (not of_far or ahead <= is_below)


def _near(kind: ir.Type, distance: int) -> _Distance | None:
    return _Distance(kind.const(distance)) if abs(distance) <= _FARTHEST else None


def _of_products(start: ir.Instruction, limit: ir.Instruction) -> _Distance | None:
    """Between `a * n` and `(a + 1) * n`: n; where n is a constant, more may be added to a."""
    for at in (0, 1):
        factor, count = limit.operand(at), _sum_of(limit.operand(1 - at))
        added = count.pop(None, 0)
        if list(count.values()) != [1] or set(start.operands) != {factor, *count}:
            continue
        if isinstance(factor, ir.Integer):
            return _near(factor.type, added * factor.signed)
        return _Distance(factor) if added == 1 else None
    return None


def _sum_of(value: ir.Value, times: int = 1, deepest: int = 3) -> _Sum:
    """How often each number counts in a sum that has not wrapped."""
    if isinstance(value, ir.Integer):
        return {None: times * value.signed}
    is_sum = isinstance(value, ir.Instruction) and value.opcode in (Opcode.ADD, Opcode.SUB) and value.nsw
    if not is_sum or not deepest:
        return {value: times}
    assert isinstance(value, ir.Instruction)
    left, right = value.operands
    terms = _sum_of(left, times, deepest - 1)
    for term, more in _sum_of(right, times if value.opcode is Opcode.ADD else -times, deepest - 1).items():
        terms[term] = terms.get(term, 0) + more
    return {term: count for term, count in terms.items() if count}


def _written(build: ir.Builder, kind: ir.Type, terms: Iterable[tuple[ir.Value | None, int]]) -> ir.Value:
    total: ir.Value = kind.const(0)
    for value, times in terms:
        term = kind.const(1) if value is None else value
        wide = term if term.type == kind else build.cast(Opcode.SEXT, term, kind)
        total = build.add(total, build.mul(wide, kind.const(times)))
    return total


# --- what is written -----------------------------------------------------------------------------------
def _count(walk: _Walk, end: _End) -> None:
    phi, distance = walk.phi, end.distance
    kind = phi.type if distance.one is not None else ir.Types(phi.function.context).i64
    count, following = _counter(walk, kind, kind.const(0), nsw=True)
    with ir.Builder.before(end.asked) as build:
        last = distance.one
        if last is None:
            last = build.sub(_written(build, kind, distance.far), _written(build, kind, distance.near))
        asks = following if end.is_further else count
        end.asked.replace(build.compare(end.predicate, asks, last))
    ahead, base = count, walk.start
    if distance.base is not None:
        with ir.Builder.before(walk.before.terminator) as build:
            first = _written(build, phi.type, distance.near)
        base = distance.base
        ahead, _ = _counter(walk, phi.type, first, nsw=False)
    with ir.Builder.before(phi.block.first_after_phis) as build:
        place = build.add(base, ahead, "hc.counted", nsw=True)
    phi.replace(place)
    if not walk.further.is_used:
        walk.further.erase()


def _counter(walk: _Walk, kind: ir.Type, first: ir.Value, *, nsw: bool) -> tuple[ir.Value, ir.Value]:
    """What begins with a number and goes as far as the loop's in each round."""
    with ir.Builder.before(walk.phi) as build:
        count = build.phi(kind, name="hc.count")
        build.move_before(walk.further)
        following = build.add(count, kind.const(walk.step), "hc.count.next", nsw=nsw)
    count.add_incoming([(first, walk.before), (following, walk.latch)])
    return count, following

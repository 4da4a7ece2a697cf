"""Sums of ids: where they lie, how they grow from work-item to work-item, and what they are in 64 bits.

Takes values of a function of one work-item with the context. In 64 bits sums of ids do not wrap; in 32 bits
they come to the same number where that one fits. A choice that an edge decides (edges.py) counts as what it
is off the edge: whoever asks about the sum asks about that edge, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.launch import CLEAR, INDEX

_MOST_FACTOR = 1 << 16
_DEEPEST = 6
I32 = (-(1 << 31), (1 << 31) - 1)
_SUMS = frozenset((Opcode.ADD, Opcode.SUB))
_Interval = tuple[int, int]
Found = Callable[[ir.Value], ir.Value]


def off_the_edge(value: ir.Value) -> ir.Value:
    """What `x > 0 ? x : -x` is where CLEAR is set, if the question is an edge."""
    while isinstance(value, ir.Instruction) and value.opcode is Opcode.SELECT:
        usual = _usual_answer(value.operand(0))
        if usual is None:
            break
        value = value.operand(1 if usual else 2)
    return value


def _usual_answer(condition: ir.Value) -> int | None:
    if not isinstance(condition, ir.Instruction) or condition.opcode is not Opcode.SELECT:
        return None
    clear, usual = condition.operand(0), condition.operand(1)
    if not isinstance(clear, ir.Instruction) or clear.opcode is not Opcode.ICMP:
        return None
    given = clear.operand(0)
    is_clear = clear.predicate is P.NE and isinstance(given, ir.Argument) and given.index == INDEX[CLEAR]
    return usual.value if is_clear and isinstance(usual, ir.Integer) else None


def interval(value: ir.Value, varying: Collection[ir.Value], depth: int = 0) -> _Interval | None:
    """Where a sum of ids lies, computed in 64 bits; None: it is none, or might wrap there."""
    value = off_the_edge(value)
    if isinstance(value, ir.Integer):
        return (value.signed, value.signed) if abs(value.signed) <= 1 << 32 else None
    if value not in varying:
        if value.type.width == 64:  # what the kernel has made 64 bits wide
            extends = isinstance(value, ir.Instruction) and value.opcode in (Opcode.SEXT, Opcode.ZEXT)
            return (I32[0], 1 << 32) if extends and value.operand(0).type.width <= 32 else None
        return I32
    if not isinstance(value, ir.Instruction):
        return (0, I32[1])
    if depth > _DEEPEST:
        return None
    if value.opcode in (Opcode.SEXT, Opcode.TRUNC):
        inner = value.operand(0)
        fits = {inner.type.width, value.type.width} == {32, 64}
        return interval(inner, varying, depth + 1) if fits else None
    if value.opcode in _SUMS:
        first, second = (interval(operand, varying, depth + 1) for operand in value.operands)
        if first is None or second is None:
            return None
        if value.opcode is Opcode.SUB:
            second = (-second[1], -second[0])
        return (first[0] + second[0], first[1] + second[1])
    factor = _factor(value)
    inside = interval(value.operand(0), varying, depth + 1) if factor else None
    return (inside[0] * factor, inside[1] * factor) if inside and inside[1] < 1 << 40 else None


def _factor(value: ir.Instruction) -> int:
    by = value.operand(1) if value.opcode in (Opcode.MUL, Opcode.SHL) else None
    if not isinstance(by, ir.Integer):
        return 0
    factor = by.signed if value.opcode is Opcode.MUL else 1 << min(by.value, 32)
    return factor if 0 < factor <= _MOST_FACTOR else 0


def step_of(value: ir.Value, varying: Collection[ir.Value], along: Collection[ir.Value]) -> int:
    """How much a sum of ids grows from work-item to work-item of a row; along: the ids that grow by 1."""
    value = off_the_edge(value)
    if value not in varying:
        return 0
    if not isinstance(value, ir.Instruction):
        return int(value in along)
    first = step_of(value.operand(0), varying, along)
    if value.opcode not in _SUMS:
        return first * (_factor(value) or 1)
    second = step_of(value.operand(1), varying, along)
    return first + second if value.opcode is Opcode.ADD else first - second


def parts_of(value: ir.Value, varying: Collection[ir.Value]) -> Iterator[ir.Value]:
    """A sum of ids and all sums in it."""
    value = off_the_edge(value)
    yield value
    if value in varying and isinstance(value, ir.Instruction):
        for operand in value.operands:
            yield from parts_of(operand, varying)


def extended(build: ir.Builder, value: ir.Value, is_unsigned: bool) -> ir.Value:
    if value.type.width == 64:
        return value
    return build.cast(Opcode.ZEXT if is_unsigned else Opcode.SEXT, value, build.types.i64)


class Wide:
    """A sum of ids in 64 bits, of one work-item, and what must hold so that the kernel's own is the same."""

    def __init__(self, build: ir.Builder, varying: Collection[ir.Value], found: Found) -> None:
        self.build, self.varying, self.found = build, varying, found
        self.bounded: list[tuple[ir.Value, ir.Value]] = []  # what must fit in 32 bits, and in 64

    def of(self, value: ir.Value) -> ir.Value:
        build, value = self.build, off_the_edge(value)
        if value not in self.varying or not isinstance(value, ir.Instruction):
            return extended(build, self.found(value), is_unsigned=False)
        if value.opcode in (Opcode.SEXT, Opcode.TRUNC):
            inner = self.of(value.operand(0))
            if value.opcode is Opcode.SEXT:
                self.must_fit(value.operand(0), inner)
            return inner
        first = self.of(value.operand(0))
        if value.opcode in _SUMS:
            return build.binary(value.opcode, first, self.of(value.operand(1)))
        return build.binary(Opcode.MUL, first, build.types.i64.const(_factor(value)))

    def must_fit(self, value: ir.Value, wide: ir.Value) -> None:
        """In 32 bits."""
        where = interval(value, self.varying, 0)
        if where is None or where[0] < I32[0] or where[1] > I32[1]:
            self.bounded.append((value, wide))

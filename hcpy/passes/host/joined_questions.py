"""Questions about several ids that LLVM has asked of one number are asked of each again.

`x >= 0 && y >= 0` is `(x | y) > -1`, `x == 0 && y == 0` is `(x | y) == 0`, and `x < 8 && y < 8`, of numbers
that are not negative, `(x | y) < 8`. Asked one by one they are edges (edges.py) and bounds (narrow.py).

Takes a function of one work-item with the context; changes it.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.id_sums import interval

_MOST_PARTS = 4


def part_questions(function: ir.Function, varying: Collection[ir.Value]) -> None:
    """varying: what differs between work-items."""
    for asked in list(function.instructions_of(Opcode.ICMP)):
        joined, limit = asked.operands
        link = _link(asked.predicate, limit)
        parts = _parts(joined) if link is not None and joined in varying else []
        if link is None or len(parts) < 2 or not all(_is_of_ids(part, varying) for part in parts):
            continue
        predicate = asked.predicate
        assert isinstance(predicate, P)
        with ir.Builder.before(asked) as build:
            result = build.compare(predicate, parts[0], limit, "hc.part")
            for part in parts[1:]:
                result = build.binary(link, result, build.compare(predicate, part, limit, "hc.part"))
        asked.replace(result)
        _erase_unused(joined)


def _link(predicate: object, limit: ir.Value) -> Opcode | None:
    """What holds for a number of all their bits, holds for all of them (AND), or for one (OR)."""
    if not isinstance(limit, ir.Integer):
        return None
    number, power = limit.signed, limit.value
    is_below = (predicate is P.EQ and number == 0) or (predicate is P.SGT and number == -1)
    is_above = (predicate is P.NE and number == 0) or (predicate is P.SLT and number == 0)
    if is_below or (predicate is P.ULT and power and power & (power - 1) == 0):
        return Opcode.AND
    return Opcode.OR if is_above or (predicate is P.UGT and power & (power + 1) == 0) else None


def _parts(value: ir.Value) -> list[ir.Value]:
    """The numbers of which one has all bits; none: there are too many."""
    found, parts = [value], []
    for at in found:
        if isinstance(at, ir.Instruction) and at.opcode is Opcode.OR:
            found += at.operands
        elif not at.is_constant:
            parts.append(at)
        else:
            return []
        if len(found) > 2 * _MOST_PARTS:
            return []
    return parts


def _is_of_ids(value: ir.Value, varying: Collection[ir.Value]) -> bool:
    return value not in varying or interval(value, varying) is not None


def _erase_unused(value: ir.Value) -> None:
    if isinstance(value, ir.Instruction) and value.opcode is Opcode.OR and not value.is_used:
        operands = value.operands
        value.erase()
        for operand in operands:
            _erase_unused(operand)

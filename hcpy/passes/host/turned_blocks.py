"""Blocks of elements that are turned by shuffles: rows of several work-items become vectors over them.

Takes what each work-item has loaded, 8 or 16 bytes of its row; gives a vector for each element of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir

LANE = 16  # bytes: shuffles stay within such a part of a register


def rows_of(build: ir.Builder, lanes: Sequence[ir.Value], size: int) -> list[ir.Value]:
    """What turned() takes: what lies in one part of 16 bytes is of work-items as near as can be.

    size: bytes of an element.
    """
    count, together = lanes[0].type.count, LANE // size
    beside = together // count  # work-items in such a part
    groups = range(0, len(lanes), together)
    firsts = range(0, together, beside)
    return [joined(build, [lanes[g + n + k] for g in groups for k in range(beside)]) for n in firsts]


def turned(build: ir.Builder, rows: Sequence[ir.Value], size: int) -> list[ir.Value]:
    """Two by two, or four by four, in each part of 16 bytes; of two elements of 4 bytes those of two
    work-items lie in one."""
    if len(rows) == 2:
        evens = range(0, 2 * LANE // size, 2)
        return [_in_lanes(build, rows[0], rows[1], [n + first for n in evens]) for first in (0, 1)]
    a, b, c, d = rows
    made: list[ir.Value] = []
    for which in ((0, 4, 1, 5), (2, 6, 3, 7)):
        first, second = _in_lanes(build, a, b, which), _in_lanes(build, c, d, which)
        made += [_in_lanes(build, first, second, pair) for pair in ((0, 1, 4, 5), (2, 3, 6, 7))]
    return made


def joined(build: ir.Builder, parts: Sequence[ir.Value]) -> ir.Value:
    while len(parts) > 1:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [_shuffled(build, a, b, range(2 * a.type.count)) for a, b in pairs]
    return parts[0]


def _in_lanes(build: ir.Builder, a: ir.Value, b: ir.Value, which: Sequence[int]) -> ir.Value:
    """which: of the elements of both first parts, for the result's first part; the others alike."""
    lane, count = len(which), a.type.count
    places = [n if n < lane else n - lane + count for n in which]
    return _shuffled(build, a, b, [begin + n for begin in range(0, count, lane) for n in places])


def _shuffled(build: ir.Builder, a: ir.Value, b: ir.Value, which: Sequence[int]) -> ir.Value:
    i32 = build.types.i32
    return build.shuffle(a, b, i32.vector(len(which)).const_aggregate([i32.const(n) for n in which]))

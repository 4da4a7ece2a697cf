"""Edges of a picture that are asked about between barriers, where a tile's rows are short.

`asks_tile` makes the questions of a function of one work-item choices by CLEAR, as edges.py does for long
rows. `write_question` writes for a group whether all of its work-items give the usual answers: what is
asked grows evenly with the ids, so that those at the corners say it for all. The loops are then written
twice; those of a tile off the edges ask nothing.

`asks_strips` says whether a tile may be asked in the same way what its strips are asked (clamps.py,
quotients.py): each row of it is then one strip.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.clamps import Slice, add_edges, all_clear, has_clamps, made_of, varying_of
from hcpy.passes.host.launch import ACROSS_ROWS, CLEAR, LANE
from hcpy.passes.host.strip_sizes import is_brief
from hcpy.passes.host.writer import Number, Writer, bind_ids

_LINKS = frozenset((Opcode.AND, Opcode.OR, Opcode.SELECT))
_DEEPEST = 6
# Work-items of a row that is one strip: quotients.py asks that strips are short against 32 bits.
_LONGEST_ROW = 4096


def asks_tile(function: ir.Function, *, has_loops: bool) -> bool:
    """has_loops: those run in strips, which are asked one by one."""
    if has_loops or CLEAR in launch.used_by(function) or not add_edges(function, in_tile=True):
        return False
    context = launch.context_of(function)
    varying = varying_of(context, in_tile=True).all
    clears = set(context[CLEAR].users)
    ends = [block.terminator for block in function.blocks]
    conditions = [end.condition for end in ends if end.opcode is Opcode.BR and end.is_conditional]
    return has_clamps(function) and all(_is_settled(asked, varying, clears, 0) for asked in conditions)


def asks_strips(function: ir.Function, *, has_loops: bool) -> bool:
    """Do the corners say it for all? A clamped number grows evenly along each dimension; a number that is
    taken apart has to be the same in each row, as in the rows between others it may be near the next one."""
    if has_loops or not is_brief(function):
        return False
    context = launch.context_of(function)
    in_strips = made_of({context[LANE]})
    across = made_of({context[name] for name in ACROSS_ROWS if name != LANE})
    choices = [choice.operands[1:] for choice in Slice(function).choices]
    taken_apart = [values for values in choices if not in_strips.isdisjoint(values)]
    return bool(choices) and all(across.isdisjoint(values) for values in taken_apart)


def _is_settled(
    asked: ir.Value, varying: Collection[ir.Value], clears: Collection[ir.Value], depth: int
) -> bool:
    """Is it the same for all work-items of a tile off the edges?"""
    if asked not in varying or not isinstance(asked, ir.Instruction):
        return True
    if asked.opcode is Opcode.SELECT and asked.operand(0) in clears:
        return True
    if asked.opcode not in _LINKS or depth > _DEEPEST:
        return False
    return all(_is_settled(part, varying, clears, depth + 1) for part in asked.operands)


def write_question(
    w: Writer,
    function: ir.Function,
    around: launch.Context,
    count: Sequence[ir.Value],
    origin: Sequence[ir.Value],
    arguments: Sequence[ir.Value],
) -> ir.Value | None:
    """Is the whole group off the edges that the function asks for? count, origin: of its work-items."""
    used = launch.used_by(function)
    places: list[list[Number]] = []
    for d in range(3):
        own = (
            launch.ITEM,
            LANE,
            *(f"{stem}{d}{wide}" for stem in ("local", "global") for wide in ("", ".w")),
        )
        places.append([0, w.sub(count[d], 1, "hc.corner")] if used.intersection(own) else [0])
    ends: list[list[ir.Value]] = []
    for z, y, x in itertools.product(*reversed(places)):
        row = w.add(w.mul(z, count[1], "hc.slab"), y, "hc.row")
        item = w.add(w.mul(row, count[0], "hc.base"), x, "hc.item")
        ends.append([*bind_ids(w, used, around, [x, y, z], origin, item, x), *arguments])
    clear = all_clear(w.build, function, ends, in_tile=True)
    if clear is None or LANE not in used:
        return clear
    return w.build.binary(Opcode.AND, clear, w.is_less(count[0], _LONGEST_ROW + 1, "hc.is_strip"))

"""What the loops over a group call for one function of a work-item (strips.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.passes.host.bounds import Bounds
from hcpy.passes.host.turns import Turns


def in_vectors_of(width: int) -> dict[str, int | None]:
    """The hints of a loop whose rounds are vectors of so many work-items, or one by one."""
    hints: dict[str, int | None] = {"vectorize.width": width, "interleave.count": 1}
    return {**hints, "unroll.disable": None} if width > 1 else hints


ONE_BY_ONE = in_vectors_of(1)


@dataclass(frozen=True)
class Items:
    """What the loops over a group call for one function of a work-item."""

    function: ir.Function
    bounds: Bounds | None  # None: all work-items of a row have work
    width: int
    rows: int  # of a strip
    strips: Mapping[int, ir.Function]  # by their rows; empty: work-items are run one by one
    hints: Mapping[str, int | None]  # of the loop over a row
    is_parallel: bool  # does LLVM's vectoriser need not look at the accesses?
    remark: str  # how it was made vector code
    tails: Sequence[tuple[int, ir.Function]] = ()  # shorter strips for a row's end, by their work-items
    is_record: bool = False  # is a work-item's own straight-line code made vector code?
    inside: ir.Function | None = None  # which part of a row is off the edges that the function asks for
    free: Items | None = None  # what runs that part in strips
    in_tiles: bool = False  # rows are short, and the code is vector code if LLVM makes it
    in_parts: bool = False  # are parts of short rows whole vectors first?
    turns: Turns | None = None  # of work-items side by side that take turns
    wide: Items | None = None  # what runs all of it on processors with AVX-512
    has_masks: bool = False  # do a tile's strips have masks, and no loops?
    asks_tile: bool = False  # can a tile be asked whether all of it is off these edges?
    rows_are_strips: bool = False  # are lanes a row's work-items?


def one_by_one(function: ir.Function) -> Items:
    """What is run once for many groups is not worth vector code."""
    return Items(function, None, 1, 1, {}, ONE_BY_ONE, is_parallel=False, remark="")

"""The vectoriser: makes a function of one work-item one of a strip of them, where masks are the better way.

Takes the Code of a function; gives the function, or why there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass, replace
from hcpy.passes.host.code import Code, Op
from hcpy.passes.host.errors import NotPossible
from hcpy.passes.host.simd.cost import FLAT_WIDTH, WIDTH, Verdict, judge, width_of
from hcpy.passes.host.simd.refuse import reason_against
from hcpy.passes.host.simd.row_blocks import blocks_in, find_rows, in_eights
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.structure import Structure
from hcpy.passes.host.simd.two_widths import in_two, is_for_two
from hcpy.passes.host.simd.wide_masks import pay_when_wide
from hcpy.passes.host.simd.wishes import READ_AHEAD, ROW_BLOCKS, TWO_WIDTHS, WIDE_MASKS, Wishes
from hcpy.passes.host.simd.write import write_function


@dataclass(frozen=True)
class Vectorised:
    """function: of so many work-items; None: there is none."""

    function: ir.Function | None
    width: int
    remark: str
    alone: bool = False  # are work-items run one by one, with their loops inside?
    is_for_wide: bool = False  # does the function pay on processors with AVX-512 alone?


def vectorise(
    module: ir.Module, code: Code, wishes: Wishes, *, is_flat: bool, loops_are_lost: bool = False
) -> Vectorised:
    """is_flat: the work-items of a group lie in one long row; loops_are_lost: to LLVM's vectoriser."""
    if not wishes.allows_vectors:
        return Vectorised(None, 0, "not vectorised: vector code is turned off")
    if not wishes.allows_masks:
        return _loops("masks are turned off")
    try:
        levels = Structure(code)
    except NotPossible as reason:
        return _loops(str(reason))
    shapes = Shapes(module, code, levels)
    rows = [] if ROW_BLOCKS in wishes.without else find_rows(shapes)
    verdict = judge(code, shapes, rows, is_flat=is_flat, loops_are_lost=loops_are_lost)
    if not (verdict.masks or wishes.forces_masks):
        return _unless_wide(module, code, shapes, verdict, wishes, is_flat=is_flat)
    against = reason_against(code, levels, shapes)
    if against is not None:
        return _loops(against)
    width = width_of(code, shapes, rows, is_flat=is_flat)
    reads_ahead = READ_AHEAD not in wishes.without
    function = _write_in_eights(module, code, rows, width, reads_ahead=reads_ahead) if rows else None
    wide = f"{width} work-items wide"
    if function is None:
        function = write_function(module, code, levels, shapes, width, reads_ahead=reads_ahead)
        if width == FLAT_WIDTH and TWO_WIDTHS not in wishes.without and is_for_two(shapes):
            half = write_function(module, code, levels, shapes, WIDTH, reads_ahead=reads_ahead)
            function = in_two(module, function, half)
            wide = f"{WIDTH} work-items wide, {width} with AVX-512"
    why = verdict.why if verdict.masks else "it was asked for"
    return Vectorised(function, width, f"vectorised with masks, {wide}: {why}")


def _unless_wide(
    module: ir.Module, code: Code, shapes: Shapes, verdict: Verdict, wishes: Wishes, *, is_flat: bool
) -> Vectorised:
    """Without masks, but perhaps on processors with AVX-512."""
    plain = _loops(verdict.why, alone=verdict.alone)
    if not is_flat or verdict.costs is None or WIDE_MASKS in wishes.without:
        return plain
    levels = shapes.structure
    if not pay_when_wide(code, shapes, *verdict.costs) or reason_against(code, levels, shapes) is not None:
        return plain
    ahead = READ_AHEAD not in wishes.without
    function = write_function(module, code, levels, shapes, FLAT_WIDTH, reads_ahead=ahead)
    remark = f"{plain.remark}; with AVX-512 vectorised with masks, {FLAT_WIDTH} work-items wide"
    return replace(plain, function=function, width=FLAT_WIDTH, remark=remark, is_for_wide=True)


def _write_in_eights(
    module: ir.Module, code: Code, rows: Sequence[Op], width: int, *, reads_ahead: bool
) -> ir.Function | None:
    """With loops that go through eight elements of rows at once; None: there is no such function."""
    eights = in_eights(module, code, rows)
    blocks = blocks_in(eights)
    function = None
    try:
        levels = Structure(eights)
    except NotPossible:
        blocks = {}
    if blocks:
        shapes = Shapes(module, eights, levels)
        if reason_against(eights, levels, shapes) is None:
            ahead = reads_ahead
            function = write_function(module, eights, levels, shapes, width, reads_ahead=ahead, blocks=blocks)
    eights.function.erase()
    return function


def _loops(reason: str, *, alone: bool = False) -> Vectorised:
    return Vectorised(None, 0, f"left to loops over work-items: {reason}", alone)

"""What LLVM's vectoriser is told of the loop over a row of work-items (strips.py)."""

from __future__ import annotations

from collections.abc import Mapping

from hcpy import ir
from hcpy.passes.host.cfg import natural_loops
from hcpy.passes.host.code import Code
from hcpy.passes.host.items import ONE_BY_ONE
from hcpy.passes.host.lookups import SIDE_BY_SIDE, mostly_looks_up
from hcpy.passes.host.near_sums import has_near_sums
from hcpy.passes.host.records import changes_records
from hcpy.passes.host.scatters import mostly_scatters
from hcpy.passes.host.simd.wishes import LOOKUPS, RECORDS, SCATTERS, Wishes

# Loops that call what adds beyond a window are not unrolled by LLVM otherwise.
_SUMS: Mapping[str, int | None] = {"unroll.count": 4}


def hints_of_row(
    module: ir.Module, code: Code, rows: int, wishes: Wishes, *, in_tiles: bool
) -> Mapping[str, int | None]:
    """rows: of a strip; in_tiles: between barriers."""
    has_loops = bool(natural_loops(code))
    if LOOKUPS not in wishes.without and not has_loops and mostly_looks_up(code.function):
        return SIDE_BY_SIDE
    if in_tiles and not has_loops and wishes.takes(SCATTERS) and mostly_scatters(module, code):
        return ONE_BY_ONE
    may_be_records = not in_tiles and not has_loops and wishes.takes(RECORDS)
    if may_be_records and changes_records(module.layout, code.function):
        return ONE_BY_ONE
    if not has_loops and has_near_sums(module, code.function):
        return _SUMS
    # Rows of a tile are short: no further copies of the vector loop, which they would never reach.
    return {"interleave.count": 1} if rows > 1 else {}

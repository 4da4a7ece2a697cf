"""hcpy/passes/host/short_loops.py: which loops are unrolled before a kernel's stages, on small functions."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.short_loops import short_inner_loops

NEST = """
define void @f(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j, INNER
  br i1 %j.more, label %inner, label %outer.end
outer.end:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, OUTER
  br i1 %i.more, label %outer, label %done
done:
  ret void
}
"""


@pytest.mark.parametrize(
    ("outer", "inner", "found"),
    [("%n", "3", 1), ("100", "7", 1), ("3", "3", 0), ("%n", "9", 0), ("%n", "%n", 0)],
)
def test_short_loops_within_longer_ones_are_found(outer: str, inner: str, found: int) -> None:
    text = NEST.replace("OUTER", outer).replace("INNER", inner)
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        ends = short_inner_loops(function)
        assert [end.block.name for end in ends] == ["inner"] * found


def test_a_single_loop_stays() -> None:
    """Its strips, and what is left of a row, cost less than straight code."""
    text = (
        NEST.replace("OUTER", "%n")
        .replace("INNER", "3")
        .replace("label %outer, label %done", "label %done, label %done")
    )
    text = text.replace(", [ %i.next, %outer.end ]", "")
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert short_inner_loops(function) == []

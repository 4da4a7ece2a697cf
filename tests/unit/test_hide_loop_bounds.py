"""What ends a loop of a work-item is hidden: hcpy/passes/hide_loop_bounds.py."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_loop_bounds

GROUPS = "_Z14get_num_groupsj"
LOOP = """define spir_kernel void @kernel(ptr %p, i32 %n, ptr %last, i1 %c, float %f) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = phi ptr [ %p, %entry ], [ %behind, %loop ]
  %next = add i32 %k, 1
  %behind = getelementptr i8, ptr %at, i64 4
  store i32 %k, ptr %at
  %x = load float, ptr %at
  END
  br i1 %end, label %loop, label %out
out:
  ret void
}
"""


@pytest.mark.parametrize(
    ("end", "own", "hidden"),
    [
        ("%end = icmp slt i32 %next, %n", "and i32 %next, %", "xor i32 %n, %"),
        ("%end = icmp sgt i32 %n, %next", "and i32 %next, %", "xor i32 %n, %"),
        ("%end = icmp ne i32 %next, 60", "and i32 %next, %", "xor i32 60, %"),
        ("%w = sext i32 %next to i64\n  %end = icmp slt i64 %w, 9", "and i64 %w, %", "xor i64 9, %"),
        ("%end = icmp ne ptr %behind, %last", "and i64 %", "getelementptr i8, ptr %last, i64 %"),
        (
            "%less = icmp slt i32 %next, %n\n  %end = select i1 %less, i1 %c, i1 false",
            "and i32 %next, %",
            "xor i32 %n, %",
        ),
    ],
)
def test_a_comparison_with_what_the_turn_decides(end: str, own: str, hidden: str) -> None:
    shown = after(hide_loop_bounds.run, LOOP.replace("END", end), ("kernel",))
    assert "%hcpy.zero = lshr i64" in shown
    assert own in shown and hidden in shown


@pytest.mark.parametrize(
    "end",
    [
        "%end = icmp slt i32 %n, 9",  # the same in each turn
        "%end = fcmp olt float %x, %f",  # no number of turns
        "%end = load i1, ptr %at",
    ],
)
def test_other_ends_stay(end: str) -> None:
    assert GROUPS not in after(hide_loop_bounds.run, LOOP.replace("END", end), ("kernel",))


def test_comparisons_behind_loops_stay() -> None:
    text = LOOP.replace("END", "%end = load i1, ptr %at")
    text = text.replace("ret void", "%late = icmp eq i32 %k, %n\n  store i1 %late, ptr %p\n  ret void")
    assert GROUPS not in after(hide_loop_bounds.run, text, ("kernel",))

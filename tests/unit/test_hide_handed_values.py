"""What a loop hands on from turn to turn is hidden: hcpy/passes/hide_handed_values.py."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_handed_values

GROUPS = "_Z14get_num_groupsj"
ONE_LOOP = """define spir_kernel void @kernel(ptr %p, i32 %n, TYPE %from) {
entry:
  br label %loop
loop:
  %k = phi i32 [ %n, %entry ], [ %next, %loop ]
  %b = phi TYPE [ %from, %entry ], [ %sum, %loop ]
  %a = phi TYPE [ %from, %entry ], [ HANDED, %loop ]
  %next = add nsw i32 %k, -1
  %sum = STEP
  %end = icmp eq i32 %next, 0
  br i1 %end, label %last, label %loop
last:
  store TYPE %a, ptr %p
  ret void
}
"""
TWO_LOOPS = """define spir_kernel void @kernel(ptr %p, i32 %n) {
entry:
  br label %outer
outer:
  %last = phi i32 [ 0, %entry ], [ %x, %after ]
  %y = phi i32 [ 0, %entry ], [ %z, %after ]
  br label %inner
inner:
  %x = phi i32 [ %y, %outer ], [ %z, %inner ]
  %z = add i32 %x, %last
  %more = icmp slt i32 %z, %n
  br i1 %more, label %inner, label %after
after:
  %again = icmp slt i32 %last, 9
  br i1 %again, label %outer, label %end
end:
  store i32 %last, ptr %p
  ret void
}
"""


@pytest.mark.parametrize(
    ("type_", "step", "hidden"),
    [
        ("i32", "add i32 %a, %b", "xor i32 %b"),
        ("i64", "add i64 %a, %b", "xor i64 %b"),
        ("float", "fadd float %a, %b", "bitcast float %b to i32"),
        ("ptr", "getelementptr i8, ptr %b, i64 4", "getelementptr i8, ptr %b, i64 %"),
        ("<2 x i32>", "add <2 x i32> %a, %b", "extractelement <2 x i32> %b"),
    ],
)
def test_another_variable_of_the_loop(type_: str, step: str, hidden: str) -> None:
    text = ONE_LOOP.replace("TYPE", type_).replace("STEP", step)
    shown = after(hide_handed_values.run, text.replace("HANDED", "%b"), ("kernel",))
    assert GROUPS in shown
    assert hidden in shown
    assert f"%a = phi {type_} [ %from, %entry ], [ %b, %loop ]" not in shown


@pytest.mark.parametrize("handed", ["%sum", "%a", "%from", "7"])
def test_what_is_no_other_variable_stays(handed: str) -> None:
    text = ONE_LOOP.replace("TYPE", "i32").replace("STEP", "add i32 %a, %b").replace("HANDED", handed)
    assert GROUPS not in after(hide_handed_values.run, text, ("kernel",))


def test_a_variable_of_a_loop_within() -> None:
    shown = after(hide_handed_values.run, TWO_LOOPS, ("kernel",))
    assert "xor i32 %x" in shown
    assert "[ %x, %after ]" not in shown
    assert "[ %y, %outer ]" in shown  # the inner loop begins with it: nothing is handed on


def test_values_that_change_places() -> None:
    """Each is another's: none may be lost."""
    text = ONE_LOOP.replace("TYPE", "i32").replace("STEP", "add i32 %a, 0").replace("HANDED", "%b")
    text = text.replace("[ %sum, %loop ]", "[ %a, %loop ]")
    shown = after(hide_handed_values.run, text, ("kernel",))
    assert shown.count("xor i32") == 2

"""Where ways with loops meet again, values differ by work-item: hcpy/passes/vary_joined_values.py."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import vary_joined_values

IDS = "_Z13get_global_idj"


def two_loops(type_: str = "i32", step: str = "add i32 %x, 3") -> str:
    return f"""define spir_kernel void @kernel(ptr %p, i32 %n, i1 %way, {type_} %from) {{
entry:
  br i1 %way, label %loop, label %other
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi {type_} [ %from, %entry ], [ %sum, %loop ]
  %sum = {step}
  %next = add i32 %k, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %last, label %loop
other:
  store i32 7, ptr %p
  br label %last
last:
  %met = phi {type_} [ %from, %other ], [ %sum, %loop ]
  store {type_} %met, ptr %p
  ret void
}}
"""


@pytest.mark.parametrize(
    ("type_", "step", "varied"),
    [
        ("i32", "add i32 %x, 3", "xor i32 %sum"),
        ("i64", "add i64 %x, 3", "xor i64 %sum"),
        ("float", "fadd float %x, 3.0", "bitcast float %sum to i32"),
        ("ptr", "getelementptr i8, ptr %x, i64 4", "getelementptr i8, ptr %sum, i64 "),
        ("<2 x i32>", "add <2 x i32> %x, %x", "extractelement <2 x i32> %sum, i32 0"),
    ],
)
def test_one_of_the_values_differs_by_work_item(type_: str, step: str, varied: str) -> None:
    shown = after(vary_joined_values.run, two_loops(type_, step), ("kernel",))
    assert varied in shown and IDS in shown.partition("loop:")[0] and shown.count("lshr i64") == 1
    assert "[ %sum, %loop ]" in shown.partition("other:")[0]  # the loop's own phi stays
    assert "[ %sum, %loop ]" not in shown.partition("last:")[2]


def test_ways_without_loops_and_loops_without_ways_stay() -> None:
    branch = """define spir_kernel void @kernel(ptr %p, i1 %way) {
entry:
  br i1 %way, label %one, label %last
one:
  store i32 7, ptr %p
  br label %last
last:
  %met = phi i32 [ 3, %entry ], [ 4, %one ]
  store i32 %met, ptr %p
  ret void
}
"""
    loop = """define spir_kernel void @kernel(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %k, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %last, label %loop
last:
  %out = phi i32 [ %next, %loop ]
  store i32 %out, ptr %p
  ret void
}
"""
    for text in (branch, loop):
        assert IDS not in after(vary_joined_values.run, text, ("kernel",))

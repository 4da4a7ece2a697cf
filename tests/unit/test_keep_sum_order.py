"""Sums of floating-point numbers, whose order Intel's compiler changes where nothing keeps it from it."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import keep_sum_order

_TEXT = """declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %o, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %turn, label %end
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi double [ 0.0, %entry ], [ %more, %turn ]
  %p = getelementptr double, ptr addrspace(1) %a, i32 %k
  %x = load double, ptr addrspace(1) %p
  %more = fadd double %sum, %x
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %turn, label %end
end:
  %all = phi double [ 0.0, %entry ], [ %more, %turn ]
  store double %all, ptr addrspace(1) %o
  ret void
}
"""
_CHAIN = "= mul i32 %0, 3\n  %2 = xor i32 %1, 1"


def test_a_sum_behind_its_loop_depends_on_a_chain() -> None:
    text = after(keep_sum_order.run, _TEXT)
    assert "%0 = phi i32 [ 0, %entry ], [ %2, %turn ]\n" in text
    assert f"%1 {_CHAIN}" in text
    assert "%3 = phi i32 [ 0, %entry ], [ %0, %turn ]\n" in text
    assert "%4 = call spir_func i64 @_Z14get_num_groupsj(i32 0)\n  %5 = lshr i64 %4, 31\n" in text
    assert "%8 = bitcast double %all to i64\n  %9 = xor i64 %8, %7\n  %10 = bitcast i64 %9 to double" in text
    assert "store double %10, ptr addrspace(1) %o" in text


def test_a_sum_that_is_used_where_its_loop_ends() -> None:
    text = _TEXT.replace("br i1 %any, label %turn, label %end", "br label %turn").replace(
        "%all = phi double [ 0.0, %entry ], [ %more, %turn ]", "%all = fmul double %more, 2.0"
    )
    text = after(keep_sum_order.run, text)
    assert _CHAIN in text
    assert "%all = fmul double %9, 2.0" in text


def test_a_sum_of_another_width() -> None:
    text = after(keep_sum_order.run, _TEXT.replace("double", "half").replace("0.0", "0xH0000"))
    assert _CHAIN in text
    assert "trunc i64 %7 to i16" in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%more = fadd double %sum, %x", "%more = fadd double %x, %x"),  # no sum
        ("%more = fadd double %sum, %x", "%more = fadd reassoc double %sum, %x"),  # the user allows it
        ("%again = icmp slt i32 %next, %n", "%again = fcmp olt double %more, 9.0"),  # not counted
        ("%next = add i32 %k, 1", "%next = add i32 %k, 1\n  call spir_func void @_Z7barrierj(i32 1)"),
        ("store double %all", "store double 1.0"),  # nobody asks for it
    ],
)
def test_other_loops_stay(old: str, new: str) -> None:
    text = _TEXT.replace(old, new)
    if "1.0" in new:
        text = text.replace("  %all = phi double [ 0.0, %entry ], [ %more, %turn ]\n", "")
    assert "= mul i32" not in after(keep_sum_order.run, text)

"""Addresses in group memory that Intel's compiler would put into a table are no constants."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_group_addresses

TEXT = """
@tile = internal addrspace(3) global [100 x i64] undef
declare spir_func i64 @_Z12get_local_idj(i32)
define spir_kernel void @kernel(i64 %x, i64 %y) {
  %slot = alloca i64
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %id, 0
  br i1 %first, label %one, label %else
one:
  %p = getelementptr i64, ptr addrspace(3) @tile, i64 %x
  store i64 %x, ptr addrspace(3) %p
  br label %end
else:
  %again = call spir_func i64 @_Z12get_local_idj(i32 0)
  %short = trunc i64 %again to i32
  %next = add i32 %short, 1
  %last = icmp eq i32 %next, 8
  br i1 %last, label %two, label %end
two:
  %q = getelementptr i8, ptr addrspace(3) @tile, i64 720
  store i64 %y, ptr addrspace(3) %q
  br label %end
end:
  ret void
}
"""


def test_addresses_behind_comparisons_of_one_number_are_hidden() -> None:
    shown = after(hide_group_addresses.run, TEXT, ("kernel",))
    assert "call spir_func i64 @_Z14get_num_groupsj(i32 0)" in shown
    assert "ptr addrspace(3) @tile, i64 %x" not in shown and "ptr addrspace(3) @tile, i64 720" not in shown
    assert shown.count("@tile") == 2  # the variable and one address


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%next, 8", "%next, 1"),  # the same as the first
        ("icmp eq i32", "icmp ult i32"),
        ("j(i32 0)\n  %short", "j(i32 1)\n  %short"),  # of another number
        ("  store i64 %x, ptr addrspace(3) %p\n", ""),
    ],
)
def test_other_addresses_stay(old: str, new: str) -> None:
    text = TEXT.replace(old, new)
    if not new:
        text = text.replace("  %p = getelementptr i64, ptr addrspace(3) @tile, i64 %x\n", "")
    assert text != TEXT
    assert "get_num_groups" not in after(hide_group_addresses.run, text, ("kernel",))


VALUES = """
@tile = internal addrspace(3) global [8 x i32] undef
define spir_kernel void @kernel(i64 %x, ptr addrspace(1) %out) {
  %p = getelementptr i32, ptr addrspace(3) @tile, i64 %x
  store i32 1, ptr addrspace(3) %p
  %more = icmp ugt ptr addrspace(3) %p, @tile
  br i1 %more, label %loop, label %end
loop:
  %at = phi ptr addrspace(3) [ %p, %0 ], [ %next, %loop ]
  %next = getelementptr i8, ptr addrspace(3) %at, i64 -4
  %v = load i32, ptr addrspace(3) %next
  store i32 %v, ptr addrspace(3) %at
  %left = icmp ugt ptr addrspace(3) %next, @tile
  br i1 %left, label %loop, label %end
end:
  ret void
}
"""


def test_addresses_that_are_compared_are_hidden() -> None:
    shown = after(hide_group_addresses.run, VALUES, ("kernel",))
    assert "call spir_func i64 @_Z14get_num_groupsj(i32 0)" in shown
    assert shown.count("@tile") == 2  # the variable and one address


@pytest.mark.parametrize(
    "use",
    [
        "%n = ptrtoint ptr addrspace(3) %p to i64",
        "%c = select i1 %x, ptr addrspace(3) %p, ptr addrspace(3) @tile",
        "store ptr addrspace(3) %p, ptr %out",
        "call void @llvm.memmove.p3.p3.i64(ptr addrspace(3) %p, ptr addrspace(3) @tile, i64 4, i1 false)",
    ],
)
def test_addresses_that_are_values_are_hidden(use: str) -> None:
    text = f"""@tile = internal addrspace(3) global [8 x i32] undef
declare void @llvm.memmove.p3.p3.i64(ptr addrspace(3), ptr addrspace(3), i64, i1)
declare spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3), i32)
define spir_kernel void @kernel(i1 %x, ptr %out) {{
  %p = getelementptr i8, ptr addrspace(3) @tile, i64 4
  %old = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %more = call spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3) %p, i32 1)
  {use}
  ret void
}}
"""
    assert "get_num_groups" in after(hide_group_addresses.run, text, ("kernel",))
    assert "get_num_groups" not in after(hide_group_addresses.run, text.replace(use, ""), ("kernel",))

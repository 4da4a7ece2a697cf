"""Sums that may wrap and are widened, which Intel's compiler does not cut to 32 bits."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_widenings

_TEXT = """define spir_kernel void @kernel(i32 %x, i16 %y, ptr addrspace(1) %o) {
  BODY
  ret void
}
"""


def _after(body: str) -> str:
    return after(hide_widenings.run, _TEXT.replace("BODY", body))


@pytest.mark.parametrize(
    ("made", "widened"),
    [
        ("%s = shl i32 %x, 29", "sext i32 %s to i64"),
        ("%s = shl nuw i32 %x, 3", "sitofp i32 %s to double"),
        ("%t = shl i32 %x, 1\n  %s = add i32 %t, 2147483633", "sext i32 %s to i64"),
        ("%t = shl i32 %x, 2\n  %u = add i32 %t, 7\n  %s = and i32 %u, -4", "sext i32 %s to i64"),
        ("%s = mul i32 %x, 268435457", "sext i32 %s to i64"),
        ("%s = add i32 %x, 2", "sitofp i32 %s to double"),
    ],
)
def test_a_sum_that_may_wrap_gets_a_hidden_zero(made: str, widened: str) -> None:
    text = _after(f"{made}\n  %w = {widened}\n  store volatile {widened.split()[-1]} %w, ptr addrspace(1) %o")
    assert "call spir_func i64 @_Z14get_num_groupsj(i32 0)\n  %2 = lshr i64 %1, 31" in text
    assert "%4 = xor i32 %s, %3" in text
    assert f"%w = {widened.replace('%s', '%4')}" in text


@pytest.mark.parametrize(
    "body",
    [
        "%s = shl nsw i32 %x, 2\n  %w = sext i32 %s to i64\n  store i64 %w, ptr addrspace(1) %o",
        "%s = add nsw i32 %x, 2\n  %w = sext i32 %s to i64\n  store i64 %w, ptr addrspace(1) %o",
        "%s = shl i32 %x, 2\n  %w = zext i32 %s to i64\n  store i64 %w, ptr addrspace(1) %o",
        "%s = shl i16 %y, 2\n  %w = sext i16 %s to i64\n  store i64 %w, ptr addrspace(1) %o",
        "%s = shl i32 %x, 2\n  %w = sext i32 %s to i64\n  %v = shl i64 %w, 3\n"
        "  %p = getelementptr i8, ptr addrspace(1) %o, i64 %v\n  store i64 1, ptr addrspace(1) %p",
    ],
)
def test_other_numbers_and_indices_stay(body: str) -> None:
    assert "xor" not in _after(body)

"""Complements beside extremes, whose ones Intel's compiler must not know."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_complements

_TEXT = """declare i32 @llvm.umax.i32(i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
declare i16 @llvm.smax.i16(i16, i16)
define spir_kernel void @kernel(ptr addrspace(1) %a, i32 %x, i64 %y, i16 %z) {
  BODY
  ret void
}
"""
_HIDDEN = "call spir_func i64 @_Z14get_num_groupsj(i32 0)"


def _after(body: str) -> str:
    return after(hide_complements.run, _TEXT.replace("BODY", body))


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (
            "%n = xor i32 %x, -1\n  %m = call i32 @llvm.umax.i32(i32 %n, i32 %x)\n"
            "  store i32 %m, ptr addrspace(1) %a",
            "%n = xor i32 %x, %4",
        ),
        (
            "%m = call i64 @llvm.smin.i64(i64 7, i64 %y)\n  %n = xor i64 %m, -1\n"
            "  store i64 %n, ptr addrspace(1) %a",
            "%n = xor i64 %m, %3",
        ),
        (
            "%n = xor i64 %y, -1\n  %c = icmp slt i64 %n, %y\n  %m = select i1 %c, i64 %n, i64 %y\n"
            "  store i64 %m, ptr addrspace(1) %a",
            "%n = xor i64 %y, %3",
        ),
        (
            "%n = xor i32 %x, -1\n  %m = atomicrmw max ptr addrspace(1) %a, i32 %n monotonic",
            "%n = xor i32 %x, %4",
        ),
    ],
    ids=["greatest", "complement_of_a_least", "choice", "atomic"],
)
def test_the_ones_are_hidden(body: str, shown: str) -> None:
    text = _after(body)
    assert shown in text
    assert (
        f"  %1 = {_HIDDEN}\n  %2 = lshr i64 %1, 31\n  %3 = sub i64 %2, 1\n  %4 = trunc i64 %3 to i32\n"
        in text
    )


@pytest.mark.parametrize(
    "body",
    [
        "%n = xor i32 %x, -1\n  store i32 %n, ptr addrspace(1) %a",
        "%n = xor i64 %y, -1\n  %m = call i32 @llvm.umax.i32(i32 3, i32 %x)\n"
        "  store i32 %m, ptr addrspace(1) %a\n  store i64 %n, ptr addrspace(1) %a",
        "%n = xor i32 %x, -2\n  %m = call i32 @llvm.umax.i32(i32 %n, i32 %x)\n"
        "  store i32 %m, ptr addrspace(1) %a",
        "%n = xor i16 %z, -1\n  %m = call i16 @llvm.smax.i16(i16 %n, i16 %z)\n"
        "  store i16 %m, ptr addrspace(1) %a",
    ],
    ids=["no_extreme", "of_another_width", "other_bits", "of_16_bits"],
)
def test_others_stay(body: str) -> None:
    assert _HIDDEN not in _after(body)

"""Which kernels are kept from the vectoriser of Intel's OpenCL compiler."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import keep_scalar, make_reducible
from hcpy.passes.lowering import Lowering

_TEXT = """declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @kernel(ptr %p, i32 %i, i1 %c) {
entry:
  BEFORE
  call spir_func void @_Z7barrierj(i32 3)
  BETWEEN
  br i1 %c, label %last, label %other
other:
  call spir_func void @_Z7barrierj(i32 3)
  br label %last
last:
  BEHIND
  ret void
}
"""
_BITS = "%bits = and i32 %i, 4"
_CONDITION = "%small = icmp slt i32 %i, 9"
_NUMBER = "%small = icmp slt i32 %i, 9\n  %number = zext i1 %small to i8"
_SUM = "%sum = add i32 %i, 4"


@pytest.mark.parametrize(
    ("before", "between", "behind", "kept"),
    [
        ("", _BITS, "store i32 %bits, ptr %p", True),
        ("", _CONDITION, "store i1 %small, ptr %p", True),
        ("", _NUMBER, "store i8 %number, ptr %p", True),
        ("", _SUM, "store i32 %sum, ptr %p", False),  # no condition
        (_BITS, "", "store i32 %bits, ptr %p", False),  # before all barriers
        ("", f"{_BITS}\n  store i32 %bits, ptr %p", "", False),  # used at once
    ],
)
def test_conditions_across_barriers(before: str, between: str, behind: str, kept: bool) -> None:
    text = _TEXT.replace("BEFORE", before).replace("BETWEEN", between).replace("BEHIND", behind)
    shown = after(keep_scalar.run, text, ("kernel",))
    assert ("!vec_type_hint" in shown) == kept
    if kept:
        assert "!{<4 x float> undef, i32 1}" in shown


def test_loops_carry_their_conditions() -> None:
    text = """declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @kernel(ptr %p, i32 %i, i32 %n) {
entry:
  br label %outer
outer:
  %k = phi i32 [ 2, %entry ], [ %twice, %next ]
  %up = and i32 %i, %k
  br label %inner
inner:
  %j = phi i32 [ %k, %outer ], [ %half, %inner ]
  store i32 USED, ptr %p
  call spir_func void @_Z7barrierj(i32 3)
  %half = lshr i32 %j, 1
  %more = icmp ne i32 %half, 0
  br i1 %more, label %inner, label %next
next:
  %twice = shl i32 %k, 1
  %again = icmp ult i32 %twice, %n
  br i1 %again, label %outer, label %end
end:
  ret void
}
"""
    assert "!vec_type_hint" in after(keep_scalar.run, text.replace("USED", "%up"), ("kernel",))
    assert "!vec_type_hint" not in after(keep_scalar.run, text.replace("USED", "%j"), ("kernel",))


@pytest.mark.parametrize(
    ("index", "kept"),
    [
        ("select i1 %c, i64 4, i64 12", True),
        ("select i1 %c, i64 4, i64 %n", False),
        ("select i1 %c, i64 %n, i64 %m", False),
        ("sub i64 %n, 4", False),
    ],
)
def test_elements_chosen_between_constants(index: str, kept: bool) -> None:
    text = f"""define spir_kernel void @kernel(ptr addrspace(1) %p, i64 %n, i64 %m, i1 %c) {{
entry:
  %array = alloca [5 x i32]
  br i1 %c, label %then, label %last
then:
  br label %last
last:
  %at = {index}
  %wide = add i64 %at, 4
  %place = getelementptr i8, ptr %array, i64 %wide
  store i32 7, ptr %place
  ret void
}}
"""
    assert ("!vec_type_hint" in after(keep_scalar.run, text, ("kernel",))) == kept
    phi = text.replace("%at = " + index, "%at = phi i64 [ 2, %entry ], [ 0, %then ]")
    assert "!vec_type_hint" in after(keep_scalar.run, phi, ("kernel",))
    summed = phi.replace("[ 0, %then ]", "[ %n, %then ]")
    assert "!vec_type_hint" not in after(keep_scalar.run, summed, ("kernel",))


@pytest.mark.parametrize(
    ("access", "kept"),
    [
        ("%r = load i64, ptr %twice", True),
        ("%r = load i64, ptr %once", False),
        ("call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %twice, i64 16, i1 false)", True),
        ("call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %once, i64 16, i1 false)", False),
        ("call void @llvm.memcpy.p0.p0.i64(ptr %once, ptr %x, i64 16, i1 false)", True),
        ("call void @llvm.memset.p0.i64(ptr %once, i8 0, i64 16, i1 false)", True),
        ("call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 16, i1 false)", False),
    ],
)
def test_places_that_are_chosen(access: str, kept: bool) -> None:
    text = f"""define spir_kernel void @kernel(ptr addrspace(1) %p, i1 %c, i1 %d) {{
entry:
  %x = alloca [2 x i64]
  %y = alloca [6 x i64]
  %at = select i1 %d, i64 40, i64 8
  %once = getelementptr i8, ptr %y, i64 %at
  %twice = select i1 %c, ptr %x, ptr %once
  {access}
  ret void
}}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""
    assert ("!vec_type_hint" in after(keep_scalar.run, text, ("kernel",))) == kept


@pytest.mark.parametrize("other", ["loop", "last"])
def test_loops_that_had_several_entries(other: str) -> None:
    text = f"""define spir_kernel void @kernel(ptr %p, i32 %n, i1 %c) {{
entry:
  br i1 %c, label %first, label %{other}
first:
  store i32 %n, ptr %p
  br label %loop
loop:
  store volatile i32 1, ptr %p
  br i1 %c, label %first, label %last
last:
  ret void
}}
"""

    def both(lowering: Lowering) -> None:
        make_reducible.run(lowering)
        keep_scalar.run(lowering)

    assert ("!vec_type_hint" in after(both, text, ("kernel",))) == (other == "loop")

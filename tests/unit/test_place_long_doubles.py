"""place_long_doubles: members of the type keep their place and their bits."""

from __future__ import annotations

from pass_support import HOST, after

from hcpy.passes import place_long_doubles


def test_members_are_words_of_the_same_size() -> None:
    text = """%S = type { i8, x86_fp80, i32 }
@s = internal addrspace(1) constant [2 x %S] [
  %S { i8 1, x86_fp80 0xKC0009A522B6AE7D566CF, i32 7 }, %S zeroinitializer], align 32
@other = constant ptr addrspace(1) getelementptr ([2 x %S], ptr addrspace(1) @s, i64 0, i64 1, i32 2)
define void @f(ptr byval(%S) align 16 %p, ptr sret({ x86_fp80, i8 }) %q) {
  %local = alloca %S, align 16
  %n = getelementptr %S, ptr %local, i64 0, i32 2
  store i32 3, ptr %n
  call void @f(ptr byval(%S) %local, ptr sret({ x86_fp80, i8 }) %q)
  ret void
}
"""
    shown = after(place_long_doubles.run, HOST + text)
    assert "x86_fp80" not in shown
    assert (
        "<2 x i64> <i64 -7326745905622325553, i64 49152>" in shown
    )  # the constant, in the order of its bytes
    assert "@s = internal addrspace(1) constant [2 x %S" in shown and "align 32" in shown
    assert "alloca %S" in shown and "align 16" in shown and "sret({ <2 x i64>, i8 })" in shown


def test_other_modules_stay_as_they_are() -> None:
    text = "define double @f(double %x) {\n  ret double %x\n}\n"
    assert "ret double %x" in after(place_long_doubles.run, HOST + text)

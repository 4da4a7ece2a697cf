"""The checks of libstdc++'s debug mode."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import fail_debug_checks

MESSAGE = "_ZN11__gnu_debug16_Error_formatter5_S_atEPKcjS2_"
FAILS = "_ZSt21__glibcxx_assert_failPKciS0_S0_"
CHECKED = f"""@message = internal global [128 x i8] zeroinitializer
define linkonce_odr ptr @{MESSAGE}(ptr %file, i32 %line, ptr %function) {{
  ret ptr @message
}}
declare void @print(ptr)
define void @sort(ptr %first, ptr %last) {{
  %valid = icmp ule ptr %first, %last
  br i1 %valid, label %fine, label %broken
broken:
  %said = call ptr @{MESSAGE}(ptr %first, i32 7, ptr %last)
  call void @print(ptr %said)
  br label %fine
fine:
  ret void
}}
"""


def test_a_broken_check_fails_an_assertion() -> None:
    made = after(fail_debug_checks.run, CHECKED)
    assert f"call void @{FAILS}(ptr %first, i32 7, ptr %last, ptr %last)\n  unreachable" in made
    assert f"call ptr @{MESSAGE}" not in made and "call void @print" not in made


def test_other_modules_are_left_alone() -> None:
    text = "define void @f() {\n  br label %next\n\ndead:\n  br label %next\n\nnext:\n  ret void\n}\n"
    assert "dead:" in after(fail_debug_checks.run, text)

"""return_at_ends: kernels with wave functions, and what they call, have no ends that nothing reaches."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import return_at_ends

TEXT = """declare spir_func <4 x i32> @_Z16sub_group_balloti(i32)
declare spir_func void @_Z7barrierj(i32)

define spir_func i32 @called(i32 %x) {
  switch i32 %x, label %never [ i32 1, label %one ]
one:
  ret i32 4
never:
  unreachable
}

define spir_kernel void @k(i32 %x) {
  %votes = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %x)
  %y = call spir_func i32 @called(i32 %x)
  switch i32 %x, label %never [ i32 1, label %one ]
one:
  ret void
never:
  unreachable
}
"""


def test_kernels_with_waves_return() -> None:
    shown = after(return_at_ends.run, TEXT, ("k",))
    assert "unreachable" not in shown and "ret i32 0" in shown and shown.count("ret void") == 2


def test_others_stay() -> None:
    text = TEXT.replace("<4 x i32> @_Z16sub_group_balloti(i32 %x)", "void @_Z7barrierj(i32 %x)")
    assert after(return_at_ends.run, text.replace("%votes = ", ""), ("k",)).count("unreachable") == 2

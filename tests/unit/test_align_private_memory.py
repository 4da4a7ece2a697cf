"""align_private_memory: private variables that ask for more than Intel's OpenCL compiler gives."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import align_private_memory

_TEXT = """define i64 @f(i64 %n) {
  %own = alloca [5 x i32], align ALIGN
  call void @llvm.lifetime.start.p0(ptr %own)
  %p = getelementptr i32, ptr %own, i64 %n
  store i32 1, ptr %own, align ALIGN
  RESULT
}
declare void @llvm.lifetime.start.p0(ptr)
"""


@pytest.mark.parametrize(("asked", "left"), [(32, 32), (64, 64), (128, 64), (256, 64)])
def test_nothing_asks_for_more_than_64(asked: int, left: int) -> None:
    text = _TEXT.replace("ALIGN", str(asked)).replace("RESULT", "ret i64 0")
    shown = after(align_private_memory.run, text)
    assert f"alloca [5 x i32], align {left}" in shown
    assert f"store i32 1, ptr %own, align {left}" in shown


def test_a_variable_whose_address_is_asked_is_placed() -> None:
    asked = "%a = ptrtoint ptr %p to i64\n  ret i64 %a"
    shown = after(align_private_memory.run, _TEXT.replace("ALIGN", "256").replace("RESULT", asked))
    assert "alloca [512 x i8], align 64" in shown  # its own 256 bytes, and as many to move in
    assert "and i64" in shown and "lifetime.start.p0(ptr %1)" in shown

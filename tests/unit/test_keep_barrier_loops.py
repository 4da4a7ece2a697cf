"""Which loops with barriers stay loops for OpenCL."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import keep_barrier_loops

_TEXT = """declare spir_func void @_Z7barrierj(i32)
declare spir_func void @other(i32)
define internal spir_func void @wait() {
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}
define spir_kernel void @kernel(ptr %p) {
entry:
  br label %turn
turn:
  %k = phi i32 [ 0, %entry ], [ %next, %turn ]
  INNER
  %next = add i32 %k, 1
  %more = icmp slt i32 %next, 12
  br i1 %more, label %turn, label %end, !llvm.loop !0
end:
  call spir_func void @_Z7barrierj(i32 3)
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"WISH"}
"""
_WAIT = "call spir_func void @_Z7barrierj(i32 3)"
_CALL = "call spir_func void @wait()"
_OTHER = "call spir_func void @other(i32 3)"


@pytest.mark.parametrize(
    ("calls", "wish", "kept"),
    [
        ((_WAIT, _WAIT), "llvm.loop.mustprogress", True),
        ((_WAIT, _CALL), "llvm.loop.mustprogress", True),
        ((_CALL, _CALL), "llvm.loop.mustprogress", True),
        ((_WAIT,), "llvm.loop.mustprogress", False),
        ((_OTHER, _OTHER), "llvm.loop.mustprogress", False),
        ((_WAIT, _WAIT), "llvm.loop.unroll.full", False),  # the source wants it
    ],
)
def test_loops_with_several_barriers_stay(calls: tuple[str, ...], wish: str, kept: bool) -> None:
    text = _TEXT.replace("INNER", "\n  ".join(calls)).replace("WISH", wish)
    shown = after(keep_barrier_loops.run, text, ("kernel",))
    assert ("llvm.loop.unroll.disable" in shown) == kept

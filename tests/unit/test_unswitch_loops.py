"""hcpy/passes/unswitch_loops.py on a filter whose taps ask for their source's format in each round."""

from __future__ import annotations

import pytest
from pass_support import lowering_of

from hcpy import ir
from hcpy.passes import unswitch_loops

FILTER = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @filter(ptr byval({ ptr, i32 }) %given) {
entry:
  %at = getelementptr i8, ptr %given, i64 8
  %bits = load i32, ptr %at
  %in = load ptr, ptr %given
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %asked = icmp eq i32 ASKED, 32
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %s = phi float [ 0.0, %entry ], [ %t, %join ]
  %p = getelementptr float, ptr %in, i64 %k
  br i1 %asked, label %wide, label %narrow
wide:
  %x = load float, ptr %p
  br label %join
narrow:
  %h = load half, ptr %p
  %h.x = fpext half %h to float
  br label %join
join:
  %tap = phi float [ %x, %wide ], [ %h.x, %narrow ]
  %t = fadd float %s, %tap
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 5
  br i1 %more, label %loop, label %end
end:
  store float %t, ptr %in
  ret void
}
"""


@pytest.mark.parametrize(("asked", "loads"), [("%bits", 5), ("%id", 1)])
def test_the_launch_is_asked_once(asked: str, loads: int) -> None:
    one = lowering_of(FILTER.replace("ASKED", asked), ("filter",), "ptx")
    unswitch_loops.run(one)
    one.module.verify()
    (function,) = one.module.definitions
    found = [load for load in function.instructions_of(ir.Opcode.LOAD) if load.type.is_floating]
    assert sum(load.type.width == 32 for load in found) == loads

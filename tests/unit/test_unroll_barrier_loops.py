"""hcpy/passes/unroll_barrier_loops.py on a loop of unknown length."""

from __future__ import annotations

import pytest
from pass_support import lowering_of

from hcpy.ir import Opcode
from hcpy.passes import unroll_barrier_loops

LOOP = """
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) convergent
define void @steps(ptr addrspace(1) %p, i32 %count) {
entry:
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load volatile i32, ptr addrspace(1) %p
  CALL
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %next, %count
  br i1 %more, label %loop, label %endWISH
end:
  ret void
}
"""
BARRIER = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) convergent"
SHUFFLE = "%y = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 31) convergent"
MANY = "\n".join(f"store volatile i32 {n}, ptr addrspace(1) %p" for n in range(64))
WISH = ', !llvm.loop !0\n!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.unroll.disable"}\n'


@pytest.mark.parametrize(
    ("calls", "wish", "barriers"),
    [
        (BARRIER, "", unroll_barrier_loops.ROUNDS + 1),  # and one for the rounds that are left over
        (f"{BARRIER}\n{SHUFFLE}", "", 1),
        (f"{BARRIER}\n{MANY}", "", 1),
        (BARRIER, WISH, 1),
    ],
    ids=["barrier", "shuffle", "long", "the source's wish"],
)
def test_rounds_at_a_time(calls: str, wish: str, barriers: int) -> None:
    text = LOOP.replace("CALL", calls)
    mark, _, nodes = wish.partition("\n")
    one = lowering_of(text.replace("WISH", mark) + nodes, ("steps",), "ptx")
    unroll_barrier_loops.run(one)
    one.module.verify()
    (function,) = one.module.definitions
    found = [call for call in function.instructions_of(Opcode.CALL) if "barrier" in call.callee_name]
    assert len(found) == barriers
    assert all("convergent" in call.attributes for call in found)
    assert all(call.callee is not None and "convergent" in call.callee.attributes for call in found)

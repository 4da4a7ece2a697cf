"""Lanes that are no work-items end before a kernel's loops."""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.vulkan.spare_lanes import end_spare_lanes

LOOP = """
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  store i32 %i, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %again, label %done
done:
  ret void
}
"""
STRAIGHT = """
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
"""


def lowered(text: str) -> ir.Function:
    module = ir.Module.parse(text.encode())
    function = module.function("k")
    assert function is not None
    end_spare_lanes(module, function)
    module.verify()
    return function


def test_lanes_beyond_a_row_return() -> None:
    function = lowered(LOOP)
    spare, work = function.entry.terminator.successors
    assert spare.terminator.opcode is ir.Opcode.RET and len(list(spare.instructions())) == 1
    assert [block.name for block in work.terminator.successors] == ["again"]


def test_rows_of_one_are_known_by_the_lane_where_each_has_its_wave() -> None:
    function = lowered(LOOP)
    asked = [call.callee_name for call in function.calls()]
    assert asked == [
        "_Z12get_local_idj",
        "_Z14get_local_sizej",
        "_Z22get_sub_group_local_idv",
        "__hcrt_vulkan_rows_are_apart",
    ]


def test_kernels_without_loops_stay() -> None:
    function = lowered(STRAIGHT)
    assert len(list(function.blocks)) == 1 and not list(function.calls())

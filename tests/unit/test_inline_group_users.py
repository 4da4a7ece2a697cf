"""No function but kernels names variables of group memory where OpenCL's drivers see it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hcpy import ir
from hcpy.passes import inline_group_users
from hcpy.passes.lowering import Lowering

TEXT = b"""
@tile = internal addrspace(3) global [4 x i32] undef

define internal i32 @reads() noinline {
  %x = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 4)
  ret i32 %x
}
define internal i32 @calls() noinline optnone {
  %x = call i32 @reads() noinline
  ret i32 %x
}
define internal i32 @given(ptr addrspace(3) %p) noinline {
  %x = load i32, ptr addrspace(3) %p
  ret i32 %x
}
define spir_kernel void @f(ptr addrspace(1) %p) {
  %x = call i32 @calls()
  %y = call i32 @given(ptr addrspace(3) @tile)
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(1) %p
  ret void
}
"""


def test_functions_that_name_group_memory_and_their_callers_are_inlined() -> None:
    module = ir.Module.parse(TEXT, "group")
    kernel = module.function("f")
    assert kernel is not None
    lowering = SimpleNamespace(module=module, kernels=[kernel])
    inline_group_users.run(cast(Lowering, lowering))
    module.verify()
    assert [function.name for function in module.definitions] == ["given", "f"]
    assert [call.callee_name for call in kernel.calls()] == ["given"]


WAITING = b"""
declare spir_func void @_Z7barrierj(i32)

define internal void @waits(ptr %p) noinline {
  store i32 1, ptr %p
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}
define internal void @stays(ptr %p) noinline {
  store i32 2, ptr %p
  ret void
}
define spir_kernel void @f(ptr %p) {
  call void @waits(ptr %p)
  call void @stays(ptr %p)
  ret void
}
"""


def test_functions_that_wait_are_inlined() -> None:
    module = ir.Module.parse(WAITING, "waits")
    kernel = module.function("f")
    assert kernel is not None
    inline_group_users.run(cast(Lowering, SimpleNamespace(module=module, kernels=[kernel])))
    module.verify()
    assert [call.callee_name for call in kernel.calls()] == ["_Z7barrierj", "stays"]

"""LLVM's SPIR-V back end makes variables as large as the module says, however they are used."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hcpy import ir
from hcpy.passes import keep_variable_sizes
from hcpy.passes.lowering import Lowering

TEXT = b"""
@tile = internal addrspace(3) global [100 x i32] undef
@table = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]

define spir_kernel void @f(ptr addrspace(4) %p, i1 %c) {
  %a = alloca [2 x ptr addrspace(4)], align 8
  %hcpy.held = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %a)
  br i1 %c, label %then, label %end
then:
  store ptr addrspace(4) %p, ptr %a, align 8
  store volatile i32 1, ptr %hcpy.held, align 4
  br label %end
end:
  %q = phi ptr addrspace(3) [ null, %0 ], [ @tile, %then ]
  %x = load i32, ptr addrspace(3) %q
  %y = load i32, ptr addrspace(1) @table
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
"""


def test_variables_are_used_through_pointers_to_bytes() -> None:
    module = ir.Module.parse(TEXT, "sizes")
    keep_variable_sizes.run(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    function = module.function("f")
    assert function is not None
    array, held = function.instructions_of(ir.Opcode.ALLOCA)
    opcodes = {user.opcode for user in array.users if isinstance(user, ir.Instruction)}
    assert opcodes == {ir.Opcode.GEP, ir.Opcode.CALL}  # the call begins its lifetime
    assert [user.opcode for user in held.users if isinstance(user, ir.Instruction)] == [ir.Opcode.STORE]
    phi = next(function.instructions_of(ir.Opcode.PHI))
    begin = phi.operand(1)
    assert isinstance(begin, ir.Instruction)
    assert begin.opcode is ir.Opcode.GEP
    assert begin.operand(0) == module.variable("tile")
    last = list(function.instructions_of(ir.Opcode.LOAD))[-1]
    assert last.operand(0) == module.variable("table")


def test_a_variable_may_stand_behind_other_instructions() -> None:
    module = ir.Module.parse(
        b"""declare i32 @asked()
define spir_kernel void @f(ptr %p) {
  %n = call i32 @asked()
  %a = alloca [2 x ptr], align 8
  %b = alloca [2 x ptr], align 8
  store ptr %p, ptr %a, align 8
  store i32 %n, ptr %b, align 4
  ret void
}
""",
        "behind",
    )
    keep_variable_sizes.run(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    function = module.function("f")
    assert function is not None
    assert [i.opcode for i in function.entry.instructions()].count(ir.Opcode.GEP) == 2

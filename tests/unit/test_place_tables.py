"""place_tables: which constants go to OpenCL's constant memory."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from hcpy import ir
from hcpy.passes import place_tables
from hcpy.passes.lowering import Lowering

TEXT = b"""
@read = private addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 8
@copied = private addrspace(1) constant [4 x i32] [i32 5, i32 6, i32 7, i32 8], align 4
@handed = private addrspace(1) constant [4 x i32] zeroinitializer
@chosen = private addrspace(1) constant [4 x i32] zeroinitializer
@of_addresses = private addrspace(1) constant [1 x ptr addrspace(1)] [ptr addrspace(1) @handed]
@changed = internal addrspace(1) global [4 x i32] zeroinitializer
@exported = addrspace(1) constant i32 4
@unused = private addrspace(1) constant [2 x i8] c"a\00"
declare void @take(ptr addrspace(1))
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
define i32 @f(ptr %to, i64 %k, i1 %c) {
  %a = getelementptr [4 x i32], ptr addrspace(1) @read, i64 0, i64 %k
  %x = load i32, ptr addrspace(1) %a
  %half = getelementptr i8, ptr addrspace(1) @copied, i64 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %to, ptr addrspace(1) align 4 %half, i64 8, i1 false)
  call void @take(ptr addrspace(1) @handed)
  %either = select i1 %c, ptr addrspace(1) @chosen, ptr addrspace(1) @changed
  %y = load i32, ptr addrspace(1) %either
  %p = load ptr addrspace(1), ptr addrspace(1) @of_addresses
  call void @take(ptr addrspace(1) %p)
  %z = load i32, ptr addrspace(1) @changed
  %e = load i32, ptr addrspace(1) @exported
  %s = add i32 %x, %y
  %t = add i32 %s, %z
  %u = add i32 %t, %e
  ret i32 %u
}
"""


def test_what_is_only_read_in_place_goes_to_constant_memory() -> None:
    module = ir.Module.parse(TEXT, "tables")
    place_tables.run(cast(Lowering, SimpleNamespace(module=module, exported={"exported": False})))
    module.verify()
    spaces = {variable.name: variable.address_space for variable in module.variables}
    assert {name for name, space in spaces.items() if space == 2} == {"read", "copied"}
    assert set(spaces.values()) == {1, 2}
    table = module.variable("read")
    assert table is not None and table.align == 8 and table.is_readonly
    function = module.function("f")
    assert function is not None
    copy = next(call for call in function.calls() if call.callee_name.startswith("llvm.memcpy"))
    assert copy.callee_name == "llvm.memcpy.p0.p2.i64"
    assert copy.argument_attributes(1).value("align", 1) == 4


def test_an_atomic_load_keeps_its_variable_in_global_memory() -> None:
    text = b"""
@flag = private addrspace(1) constant i32 1
define i32 @f() {
  %x = load atomic i32, ptr addrspace(1) @flag monotonic, align 4
  ret i32 %x
}
"""
    module = ir.Module.parse(text, "atomic")
    place_tables.run(cast(Lowering, SimpleNamespace(module=module, exported={})))
    assert [variable.address_space for variable in module.variables] == [1]

"""copy_address_tables: which constants become a function's own variables, and what fills them."""

from __future__ import annotations

import ctypes

from pass_support import HOST, after, execution, lowering_of

from hcpy.passes import copy_address_tables

TEXT = f"""{HOST}@a = internal addrspace(3) global [8 x i32] undef
@one = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
%Row = type <{{ i8, ptr, i32 }}>
@group = private addrspace(1) constant [2 x %Row] [
  %Row <{{ i8 1, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 8), i32 5 }}>,
  %Row zeroinitializer], align 8
@inside = private constant [2 x ptr] [
  ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @one, i64 4) to ptr),
  ptr addrspacecast (ptr addrspace(1) @one to ptr)]
@plain = private constant [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @one to ptr)]
@of_tables = private constant [2 x ptr] [ptr @inside, ptr @plain]
define i32 @f(i64 %k) {{
  %local = alloca [2 x %Row]
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %local, ptr addrspace(1) align 8 @group, i64 26, i1 false)
  %n = load i32, ptr addrspace(1) getelementptr ([2 x %Row], ptr addrspace(1) @group, i64 0, i64 0, i32 2)
  %p = getelementptr [2 x ptr], ptr @of_tables, i64 0, i64 %k
  %t = load ptr, ptr %p
  %q = load ptr, ptr %t
  %v = load i32, ptr %q
  %r = add i32 %n, %v
  ret i32 %r
}}
define ptr @g() {{
  %p = load ptr, ptr @plain
  ret ptr %p
}}
"""


def test_tables_of_group_memory_are_filled_by_their_users() -> None:
    shown = after(copy_address_tables.run, TEXT)
    assert "@group = " not in shown and "@inside = " in shown and "@of_tables = " in shown
    body = shown[shown.index("define i32 @f") : shown.index("define ptr @g")]
    assert "%group = alloca [2 x %Row]" in body
    assert "llvm.memcpy.p0.p0.i64(ptr align 8 %local, ptr align 8 %group, i64 26" in body
    stores = [line for line in body.splitlines() if line.startswith("  store")]
    assert [int(line.rpartition(" ")[2]) for line in stores] == [8, 1, 1, 1, 2, 2]  # packed structures
    assert "@a to ptr), i64 8), ptr %" in stores[1]


def test_on_spirv_places_inside_of_variables_are_computed_too() -> None:
    shown = after(copy_address_tables.run_spirv, TEXT)
    assert "@plain = " in shown and "@inside = " not in shown and "@of_tables = " not in shown
    assert "= private constant [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @one to ptr)]" in shown
    run = shown.replace("@a = internal addrspace(3) global [8 x i32] undef", "@a = global [8 x i32] undef")
    run = run.replace("addrspacecast (ptr addrspace(3) @a to ptr)", "@a").replace(
        "addrspacecast (ptr addrspace(1) @one to ptr)", "@one"
    )
    run = run.replace("addrspacecast (ptr addrspace(1) getelementptr", "getelementptr").replace(
        "ptr addrspace(1) @one, i64 4) to ptr)", "ptr @one, i64 4)"
    )
    run = run.replace("addrspace(1) ", "")
    with execution(run) as engine:
        f = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint64)(engine.get_function_address("f"))
        assert [f(0), f(1)] == [5 + 2, 5 + 1]


def test_a_variable_that_is_no_constant_is_refused() -> None:
    text = TEXT.replace("@group = private addrspace(1) constant", "@group = addrspace(1) global")
    text = text.replace("define i32 @f", "define spir_kernel i32 @f")
    lowering = lowering_of(text, ("f",))
    copy_address_tables.run(lowering)
    (found,) = lowering.diagnostics
    assert "the initial value of 'group' has an address that the target 'spirv' cannot have" in found.message


def test_operands_that_are_aggregates_with_addresses() -> None:
    text = f"""{HOST}@a = internal addrspace(3) global [8 x i32] undef
@t = private constant [2 x ptr] [ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr null]
define {{ ptr, [2 x ptr] }} @f(i1 %c) {{
entry:
  br i1 %c, label %other, label %last
other:
  br label %last
last:
  %x = phi {{ ptr, [2 x ptr] }} [ zeroinitializer, %entry ],
    [ {{ ptr @t, [2 x ptr] [ptr null, ptr getelementptr (i8, ptr @t, i64 8)] }}, %other ]
  ret {{ ptr, [2 x ptr] }} %x
}}
"""
    shown = after(copy_address_tables.run, text)
    assert "@t = " not in shown and "%t = alloca [2 x ptr]" in shown
    other = shown[shown.index("\nother:") : shown.index("\nlast:")]
    assert other.count("insertvalue { ptr, [2 x ptr] }") == 2 and "ptr %t, 0" in other and "i64 8" in other


def test_what_functions_take_as_global_memory_waits_for_the_optimiser() -> None:
    text = f"""{HOST}@one = internal addrspace(1) global [4 x i32] zeroinitializer
@table = private addrspace(1) constant [1 x ptr addrspace(1)] [
  ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @one, i64 4)]
declare void @constructor(ptr addrspace(1))
define spir_kernel void @f() {{
  call void @constructor(ptr addrspace(1) @table)
  ret void
}}
"""
    lowering = lowering_of(text, ("f",))
    copy_address_tables.run_spirv_early(lowering)
    assert "@table = " in str(lowering.module) and not lowering.diagnostics
    copy_address_tables.run_spirv(lowering)
    (found,) = lowering.diagnostics
    assert "the initial value of 'table'" in found.message and "pass no pointer to it" in found.message

"""Passes over a module's symbols and attributes: who is visible, where variables lie, what functions say."""

from __future__ import annotations

import pytest
from pass_support import after, lowering_of

from hcpy import ir
from hcpy.passes import (
    allow_contraction,
    drop_architecture,
    drop_unreachable,
    export_globals,
    flush_denormals,
    internalise_symbols,
    limit_parameter_alignment,
    move_tile_static,
    qualify_pointers,
    rename_functions,
    spirv_limits,
    try_intrinsics,
)
from hcpy.passes.find_kernels import byval_type, display_name, find_entries
from hcpy.passes.make_records import group_bytes, has_barrier
from hcpy.passes.strip_debug_info import strip_debug_info


@pytest.mark.parametrize(("flag", "marked"), [("contract ", True), ("", False)])
def test_contraction_is_allowed_where_the_code_allows_it(flag: str, marked: bool) -> None:
    text = f"define float @f(float %x, float %y) {{\n  %r = fmul {flag}float %x, %y\n  ret float %r\n}}\n"
    assert ("!opencl.enable.FP_CONTRACT" in after(allow_contraction.run, text)) == marked


def test_the_processor_of_the_device_iteration_is_dropped() -> None:
    text = 'define void @f() #0 {\n  ret void\n}\nattributes #0 = { nounwind "target-cpu"="gfx90a" '
    text += '"target-features"="+x" "tune-cpu"="y" "kept"="1" }\n'
    shown = after(drop_architecture.run, text)
    assert 'attributes #0 = { nounwind "kept"="1" }' in shown


def test_what_no_kernel_reaches_goes() -> None:
    text = """@table = constant [1 x ptr] [ptr @by_table]
@other = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @unused]
define spir_kernel void @kernel() {
  %p = load ptr, ptr @table
  ret void
}
define void @by_table() {
  call void @called()
  ret void
}
declare void @called()
define void @unused() {
  store i32 1, ptr @other
  ret void
}
"""
    shown = after(drop_unreachable.run, text, ("kernel",))
    assert "@by_table" in shown and "@called" in shown
    assert "@unused" not in shown and "@other" not in shown and "llvm.used" not in shown


def test_plain_globals_are_exported_and_constants_are_not() -> None:
    text = """@set = internal constant i32 7
@plain = internal global i32 7
@elsewhere = external constant i32
@_ZZ1fvE1n = internal global i32 258
@.str = private global [2 x i8] c"a\\00"
@shared = internal addrspace(3) global i32 undef
define spir_kernel void @kernel() {
  ret void
}
"""
    lowering = lowering_of(text, ("kernel",))
    export_globals.run(lowering)
    assert lowering.exported == {"plain": True, "elsewhere": False, "_ZZ1fvE1n": True}
    # Of functions' own variables the values are known: the host part may have no such function.
    assert lowering.initial == {"plain": "", "elsewhere": "", "_ZZ1fvE1n": "02010000"}
    shown = str(lowering.module)
    assert "@plain = dso_local global i32 7" in shown and "@elsewhere = global i32 0" in shown
    assert "@set = internal constant i32 7" in shown


def test_a_global_of_unknown_size_is_an_error_at_its_use() -> None:
    text = """@unsized = external global [0 x i32]
define spir_kernel void @kernel() {
  store i32 1, ptr @unsized
  ret void
}
"""
    lowering = lowering_of(text, ("kernel",))
    lowering.operators["kernel"] = ("kernel", None)
    export_globals.run(lowering)
    (found,) = lowering.diagnostics
    assert "'unsized' has no known size here" in found.message and not lowering.exported


@pytest.mark.parametrize("fast", [True, False])
def test_denormals_are_flushed_under_fast_maths(fast: bool) -> None:
    lowering = lowering_of("define void @f() {\n  ret void\n}\n", fast_math=fast)
    flush_denormals.run(lowering)
    assert ('"denormal-fp-math-f32"="preserve-sign,preserve-sign"' in str(lowering.module)) == fast


def test_all_but_entries_and_exports_is_internal() -> None:
    text = """$f = comdat any
@kept = global i32 1
@own = global i32 2
@also = alias i32, ptr @own
define linkonce_odr void @f() comdat {
  ret void
}
define weak_odr spir_kernel void @kernel() {
  ret void
}
declare void @outside()
"""
    lowering = lowering_of(text, ("kernel",))
    lowering.exported["kept"] = False
    internalise_symbols.run(lowering)
    lowering.module.verify()
    shown = str(lowering.module)
    for line in (
        *(
            "@kept = global",
            "@own = internal global",
            "@also = internal alias",
            "define internal void @f() {",
        ),
        *("define spir_kernel void @kernel()", "declare void @outside()"),
    ):
        assert line in shown


def test_parameters_have_16_bytes_of_alignment_at_most() -> None:
    text = """define ptx_kernel void @kernel(ptr byval({ i64 }) align 64 %a, ptr align 64 %b,
                               ptr byval(i64) align 8 %c) {
  ret void
}
"""
    shown = after(limit_parameter_alignment.run, text, ("kernel",))
    assert "ptr byval({ i64 }) align 16 %a, ptr align 64 %b, ptr byval(i64) align 8 %c" in shown


def test_tile_static_variables_move_to_group_memory() -> None:
    text = """@a = addrspace(1) global [4 x i32] zeroinitializer, section "hcpy.tile_static", align 16
@b = linkonce_odr addrspace(3) constant i32 5, section "hcpy.tile_static"
@c = addrspace(1) global i32 1
define i32 @f(i64 %k) {
  %g = addrspacecast ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @a, i64 1) to ptr addrspace(4)
  %v = load i32, ptr addrspace(4) %g
  %p = getelementptr [4 x i32], ptr addrspace(1) @a, i64 0, i64 %k
  %w = load i32, ptr addrspace(1) %p
  %r = add i32 %v, %w
  ret i32 %r
}
"""
    shown = after(move_tile_static.run, text)
    assert "@a = internal addrspace(3) global [4 x i32] undef, align 16" in shown
    assert (
        "@b = internal addrspace(3) global i32 undef" in shown and "@c = addrspace(1) global i32 1" in shown
    )
    assert "load i32, ptr addrspace(3) %p" in shown
    assert "addrspacecast (ptr addrspace(3) @a to" in shown or "ptr addrspace(3) @a, i64" in shown


def test_pointers_from_the_function_object_are_global() -> None:
    text = """define ptx_kernel void @kernel(ptr byval({ ptr, ptr }) %object, ptr %other) {
  %place = getelementptr i8, ptr %object, i64 8
  %p = load ptr, ptr %place
  %q = load ptr, ptr %p
  %r = load ptr, ptr %other
  store i32 1, ptr %q
  store i32 1, ptr %r
  ret void
}
"""
    shown = after(qualify_pointers.run, text, ("kernel",))
    assert shown.count("to ptr addrspace(1)") == 1 and "%hcrt.global = addrspacecast ptr %p to" in shown


def test_undefined_functions_get_other_names() -> None:
    text = """declare void @a()
declare void @b()
define void @c() {
  call void @a()
  call void @b()
  ret void
}
"""
    module = ir.Module.parse(text.encode())
    rename_functions.rename(module, {"a": "b", "c": "d", "none": "x"})
    assert module.function("a") is None and str(module).count("call void @b()") == 2
    rename_functions.rename_undefined(module, lambda name: f"{name}2")
    assert [function.name for function in module.functions] == ["b2", "c"]


def test_what_spirv_lacks_is_found() -> None:
    text = """define i128 @f(ptr %p, i32 %n, i128 %x) {
  %many = alloca i32, i32 %n
  %old = atomicrmw nand ptr %p, i32 1 monotonic
  %sum = atomicrmw add ptr %p, i32 1 monotonic
  %long = load <32 x i8>, ptr %p
  %r = add i128 %x, 1
  ret i128 %r
}
"""
    with ir.Module.parse(text.encode()) as module:
        found = [(i.name, what) for i, what in spirv_limits.impossible(module)]
    assert found == [
        ("r", "an integer of more than 64 bits"),
        ("long", "a vector of more than 16 numbers"),
        ("many", "an array of variable length"),
        ("old", "this atomic operation"),
    ]


def test_the_intrinsic_that_a_back_end_cannot_do_is_named() -> None:
    """Never what LLVM refuses where it is alone: markers that have no code, what gives two results."""
    text = """define spir_kernel void @kernel(ptr %p) {
  %x = alloca float
  call void @llvm.lifetime.start.p0(ptr %x)
  %a = load float, ptr %p
  %s = call float @llvm.sqrt.f32(float %a)
  %b = call float @llvm.bogus.f32(float %s)
  store float %b, ptr %p
  %two = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 1, i32 2)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare float @llvm.sqrt.f32(float)
declare float @llvm.bogus.f32(float)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
"""
    lowering = lowering_of(text, ("kernel",))
    lowering.operators["kernel"] = ("kernel", None)

    def emit(module: ir.Module) -> None:
        module.verify()
        assert module.function("llvm.bogus.f32") is None
        assert not any(function.result.is_struct for function in module.definitions)  # no back end gives them

    (found,) = try_intrinsics.impossible_intrinsics(lowering, emit)
    assert found.message == "the target 'spirv' can't compile LLVM's 'llvm.bogus.f32', which this needs"


def test_entries_and_their_records() -> None:
    text = """@a = internal addrspace(3) global [3 x i8] undef, align 1
@b = internal addrspace(3) global i64 undef, align 8
@c = internal addrspace(3) global i64 undef, align 8
define spir_kernel void @kernel(ptr byval({ i64, i32 }) %object) {
  call void @inner()
  ret void
}
define void @_ZN4hcrt6detail5entryI1fEEvT_(ptr %object) {
  ret void
}
define void @inner() {
  call void @_Z7barrierj(i32 1)
  ret void
}
declare void @_Z7barrierj(i32)
"""
    with ir.Module.parse(text.encode()) as module:
        assert find_entries(module) == ("kernel", "_ZN4hcrt6detail5entryI1fEEvT_")
        kernel, pointed = (module.function(name) for name in find_entries(module))
        assert kernel is not None and pointed is not None
        assert str(byval_type(kernel)) == "{ i64, i32 }" and byval_type(pointed) is None
        assert has_barrier(kernel, ir.CallGraph()) and not has_barrier(pointed, ir.CallGraph())
        used = dict.fromkeys(v for v in module.variables if v.name != "c")
        sizes = {"a": 3, "b": 8, "c": 8}
        assert group_bytes(module, used, sizes.__getitem__) == 16
    assert display_name("_Z3runv", None) == "run"


def test_debug_locations_go_and_the_code_stays() -> None:
    text = """define void @f() !dbg !4 {
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: null)
!6 = !DILocation(line: 1, column: 1, scope: !4)
"""
    with ir.Module.parse(text.encode()) as module:
        strip_debug_info(module)
        assert "!dbg" not in str(module) and "ret void" in str(module)

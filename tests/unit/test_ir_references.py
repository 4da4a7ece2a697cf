"""hcpy.ir: what symbols lead to, and changes of a symbol with all who use it."""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.rewrite import call_again, in_space, rename, with_parameters
from hcpy.passes.strip_debug_info import strip_debug_info


def function(module: ir.Module, name: str) -> ir.Function:
    found = module.function(name)
    assert found is not None
    return found


def test_what_roots_lead_to_comes_in_the_order_of_the_module() -> None:
    """Handles differ in each run; what is made of the symbols must not change."""
    names = [f"name{n}" for n in range(12)]
    calls = "\n".join(f"  call void @{name}()" for name in names)
    declared = "\n".join(f"declare void @{name}()" for name in (*names, "around", "last", "unused"))
    module = ir.Module.parse(
        f"""@table = constant [1 x ptr] [ptr @last]
define void @root() personality ptr @around {{
{calls}
  store ptr @table, ptr null
  ret void
}}
define void @other() {{
  call void @unused()
  call void @other()
  ret void
}}
{declared}
""".encode()
    )
    found = ir.References(module).reached([function(module, "root")])
    assert [symbol.name for symbol in found] == ["root", *names, "around", "table", "last"]
    module.keep(found)
    module.verify()
    assert [f.name for f in module.definitions] == ["root"]
    assert module.function("unused") is None and module.variable("table") is not None


def test_instructions_are_found_behind_constants() -> None:
    module = ir.Module.parse(
        b"""@a = external addrspace(3) global [4 x i32]
define i32 @f() {
  %v = load i32, ptr addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @a, i64 8) to ptr)
  %w = load i32, ptr addrspace(3) @a
  ret i32 %v
}"""
    )
    variable = module.variable("a")
    assert variable is not None
    using = ir.instructions_using(variable)
    assert {i.name for i in using} == {"v", "w"}
    first = next(i for i in using if i.name == "v")
    assert ir.symbols_in(first.pointer) == [variable]


def test_types_are_found_inside_of_others() -> None:
    module = ir.Module.parse(
        b"""define void @f(ptr %p) {
  %a = alloca { i32, [2 x i96] }
  %b = load i32, ptr %p
  store i128 1, ptr %p
  ret void
}"""
    )
    search = ir.TypeSearch(lambda type_: type_.is_integer and type_.width > 64)
    assert [i.opcode for i in search.find(function(module, "f"))] == [ir.Opcode.ALLOCA, ir.Opcode.STORE]


def test_a_function_gets_a_parameter() -> None:
    module = ir.Module.parse(
        b"""define internal spir_func i32 @f(i32 noundef %x) nounwind !dbg !3 {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @g(i32 %x) personality ptr null {
  %y = call spir_func noundef i32 @f(i32 noundef %x) convergent
  %z = invoke spir_func i32 @f(i32 %y) to label %done unwind label %lost
done:
  ret i32 %z
lost:
  %pad = landingpad { ptr, i32 } cleanup
  ret i32 0
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/w")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, unit: !0)
"""
    )
    old = function(module, "f")
    calls = old.call_sites
    new = with_parameters(module, old, [(module.types.pointer(3), "more")])
    for call in calls:
        call_again(call, new, [module.types.pointer(3).null()])
    old.erase()
    module.verify()
    assert new.name == "f" and new.convention == ir.CallingConvention.SPIR_FUNCTION
    assert [a.name for a in new.arguments] == ["x", "more"]
    assert "noundef" in new.parameter_attributes(0) and "nounwind" in new.attributes
    assert new.location is not None and new.location.line == 3
    text = str(module)
    assert "call spir_func noundef i32 @f(i32 noundef %x, ptr addrspace(3) null)" in text
    assert "invoke spir_func i32 @f(i32 %y, ptr addrspace(3) null)" in text


def test_a_variable_moves_to_another_space() -> None:
    module = ir.Module.parse(
        b"""@a = internal addrspace(1) global [4 x i32] zeroinitializer, section "s", align 16
define ptr addrspace(4) @f(i64 %i) {
  store i32 1, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @a, i64 4)
  %p = getelementptr i32, ptr addrspace(1) @a, i64 %i
  store i32 2, ptr addrspace(1) %p
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  store i32 3, ptr addrspace(4) addrspacecast (ptr addrspace(1) @a to ptr addrspace(4))
  ret ptr addrspace(4) %q
}"""
    )
    variable = module.variable("a")
    assert variable is not None
    moved = in_space(module, variable, 3)
    moved.initializer = moved.value_type.undef()
    module.verify()
    assert (moved.name, moved.address_space, moved.align, moved.section) == ("a", 3, 16, "s")
    assert "addrspace(1)" not in str(module)


def test_a_renamed_function_is_one_with_its_namesake() -> None:
    module = ir.Module.parse(
        b"""declare double @sqrt(double)
declare double @llvm.sqrt.f64(double)
define double @f(double %x) {
  %a = call double @sqrt(double %x)
  %b = call double @llvm.sqrt.f64(double %a)
  ret double %b
}"""
    )
    assert rename(module, function(module, "sqrt"), "llvm.sqrt.f64").is_intrinsic
    assert [c.callee_name for c in function(module, "f").calls()] == ["llvm.sqrt.f64"] * 2
    assert not rename(module, function(module, "llvm.sqrt.f64"), "root").is_intrinsic
    module.verify()


def test_stripping_debug_information_keeps_the_code() -> None:
    module = ir.Module.parse(
        b"""define void @f(i1 %c) !dbg !4 {
entry:
  br label %loop, !dbg !7
loop:
  br i1 %c, label %loop, label %done, !llvm.loop !8
done:
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/w")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, unit: !0)
!7 = !DILocation(line: 4, column: 9, scope: !4)
!8 = distinct !{!8, !7, !9}
!9 = !{!"llvm.loop.unroll.disable"}
"""
    )
    strip_debug_info(module)
    text = str(module)
    assert "!dbg" not in text and "!llvm.dbg.cu" not in text and "DILocation" not in text
    assert "llvm.loop.unroll.disable" in text

"""Numbers of all types have one tag for alias analysis; pointers and the library's objects keep theirs."""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.join_numbers import join_numbers

TEXT = b"""
define float @f(ptr %view, ptr %words, ptr %object, ptr %copy) {
  store float 1.0, ptr %view, align 4, !tbaa !10
  store i32 5, ptr %words, align 4, !tbaa !11
  %x = load float, ptr %view, align 4, !tbaa !12
  %p = load ptr, ptr %object, align 8, !tbaa !13
  %q = load ptr, ptr %object, align 8, !tbaa !17
  %n = load i32, ptr %object, align 4, !tbaa !14
  %b = load i8, ptr %object, align 1, !tbaa !15
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %view, i64 4, i1 false), !tbaa.struct !16
  ret float %x
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{!"Simple C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"float", !1, i64 0}
!3 = !{!"int", !1, i64 0}
!4 = !{!"any pointer", !1, i64 0}
!5 = !{!"_ZTS4Pair", !2, i64 0, !3, i64 4}
!6 = !{!"_ZTSN6Kalmar5arrayIfLi1EEE", !4, i64 0, !3, i64 8}
!7 = !{!"p1 float", !4, i64 0}
!10 = !{!2, !2, i64 0}
!11 = !{!3, !3, i64 0}
!12 = !{!5, !2, i64 0}
!13 = !{!4, !4, i64 0}
!14 = !{!6, !3, i64 8}
!15 = !{!1, !1, i64 0}
!16 = !{i64 0, i64 4, !10}
!17 = !{!7, !7, i64 0}
"""


def tags(module: ir.Module) -> list[ir.Node | None]:
    function = module.function("f")
    assert function is not None
    accesses = function.instructions_of(ir.Opcode.STORE, ir.Opcode.LOAD)
    return [instruction.metadata("tbaa") for instruction in accesses]


def test_all_numbers_get_one_tag() -> None:
    module = ir.Module.parse(TEXT, "numbers")
    before = tags(module)
    join_numbers(module)
    module.verify()
    first, second, third, *others = tags(module)
    assert first is not None
    assert first == second == third != before[0]
    assert others == before[3:]


def test_what_is_copied_tells_no_types() -> None:
    module = ir.Module.parse(TEXT, "numbers")
    join_numbers(module)
    function = module.function("f")
    assert function is not None
    call = next(function.instructions_of(ir.Opcode.CALL))
    assert call.metadata("tbaa.struct") is None


def test_a_second_time_changes_nothing() -> None:
    module = ir.Module.parse(TEXT, "numbers")
    join_numbers(module)
    once = tags(module)
    join_numbers(module)
    assert tags(module) == once

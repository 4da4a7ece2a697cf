"""Passes that say which functions a GPU's code may call, on small modules."""

from __future__ import annotations

from pass_support import after, lowering_of

from hcpy import ir
from hcpy.passes import choose_callees, fit_functions, note_classes, sort_without_recursion

TABLE = """@table = internal addrspace(1) constant { [2 x ptr addrspace(1)], i32 } {
  [2 x ptr addrspace(1)] [ptr addrspace(1) null,
    ptr addrspace(1) addrspacecast (ptr @more to ptr addrspace(1))],
  i32 3 }
define internal i32 @more(i32 %x) {
  ret i32 %x
}
define internal i32 @less(i32 %x) {
  ret i32 0
}
define internal void @other() {
  ret void
}
define spir_kernel void @kernel(ptr addrspace(1) %out, i1 %c) {
  %known = load ptr addrspace(1), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 8)
  %far = select i1 %c, ptr addrspace(1) %known, ptr addrspace(1) addrspacecast (ptr @less to ptr addrspace(1))
  %r = call addrspace(1) i32 %far(i32 7)
  store i32 %r, ptr addrspace(1) %out
  store ptr @other, ptr addrspace(1) %out
  ret void
}
"""


def chosen(text: str) -> tuple[bool, str]:
    with ir.Module.parse(text.encode()) as module:
        found = choose_callees.run(module)
        module.verify()
        return found, str(module)


def test_a_call_through_a_pointer_is_a_switch_over_the_functions_of_its_type() -> None:
    found, text = chosen(TABLE)
    assert found
    assert "switch i64 %" in text and "i64 16, label" in text and "i64 32, label" in text
    assert text.count("call i32 @more(i32 7)") == text.count("call i32 @less(i32 7)") == 1
    assert "call void @other" not in text
    assert "store volatile i32 0, ptr addrspace(1) inttoptr (i64 4 to ptr addrspace(1))" in text


def test_addresses_are_numbers_in_tables_and_in_code() -> None:
    _, text = chosen(TABLE)
    assert "constant { [2 x i64], i32 } { [2 x i64] [i64 0, i64 16], i32 3 }" in text
    assert "store ptr inttoptr (i64 48 to ptr), ptr addrspace(1) %out" in text


def test_a_call_that_leads_back_stays() -> None:
    found, text = chosen("""define internal i32 @again(ptr %f) {
  %r = call i32 %f(ptr @again)
  ret i32 %r
}
define spir_kernel void @kernel() {
  %r = call i32 @again(ptr @again)
  ret void
}
""")
    assert found and "call i32 %f(" in text and "switch" not in text
    assert '"hcpy-leads-back"="again"' in text


def test_a_module_without_addresses_of_functions_stays() -> None:
    assert not chosen("define spir_kernel void @kernel() {\n  ret void\n}\n")[0]


def test_tables_name_no_destructor_for_delete_and_no_pure_virtual_function() -> None:
    text = after(
        fit_functions.run,
        """@table = internal constant [4 x ptr] [ptr @_ZN1BD1Ev, ptr @_ZN1BD0Ev,
  ptr @__cxa_pure_virtual, ptr @_ZN1A2D0Ev]
declare void @__cxa_pure_virtual()
declare void @_ZdlPv(ptr)
define internal void @_ZN1BD1Ev(ptr %this) {
  ret void
}
define internal void @_ZN1BD0Ev(ptr %this) {
  call void @_ZdlPv(ptr %this)
  ret void
}
define internal void @_ZN1A2D0Ev(ptr %this) {
  ret void
}
""",
    )
    assert "[ptr @_ZN1BD1Ev, ptr null, ptr null, ptr @_ZN1A2D0Ev]" in text


def test_the_librarys_functions_that_throw_are_declarations() -> None:
    text = after(
        fit_functions.run,
        """declare void @__cxa_throw(ptr, ptr, ptr)
define linkonce_odr void @_ZSt26__throw_bad_variant_accessb(i1 %empty) noreturn {
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
}
define void @kernel(i1 %c) {
  call void @_ZSt26__throw_bad_variant_accessb(i1 %c)
  unreachable
}
""",
    )
    assert "declare void @_ZSt26__throw_bad_variant_accessb(i1)" in text
    assert "call void @_ZSt26__throw_bad_variant_accessb(i1 %c)" in text


def test_a_variants_swap_does_not_call_itself() -> None:
    swap = "_ZNSt7variantIJifEE4swapERS0_"
    text = after(
        fit_functions.run,
        f"""define linkonce_odr void @{swap}(ptr %this, ptr %other, i1 %empty) {{
  br i1 %empty, label %none, label %done
none:
  call void @{swap}(ptr %other, ptr %this, i1 false)
  br label %done
done:
  ret void
}}
""",
    )
    assert f"call void @{swap}" not in text
    assert "call void @_ZSt26__throw_bad_variant_accessv()" in text


def test_an_ellipsis_that_nobody_reads_is_gone() -> None:
    text = after(
        fit_functions.run,
        """declare void @llvm.va_start.p0(ptr)
define internal i32 @first(i32 %x, ...) {
  ret i32 %x
}
define internal i32 @reads(i32 %x, ...) {
  %list = alloca [24 x i8]
  call void @llvm.va_start.p0(ptr %list)
  ret i32 %x
}
define void @kernel(i32 %x) {
  %a = call i32 (i32, ...) @first(i32 %x, double 2.0, ptr null)
  %b = call i32 (i32, ...) @reads(i32 %x, i32 3)
  ret void
}
""",
    )
    assert "define internal i32 @first(i32 %x)" in text and "%a = call i32 @first(i32 %x)" in text
    assert "call i32 (i32, ...) @reads(i32 %x, i32 3)" in text


def test_stable_sort_has_no_buffer_and_inserts() -> None:
    inner, whole = "_ZSt21__inplace_stable_sortIPiEvT_S1_", "_ZSt13__stable_sortIPiEvT_S1_"
    adaptive, insert = "_ZSt22__stable_sort_adaptiveIPiEvT_S1_", "_ZSt16__insertion_sortIPiEvT_S1_"
    merge, buffer = "_ZSt22__merge_without_bufferIPiEvT_S1_S1_", "_ZSt20get_temporary_bufferIiEPT_l"
    text = after(
        sort_without_recursion.run,
        f"""declare void @{insert}(ptr, ptr, i8)
declare void @{merge}(ptr, ptr, ptr)
declare void @{adaptive}(ptr, ptr)
declare ptr @_ZnwmRKSt9nothrow_t(i64)
define void @{inner}(ptr %first, ptr %last, i8 %order) {{
  call void @{insert}(ptr %first, ptr %last, i8 %order)
  %middle = getelementptr i8, ptr %first, i64 8
  call void @{inner}(ptr %first, ptr %middle, i8 %order)
  call void @{inner}(ptr %middle, ptr %last, i8 zeroext %order)
  call void @{merge}(ptr %first, ptr %middle, ptr %last)
  ret void
}}
define void @{whole}(ptr %first, ptr %last) {{
  call void @{adaptive}(ptr %first, ptr %last)
  ret void
}}
define ptr @{buffer}(i64 %size) {{
  %p = call ptr @_ZnwmRKSt9nothrow_t(i64 %size)
  ret ptr %p
}}
""",
    )
    assert f"call void @{insert}(ptr %first, ptr %last, i8 zeroext %order)" in text
    assert text.count("call ") == 2 and "ret ptr null" in text


CLASSES = """declare i1 @llvm.public.type.test(ptr, metadata)
declare void @llvm.assume(i1)
@leaf = internal addrspace(1) constant { [4 x ptr addrspace(1)] } { [4 x ptr addrspace(1)] [
  ptr addrspace(1) null, ptr addrspace(1) null,
  ptr addrspace(1) addrspacecast (ptr @accept to ptr addrspace(1)),
  ptr addrspace(1) addrspacecast (ptr @count to ptr addrspace(1))] }, !type !0, !type !1
@add = internal addrspace(1) constant { [3 x ptr addrspace(1)] } { [3 x ptr addrspace(1)] [
  ptr addrspace(1) null, ptr addrspace(1) null,
  ptr addrspace(1) addrspacecast (ptr @visit to ptr addrspace(1))] }, !type !2
@unnamed = internal addrspace(1) constant [1 x ptr addrspace(1)] [
  ptr addrspace(1) addrspacecast (ptr @count to ptr addrspace(1))]
define internal i32 @accept(ptr %visitor) {
  %table = load ptr addrspace(1), ptr %visitor
  %is = call i1 @llvm.public.type.test(ptr addrspace(1) %table, metadata !3)
  call void @llvm.assume(i1 %is)
  %place = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %table, i64 0
  %f = load ptr addrspace(1), ptr addrspace(1) %place
  %r = call addrspace(1) i32 %f(ptr %visitor)
  ret i32 %r
}
define internal i32 @visit(ptr %leaf) {
  ret i32 1
}
define internal i32 @count(ptr %leaf) {
  ret i32 2
}
define spir_kernel void @kernel(ptr %node, ptr %out) {
  %table = load ptr addrspace(1), ptr %node
  %is = call i1 @llvm.public.type.test(ptr addrspace(1) %table, metadata !"node")
  call void @llvm.assume(i1 %is)
  %place = getelementptr inbounds ptr addrspace(1), ptr addrspace(1) %table, i64 1
  %f = load ptr addrspace(1), ptr addrspace(1) %place
  %r = call addrspace(1) i32 %f(ptr %node)
  store i32 %r, ptr %out
  ret void
}
!0 = !{i64 16, !"leaf"}
!1 = !{i64 16, !"node"}
!2 = !{i64 16, !3}
!3 = distinct !{}
"""


def test_virtual_calls_and_functions_name_their_classes_and_places() -> None:
    text = after(note_classes.run, CLASSES)
    assert "type.test" not in text and "llvm.assume(" not in text.replace("declare void @llvm.assume(", "")
    assert "!type" not in text
    assert '"hcpy-virtual-call"="0+0"' in text and '"hcpy-virtual-call"="node+8"' in text
    assert '"hcpy-virtual-functions"="leaf+0 node+0"' in text
    assert '"hcpy-virtual-functions"="0+0"' in text
    assert "+8 " not in text and 'leaf+8"' not in text  # @count is in a table without classes, too


def test_a_virtual_call_chooses_between_the_functions_of_its_place() -> None:
    _, text = chosen(after(note_classes.run, CLASSES))
    assert text.count("call i32 @visit(") == 1 and "call i32 @accept(" not in text
    assert "hcpy-leads-back" not in text


def test_only_sorts_by_what_is_meant_end_their_recursion() -> None:
    sort, heap = "_ZSt16__introsort_loopIPi{}", "_ZSt14__partial_sortIPi{}"
    parts = "".join(
        f"define void @{heap.format(n)}(ptr %a, ptr %b, ptr %c) {{\n"
        f"  %v = load i32, ptr @{n}\n  ret void\n}}\n"
        f"define void @{sort.format(n)}(ptr %a, ptr %b, i64 %n) {{\n"
        f"  call void @{heap.format(n)}(ptr %a, ptr %b, ptr %b)\n"
        f"  call void @{sort.format(n)}(ptr %a, ptr %b, i64 %n)\n  ret void\n}}\n"
        for n in ("tile", "plain")
    )
    lowering = lowering_of(f"@tile = global i32 0\n@plain = global i32 0\n{parts}", ())
    sort_without_recursion.run_where(lowering.module, lambda name: name == "tile")
    lowering.module.verify()
    shown = str(lowering.module)
    assert f"call void @{sort.format('tile')}" not in shown
    assert f"call void @{sort.format('plain')}" in shown

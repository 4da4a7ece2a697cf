"""Passes of the GPU-like targets on small modules, where clang would have to be coaxed into making them."""

from __future__ import annotations

import pytest
from pass_support import after, lowering_of

from hcpy.passes import (
    bound_tiles,
    branch_to_addresses,
    check_externals,
    choose_absolutes,
    choose_signed_bits,
    expand_constants,
    infer_address_spaces,
    keep_scalar,
    map_printf,
    name_callees,
    place_dynamic_group_memory,
    sort_without_recursion,
    split_aggregate_phis,
    split_wide_integers,
    store_twice,
)


def test_group_memory_is_handed_down_through_calls_and_invokes() -> None:
    text = """declare spir_func ptr addrspace(4) @__hcrt_dynamic_group_memory()
declare void @__gxx()
define spir_kernel void @kernel(ptr byval(i32) %w) personality ptr @__gxx {
  %p = invoke spir_func ptr addrspace(4) @inner(i32 7) to label %done unwind label %lost
done:
  store i32 1, ptr addrspace(4) %p
  ret void
lost:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
define internal spir_func ptr addrspace(4) @inner(i32 %x) {
  %p = call spir_func ptr addrspace(4) @__hcrt_dynamic_group_memory()
  ret ptr addrspace(4) %p
}
define spir_kernel void @other() {
  ret void
}
"""
    lowering = lowering_of(text, ("kernel", "other"))
    place_dynamic_group_memory.use_argument(lowering)
    lowering.module.verify()
    assert lowering.dynamic_group == {"kernel"}
    kernel, other = lowering.kernels
    assert [str(a.type) for a in kernel.arguments] == ["ptr", "ptr addrspace(3)"] and not other.arguments
    shown = str(lowering.module)
    assert "invoke spir_func ptr addrspace(4) @inner(i32 7, ptr addrspace(3) %hcrt.dynamic.group)" in shown
    assert "declare" not in shown.replace("declare void @__gxx()", "")


def test_printf_that_may_throw_is_an_invoke_still() -> None:
    text = """@.str = private constant [3 x i8] c"%d\\00"
declare i32 @printf(ptr, ...)
declare void @__gxx()
define void @f(i32 %x, double %y) personality ptr @__gxx {
  %n = invoke i32 (ptr, ...) @printf(ptr @.str, i32 %x, double %y) to label %done unwind label %lost
done:
  ret void
lost:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
"""
    shown = after(map_printf.run_ptx, text)
    assert "invoke i32 @__hcrt_print(" in shown and "@printf" not in shown
    assert "alloca [2 x { i64, i64 }]" in shown


def test_phis_of_structures_become_phis_of_their_members() -> None:
    text = """define i32 @f(ptr %p, i1 %c) {
entry:
  %first = load i32, ptr %p
  br label %loop
loop:
  %both = phi { i32, i1 } [ zeroinitializer, %entry ], [ %pair, %again ]
  %value = extractvalue { i32, i1 } %both, 0
  %done = extractvalue { i32, i1 } %both, 1
  br i1 %done, label %out, label %again
again:
  %pair = cmpxchg ptr %p, i32 %value, i32 %first monotonic monotonic
  br label %loop
out:
  ret i32 %value
}
define { i32, i1 } @kept(i1 %c, ptr %p) {
entry:
  %pair = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %both = phi { i32, i1 } [ poison, %a ], [ %pair, %entry ]
  ret { i32, i1 } %both
}
"""
    shown = after(split_aggregate_phis.run, text)
    body, kept = shown.split("@kept")
    assert "phi { i32, i1 }" not in body and "phi { i32, i1 }" in kept
    assert "phi i32 [ 0, %entry ]" in body and "phi i1 [ false, %entry ]" in body


def test_pointers_get_the_space_that_all_their_origins_have() -> None:
    text = """@t = internal addrspace(3) global [64 x i32] undef
define void @f(ptr addrspace(1) %p, i64 %n, i1 %c) {
entry:
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  br label %loop
loop:
  %at = phi ptr addrspace(4) [ %g, %entry ], [ %next, %loop ]
  %v = load i32, ptr addrspace(4) %at
  %next = getelementptr inbounds i32, ptr addrspace(4) %at, i64 1
  %end = icmp eq i32 %v, 0
  br i1 %end, label %out, label %loop
out:
  %mixed = select i1 %c, ptr addrspace(4) %at, ptr addrspace(4) addrspacecast (ptr addrspace(3) @t to ptr addrspace(4))
  store i32 1, ptr addrspace(4) %mixed
  store i32 2, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) addrspacecast (ptr addrspace(3) @t to ptr addrspace(4)), i64 8)
  ret void
}
"""  # noqa: E501
    shown = after(infer_address_spaces.run, text)
    assert "phi ptr addrspace(1)" in shown and "load i32, ptr addrspace(1)" in shown
    assert "store i32 1, ptr addrspace(4)" in shown  # of two origins
    assert "store i32 2, ptr addrspace(3) getelementptr" in shown


def test_copies_and_fills_get_the_spaces_of_their_pointers() -> None:
    text = """@t = internal addrspace(3) global [64 x i8] undef
declare void @llvm.memcpy.p4.p4.i64(ptr addrspace(4), ptr addrspace(4), i64, i1)
declare void @llvm.memset.p4.i64(ptr addrspace(4), i8, i64, i1)
define void @f(ptr addrspace(4) %p, i64 %n) {
  %own = alloca [64 x i8]
  %g = addrspacecast ptr %own to ptr addrspace(4)
  call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) align 8 addrspacecast (ptr addrspace(3) @t to ptr addrspace(4)), ptr addrspace(4) align 4 %g, i64 %n, i1 false)
  call void @llvm.memcpy.p4.p4.i64(ptr addrspace(4) %g, ptr addrspace(4) %p, i64 %n, i1 false)
  call void @llvm.memset.p4.i64(ptr addrspace(4) %g, i8 7, i64 %n, i1 false)
  call void @llvm.memset.p4.i64(ptr addrspace(4) %p, i8 7, i64 %n, i1 false)
  ret void
}
"""  # noqa: E501
    shown = after(infer_address_spaces.run, text)
    assert "@llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 8 @t, ptr align 4 %own, i64 %n, i1 false)" in shown
    assert "call void @llvm.memcpy.p0.p4.i64(ptr %own, ptr addrspace(4) %p" in shown
    assert "call void @llvm.memset.p0.i64(ptr %own, i8 7, i64 %n" in shown
    assert "call void @llvm.memset.p4.i64(ptr addrspace(4) %p" in shown and "addrspacecast" not in shown


def test_constant_addresses_become_instructions_once_a_block() -> None:
    text = """@t = internal addrspace(3) global [4 x i32] undef
define ptr addrspace(3) @f(i32 %n) {
entry:
  switch i32 %n, label %out [ i32 1, label %out
                              i32 2, label %other ]
other:
  %old = atomicrmw add ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @t, i64 8), i32 1 monotonic
  br label %out
out:
  %p = phi ptr addrspace(3) [ getelementptr (i8, ptr addrspace(3) @t, i64 4), %entry ], [ getelementptr (i8, ptr addrspace(3) @t, i64 4), %entry ], [ @t, %other ]
  ret ptr addrspace(3) %p
}
"""  # noqa: E501
    shown = after(expand_constants.run, text)
    assert "getelementptr (" not in shown and shown.count("getelementptr i8, ptr addrspace(3) @t") == 2


@pytest.mark.parametrize("known", [True, False])
def test_undefined_symbols_are_told_in_the_order_of_the_code(known: bool) -> None:
    text = """@v = external global i32
declare void @second()
declare void @first()
define spir_kernel void @kernel() {
  call void @first()
  call void @second()
  %x = load i32, ptr @v
  call void @first()
  ret void
}
"""
    lowering = lowering_of(text, ("kernel",))
    check_externals.check_externals(lowering, check_externals.Limits(lambda name: known))
    told = [diagnostic.message for diagnostic in lowering.diagnostics]
    expected = [
        "call to 'first' which has no device code",
        "call to 'second' which has no device code",
        "'v' has no device copy",
    ]
    assert told == ([] if known else expected)


def switch_between(type_: str, first: str, second: str) -> str:
    return f"""@a = internal addrspace(3) global [8 x i32] undef
@b = internal addrspace(3) global [8 x i32] undef
define spir_kernel void @kernel(i32 %x, ptr addrspace(1) %out) {{
  switch i32 %x, label %other [ i32 0, label %end
                                i32 1, label %one
                                i32 2, label %two ]
one:
  br label %end
two:
  br label %end
other:
  br label %end
end:
  %p = phi {type_} [ {first}, %0 ], [ {second}, %one ], [ {first}, %two ], [ {second}, %other ]
  store {type_} %p, ptr addrspace(1) %out
  ret void
}}
"""


def test_switches_between_group_addresses_become_branches() -> None:
    lowering = lowering_of(switch_between("ptr addrspace(3)", "@a", "@b"), ("kernel",))
    branch_to_addresses.run(lowering)
    lowering.module.verify()
    assert "switch" not in str(lowering.module)


def test_switches_between_numbers_stay() -> None:
    lowering = lowering_of(switch_between("i32", "1", "2"), ("kernel",))
    branch_to_addresses.run(lowering)
    assert "switch" in str(lowering.module)


@pytest.mark.parametrize(("extension", "high"), [("zext", "_Z6mul_himm"), ("sext", "_Z6mul_hill")])
def test_halves_of_wide_products_are_made_of_64_bits(extension: str, high: str) -> None:
    text = f"""define i64 @f(i64 %x, i64 %y) {{
  %a = {extension} i64 %x to i128
  %b = {extension} i64 %y to i128
  %product = mul i128 %a, %b
  %shifted = lshr i128 %product, 64
  %upper = trunc i128 %shifted to i64
  %lower = trunc i128 %product to i64
  %r = xor i64 %upper, %lower
  ret i64 %r
}}
"""
    shown = after(split_wide_integers.run, text)
    assert "i128" not in shown and f"@{high}(i64" in shown and shown.count("mul i64") == 1


def test_a_bit_with_a_sign_is_minus_one_as_a_number() -> None:
    text = """define double @one(i1 %bit) {
  %x = sitofp i1 %bit to double
  ret double %x
}
define <2 x float> @two(<2 x i1> %bits) {
  %x = sitofp <2 x i1> %bits to <2 x float>
  ret <2 x float> %x
}
define float @word(i32 %word) {
  %x = sitofp i32 %word to float
  ret float %x
}
"""
    shown = after(choose_signed_bits.run, text)
    assert "select i1 %bit, double -1.0" in shown and "select <2 x i1> %bits, <2 x float>" in shown
    assert shown.count("sitofp") == 1


@pytest.mark.parametrize("volatile", ["volatile ", ""])
def test_volatile_variables_have_two_stores(volatile: str) -> None:
    text = f"""define i32 @f(ptr %p) {{
  %v = alloca i32
  %x = load i32, ptr %p
  store {volatile}i32 %x, ptr %v
  %y = load {volatile}i32, ptr %v
  ret i32 %y
}}
"""
    shown = after(store_twice.run, text)
    assert ("store volatile i32 0, ptr %v" in shown) == bool(volatile)


def test_switches_of_wide_integers_are_comparisons_of_halves() -> None:
    text = """define i32 @f(i128 %x) {
  switch i128 %x, label %other [
    i128 77, label %low
    i128 18446744073709551616, label %high
  ]
low:
  ret i32 1
high:
  ret i32 2
other:
  ret i32 3
}
"""
    shown = after(split_wide_integers.run, text)
    assert "i128" not in shown and "switch" not in shown


@pytest.mark.parametrize("is_chosen", [True, False])
def test_kernels_that_store_through_a_chosen_array_stay_scalar(is_chosen: bool) -> None:
    text = f"""define spir_kernel void @kernel(i1 %c) {{
  call void @inner(i1 %c)
  ret void
}}
define internal void @inner(i1 %c) {{
  %a = alloca [8 x float]
  %b = alloca [8 x float]
  %p = select i1 %c, ptr %a, ptr %b
  %q = getelementptr float, ptr {"%p" if is_chosen else "%a"}, i64 1
  store float 1.0, ptr %q
  ret void
}}
"""
    lowering = lowering_of(text, ("kernel",))
    keep_scalar.run(lowering)
    assert ("vec_type_hint" in str(lowering.module)) == is_chosen


def test_a_kernel_says_how_large_its_tiles_are() -> None:
    text = """declare void @__hcrt_bound_tiles(i32, i32)
define ptx_kernel void @kernel() {
  call void @__hcrt_bound_tiles(i32 384, i32 2)
  ret void
}
define ptx_kernel void @other() {
  ret void
}
"""
    lowering = lowering_of(text, ("kernel", "other"))
    bound_tiles.run(lowering)
    lowering.module.verify()
    kernel, other = lowering.kernels
    said = {a.name: a.text for a in kernel.attributes.all() if a.is_text}
    assert said == {"nvvm.maxntid": "384", "nvvm.minctasm": "2"} and not other.attributes.all()
    assert lowering.module.function("__hcrt_bound_tiles") is None


def test_the_absolute_value_of_what_may_be_the_least_number_is_a_choice() -> None:
    text = """
declare i32 @llvm.abs.i32(i32, i1)
define i32 @f(i32 %x) {
  %any = call i32 @llvm.abs.i32(i32 %x, i1 COUNTS)
  ret i32 %any
}
"""
    chosen = after(choose_absolutes.run, text.replace("COUNTS", "false"))
    assert "icmp slt i32 %x, 0" in chosen and "sub i32 0, %x" in chosen and "call i32" not in chosen
    assert "call i32 @llvm.abs" in after(choose_absolutes.run, text.replace("COUNTS", "true"))


def test_a_call_through_the_address_of_a_function_calls_it() -> None:
    text = """define internal spir_func i32 @g(i32 %x) {
  ret i32 %x
}
define spir_func i32 @f(i32 %x, ptr addrspace(4) %p) {
  %a = call addrspace(4) i32 inttoptr (i64 ptrtoint (ptr @g to i64) to ptr addrspace(4))(i32 noundef %x)
  %b = call addrspace(4) i32 %p(i32 %a)
  ret i32 %b
}
"""
    lowering = lowering_of(text, ())
    assert name_callees.run(lowering.module)
    lowering.module.verify()
    shown = str(lowering.module)
    assert "%a = call spir_func i32 @g(i32 noundef %x)" in shown and "i32 %p(i32 %a)" in shown
    assert not name_callees.run(lowering.module)


def test_sort_ends_its_recursion_by_the_fall_back() -> None:
    sort, heap = "_ZSt16__introsort_loopIPilE", "_ZSt14__partial_sortIPiE"
    text = (
        f"declare void @{heap}(ptr, ptr, ptr, i8)\n"
        f"define void @{sort}(ptr %a, ptr %b, i64 %n, i8 %c) {{\n"
        f"  call void @{heap}(ptr %a, ptr %b, ptr %b, i8 %c)\n"
        f"  call void @{sort}(ptr %a, ptr %b, i64 %n, i8 zeroext %c)\n  ret void\n}}\n"
    )
    made = after(sort_without_recursion.run, text)
    assert f"call void @{sort}" not in made
    assert f"call void @{heap}(ptr %a, ptr %b, ptr %b, i8 zeroext %c)" in made

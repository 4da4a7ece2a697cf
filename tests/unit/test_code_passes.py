"""Passes over instructions: addresses, indices, ids, maths functions and intrinsics, linked libraries."""

from __future__ import annotations

import ctypes
import itertools
import re

import pytest
from pass_support import HOST, after, execution

from hcpy import ir
from hcpy.passes import (
    choose_loaded,
    choose_offsets,
    halve_products,
    keep_indices,
    keep_scalar,
    make_reducible,
    recompute_ids,
    sign_extend_indices,
    split_pair_copies,
    sum_indices,
)

CHOSEN = """define i64 @f(i64 %i, i64 %j, i64 %k, i8 %value) {
entry:
  %array = alloca [8 x i8]
  store i64 578437695752307201, ptr %array
  %a = getelementptr i8, ptr %array, i64 %i
  %b = getelementptr i8, ptr %a, i64 1
  %first = icmp ult i64 %i, %j
  %p = select i1 %first, ptr %a, ptr %array
  br label %loop
loop:
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  %n = phi i64 [ 0, %entry ], [ %more, %loop ]
  %old = load i8, ptr %at
  %sum = add i8 %old, %value
  store i8 %sum, ptr %at
  %step = getelementptr i8, ptr %at, i64 1
  %back = icmp eq i64 %n, %k
  %next = select i1 %back, ptr %b, ptr %step
  %more = add i64 %n, 1
  %done = icmp eq i64 %n, 2
  br i1 %done, label %out, label %loop
out:
  %all = load i64, ptr %array
  ret i64 %all
}
"""


def test_chosen_addresses_become_chosen_offsets() -> None:
    shown = after(choose_offsets.run, HOST + CHOSEN)
    assert "phi ptr" not in shown and "select i1 %first, ptr" not in shown
    inputs = [
        (*place, value) for place in itertools.product(range(4), range(4), range(4)) for value in (1, 90)
    ]
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * 3, ctypes.c_uint8)
    results = []
    for text in (HOST + CHOSEN, shown):
        with execution(text) as engine:
            function = kind(engine.get_function_address("f"))
            results.append([function(*given) for given in inputs])
    assert results[0] == results[1]


def test_addresses_of_two_arrays_are_left_alone() -> None:
    text = """define i8 @f(i1 %c) {
  %a = alloca [4 x i8]
  %b = alloca [4 x i8]
  %p = select i1 %c, ptr %a, ptr %b
  %r = load i8, ptr %p
  ret i8 %r
}
"""
    assert "select i1 %c, ptr %a, ptr %b" in after(choose_offsets.run, HOST + text)


INDEXED = """define ptx_kernel void @kernel(ptr %p, i32 %a, i32 %b) {
entry:
  %sum = add nsw i32 %a, %b
  %more = add nsw i32 %a, 5
  %x = sext i32 %sum to i64
  %y = sext i32 %more to i64
  %q = getelementptr i32, ptr %p, i64 %x
  %r = getelementptr i32, ptr %p, i64 %y
  store i32 1, ptr %q
  store i32 2, ptr %r
  br label %END
out:
  ret void
}
"""


def test_sums_of_indices_are_kept_apart_in_straight_code() -> None:
    shown = after(keep_indices.run, INDEXED.replace("%END", "%out"), ("kernel",))
    assert "%hcpy.kept = freeze i32 %sum" in shown and "sext i32 %hcpy.kept to i64" in shown
    assert "sext i32 %more to i64" in shown


def test_a_kernel_with_loops_keeps_its_indices() -> None:
    text = INDEXED.replace("br label %END", "br label %again\nagain:\n  br i1 true, label %again, label %out")
    assert "freeze" not in after(keep_indices.run, text, ("kernel",))


def test_products_with_a_lower_half_of_zero_are_made_of_32_bits() -> None:
    text = """define i64 @f(i64 %x, i64 %y) {
  %high = shl i64 %y, 40
  %a = mul i64 %x, 227598906949632
  %b = mul i64 %high, %x
  %c = mul i64 %y, 227598906949633
  %ab = xor i64 %a, %b
  %abc = xor i64 %ab, %c
  ret i64 %abc
}
"""
    shown = after(halve_products.run, text, target="ptx")
    assert shown.count("mul i64") == 1 and shown.count("mul i32") == 2
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)
    pairs = list(itertools.product((0, 1, 77, 0xFFFFFFFF, 1 << 33, (1 << 64) - 3), repeat=2))
    for code in (text, shown):
        with execution(code) as engine:
            function = kind(engine.get_function_address("f"))
            for x, y in pairs:
                expected = (x * 227598906949632) ^ ((y << 40) * x) ^ (y * 227598906949633)
                assert function(x, y) == expected % (1 << 64)


ROWS = """define void @f(ptr %p, ptr %pitches, i32 %x, i32 %y) {
  %pitch = load i32, ptr %pitches
  %wide = sext i32 %pitch to i64
  %before = add nsw i32 %y, -1
  %y64 = zext nneg i32 %before to i64
  %row = mul nsw i64 %wide, %y64
  %x64 = zext nneg i32 %x to i64
  %begin = getelementptr TYPE, ptr %p, i64 %row
  SPLIT
  %at = getelementptr TYPE, ptr %begin, i64 %x64
  store TYPE zeroinitializer, ptr %at
  %other = zext i32 %x to i64
  store i64 %other, ptr %p
  ret void
}
"""


def test_indices_that_are_not_negative_are_signed_again() -> None:
    text = ROWS.replace("TYPE", "float").replace("SPLIT", "")
    shown = after(sign_extend_indices.run, text, target="ptx")
    assert "sext i32 %before to i64" in shown and "sext i32 %x to i64" in shown
    assert "zext i32 %x to i64" in shown and "nneg" not in shown  # what is no index stays
    assert "freeze i32 %pitch" in shown


@pytest.mark.parametrize(("other", "is_once"), [("%x", True), ("%y", False)])
def test_what_both_branches_extend_is_extended_once(other: str, is_once: bool) -> None:
    text = f"""define void @f(ptr %p, i32 %x, i32 %y, i1 %c) {{
  br i1 %c, label %a, label %b
a:
  %a64 = sext i32 %x to i64
  br label %met
b:
  %b64 = zext nneg i32 {other} to i64
  br label %met
met:
  %x64 = phi i64 [ %a64, %a ], [ %b64, %b ]
  %at = getelementptr i8, ptr %p, i64 %x64
  store i8 0, ptr %at
  ret void
}}
"""
    shown = after(sign_extend_indices.run, text, target="ptx")
    assert ("phi i64" not in shown) == is_once


@pytest.mark.parametrize(
    ("element", "split", "is_joined"),
    [("float", "", True), ("i8", "", False), ("float", "br label %next\nnext:", False)],
)
def test_a_row_and_a_column_are_summed_in_one_block(element: str, split: str, is_joined: bool) -> None:
    text = ROWS.replace("TYPE", element).replace("SPLIT", split)
    shown = after(sum_indices.run, text, target="ptx")
    assert ("add i64 %row, %x64" in shown) == is_joined
    assert ("ptr %begin, i64" in shown) != is_joined


def test_a_row_with_several_columns_keeps_its_address() -> None:
    more = "%more = getelementptr TYPE, ptr %begin, i64 %y64\n  store TYPE zeroinitializer, ptr %more"
    text = ROWS.replace("SPLIT", more).replace("TYPE", "float")
    assert "add i64" not in after(sum_indices.run, text, target="ptx")


@pytest.mark.parametrize(("base", "is_loaded"), [("%p", True), ("%q", False)])
def test_of_two_members_both_are_loaded(base: str, is_loaded: bool) -> None:
    text = f"""define ptx_kernel void @kernel(ptr byval([64 x i8]) %p, ptr %q, i1 %c) {{
  %which = select i1 %c, i64 24, i64 28
  %at = getelementptr inbounds nuw i8, ptr {base}, i64 %which
  %x = load i32, ptr %at, align 4
  store i32 %x, ptr %q
  ret void
}}
"""
    shown = after(choose_loaded.run, text, ("kernel",), target="ptx")
    assert shown.count("load i32") == 1 + is_loaded
    assert bool(re.search(r"select i1 %c, i32 %\S+, i32 %\S+", shown)) == is_loaded


def test_pairs_of_words_are_copied_as_words() -> None:
    text = """declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i1 true)
  ret void
}
"""
    shown = after(split_pair_copies.run, text, target="ptx")
    assert shown.count("call void") == 3 and shown.count("load i32") == 2 and shown.count("store i32") == 2


def test_ids_are_read_again_behind_a_loop() -> None:
    text = """declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @kernel(ptr readonly %p, ptr %q) {
entry:
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %twice = shl i32 %id, 1
  %n = load i32, ptr %p
  %m = load i32, ptr %q
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %i, 1
  %done = icmp eq i32 %more, 9
  br i1 %done, label %out, label %loop
out:
  %sum = add i32 %twice, %n
  %all = add i32 %sum, %m
  store i32 %all, ptr %q
  ret void
}
"""
    shown = after(recompute_ids.run, text, ("kernel",))
    end = shown[shown.index("\nout:") :]
    assert 'call i32 asm sideeffect "mov.u32 $0, %tid.x;", "=r"()' in end and "shl i32" in end
    assert "%m" in end and "load i32" not in end  # what was stored to may be another value now


TWO_ENTRIES = (
    HOST
    + """define i64 @f(i64 %x, i64 %y, i64 %z, i8 %value) {
entry:
  %c = icmp ult i64 %x, %y
  br i1 %c, label %a, label %b
a:
  %n = phi i64 [ %x, %entry ], [ %less, %b ]
  %more = add i64 %n, 3
  %done = icmp ugt i64 %more, 40
  br i1 %done, label %out, label %b
b:
  %m = phi i64 [ %z, %entry ], [ %more, %a ]
  %less = sub i64 %m, 1
  br label %a
out:
  ret i64 %more
}
"""
)
CHOICE = """define i64 @choice(i32 %v, i64 %x) {
entry:
  switch i32 %v, label %out [
    i32 3, label %more
    i32 9, label %more
    i32 40, label %out
  ]
more:
  %sum = add i64 %x, 7
  br label %out
out:
  %r = phi i64 [ 0, %entry ], [ 0, %entry ], [ %sum, %more ]
  ret i64 %r
}
"""


def test_loops_with_two_entries_have_one() -> None:
    shown = after(make_reducible.run, TWO_ENTRIES)
    with ir.Module.parse(shown.encode()) as module:
        (function,) = module.definitions
        assert not make_reducible.is_irreducible(function)
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_uint64] * 3, ctypes.c_uint8)
    results = []
    for code in (TWO_ENTRIES, shown):
        with execution(code) as engine:
            f = kind(engine.get_function_address("f"))
            results.append([f(x, y, z, 0) for x, y, z in itertools.product(range(3), range(3), (1, 50))])
    assert results[0] == results[1]


def test_a_loop_with_two_entries_leaves_the_other_functions_as_they_are() -> None:
    shown = after(make_reducible.run, TWO_ENTRIES + CHOICE)
    assert shown.endswith(after(make_reducible.run, CHOICE).split("\n\n", 1)[1])
    assert "switch i32 %v" in shown


@pytest.mark.parametrize(("used_behind", "kept"), [(True, True), (False, False)])
def test_conditions_that_pass_barriers_keep_a_kernel_scalar(used_behind: bool, kept: bool) -> None:
    barrier = "  call spir_func void @_Z7barrierj(i32 1)\n"
    first, second = ("", barrier) if used_behind else (barrier, "")
    text = f"""declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @kernel(ptr %p) {{
{barrier}{first}  %x = load i32, ptr %p
  %c = icmp eq i32 %x, 7
{second}  %y = select i1 %c, i32 1, i32 2
  store i32 %y, ptr %p
  ret void
}}
"""
    assert ("!vec_type_hint" in after(keep_scalar.run, text, ("kernel",))) == kept

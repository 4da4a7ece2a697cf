"""split_long_vectors: the lanes of vectors that SPIR-V does not have are numbers."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import split_long_vectors

_ADDED = """define void @f(ptr %p) {
  %a = load <COUNT x i16>, ptr %p
  %b = add <COUNT x i16> %a, %a
  store <COUNT x i16> %b, ptr %p
  ret void
}
"""


def test_vectors_of_more_than_16_are_taken_apart() -> None:
    shown = after(split_long_vectors.run, _ADDED.replace("COUNT", "32"))
    assert "32 x" not in shown and shown.count("add i16") == 32
    kept = after(split_long_vectors.run, _ADDED.replace("COUNT", "16"))
    assert kept.count("add <16 x i16>") == 1


def test_in_memory_they_are_arrays() -> None:
    text = """define ptr @f(i64 %n) {
  %own = alloca [2 x <32 x i16>], align 64
  %p = getelementptr <32 x i16>, ptr %own, i64 %n
  ret ptr %p
}
"""
    shown = after(split_long_vectors.run, text)
    assert "alloca [2 x [32 x i16]], align 64" in shown and "<32 x" not in shown


def test_members_of_structures_stay_where_they_are() -> None:
    text = """%whole = type { i8, <32 x i16>, i8 }
@table = constant %whole { i8 1, <32 x i16> splat (i16 2), i8 3 }
define ptr @f(i64 %n) {
  %p = getelementptr %whole, ptr @table, i64 %n, i32 2
  ret ptr %p
}
"""
    shown = after(split_long_vectors.run, text)
    assert "<{ i8, [63 x i8], [32 x i16], i8, [63 x i8] }>" in shown and "<32 x" not in shown
    assert "@table = constant" in shown and "align 64" in shown
    assert "i64 %n, i32 3" in shown


def test_functions_that_give_or_get_them_are_inlined() -> None:
    text = """define internal <32 x i16> @twice(<32 x i16> %a) noinline {
  %b = add <32 x i16> %a, %a
  ret <32 x i16> %b
}
define void @f(ptr %p) {
  %a = load <32 x i16>, ptr %p
  %b = call <32 x i16> @twice(<32 x i16> %a)
  store <32 x i16> %b, ptr %p
  ret void
}
"""
    shown = after(split_long_vectors.run, text)
    assert "@twice" not in shown and "<32 x" not in shown


def test_sums_over_all_lanes_are_sums_of_numbers() -> None:
    text = """declare i16 @llvm.vector.reduce.add.v32i16(<32 x i16>)
define i16 @f(ptr %p) {
  %a = load <32 x i16>, ptr %p
  %sum = call i16 @llvm.vector.reduce.add.v32i16(<32 x i16> %a)
  ret i16 %sum
}
"""
    shown = after(split_long_vectors.run, text)
    assert "reduce" not in shown.split("define")[1] and "add <" not in shown


def test_vectors_of_five_are_taken_apart() -> None:
    shown = after(split_long_vectors.run, _ADDED.replace("COUNT", "5"))
    assert "<5 x" not in shown and shown.count("add i16") == 5


def test_those_of_five_are_as_large_in_memory_as_they_were() -> None:
    numbers = "i32 1, i32 2, i32 3, i32 4, i32 5"
    text = f"""@table = constant [2 x <5 x i32>] [<5 x i32> <{numbers}>, <5 x i32> zeroinitializer]
define ptr @f(i64 %n) {{
  %own = alloca [2 x <5 x i32>], align 32
  %p = getelementptr [2 x <5 x i32>], ptr %own, i64 0, i64 %n
  %q = getelementptr [2 x <5 x i32>], ptr @table, i64 0, i64 %n
  store ptr %q, ptr %p
  ret ptr %p
}}
"""
    shown = after(split_long_vectors.run, text)
    assert "alloca [2 x [8 x i32]]" in shown and "<5 x" not in shown
    assert f"[8 x i32] [{numbers}, i32 0, i32 0, i32 0]" in shown

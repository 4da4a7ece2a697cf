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
    aligned = text.replace("[2 x <32 x i16>]", "{ i8, <32 x i16> }")
    assert "alloca { i8, <32 x i16> }" in after(split_long_vectors.run, aligned)

"""Vulkan: parts of words that LLVM takes for elements of long vectors."""

from __future__ import annotations

from pass_support import after

from hcpy.passes.vulkan import bits_of_vectors

_TEXT = """define i1 @f(<2 x i64> %v, i64 %w) {
  %bits = bitcast <2 x i64> %v to <128 x i1>
  %a = extractelement <128 x i1> %bits, i64 67
  %more = bitcast i64 %w to <64 x i1>
  %b = extractelement <64 x i1> %more, i64 0
  %c = xor i1 %a, %b
  ret i1 %c
}
define i8 @g(<2 x i64> %v, i64 %n) {
  %bytes = bitcast <2 x i64> %v to <16 x i8>
  %a = extractelement <16 x i8> %bytes, i64 9
  ret i8 %a
}
"""


def test_bits_are_shifted_out_of_their_word() -> None:
    made = after(bits_of_vectors.run, _TEXT, target="vulkan")
    assert "%1 = extractelement <2 x i64> %v, i32 1\n  %2 = lshr i64 %1, 3\n  %3 = trunc i64 %2 to i1" in made
    assert "lshr i64 %w, 0" in made
    assert " x i1>" not in made


def test_vectors_that_are_no_long_ones_stay() -> None:
    made = after(bits_of_vectors.run, _TEXT, target="vulkan")
    assert "extractelement <16 x i8> %bytes, i64 9" in made

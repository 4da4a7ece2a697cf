"""choose_vectors: one condition for two vectors becomes one for each pair of numbers."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import choose_vectors


def test_the_condition_is_spread_over_the_vector() -> None:
    text = """define <2 x i64> @f(i1 %c, <2 x i64> %a, <2 x i64> %b) {
  %r = select i1 %c, <2 x i64> %a, <2 x i64> %b
  ret <2 x i64> %r
}
"""
    made = after(choose_vectors.run, text)
    assert "select <2 x i1>" in made and made.count("insertelement") == 2 and "select i1" not in made


def test_other_choices_stay() -> None:
    text = """define <2 x i64> @f(i1 %c, <2 x i1> %d, i32 %n, <2 x i64> %a, <2 x i64> %b) {
  %m = select i1 %c, i32 %n, i32 1
  %r = select <2 x i1> %d, <2 x i64> %a, <2 x i64> %b
  ret <2 x i64> %r
}
"""
    made = after(choose_vectors.run, text)
    assert "%m = select i1" in made and "%r = select <2 x i1> %d" in made

"""Constant tables with vectors that end before their place does, as NVPTX must see them."""

from __future__ import annotations

from pass_support import after

from hcpy.passes import pad_vector_constants

_LAYOUT = 'target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"\n'


def _padded(text: str) -> str:
    return after(pad_vector_constants.run, _LAYOUT + text, target="ptx")


def test_rows_of_three_floats_get_their_fourth_one() -> None:
    made = _padded(
        "@t = internal constant [2 x <3 x float>] [<3 x float> <float 1.0, float 2.0, float 3.0>, "
        "<3 x float> zeroinitializer]\n"
        "define float @f(i64 %n) {\n  %a = getelementptr [2 x <3 x float>], ptr @t, i64 0, i64 %n, i64 1\n"
        "  %x = load float, ptr %a\n  ret float %x\n}\n"
    )
    row = "<{ [3 x float], [4 x i8] }>"
    assert f"@t = internal constant [2 x {row}] [{row} <{{ [3 x float] [float 1" in made
    assert f"{row} zeroinitializer], align 16" in made
    assert "getelementptr [2 x <3 x float>], ptr @t" in made  # the address is the same


def test_members_after_a_vector_stay_where_they_are() -> None:
    made = _padded("@t = global { i32, <3 x i16>, i8 } { i32 1, <3 x i16> <i16 2, i16 3, i16 4>, i8 5 }\n")
    assert (
        "<{ i32 1, [4 x i8] zeroinitializer, <{ [3 x i16], [2 x i8] }> <{ [3 x i16] [i16 2, i16 3, i16 4], "
        "[2 x i8] zeroinitializer }>, i8 5, [7 x i8] zeroinitializer }>, align 8" in made
    )


def test_whole_vectors_stay_as_they_are() -> None:
    text = "@t = global [2 x <4 x float>] zeroinitializer\n@u = external global <3 x float>\n"
    assert _padded(text).endswith(text)

"""hcpy/passes/host/in_place.py: rows of tiles that read beside what they write."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.passes.host.in_place import reads_beside

# y is asked for, so that there are rows.
BODY = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %q = getelementptr [16 x i32], ptr @tile, i64 0, i32 %l
  store i32 %v, ptr %q
  call void @__hcrt_barrier()
  %y = call i32 @__hcrt_local_id(i32 1)
  %beside = add nsw i32 %l, MORE
  %p = getelementptr [16 x i32], ptr FROM, i64 0, i32 %beside
  %x = load KIND, ptr %p
  %r = getelementptr [16 x i32], ptr @tile, i64 0, i32 %l
  %z = load KIND, ptr %r
  %s = add KIND %x, %z
  store KIND %s, ptr %q
  call void @__hcrt_barrier()
  %end = load i32, ptr %q
  %told = add i32 %end, %y
  store i32 %told, ptr %to
  ret void
"""
WHOLE = '!{!"llvm.loop.vectorize.width", i32 16}'


def body(more: str = "1", source: str = "@tile", kind: str = "i32") -> str:
    return BODY.replace("MORE", more).replace("FROM", source).replace("KIND", kind)


@pytest.mark.parametrize(
    ("source", "length", "beside"),
    [("@tile", 16, True), ("@tile", 8, True), ("@tile", 32, False), ("%in", 16, False)],
)
def test_a_place_beside_what_is_written(source: str, length: int, beside: bool) -> None:
    made = Made(body(source=source))
    assert reads_beside(made.module.layout, made.function, length) == beside


def test_the_same_place_computed_twice_is_not_beside() -> None:
    text = body().replace("  %p =", "  %none =").replace("ptr %p", "ptr %r")
    made = Made(text)
    assert not reads_beside(made.module.layout, made.function, 16)


@pytest.mark.parametrize(("source", "whole"), [("@tile", True), ("%in", False)])
def test_rows_of_the_usual_length_are_one_vector(source: str, whole: bool) -> None:
    assert (WHOLE in Made(body(source=source)).lower()) == whole


def test_rows_of_wider_numbers_are_not() -> None:
    assert WHOLE not in Made(body(kind="i64")).lower()

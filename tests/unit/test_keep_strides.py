"""Steps of loops over rows: one product of 32 bits, before all loops."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from hcpy import ir
from hcpy.passes import keep_strides
from hcpy.passes.lowering import Lowering

LOOP = """define void @f(ptr %p, i32 %row, i64 %n) {
entry:
  %wide = sext i32 %row to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = mul nsw i64 %i, %wide
  %place = getelementptr TYPE, ptr %p, i64 %index
  store i8 1, ptr %place
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}
"""


def kept(text: str) -> str:
    with ir.Module.parse(text.encode()) as module:
        keep_strides.run(cast(Lowering, SimpleNamespace(module=module)))
        module.verify()
        return str(module)


@pytest.mark.parametrize(("type_", "shift"), [("float", 2), ("double", 3), ("{ i64, i64 }", 4)])
def test_the_bytes_of_a_row_are_there_before_the_loop(type_: str, shift: int) -> None:
    before = kept(LOOP.replace("TYPE", type_)).split("loop:")[0]
    assert f"shl i64 %wide, {shift}" in before and 'call void asm sideeffect "", "l"' in before


def test_sums_on_the_way_to_the_address() -> None:
    text = LOOP.replace("i64 %index\n", "i64 %sum\n").replace(
        "  %place", "  %sum = add nsw i64 %index, %n\n  %place"
    )
    assert "shl i64 %wide, 2" in kept(text.replace("TYPE", "i32"))


@pytest.mark.parametrize(
    "text",
    [
        LOOP.replace("TYPE", "i8"),  # the length itself
        LOOP.replace("TYPE", "[3 x float]"),  # no shift
        LOOP.replace("TYPE", "float").replace("%i, %wide", "%i, %n"),
        LOOP.replace("TYPE", "float").replace("i64 %index\n", "i64 %i\n"),
    ],
    ids=["bytes", "three", "64_bits", "no_address"],
)
def test_what_is_left(text: str) -> None:
    assert "asm" not in kept(text)


def test_without_a_loop() -> None:
    text = LOOP.replace("TYPE", "float").replace("br i1 %more, label %loop, label %out", "br label %out")
    text = text.replace("phi i64 [ 0, %entry ], [ %next, %loop ]", "add i64 %n, 3")
    assert "asm" not in kept(text)

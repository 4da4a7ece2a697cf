"""Indices whose parts are extended alone, so that addresses are moved on in loops."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from hcpy import ir
from hcpy.passes import step_indices
from hcpy.passes.lowering import Lowering

LOOP = """define void @f(ptr %p, i32 %row, i32 %id, i32 %n, i32 %other) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %j = sub nsw i32 %i, %id
  %inside = icmp ult i32 %j, %n
  br i1 %inside, label %then, label %latch
then:
  %index = INDEX
  %wide = sext i32 %index to i64
  %place = getelementptr i8, ptr %p, i64 %wide
  store i8 1, ptr %place
  br label %latch
latch:
  %next = STEP
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}
"""


def stepped(index: str = "add nsw i32 %row, %j", step: str = "add nsw i32 %i, 1", text: str = LOOP) -> str:
    module = ir.Module.parse(text.replace("INDEX", index).replace("STEP", step).encode())
    step_indices.run(cast(Lowering, SimpleNamespace(module=module)))
    module.verify()
    return str(module)


def test_what_is_the_same_in_all_turns_is_summed_before_the_loop() -> None:
    shown = stepped()
    before, loop = shown.split("loop:", 1)
    assert "sext i32 %row to i64" in before and "sext i32 %id to i64" in before and "sub nsw i64" in before
    assert "%hcpy" not in loop and loop.count("sext") == 1 and "sext i32 %i to i64" in loop.split("then:")[0]
    assert "add nsw i64" in loop.split("then:")[1]


def test_a_counter_that_is_taken_away() -> None:
    shown = stepped("sub nsw i32 %row, %i")
    assert "sub nsw i64" in shown.split("then:")[1]


@pytest.mark.parametrize(
    ("index", "step"),
    [
        ("add i32 %row, %j", "add nsw i32 %i, 1"),  # may overflow
        ("add nsw i32 %row, %other", "add nsw i32 %i, 1"),  # is the same
        ("add nsw i32 %i, %j", "add nsw i32 %i, 1"),  # two counters
        ("add nsw i32 %row, %j", "mul nsw i32 %i, 3"),  # no even steps
    ],
)
def test_other_indices_stay(index: str, step: str) -> None:
    assert "%wide = sext i32 %index to i64" in stepped(index, step)


def test_what_comes_in_every_turn_stays() -> None:
    text = LOOP.replace("br i1 %inside, label %then, label %latch", "br label %then")
    assert "%wide = sext i32 %index to i64" in stepped(text=text)


def test_a_loop_with_two_ways_in_stays() -> None:
    text = LOOP.replace(
        "  br label %loop\nloop:",
        "  %c = icmp eq i32 %n, 0\n  br i1 %c, label %a, label %loop\na:\n  br label %loop\nloop:",
    )
    text = text.replace("[ 0, %entry ]", "[ 0, %entry ], [ 1, %a ]")
    assert "%wide = sext i32 %index to i64" in stepped(text=text)

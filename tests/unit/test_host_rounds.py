"""hcpy/passes/host/rounds.py: loops in equal steps that a whole group goes through in rounds."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.ir import Opcode
from hcpy.passes.host.code import read
from hcpy.passes.host.rounds import split_rounds
from hcpy.passes.host.uniformity import analyse

COUNTED = f"""entry: {BEGIN}
  %guard = icmp slt i32 %l, %n
  br i1 %guard, label %before, label %after
before:
  br label %loop
loop:
  %k = phi i32 [ %l, %before ], [ %next, %loop ]
  %k.w = sext i32 %k to i64
  %at = getelementptr i32, ptr %in, i64 %k.w
  %x = load i32, ptr %at
  %bin = sext i32 %x to i64
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i64 %bin
  %old = atomicrmw add ptr %q, i32 1 monotonic
  %next = add nsw i32 %k, 16
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %after
after:
  ret void
"""


def test_a_group_goes_through_rounds_together() -> None:
    made = Made(COUNTED)
    assert split_rounds(made.module, made.function)
    made.module.verify()
    names = [block.name for block in made.function.blocks]
    assert "hc.round" in names and "hc.met" in names
    assert any(call.callee_name == "__hcrt_barrier" for call in made.function.calls())
    code = read(made.enter().function)
    under = {block.name for block in analyse(code).under}
    assert "loop" in under and not under & {"hc.round", "hc.met"}


def test_an_index_of_a_round_is_as_wide_as_an_address() -> None:
    """Cut to 32 bits and extended again it is no place of a row, but one that each work-item works out."""
    made = Made(COUNTED)
    assert split_rounds(made.module, made.function)
    (load,) = [op for op in made.function.instructions_of(Opcode.LOAD) if op.block.name == "loop"]
    assert load.pointer.operand(1).name == "hc.k"


# Both loops of `for (y = local1; y < n; y += 16) for (x = local0; x < n; x += 16)`.
NESTED = f"""entry: {BEGIN}
  %ly = call i32 @__hcrt_local_id(i32 1)
  %guard = icmp slt i32 %ly, %n
  br i1 %guard, label %rows, label %after
rows:
  br label %row
row:
  %y = phi i32 [ %ly, %rows ], [ %y.next, %row.end ]
  %inner = icmp slt i32 %l, %n
  br i1 %inner, label %before, label %row.end
before:
  br label %loop
loop:
  %x = phi i32 [ %l, %before ], [ %x.next, %loop ]
  %at = add nsw i32 %y, %x
  %at.w = sext i32 %at to i64
  %p = getelementptr i32, ptr %out, i64 %at.w
  store i32 1, ptr %p
  %x.next = add nsw i32 %x, 16
  %more = icmp slt i32 %x.next, %n
  br i1 %more, label %loop, label %row.end
row.end:
  %y.next = add nsw i32 %y, 16
  %again = icmp slt i32 %y.next, %n
  br i1 %again, label %row, label %after
after:
  ret void
"""


def test_a_loop_of_loops_is_rounds_of_rounds() -> None:
    made = Made(NESTED)
    assert split_rounds(made.module, made.function)
    made.module.verify()
    (barrier,) = [call for call in made.function.calls() if call.callee_name == "__hcrt_barrier"]
    under = {block.name for block in analyse(read(made.enter().function)).under}
    assert "loop" in under and barrier.block.name not in under


WRAPPED = NESTED.replace("before:", "before:\n  %wrapped = srem i32 %y, 64").replace(
    "i32 %y, %x", "i32 %wrapped, %x"
)


def test_a_row_that_goes_around_is_computed_again_in_each_round() -> None:
    """It would have a place for each work-item otherwise."""
    made = Made(WRAPPED)
    assert split_rounds(made.module, made.function)
    assert "slot." not in made.lower()
    by_any = Made(WRAPPED.replace("srem i32 %y, 64", "srem i32 %y, %n"))
    assert not split_rounds(by_any.module, by_any.function)


@pytest.mark.parametrize(
    "change",
    [
        ("  %y.next = add", "  store i32 %y, ptr %out\n  %y.next = add"),  # it does more than the inner one
        ("  %y.next = add nsw i32 %y, 16", "  %v = load i32, ptr %out\n  %y.next = add nsw i32 %y, 16"),
        ("i32 1, ptr %p", "volatile i32 1, ptr %p"),
        ("__hcrt_local_id(i32 1)", "__hcrt_group_size(i32 1)"),
    ],
)
def test_other_loops_of_loops_stay(change: tuple[str, str]) -> None:
    made = Made(NESTED.replace(*change))
    assert not split_rounds(made.module, made.function)


@pytest.mark.parametrize(
    ("number", "is_split"),
    [
        ("%row = shl nsw i32 %ly, 4\n  %k.0 = add nsw i32 %row, %l", True),
        ("%row = mul nsw i32 %ly, 20\n  %k.0 = add nsw i32 %l, %row", True),
        ("%row = mul nsw i32 %ly, -20\n  %k.0 = add nsw i32 %l, %row", False),  # below 0
        ("%row = shl i32 %ly, 4\n  %k.0 = add nsw i32 %row, %l", False),  # it may wrap
        ("%row = mul nsw i32 %ly, %n\n  %k.0 = add nsw i32 %l, %row", False),
    ],
)
def test_a_work_item_s_number_in_its_tile_begins_rounds(number: str, is_split: bool) -> None:
    called = "  %ly = call i32 @__hcrt_local_id(i32 1)\n  "
    counted = COUNTED.replace(
        "  %guard = icmp slt i32 %l,", f"{called}{number}\n  %guard = icmp slt i32 %k.0,"
    )
    made = Made(counted.replace("phi i32 [ %l,", "phi i32 [ %k.0,"))
    assert split_rounds(made.module, made.function) == is_split
    made.module.verify()


@pytest.mark.parametrize(
    "change",
    [
        ("%old = ", "store volatile i32 %x, ptr %in\n  %old = "),  # work-items may wait for each other
        ("%next = add nsw i32 %k, 16", "%next = add nsw i32 %k, %x"),  # not in equal steps
        ("%next = add nsw i32 %k, 16", "%next = add i32 %k, 16"),  # begins anew where it overflows
    ],
)
def test_others_stay_loops(change: tuple[str, str]) -> None:
    made = Made(COUNTED.replace(*change))
    assert not split_rounds(made.module, made.function)

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

"""hcpy/passes/host/whole_rounds.py: which loops get a copy for the rounds that all work-items make."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.host.code import read
from hcpy.passes.host.uniformity import analyse
from hcpy.passes.host.whole_rounds import split_whole_rounds

ROUNDS = f"""entry: {BEGIN}
  %first = add nsw i32 %l, %n
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  %guard = icmp slt i32 FIRST, %n
  br i1 %guard, label %before, label %after
before:
  br label %loop
loop:
  %k = phi i32 [ FIRST, %before ], [ %next, %loop ]
  %s = phi i32 [ 3, %before ], [ %t, %loop ]
  %k.w = sext i32 %k to i64
  %at = getelementptr i32, ptr %in, i64 %k.w
  %x = load i32, ptr %at
  %t = add i32 %s, %x
  %next = add nsw i32 %k, 16
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %after
after:
  %sum = phi i32 [ 3, %entry ], [ %t, %loop ]
  store i32 %sum, ptr %q
  call void @__hcrt_barrier()
  %v = load i32, ptr @tile
  store i32 %v, ptr %to
  ret void
"""


def made(first: str = "%l", change: tuple[str, str] = ("", "")) -> Made:
    return Made(ROUNDS.replace("FIRST", first).replace(*change))


def loops(function: ir.Function) -> list[set[ir.Block]]:
    return list(loops_of({block: block.successors for block in function.blocks}, function.entry).values())


@pytest.mark.parametrize("first", ["%l", "%id", "%first"])
def test_rounds_of_all_are_a_loop_before_the_others(first: str) -> None:
    found = made(first)
    assert split_whole_rounds(found.module, found.function)
    found.module.verify()
    assert len(loops(found.function)) == 2
    uniformity = analyse(read(found.enter().function))
    names = {block.name for block in uniformity.under}
    assert "loop" in names and not any(name.startswith("hc.round") for name in names)


def test_the_sum_goes_on_where_the_copy_has_ended() -> None:
    found = made()
    assert split_whole_rounds(found.module, found.function)
    function = found.function
    (rest,) = [block for block in function.blocks if block.name == "hc.rest"]
    (loop,) = [block for block in function.blocks if block.name == "loop"]
    left = [phi for phi in rest.phis if phi.type == found.module.types.i32]
    assert len(left) == 1  # one for the loop and what comes after it
    assert left[0] in [value for phi in loop.phis for value, _ in phi.incoming]
    after = next(block for block in function.blocks if block.name == "after")
    assert [value for value, b in after.phis[0].incoming if b == rest] == left


def test_numbers_of_rounds_need_no_second_extension() -> None:
    found = made()
    assert split_whole_rounds(found.module, found.function)
    copied = [b for blocks in loops(found.function) for b in blocks if b.name.startswith("hc.round")]
    extended = [i for b in copied for i in b.instructions() if i.opcode is Opcode.SEXT]
    assert all(not isinstance(i.operand(0), ir.Instruction) or i.operand(0).name != "hc.k" for i in extended)


@pytest.mark.parametrize(
    "change",
    [
        ("  %t = add i32 %s, %x", "  store i32 1, ptr %at\n  %t = add i32 %s, %x"),  # not twice
        ("%next = add nsw", "%next = add"),
        ("%next, %n", "%next, %x"),  # a limit of data
        ("  call void @__hcrt_barrier()\n", ""),
        ("%k, 16", "%k, %l"),
        ("  %guard =", "  %g = icmp sgt i32 %id, 5\n  br i1 %g, label %some, label %end\nsome:\n  %guard ="),
    ],
)
def test_other_loops_stay_as_they_are(change: tuple[str, str]) -> None:
    text = change
    if "some:" in change[1]:  # not all work-items come to it
        body = ROUNDS.replace("FIRST", "%l").replace(*change).replace("[ 3, %entry ]", "[ 3, %some ]")
        found = Made(body + "end:\n  ret void\n")
    else:
        found = made(change=text)
    assert not split_whole_rounds(found.module, found.function)

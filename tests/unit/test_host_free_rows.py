"""hcpy/passes/host/free_rows.py: what lies off the edges of a row is run in strips, with the loops there."""

from __future__ import annotations

import pytest
from test_host_clamps import Clamped
from test_host_passes import BEGIN

from hcpy import ir
from hcpy.passes.host.free_rows import without_edges
from hcpy.passes.host.launch import CLEAR, INDEX
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.strips import make_items

# a frame is 7, and within it each work-item adds what lies beside it
FRAMED = f"""entry: {BEGIN}
  %low = icmp slt i32 %id, %n
  %high = icmp sgt i32 %id, 500
  %is = or i1 %low, %high
  br i1 %is, label %frame, label %inner
frame:
  store i32 7, ptr %to
  br label %end
inner:
  BODY
end:
  ret void
"""
LOOP = """br label %loop
loop:
  %k = phi i32 [ 0, %inner ], [ %next, %loop ]
  %s = phi i32 [ 0, %inner ], [ %sum, %loop ]
  %x = add nsw i32 %id, %k
  %at = sext i32 %x to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %p
  %sum = add i32 %s, %v
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %after
after:
  store i32 %sum, ptr %to
  br label %end"""


@pytest.mark.parametrize(
    ("body", "has_strips"), [(LOOP, True), ("store i32 3, ptr %to\n  br label %end", False)]
)
def test_loops_off_the_edges_are_run_in_strips(body: str, has_strips: bool) -> None:
    kernel = Clamped(FRAMED.replace("BODY", body))
    text = kernel.lower()
    kernel.module.verify()
    assert ".item.inside" in text
    assert (".item.free.s1x" in text) is has_strips


def test_the_copy_asks_nothing_and_the_given_one_stays() -> None:
    kernel = Clamped(FRAMED.replace("BODY", LOOP))
    kernel.lower()
    item = next(f for f in kernel.module.functions if f.name.endswith(".item"))
    before = str(item)
    made = without_edges(kernel.module, item)
    kernel.module.verify()
    assert str(item) == before
    assert not made.arguments[INDEX[CLEAR]].is_used
    (asked,) = (i for i in made.instructions_of(ir.Opcode.BR) if i.is_conditional)
    assert asked.block.name == "loop"


# of each 64 work-items the first four are of the frame, too
IN_COLUMNS = FRAMED.replace(
    "%is = or i1 %low, %high",
    "%rest = and i32 %id, 63\n  %left = icmp slt i32 %rest, 4\n  %edge = or i1 %low, %high\n"
    "  %is = or i1 %edge, %left",
).replace("BODY", LOOP.replace("add nsw i32 %id, %k", "mul nsw i32 %id, %k"))


@pytest.mark.parametrize(
    ("body", "word", "is_masked"),
    [
        (IN_COLUMNS, "", True),
        (IN_COLUMNS, "some-loops", False),
        (FRAMED.replace("BODY", LOOP), "", False),  # off the edges all enter it
    ],
)
def test_loops_that_some_enter_off_the_edges_too_are_weighed_for_masks(
    body: str, word: str, is_masked: bool
) -> None:
    kernel = Clamped(body).enter()
    wishes = Wishes(without=frozenset((word,)))
    items = make_items(
        kernel.module, kernel.marks, kernel.function, is_flat=True, wishes=wishes, has_edges=True
    )
    assert ("only some work-items run a loop" in items.remark) is is_masked
    kernel.module.verify()

"""hcpy/passes/host/simd/cost.py: rows of a tile that go ways of their own."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN
from test_host_simd import vectorised

from hcpy.passes.host.simd.wishes import Wishes

# Neighbours in a tile, and what lies beside it: above and below for whole rows, left for their first ones.
PAST = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_local_id(i32 1)
  %is.above = icmp sgt i32 ROW, 0
  br i1 %is.above, label %above, label %beside
above:
  %p = getelementptr i32, ptr %mine, i64 -512
  %a = load i32, ptr %p
  br label %beside
beside:
  %up = phi i32 [ 0, %entry ], [ %a, %above ]
  %is.left = icmp sgt i32 %l, 0
  br i1 %is.left, label %left, label %end
left:
  %q = getelementptr i32, ptr %mine, i64 -1
  VALUE
  br label %end
end:
  %side = phi i32 [ 0, %beside ], [ %b, %left ]
  %sum = add i32 %up, %side
  store i32 %sum, ptr %to
  ret void
"""


@pytest.mark.parametrize(
    ("row", "value", "is_flat", "masks"),
    [
        ("%y", "%b = load i32, ptr %q", False, True),
        ("%y", "%b = load i32, ptr %q", True, False),
        ("%n", "%b = load i32, ptr %q", False, False),  # the same for all rows
        ("%y", "%b = mul i32 %l, %n", False, False),  # nothing is loaded for some work-items of a row
    ],
)
def test_masks_are_for_rows_that_go_ways_of_their_own(
    row: str, value: str, is_flat: bool, masks: bool
) -> None:
    result, _ = vectorised(PAST.replace("ROW", row).replace("VALUE", value), Wishes(), is_flat=is_flat)
    assert (result.function is not None) == masks
    assert ("rows go ways of their own" in result.remark) == masks

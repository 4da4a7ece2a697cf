"""hcpy/passes/host/copies.py and kept_values.py: blocks that two regions run, of which one gets a copy."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.passes.host.divide import divide
from hcpy.passes.host.errors import UsedOutside

# Some go from a barrier's loop back to its head, others around it once more; %v is one round's.
REPEATED = f"""entry: {BEGIN} br label %head
head:
  %round = phi i32 [ 0, %entry ], [ %following, %latch ]
  %v = add i32 %round, %l
  %odd = icmp slt i32 %v, 5
  br i1 %odd, label %left, label %right
left: br label %meet
right: br label %meet
meet: call void @__hcrt_barrier()
  store i32 %v, ptr %to
  %ends = icmp slt i32 %n, 3
  br i1 %ends, label %end, label %ask
ask:
  %repeats = icmp slt i32 %l, 3
  br i1 %repeats, label %again, label %latch
again: br label %meet
latch: %following = add i32 %round, 1
  br label %head
end: ret void
"""


def test_what_a_copied_block_computes_for_others_goes_through_a_variable() -> None:
    with pytest.raises(UsedOutside) as found:
        divide(Made(REPEATED).analysed(), join_loops=True)
    assert "v" in {value.name for value in found.value.values}
    made = Made(REPEATED)
    made.lower()
    assert made.code.scratch_per_item == 8  # %round and %v

"""hcpy/passes/host/gather_ways.py: one branch decides whether work-items go to a barrier."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.passes.host.code import read
from hcpy.passes.host.uniformity import analyse

# Some write, others ask whether all return.
OTHERS_RETURN = f"""entry: {BEGIN}
  %some = icmp slt i32 %l, 3
  br i1 %some, label %write, label %ask
write:
  br label %meet
ask:
  %stop = icmp slt i32 %n, -5
  br i1 %stop, label %end, label %meet
meet:
  %x = phi i32 [ 1, %write ], [ 7, %ask ]
  call void @__hcrt_barrier()
  store i32 %x, ptr %to
  br label %end
end:
  ret void
"""
SWITCH = f"""entry: {BEGIN}
  %part = and i32 %l, 3
  switch i32 %part, label %end [
    i32 0, label %write
    i32 1, label %meet
    i32 2, label %meet
    i32 3, label %meet
  ]
write:
  br label %meet
meet:
  %x = phi i32 [ 1, %write ], [ 7, %entry ], [ 7, %entry ], [ 7, %entry ]
  call void @__hcrt_barrier()
  store i32 %x, ptr %to
  br label %end
end:
  ret void
"""
AT_ONCE = f"""entry: {BEGIN}
  %some = icmp slt i32 %l, 3
  br i1 %some, label %meet, label %ask
ask:
  %stop = icmp slt i32 %n, -5
  br i1 %stop, label %end, label %meet
meet:
  %x = phi i32 [ 1, %entry ], [ 7, %ask ]
  call void @__hcrt_barrier()
  store i32 %x, ptr %to
  br label %end
end:
  ret void
"""
TWO_BARRIERS = f"""entry: {BEGIN}
  %part = and i32 %l, 3
  switch i32 %part, label %other [
    i32 0, label %write
    i32 1, label %meet
  ]
write:
  br label %meet
meet:
  %x = phi i32 [ 1, %write ], [ 7, %entry ]
  call void @__hcrt_barrier()
  store i32 %x, ptr %to
  ret void
other:
  call void @__hcrt_barrier()
  store i32 %n, ptr %to
  ret void
"""
# Some work-items ask whether all leave the loop, for another barrier; or return, or leave the loop.
LEAVES_LOOP = f"""entry: {BEGIN}
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %meet ]
  %some = icmp slt i32 %l, 3
  br i1 %some, label %ask, label %meet
ask:
  %stop = icmp slt i32 %n, -5
  br i1 %stop, label %after, label %meet
meet:
  call void @__hcrt_barrier()
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, 3
  br i1 %again, label %loop, label %after
after:
  call void @__hcrt_barrier()
  store i32 %n, ptr %to
  br label %end
end:
  ret void
"""
LEAVES_TWICE = LEAVES_LOOP.replace(
    "  %stop",
    """  %stop.all = icmp slt i32 %n, -7
  br i1 %stop.all, label %end, label %go.on
go.on:
  %stop""",
)
# Between two barriers some begin a round anew, where the loop may end, and others go on with theirs.
ROUNDS = f"""entry: {BEGIN}
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  %square = mul i32 %k, %k
  br label %inner
inner:
  %times = phi i32 [ %k, %outer ], [ %more, %ask ]
  store i32 %square, ptr %to
  call void @__hcrt_barrier()
  %more = add i32 %times, 1
  %ends = icmp eq i32 %more, 9
  br i1 %ends, label %latch, label %ask
ask:
  %anew = icmp slt i32 %l, %more
  br i1 %anew, label %latch, label %inner
latch:
  %next = add i32 %k, 1
  br i1 %ends, label %end, label %outer
end:
  ret void
"""
ALL_OR_NONE = f"""entry: {BEGIN}
  %some = icmp slt i32 %l, %n
  br i1 %some, label %meet, label %end
meet:
  call void @__hcrt_barrier()
  store i32 1, ptr %to
  br label %end
end:
  ret void
"""
BEFORE_IT = f"""entry: {BEGIN}
  %some = icmp slt i32 %l, 3
  br i1 %some, label %write, label %meet
write:
  br label %meet
meet:
  %x = phi i32 [ 1, %write ], [ 7, %entry ]
  call void @__hcrt_barrier()
  store i32 %x, ptr %to
  ret void
"""


TWO_WAYS = f"""entry: {BEGIN}
  %some = icmp slt i32 %l, 3
  br i1 %some, label %one, label %other
one:
  call void @__hcrt_barrier()
  ret void
other:
  call void @__hcrt_barrier()
  store i32 %n, ptr %to
  ret void
"""


@pytest.mark.parametrize(
    "text",
    [OTHERS_RETURN, AT_ONCE, SWITCH, TWO_BARRIERS, LEAVES_LOOP, LEAVES_TWICE, ROUNDS],
    ids=["others_return", "at_once", "switch", "two_barriers", "leaves_loop", "leaves_twice", "rounds"],
)
def test_the_ways_meet_before_it_is_decided(text: str) -> None:
    made = Made(text)
    function = made.enter().function
    made.module.verify()
    shown = str(function)
    assert "hc.ways:" in shown and "icmp ult i32" in shown
    uniformity = analyse(read(function))
    deciding = [b for b in uniformity.assumed if not uniformity.divergent.isdisjoint(b.terminator.uses)]
    assert deciding and all(block.name.startswith("hc.ways") for block in deciding)


@pytest.mark.parametrize(
    "text", [ALL_OR_NONE, BEFORE_IT, TWO_WAYS], ids=["all_or_none", "before_it", "two_ways"]
)
def test_others_stay(text: str) -> None:
    assert "hc.way" not in str(Made(text).enter().function)

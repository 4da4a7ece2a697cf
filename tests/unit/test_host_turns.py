"""hcpy/passes/host/turns.py: which work-items take turns, and how."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.ir import Opcode
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel
from hcpy.passes.host.turns import find_turns

PLACE = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  PART
  %at = sext i32 %part to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %r = load i32, ptr %p
  store i32 %r, ptr %to
  ret void
"""
ASKS = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_global_id(i32 1)
  %x = add nsw i32 %id, %y
  %part = srem i32 %x, 2
  %is = icmp eq i32 %part, OTHER
  br i1 %is, label %some, label %end
some:
  MORE
  store i32 1, ptr %to
  br label %end
end:
  ret void
"""


def count_of(body: str) -> int:
    made = Made(body)
    turns = find_turns(made.module, made.enter().function)
    made.module.verify()
    if turns is None:
        return 0
    assert len(list(turns.function.calls())) == turns.count
    assert not [op for f in made.module.definitions for op in f.instructions_of(Opcode.SREM, Opcode.SDIV)]
    return turns.count


@pytest.mark.parametrize(
    ("part", "count"),
    [
        ("srem i32 %id, 2", 2),
        ("udiv i32 %id, 4", 4),
        ("and i32 %id, 3", 4),
        ("and i32 %id, -2147483647", 2),  # the sign's bit and the last one
        ("and i32 %id, -2", 0),
        ("ashr i32 %id, 1", 2),
        ("srem i32 %id, 3", 0),
        ("srem i32 %id, 8", 0),
        ("srem i32 %v, 2", 0),  # data
        ("srem i32 %n, 2", 0),  # the same for all
        ("srem i32 %l, 2", 0),  # a tile's work-items are few
        ("add nsw i32 %id, 2", 0),
    ],
)
def test_a_part_of_an_id_is_a_place_of_a_turn(part: str, count: int) -> None:
    assert count_of(PLACE.replace("PART", f"%part = {part}")) == count


def test_numbers_that_may_be_below_zero_take_none() -> None:
    below = "%x = add nsw i32 %id, -1\n  %part = sdiv i32 %x, 2"
    assert count_of(PLACE.replace("PART", below)) == 0
    wraps = "%y = call i32 @__hcrt_global_id(i32 1)\n  %x = add i32 %id, %y\n  %part = sdiv i32 %x, 2"
    assert count_of(PLACE.replace("PART", wraps)) == 0


@pytest.mark.parametrize(("other", "count"), [("1", 2), ("%n", 2), ("%l", 0)])
def test_what_a_branch_asks_is_known_of_a_turn(other: str, count: int) -> None:
    assert count_of(ASKS.replace("OTHER", other).replace("MORE", "")) == count


def test_work_items_that_ask_about_data_take_no_turns() -> None:
    more = "%v = load i32, ptr %mine\n  %c = icmp sgt i32 %v, 3\n  br i1 %c, label %then, label %end\nthen:"
    body = ASKS.replace("OTHER", "1").replace("MORE", more)
    assert count_of(body) == 0


def test_loops_are_written_for_turns_unless_turned_off() -> None:
    body = PLACE.replace("PART", "%part = srem i32 %id, 2")
    assert ".x2(" in Made(body).lower()
    made = Made(body)
    lower_kernel(made.module, made.function, ENTRY, TILES, wishes=Wishes(without=frozenset(["turns"])))
    assert ".x2(" not in str(made.module)

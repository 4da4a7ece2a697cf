"""hcpy/passes/host/simd/chains.py: how long a round of a loop waits for the one before."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN
from test_host_simd import shapes_of, vectorised

from hcpy.ir import Opcode
from hcpy.passes.host.code import Op
from hcpy.passes.host.simd.chains import round_waits
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.wishes import Wishes

# Along a row of its own each work-item divides by what it has computed before.
ROWS = f"""entry: {BEGIN}
  %start = mul nsw i64 %w, 512
  %row = getelementptr float, ptr %in, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %kept = phi float [ 1.0, %entry ], [ %sum, %loop ]
  %last = add nsw i64 %k, -1
  %q = getelementptr float, ptr %row, i64 %last
  %before = load float, ptr %q
  %p = getelementptr float, ptr %row, i64 %k
  %now = load float, ptr %p
  %part = fdiv float %now, DIVISOR
  %sum = fsub float %now, %part
  store float %sum, ptr %p
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k, 511
  br i1 %again, label %loop, label %end
end:
  ret void
"""


def waits(body: str) -> int:
    code, shapes = shapes_of(body)
    (loop,) = [level for level in shapes.structure.levels if level.depth]
    assert code.blocks
    return round_waits(loop, Steps(shapes))


@pytest.mark.parametrize(
    ("divisor", "more", "cycles"),
    [
        ("%before", {}, 5 + 12 + 4),  # through memory
        ("%kept", {}, 12 + 4),  # in a register
        ("%now", {}, 0),
        ("%before", {"fdiv": "fmul"}, 0),
        ("%before", {"i64 %k, -1": "i64 %k, -2"}, 0),  # of the round before the last one: not foreseen
        ("%before", {"store float %sum": "store float %part"}, 5 + 12),
        ("%before", {"store float": "store volatile float"}, 5 + 12 + 4),
        ("%before", {"load float, ptr %q": "load volatile float, ptr %q"}, 0),
    ],
)
def test_rounds_wait_for_divisions_of_the_round_before(
    divisor: str, more: dict[str, str], cycles: int
) -> None:
    body = ROWS.replace("DIVISOR", divisor)
    for old, new in more.items():
        assert old in body
        body = body.replace(old, new)
    assert waits(body) == cycles


# The greatest common divisor of a work-item's number and its id.
DIVISOR = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  br label %loop
loop:
  %x = phi i32 [ %v, %entry ], [ %y, %loop ]
  %y = phi i32 [ %id, %entry ], [ %rest, %loop ]
  %rest = srem i32 %x, BY
  %again = icmp ne i32 %rest, 0
  br i1 %again, label %loop, label %end
end:
  store i32 %y, ptr %to
  ret void
"""


@pytest.mark.parametrize(("by", "cycles"), [("%y", 14), ("7", 0), ("%n", 14)])
def test_rounds_wait_for_divisions_of_whole_numbers(by: str, cycles: int) -> None:
    assert waits(DIVISOR.replace("BY", by)) == cycles


def test_a_branch_that_the_cut_has_made_is_no_value() -> None:
    _, shapes = shapes_of(ROWS.replace("DIVISOR", "%before"))
    (loop,) = [level for level in shapes.structure.levels if level.depth]
    waits_alone = round_waits(loop, Steps(shapes))
    loop.header.ops.insert(len(loop.header.phis), Op(None, Opcode.BR, 1000, loop.header))
    assert round_waits(loop, Steps(shapes)) == waits_alone == 21


def test_rows_that_wait_are_run_side_by_side() -> None:
    assert vectorised(ROWS.replace("DIVISOR", "%before"), Wishes(), is_flat=True)[0].function is not None
    assert vectorised(ROWS.replace("DIVISOR", "%now"), Wishes(), is_flat=True)[0].function is None

"""hcpy/passes/host/closure_loads.py: which loads of the function object go to a kernel's beginning."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.passes.host.closure_loads import hoist_closure_loads
from hcpy.passes.host.lowering import BASELINE, machine
from hcpy.passes.host.simplify import simplify

OBJECT = 24, 8  # bytes and alignment
LATE = f"""entry: {BEGIN}
  %some = icmp slt i32 %id, %n
  br i1 %some, label %then, label %end
then:
  %at = getelementptr TYPE
  %x = load i32, ptr %at
  store i32 %x, ptr %to
  br label %end
end:
  ret void
"""


def hoisted(body: str) -> tuple[bool, ir.Function]:
    made = Made(body)
    moved = hoist_closure_loads(made.module.layout, made.function, *OBJECT)
    made.module.verify()
    return moved, made.function


@pytest.mark.parametrize(
    ("place", "align"),
    [
        ("i8, ptr %object, i64 20", 4),
        ("{ ptr, [2 x i32] }, ptr %object, i64 0, i32 1, i64 1", 4),
        ("{ ptr, ptr, i32 }, ptr %object, i64 0, i32 0", 8),
        ("i8, ptr %object, i64 3", 1),
    ],
)
def test_a_load_of_a_known_place_goes_to_the_beginning(place: str, align: int) -> None:
    moved, function = hoisted(LATE.replace("TYPE", place))
    assert moved
    (load,) = [i for i in function.instructions_of(ir.Opcode.LOAD) if i.name == "hc.given"]
    assert load.block == function.entry and load.align == align
    assert all(i.block == function.entry for i in function.instructions_of(ir.Opcode.LOAD))


@pytest.mark.parametrize(
    "place",
    [
        "i8, ptr %object, i64 21",  # beyond its end
        "i8, ptr %object, i64 -4",
        "i8, ptr %object, i64 %w",
        "i8, ptr %in, i64 8",
    ],
)
def test_other_places_stay(place: str) -> None:
    assert not hoisted(LATE.replace("TYPE", place))[0]


def test_an_object_that_is_written_stays_as_it_is() -> None:
    body = LATE.replace("TYPE", "i8, ptr %object, i64 20")
    assert not hoisted(body.replace("store i32 %x, ptr %to", "store i32 %x, ptr %at"))[0]
    assert not hoisted(body.replace("  %x = load i32", "  %x = load volatile i32"))[0]


def test_a_bound_that_is_asked_for_late_is_a_clamp() -> None:
    """`x < 0 ? 0 : x >= n ? n - 1 : x`, where n is in the function object."""
    made = Made(f"""entry: {BEGIN}
  %is.low = icmp slt i32 %id, 0
  br i1 %is.low, label %end, label %high
high:
  %bound = load i32, ptr %n.at
  %inside = icmp slt i32 %id, %bound
  br i1 %inside, label %end, label %beyond
beyond:
  %bound.again = load i32, ptr %n.at
  %last = add nsw i32 %bound.again, -1
  br label %end
end:
  %x = phi i32 [ 0, %entry ], [ %id, %high ], [ %last, %beyond ]
  store i32 %x, ptr %to
  ret void
""")
    simplify(made.module, machine(BASELINE), {"kernel": OBJECT})
    made.module.verify()
    assert len(list(made.function.blocks)) == 1
    assert "llvm.smin" in str(made.function)

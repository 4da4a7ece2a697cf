"""hcpy/passes/host/pointer_walks.py: which pointers become a place and an offset."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy import ir
from hcpy.passes.host.pointer_walks import split_pointer_walks
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel

# Adds up n numbers, one line below the other, from the work-item's own on.
WALK = f"""entry: {BEGIN}
  %line = zext i32 %n to i64
  br label %loop
loop:
  %p = phi ptr [ START, %entry ], [ %p.next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = load i32, ptr %p
  %t = add i32 %s, %x
  %p.next = getelementptr inbounds i32, ptr %p, i64 STEP
  %next = add i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %t, ptr %to
  ret void
"""


def walk(start: str = "%mine", step: str = "%line") -> Made:
    return Made(WALK.replace("START", start).replace("STEP", step))


@pytest.mark.parametrize("step", ["%line", "16", "-1"])
def test_a_pointer_of_the_work_item_is_a_place_and_an_offset(step: str) -> None:
    made = walk(step=step)
    assert split_pointer_walks(made.function)
    made.module.verify()
    (offset,) = [i for i in made.function.instructions_of(ir.Opcode.PHI) if i.type.width == 64]
    assert offset.name == "hc.walked" and not [
        i for i in made.function.instructions_of(ir.Opcode.PHI) if i.type.is_pointer
    ]
    (further,) = [v for v, _ in offset.incoming if isinstance(v, ir.Instruction)]
    assert further.nsw


@pytest.mark.parametrize(("start", "step"), [("%in", "%line"), ("%mine", "%w")])
def test_what_is_the_same_for_all_and_steps_of_work_items_stay(start: str, step: str) -> None:
    assert not split_pointer_walks(walk(start, step).function)


@pytest.mark.parametrize("splits", [True, False])
def test_strips_have_no_place_for_the_pointers(splits: bool) -> None:
    made = walk()
    if splits:
        split_pointer_walks(made.function)
    lower_kernel(made.module, made.function, ENTRY, TILES)
    made.module.verify()
    assert ("x ptr], align 64" in str(made.module)) is not splits


@pytest.mark.parametrize("wishes", [Wishes(), Wishes.of(("-fno-hcc-rewrite=row-ids",))])
def test_rows_are_the_same_for_a_strip(wishes: Wishes) -> None:
    """A value of dimension 1 is computed once for a strip, and has no place for each work-item."""
    made = walk()
    row = "  %id1 = call i32 @__hcrt_global_id(i32 1)\n"
    body = (
        WALK.replace("START", "%mine")
        .replace("STEP", "%line")
        .replace("%s = phi i32 [ 0,", "%s = phi i32 [ %id1,")
    )
    made = Made(body.replace("  %line", row + "  %line").replace("%t = add i32 %s, %x", "%t = mul i32 %s, 3"))
    split_pointer_walks(made.function)
    lower_kernel(made.module, made.function, ENTRY, TILES, wishes=wishes)
    assert ("%slot." in str(made.module)) is bool(wishes.without)

"""hcpy/passes/host/row_loads.py: which loads run once, before a loop over work-items."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, Made

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import row_loads
from hcpy.passes.host.lowering import BASELINE, machine

# The number of a row of `in`, of which each work-item takes an element.
BODY = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_global_id(i32 1)
  %y.w = sext i32 %y to i64
  %row = mul nsw i64 %y.w, 64
  %to.row = getelementptr i32, ptr %out, i64 %row
  %to.place = getelementptr i32, ptr %to.row, i64 %w
  %number.at = getelementptr i32, ptr %in, i64 %y.w
  FIRST
  %number = load i32, ptr %number.at
  %number.w = sext i32 %number to i64
  %skipped = mul nsw i64 %number.w, 64
  %other = getelementptr i32, ptr %in, i64 %skipped
  %place = getelementptr i32, ptr %other, i64 %w
  %value = load i32, ptr %place
  STORE
  ret void
"""
STORE = "store i32 %value, ptr %to.place"


def stays(first: str = "", store: str = STORE, body: str = BODY) -> tuple[bool, bool]:
    """(are there such loads, is the number or pointer still loaded for each work-item)"""
    made = Made(body.replace("FIRST", first).replace("STORE", store))
    made.lower()
    found = row_loads.are_there(made.module)
    ir.run_passes(made.module, "always-inline", machine(BASELINE))
    row_loads.move_before_loops(made.module)
    made.module.verify()
    entry = made.module.function(ENTRY.symbol)
    assert entry is not None
    loops = [block for block in entry.blocks if block.name.startswith("hc.x.body")]
    assert loops
    loads = [i.name for block in loops for i in block.instructions() if i.opcode is Opcode.LOAD]
    return found, any(name.startswith(("number", "other")) for name in loads)


def test_a_rows_number_is_loaded_once() -> None:
    assert stays() == (True, False)


def test_so_is_a_rows_address() -> None:
    body = BODY.replace("%number.at = getelementptr i32", "%number.at = getelementptr ptr")
    start, end = body.index("  %number = "), body.index("  %place = ")
    body = body[:start] + "  %other = load ptr, ptr %number.at\n" + body[end:]
    assert stays(body=body) == (True, False)


@pytest.mark.parametrize(
    ("first", "store"),
    [
        ("store i32 4, ptr %to.place", STORE),  # it may be what is loaded
        ("%was = atomicrmw add ptr %to, i32 1 monotonic", STORE),
        ("", f"{STORE}\n  %was = atomicrmw add ptr %number.at, i32 1 monotonic"),
        ("", "store i32 %value, ptr %to.row"),  # by all work-items: then it may be one's own
        ("", "store volatile i32 %value, ptr %to.place"),
    ],
)
def test_what_work_items_may_change_stays(first: str, store: str) -> None:
    assert stays(first, store)[1]


@pytest.mark.parametrize(
    "number",
    ["load volatile i32, ptr %number.at", "load atomic i32, ptr %number.at monotonic, align 4"],
)
def test_what_is_read_again_and_again_stays(number: str) -> None:
    body = BODY.replace("load i32, ptr %number.at", number)
    assert stays(body=body) == (False, True)


def test_what_each_work_item_loads_for_itself_stays() -> None:
    body = BODY.replace(
        "%number.at = getelementptr i32, ptr %in, i64 %y.w", "%number.at = bitcast ptr %mine to ptr"
    )
    assert stays(body=body) == (False, True)


def test_what_finds_no_other_place_stays() -> None:
    body = BODY.replace("%place = getelementptr i32, ptr %other", "%place = getelementptr i32, ptr %in")
    store = "%sum = add i32 %number, %value\n  store i32 %sum, ptr %to.place"
    assert stays(store=store, body=body) == (False, True)


def test_loops_that_are_not_parallel_stay() -> None:
    made = Made(BODY.replace("FIRST", "").replace("STORE", STORE))
    made.lower()
    ir.run_passes(made.module, "always-inline", machine(BASELINE))
    entry = made.module.function(ENTRY.symbol)
    assert entry is not None
    for block in entry.blocks:
        block.terminator.set_metadata("llvm.loop", None)
    before = str(made.module)
    row_loads.move_before_loops(made.module)
    assert str(made.module) == before

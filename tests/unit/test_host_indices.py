"""hcpy/passes/host/indices.py: which numbers do not wrap."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy.ir import Opcode

BODY = f"""entry: {BEGIN}
  %g = call i32 @__hcrt_group_size(i32 0)
  FIRST
  %d = DIFFERENCE
  %at = sext i32 %d to i64
  %p = getelementptr i32, ptr %in, i64 %at
  store i32 1, ptr %p
  ret void
"""


@pytest.mark.parametrize(
    ("first", "difference", "is_wide"),
    [
        ("", "add i32 %l, -1", True),
        ("%r = mul nsw i32 %g, 14\n  %x = add nsw i32 %r, %l", "add i32 %x, -3", True),
        ("%x = shl nsw i32 %id, 2", "sub i32 %x, %g", True),
        ("", "add i32 %l, 1", False),  # it may wrap
        ("", "sub i32 %l, %n", False),
        ("%x = add i32 %l, %g", "add i32 %x, -1", False),
        ("%x = mul nsw i32 %l, -2", "add i32 %x, -1", False),
        ("%x = add nsw i32 %l, %n", "add i32 %x, -1", False),
    ],
)
def test_what_is_taken_from_numbers_from_0_on_does_not_wrap(
    first: str, difference: str, is_wide: bool
) -> None:
    function = Made(BODY.replace("FIRST", first).replace("DIFFERENCE", difference)).enter().function
    (place,) = [op for op in function.instructions() if op.name == "p"]
    assert (place.operand(1).opcode is not Opcode.SEXT) == is_wide


@pytest.mark.parametrize(("flag", "is_whole"), [("nsw ", True), ("", False)])
def test_a_number_that_was_64_bits_wide_is_not_cut(flag: str, is_whole: bool) -> None:
    """Cut and extended again, it would not be seen to grow from work-item to work-item."""
    first = f"%wide = sext i32 %l to i64\n %k = add nsw i64 %wide, 48\n %x = trunc {flag}i64 %k to i32"
    body = BODY.replace("FIRST", first).replace("DIFFERENCE", "add nsw i32 %n, %x")
    function = Made(body).enter().function
    cut = [op for op in function.instructions_of(Opcode.SEXT) if op.operand(0).name == "x"]
    assert bool(cut) != is_whole


@pytest.mark.parametrize(
    ("use", "is_wide"),
    [
        ("%q = srem i64 %at, 2147483647\n store i64 %q, ptr %in", False),
        ("store i64 %at, ptr %in", False),
        ("%q = add i64 %at, 3\n %p = getelementptr i32, ptr %in, i64 %q\n store i32 1, ptr %p", True),
        ("%q = icmp slt i64 %at, 100\n %b = zext i1 %q to i8\n store i8 %b, ptr %in", True),
    ],
)
def test_what_is_no_index_keeps_its_width(use: str, is_wide: bool) -> None:
    """Random numbers of 32 bits wrap, whatever the language says."""
    body = BODY.replace("FIRST", "%x = mul nsw i32 %id, 1103515245")
    head, _, _ = body.replace("DIFFERENCE", "add nsw i32 %x, 12345").partition("  %p = ")
    function = Made(f"{head}  {use}\n  ret void\n").enter().function
    products = [op for op in function.instructions_of(Opcode.MUL) if op.type.width == 64]
    assert bool(products) == is_wide


@pytest.mark.parametrize(("flags", "is_whole"), [("nuw nsw", True), ("nsw", True), ("nuw", False)])
def test_an_unsigned_extension_of_sums_begins_at_the_ids(flags: str, is_whole: bool) -> None:
    """`y * 512 + x` is known to be no less than 0 where it is asked so, but x alone is not."""
    first = f"%x = add nsw i32 %l, -2\n %r = shl nuw nsw i32 %n, 9\n %d = add {flags} i32 %r, %x"
    head, _, tail = BODY.replace("FIRST", first).partition("  %d = DIFFERENCE\n")
    function = Made(head + tail.replace("%at = sext", "%at = zext nneg")).enter().function
    extended = [op for op in function.instructions_of(Opcode.ZEXT) if op.operand(0).name in ("x", "d")]
    assert bool(extended) != is_whole

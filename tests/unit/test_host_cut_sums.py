"""hcpy/passes/host/cut_sums.py: which numbers are cut before they are added."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import cut_sums

BODY = f"""entry: {BEGIN}
  %since = load i64, ptr %in
  %x = SUM
  %place = getelementptr i32, ptr %in, i64 %x
  %short = trunc nsw i64 %x to i32
  USE
  store i32 %used, ptr %place
  ret void
"""
ASKED = "%asked = icmp ult i32 %short, 512\n  %used = zext i1 %asked to i32"
PLAIN = "add nsw i64 %w, %since"


def cuts(total: str, use: str = ASKED) -> list[ir.Instruction]:
    made = Made(BODY.replace("SUM", total).replace("USE", use))
    cut_sums.take_apart(made.module)
    made.module.verify()
    return list(made.function.instructions_of(Opcode.TRUNC))


@pytest.mark.parametrize(
    ("total", "count"),
    [
        (PLAIN, 1),  # of what was extended nothing is left to cut
        ("sub nsw i64 %since, 12", 1),
        ("sub i64 %since, -8589934596", 1),
    ],
)
def test_a_sum_is_cut_in_parts(total: str, count: int) -> None:
    found = cuts(total)
    assert len(found) == count
    for cut in found:
        assert cut.operand(0).opcode is Opcode.LOAD and not cut.nsw
    (asked,) = [op for cut in found for op in cut.users]
    assert isinstance(asked, ir.Instruction) and asked.opcode in (Opcode.ADD, Opcode.SUB)
    assert not asked.nsw and not asked.nuw


def test_a_number_is_cut_modulo_two_to_the_32() -> None:
    (cut,) = cuts("sub i64 %since, -8589934596")
    (less,) = cut.users
    assert isinstance(less, ir.Instruction)
    number = less.operand(1)
    assert isinstance(number, ir.Integer) and number.signed == -4


@pytest.mark.parametrize(
    ("total", "use"),
    [
        ("mul nsw i64 %w, %since", ASKED),  # no sum
        (PLAIN, "%used = load i32, ptr %place\n  %wide = sext i32 %short to i64"),
        (
            PLAIN,
            "%more = add nsw i32 %short, 3\n  %wide = sext i32 %more to i64\n"
            "  %cut = icmp slt i64 %wide, 9\n  %used = zext i1 %cut to i32",
        ),
    ],
)
def test_what_is_extended_again_stays(total: str, use: str) -> None:
    (cut,) = cuts(total, use)
    assert cut.operand(0).name == "x" and cut.nsw

"""hcpy/passes/host/quotients.py: numbers of work-items that are taken apart."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.ir import Opcode


def parts(computed: str) -> list[str]:
    """What strips within a row use of a number's part, as instructions."""
    body = f"entry: {BEGIN}\n {computed}\n store i32 %part, ptr %to\n ret void\n"
    function = Made(body).enter().function
    choices = [op for op in function.instructions_of(Opcode.SELECT) if op.name.startswith("hc.part")]
    found = []
    for choice in choices:
        wide = choice.operand(1)
        wide = wide.operand(0) if isinstance(wide, ir.Instruction) and wide.opcode is Opcode.TRUNC else wide
        found.append(wide.name)
    return found


@pytest.mark.parametrize(
    ("computed", "kinds"),
    [
        ("%part = and i32 %id, 63", ["hc.rest"]),
        ("%part = lshr i32 %id, 6", ["hc.quotient"]),
        ("%part = and i32 %id, -64", ["hc.begin"]),
        ("%part = and i32 %id, -8", []),  # rows shorter than a strip
        ("%part = and i32 %id, -63", []),
        ("%twice = shl i32 %id, 1\n %part = and i32 %twice, -128", ["hc.begin"]),
        ("%twice = shl i32 %id, 1\n %part = and i32 %twice, -32", []),
        ("%twice = shl i32 %id, 3\n %part = and i32 %twice, -4", []),
        ("%twice = shl i32 %n, 1\n %part = and i32 %twice, -128", []),
    ],
)
def test_parts_that_a_row_shares(computed: str, kinds: list[str]) -> None:
    assert parts(computed) == kinds


def test_a_begin_is_shifted_last() -> None:
    """LLVM makes `id << 1 & -128` of `(id & -64) << 1`."""
    computed = "%twice = shl i32 %id, 1\n %part = and i32 %twice, -128\n store i32 %part, ptr %to"
    function = Made(f"entry: {BEGIN}\n {computed}\n ret void\n").enter().function
    (shift,) = [op for op in function.instructions_of(Opcode.SHL) if op.users]
    begin = shift.operand(0)
    assert isinstance(begin, ir.Instruction) and begin.opcode is Opcode.SELECT

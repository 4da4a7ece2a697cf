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


@pytest.mark.parametrize(
    ("computed", "kinds"),
    [
        ("%sum = add i32 %id, 511\n %part = srem i32 %sum, 512", ["hc.rest"]),
        ("%sum = sub i32 %n, %id\n %part = udiv i32 %sum, 48", ["hc.quotient"]),
        ("%sum = add i32 %id, 511\n %part = srem i32 %sum, %n", []),
        ("%sum = add nsw i32 %id, 511\n %part = srem i32 %sum, %n", ["hc.rest"]),
        # a row as long as what 32 bits have, and work-items that are far from each other
        ("%sum = add i32 %id, 511\n %part = udiv i32 %sum, 2147483647", []),
        ("%far = mul nsw i32 %id, 131072\n %sum = add i32 %far, 5\n %part = srem i32 %sum, 512", []),
        ("%far = mul nsw i32 %id, 4\n %sum = add i32 %far, 5\n %part = srem i32 %sum, 512", ["hc.rest"]),
        ("%far = mul i32 %id, 4\n %part = srem i32 %far, 512", []),
    ],
)
def test_sums_may_wrap(computed: str, kinds: list[str]) -> None:
    assert parts(computed) == kinds


@pytest.mark.parametrize(
    ("computed", "kinds"),
    [
        ("%sum = add nsw i64 %wide, 5\n %k = trunc i64 %sum to i32\n %part = srem i32 %k, 512", ["hc.rest"]),
        ("%sum = add i64 %wide, 5\n %rest = srem i64 %sum, 512\n %part = trunc i64 %rest to i32", []),
        ("%sum = add nsw i64 %wide, 5\n %k = trunc i64 %sum to i16\n %rest = srem i16 %k, 512\n"
         " %part = sext i16 %rest to i32", []),
    ],
)  # fmt: skip
def test_numbers_of_rounds_are_cut_to_32_bits(computed: str, kinds: list[str]) -> None:
    assert parts(f"%wide = sext i32 %id to i64\n {computed}") == kinds


def test_those_that_wrap_give_way() -> None:
    """Where there are more than a strip is asked for."""
    several = "\n ".join(f"%s{n} = add i32 %id, {n}\n %r{n} = urem i32 %s{n}, 64" for n in range(1, 5))
    kept = "\n ".join(f"store i32 %r{n}, ptr %to" for n in range(1, 5))
    assert parts(f"{several}\n {kept}\n %part = lshr i32 %id, 6") == ["hc.quotient"]


def test_a_begin_is_shifted_last() -> None:
    """LLVM makes `id << 1 & -128` of `(id & -64) << 1`."""
    computed = "%twice = shl i32 %id, 1\n %part = and i32 %twice, -128\n store i32 %part, ptr %to"
    function = Made(f"entry: {BEGIN}\n {computed}\n ret void\n").enter().function
    (shift,) = [op for op in function.instructions_of(Opcode.SHL) if op.users]
    begin = shift.operand(0)
    assert isinstance(begin, ir.Instruction) and begin.opcode is Opcode.SELECT


def test_numbers_of_loops_are_left_alone() -> None:
    """One that a loop carries is made of itself."""
    body = f"""entry: {BEGIN}
      br label %loop
    loop:
      %k = phi i32 [ %id, %entry ], [ %next, %loop ]
      %wide = sext i32 %k to i64
      %far = add nsw i64 %wide, 5
      %number = trunc i64 %far to i32
      %part = srem i32 %number, 512
      store i32 %part, ptr %to
      %next = add i32 %k, 16
      %more = icmp slt i32 %next, %n
      br i1 %more, label %loop, label %end
    end:
      ret void
    """
    choices = Made(body).enter().function.instructions_of(Opcode.SELECT)
    assert not [choice for choice in choices if choice.name.startswith("hc.part")]

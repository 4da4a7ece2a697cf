"""hcpy/passes/host/counted_loops.py: which loops count from 0, on small functions."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.counted_loops import count_loops

# Asks at its beginning, as `for` does.
LOOP = """
define void @f(i32 %a, i32 %n, ptr %to) {
entry:
  %first = SOURCE
  br label %head
head:
  %x = phi i32 [ START, %entry ], [ %x.next, %body ]
  %past = LIMIT
  %again = icmp PREDICATE i32 %x, %past
  br i1 %again, label %body, label %end
body:
  store i32 %x, ptr %to
  %x.next = STEP
  br label %head
end:
  ret void
}
"""
UP, DOWN = "add nsw i32 %x, 1", "sub nsw i32 %x, 1"
FIRST = "mul nsw i32 %a, 16"
FAR = "%far = add nsw i32 %a, 2\n  "
NEXT = "%far = add nsw i32 %a, 1\n  "


def counted(source: str, limit: str, predicate: str, step: str, start: str = "%first") -> list[str] | None:
    """What the loop compares its count with; None: it stays."""
    before, _, limit = limit.rpartition("\n  ")
    text = LOOP.replace("SOURCE", source).replace("STEP", step).replace("PREDICATE", predicate)
    text = text.replace("%past = LIMIT", f"{before}\n  %past = {limit}").replace("START", start)
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        if not count_loops(function):
            return None
        module.verify()
        assert not [phi for phi in function.instructions_of(ir.Opcode.PHI) if phi.name == "x"]
        (place,) = [op for op in function.instructions_of(ir.Opcode.ADD) if op.name == "hc.counted"]
        assert place.nsw
        (asked,) = function.instructions_of(ir.Opcode.ICMP)
        count, *ahead = function.instructions_of(ir.Opcode.PHI)
        assert asked.operand(0) == count
        limit_of = asked.operand(1)
        if ahead:
            return [str(count.type)]
        return [str(limit_of.signed) if isinstance(limit_of, ir.Integer) else limit_of.name]


@pytest.mark.parametrize(
    ("source", "limit", "predicate", "step", "distance"),
    [
        (FIRST, "add nsw i32 %first, 16", "slt", UP, "16"),
        (FIRST, "add nsw i32 16, %first", "ne", UP, "16"),
        (FIRST, "add nsw i32 %first, %n", "slt", UP, "n"),
        (FIRST, f"{NEXT}mul nsw i32 16, %far", "slt", UP, "16"),
        ("mul nsw i32 %n, %a", f"{NEXT}mul nsw i32 %far, %n", "slt", UP, "n"),
        ("sub nsw i32 %a, 1", "add nsw i32 %a, 1", "sle", UP, "2"),
        ("sub nsw i32 %a, 1", "add nsw i32 %a, 8", "slt", "add nsw i32 %x, 3", "9"),
        ("add nsw i32 %a, 15", "add nsw i32 %a, 0", "sge", DOWN, "-15"),
        (FIRST, "sub nsw i32 %first, 4", "sgt", DOWN, "-4"),
        ("add nsw i32 %a, 3", "freeze i32 %a", "slt", UP, None),  # another number
    ],
)
def test_loops_to_a_number_a_step_on_count_from_0(
    source: str, limit: str, predicate: str, step: str, distance: str | None
) -> None:
    assert counted(source, limit, predicate, step) == (None if distance is None else [distance])


@pytest.mark.parametrize(
    ("source", "limit", "predicate", "step", "why"),
    [
        (FIRST, "add i32 %first, 16", "slt", UP, "the limit may wrap"),
        (FIRST, "add nsw i32 %first, 16", "slt", "add i32 %x, 1", "the number may wrap"),
        (FIRST, "add nsw i32 %first, 16", "ult", UP, "the number may be negative"),
        (FIRST, "add nsw i32 %first, 16", "ne", "add nsw i32 %x, 3", "it steps over the limit"),
        (FIRST, "sub nsw i32 %first, 16", "ne", UP, "it goes away from the limit"),
        (FIRST, "sub nsw i32 %first, 16", "sgt", UP, "the same"),
        (FIRST, "add nsw i32 %first, %n", "slt", "add nsw i32 %x, 2", "the count could wrap"),
        (FIRST, "add nsw i32 %first, %n", "sle", UP, "the same"),
        (FIRST, "add nsw i32 %first, %n", "ne", UP, "n may be negative"),
        (FIRST, f"{NEXT}mul i32 %far, 16", "slt", UP, "the limit may wrap"),
        ("mul i32 %a, 16", f"{NEXT}mul nsw i32 %far, 16", "slt", UP, "the first one may have wrapped"),
        ("mul nsw i32 %n, %a", f"{FAR}mul nsw i32 %far, %n", "slt", UP, "2 * n may wrap"),
        (FIRST, "add nsw i32 %first, 2000000", "slt", UP, "the count is large"),
        (FIRST, "add nsw i32 %n, 16", "slt", UP, "another number"),
    ],
)
def test_others_stay(source: str, limit: str, predicate: str, step: str, why: str) -> None:
    assert counted(source, limit, predicate, step) is None, why


@pytest.mark.parametrize(
    ("source", "limit", "predicate", "counts"),
    [
        ("sub nsw i32 %a, %n", "add nsw i32 %a, %n", "sle", True),
        ("sub nsw i32 %a, %n", "%far = add nsw i32 %a, %n\n  add nsw i32 %far, 1", "slt", True),
        ("sub nsw i32 %a, %n", "add nsw i32 %a, 9", "sle", True),
        ("sub nsw i32 %a, 3", "add nsw i32 %n, %a", "sle", True),
        ("sub nsw i32 %a, %n", "%far = add nsw i32 %a, %n\n  add nsw i32 %far, 1", "sle", False),
        ("sub i32 %a, %n", "add nsw i32 %a, %n", "sle", False),
        ("sub nsw i32 %a, %n", "sub nsw i32 %n, %a", "sle", False),
        ("sub nsw i32 %a, %n", "add nsw i32 %a, %n", "ne", False),
    ],
)
def test_a_distance_of_two_numbers_is_64_bits_wide(
    source: str, limit: str, predicate: str, counts: bool
) -> None:
    assert counted(source, limit, predicate, UP) == (["i64"] if counts else None)


def test_rounds_that_are_not_asked_for_have_numbers_of_their_own() -> None:
    """Beyond the last round what is ahead of a may not fit in 32 bits."""
    text = LOOP.replace("SOURCE", "sub nsw i32 %a, %n").replace("LIMIT", "add nsw i32 %a, %n")
    text = text.replace("START", "%first").replace("PREDICATE", "sle").replace("STEP", UP)
    for change in (
        (),
        ("end:\n", "end:\n  store i32 %x, ptr %to\n"),
        ("  %past", "  %y = mul i32 %x, 3\n  %past"),
    ):
        with ir.Module.parse((text.replace(*change) if change else text).encode()) as module:
            assert count_loops(*module.definitions) == (not change)


def test_loops_from_a_constant_stay() -> None:
    assert counted(FIRST, "add nsw i32 %n, 3", "slt", UP, start="2") is None


def test_what_is_asked_at_the_end_of_a_round_is_the_next_count() -> None:
    text = """
define i32 @f(i32 %a, ptr %to) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %a, %entry ], [ %x.next, %loop ]
  store i32 %x, ptr %to
  %x.next = add nsw i32 %x, 1
  %past = add nsw i32 %a, 4
  %done = icmp sge i32 %x.next, %past
  br i1 %done, label %end, label %loop
end:
  ret i32 %x.next
}
"""
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert count_loops(function)
        module.verify()
        (asked,) = function.instructions_of(ir.Opcode.ICMP)
        assert [v.name for v in asked.operands[:1]] == ["hc.count.next"]
        ends = [b.terminator for b in function.blocks if b.terminator.opcode is ir.Opcode.RET]
        assert [end.operand(0).name for end in ends] == ["x.next"]  # used behind the loop

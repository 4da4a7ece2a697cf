"""Which questions about ids become the bounds of loops over work-items."""

from __future__ import annotations

import pytest
from test_host_passes import GUARDED_LOOP, Made, block

from hcpy import ir
from hcpy.passes.host import launch
from hcpy.passes.host.bounds import write_bounds
from hcpy.passes.host.code import read
from hcpy.passes.host.narrow import Compared, Linear, Same, narrow


def questions(condition: str, rows: int = 1, *, of_rows: bool = False) -> list[Compared | Linear | Same]:
    body = GUARDED_LOOP.replace("%guard = icmp slt i32 %id, %n", condition)
    code = read(Made(body).enter().function)
    found = narrow(code, rows, chooses_rows=of_rows)
    return found.asked if found is not None else []


def test_guards_become_bounds() -> None:
    (asked,) = questions("%guard = icmp slt i32 %id, %n")
    assert isinstance(asked, Compared) and asked.id.context == "global0"
    assert asked.predicate is ir.IntPredicate.SLT
    first, second = questions(
        "%a = icmp ult i32 3, %l\n %b = icmp sgt i32 %n, 5\n %guard = select i1 %a, i1 %b, i1 false"
    )
    assert isinstance(first, Compared) and first.predicate is ir.IntPredicate.UGT
    assert isinstance(second, Same) and second.holds
    assert questions("%m = load i32, ptr %mine\n %guard = icmp slt i32 %m, 4") == []


def test_the_opposite_of_a_question_is_one() -> None:
    (asked,) = questions("%a = icmp slt i32 %id, %n\n %guard = xor i1 %a, true")
    assert isinstance(asked, Compared) and asked.predicate is ir.IntPredicate.SGE
    first, second = questions(
        "%a = icmp slt i32 %l, 3\n %b = icmp sgt i32 %l, %n\n %c = or i1 %a, %b\n %guard = xor i1 %c, true"
    )
    assert isinstance(first, Compared) and first.predicate is ir.IntPredicate.SGE
    assert isinstance(second, Compared) and second.predicate is ir.IntPredicate.SLE
    assert questions("%m = load i32, ptr %mine\n %a = icmp eq i32 %m, 4\n %guard = xor i1 %a, true") == []


@pytest.mark.parametrize(
    ("condition", "least", "greatest"),
    [
        ("%a = add i32 %id, -1\n %guard = icmp ult i32 %a, 254", 1, 254),
        ("%a = add i32 %id, -1\n %guard = icmp ule i32 %a, 254", 1, 255),
        ("%a = add i32 %id, 2\n %guard = icmp ult i32 %a, 7", -2, 4),
        # from 0 on
        ("%a = add nsw i32 %id, %n\n %guard = icmp ult i32 %a, 512", 0, 511),
        ("%a = add nsw i32 %n, %id\n %guard = icmp ule i32 %a, 512", 0, 512),
        ("%a = mul nsw i32 %id, 3\n %guard = icmp ult i32 %a, 512", 0, 511),
        ("%a = add i32 %id, %n\n %guard = icmp ult i32 %a, 512", 0, None),
        ("%a = add nsw i32 %id, %n\n %guard = icmp ult i32 %a, -5", 0, None),
        ("%a = add nsw i32 %id, %n\n %guard = icmp ugt i32 %a, 512", 0, None),
        ("%a = add nsw i32 %id, %n\n %guard = icmp ult i32 %a, 0", 0, None),
        # what holds where neither x > 318 nor x < 1
        ("%a = add i32 %id, -319\n %guard = icmp uge i32 %a, -318", 1, 318),
        ("%a = add i32 %id, -319\n %guard = icmp ugt i32 %a, -319", 1, 318),
        # one end beyond the numbers of 32 bits: no interval of signed numbers
        ("%a = add i32 %id, -1\n %guard = icmp ult i32 %a, -5", 0, None),
        ("%a = add i32 %id, -1\n %guard = icmp ugt i32 %a, 7", 0, None),
        ("%a = add i32 %id, -1\n %guard = icmp ult i32 %a, %n", 0, None),
    ],
)
def test_intervals_become_bounds(condition: str, least: int, greatest: int | None) -> None:
    asked = questions(condition)
    if greatest is None:
        assert asked == []
        return
    low, high = asked
    assert isinstance(low, Compared | Linear) and isinstance(high, Compared | Linear)
    assert (low.predicate, high.predicate) == (ir.IntPredicate.SGE, ir.IntPredicate.SLE)
    limits = [asked.limit.value for asked in (low, high)]
    assert [limit.signed for limit in limits if isinstance(limit, ir.Integer)] == [least, greatest]
    assert low.id.context == high.id.context == "global0"


def test_sums_that_do_not_wrap_are_compared_as_they_are() -> None:
    (asked,) = questions("%a = add nuw i32 %id, %n\n %guard = icmp ult i32 %a, 512")
    assert isinstance(asked, Compared) and asked.predicate is ir.IntPredicate.ULT


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("%m = load i32, ptr %mine\n %o = sdiv i32 %m, %n\n", 1),
        ("%m = load volatile i32, ptr %mine\n", 0),
        ("store i32 0, ptr %mine\n", 0),
        ("call void @anything(ptr %mine)\n", 0),
    ],
)
def test_what_nobody_misses_may_come_before_a_guard(before: str, found: int) -> None:
    assert len(questions(f"{before} %guard = icmp slt i32 %id, %n")) == found


def test_a_guard_is_taken_out_of_the_code() -> None:
    made = Made(GUARDED_LOOP)
    code = read(made.enter().function)
    assert narrow(code, 1) is not None
    assert code.entry.successors == [block(code, "loop")]
    made.module.verify()


@pytest.mark.parametrize(
    ("condition", "part"),
    [
        ("%a = add i32 %l, -1\n %guard = icmp ult i32 %a, 14", (1, 15)),
        ("%guard = icmp slt i32 %l, 12", (0, 12)),
        ("%a = icmp sgt i32 %l, 2\n %b = icmp slt i32 %l, 30\n %guard = and i1 %a, %b", (3, 30)),
        ("%a = icmp slt i32 %l, 12\n %b = icmp slt i32 %id, %n\n %guard = and i1 %a, %b", (0, 12)),
        ("%guard = icmp slt i32 %l, 3", None),  # too few for a vector
        ("%guard = icmp slt i32 %l, 100", None),
        ("%guard = icmp sgt i32 %l, 2", None),  # as long as the row is
        ("%guard = icmp slt i32 %l, %n", None),
        ("%guard = icmp slt i32 %id, 12", None),  # of one tile alone
    ],
)
def test_the_part_of_a_row_that_local_ids_are_asked_for(condition: str, part: tuple[int, int] | None) -> None:
    made = Made(GUARDED_LOOP.replace("%guard = icmp slt i32 %id, %n", condition))
    code = read(made.enter().function)
    found = narrow(code, 1)
    assert found is not None and write_bounds(made.module, code, found).part == part


Y, Z = ("%y = call i32 @__hcrt_local_id(i32 1)\n", "%z = call i32 @__hcrt_global_id(i32 2)\n")


@pytest.mark.parametrize(
    ("condition", "contexts"),
    [
        (f"{Y} %guard = icmp eq i32 %y, 0", ["local1"]),
        (f"{Z} %guard = icmp slt i32 %n, %z", ["global2"]),
        (f"{Y} %a = add nsw i32 %y, %n\n %guard = icmp ult i32 %a, 512", ["local1", "local1"]),
        (f"{Y} %a = add i32 %y, -1\n %guard = icmp ult i32 %a, 14", ["local1", "local1"]),
        (
            f"{Y} %a = icmp sgt i32 %y, 2\n %b = icmp slt i32 %l, %y\n %guard = and i1 %a, %b",
            ["local1", "local0"],
        ),
        (f"{Y} %guard = icmp ne i32 %y, 3", [None]),  # no interval
        (f"{Y} %a = add i32 %y, %n\n %guard = icmp slt i32 %a, 3", [None]),  # the sum may wrap
        (f"{Y} %a = mul nsw i32 %y, 3\n %guard = icmp slt i32 %a, 7", [None]),
        (f"{Y}{Z} %guard = icmp slt i32 %y, %z", [None]),  # depends on both
        (f"{Y}{Z} %a = add nsw i32 %y, %z\n %guard = icmp slt i32 %a, 9", [None]),
    ],
)
def test_questions_about_other_dimensions_choose_rows(condition: str, contexts: list[str | None]) -> None:
    asked = questions(condition, of_rows=True)
    assert [a.id.context if isinstance(a, Compared) else None for a in asked] == contexts
    assert not any(isinstance(a, Compared) and a.id.context[-1] != "0" for a in questions(condition))


def test_rows_that_are_run_together_are_chosen_too() -> None:
    """What is the same for all rows says how many there are; what differs among them would not."""
    assert len(questions(f"{Y} %guard = icmp slt i32 %y, %n", 4, of_rows=True)) == 1
    assert questions(f"{Y} %guard = icmp slt i32 %y, %n", 4) == []
    assert questions(f"{Y} %guard = icmp slt i32 %l, %y", 4, of_rows=True) == []


def test_a_function_says_which_rows_have_work() -> None:
    condition = f"{Y} %a = icmp sgt i32 %y, 2\n %b = icmp slt i32 %l, 9\n %guard = and i1 %a, %b"
    made = Made(GUARDED_LOOP.replace("%guard = icmp slt i32 %id, %n", condition))
    code = read(made.enter().function)
    found = narrow(code, 1, chooses_rows=True)
    assert found is not None
    bounds = write_bounds(made.module, code, found)
    made.module.verify()
    assert bounds.rows is not None and not bounds.same_for_rows and bounds.part == (0, 9)
    assert bounds.rows.is_argument_used(launch.INDEX["size1.w"])
    assert not bounds.rows.is_argument_used(launch.INDEX["size0.w"])
    assert not bounds.function.is_argument_used(launch.INDEX["local1"])

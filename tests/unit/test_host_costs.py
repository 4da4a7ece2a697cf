"""hcpy/passes/host/simd/cost.py: which functions of a work-item get masks."""

from __future__ import annotations

import re

import pytest
from test_host_passes import BEGIN, Made
from test_host_simd import COUNTS, vectorised

from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.strips import make_items


def test_masks_are_for_functions_whose_loops_differ() -> None:
    chosen, _ = vectorised(COUNTS, Wishes())
    assert chosen.function is not None and "8 work-items wide" in chosen.remark
    plain = f"{BEGIN} store i32 %l, ptr %to\n ret void\n"
    assert vectorised(plain, Wishes())[0].function is None
    assert vectorised(plain)[0].function is not None
    assert vectorised(COUNTS, Wishes("loops"))[0].function is None
    turned_off, _ = vectorised(COUNTS, Wishes("none"))
    assert turned_off.function is None and turned_off.remark == "not vectorised: vector code is turned off"


def test_scattered_accesses_are_left_to_single_work_items() -> None:
    scattered = COUNTS.replace(
        "  %again = icmp slt i32 %next, %most",
        """  %square = getelementptr [64 x i32], ptr %in, i64 %w
  %q = getelementptr i32, ptr %square, i32 %k
  %x = load i32, ptr %q
  store i32 %x, ptr %square
  %again = icmp slt i32 %next, %most""",
    )
    result, _ = vectorised(scattered, Wishes())
    assert result.function is None and "scattered" in result.remark
    assert vectorised(scattered)[0].function is not None


def test_scattered_bytes_cost_more_than_numbers() -> None:
    """A text's end is looked for: AVX2 gathers numbers of 32 bits, and bytes are loaded one by one."""
    costs = []
    for kind in ("i8", "i32"):
        text = COUNTS.replace(
            "  %again = icmp slt i32 %next, %most",
            f"""  %line = getelementptr [32 x {kind}], ptr %in, i64 %w
  %q = getelementptr {kind}, ptr %line, i32 %k
  %x = load {kind}, ptr %q
  %again = icmp ne {kind} %x, 0""",
        )
        found = re.search(r"\((\d+) instructions for", vectorised(text, Wishes())[0].remark)
        assert found is not None
        costs.append(int(found[1]))
    assert costs[0] > 2 * costs[1]


# A row's first half, read from the middle downwards: LLVM's vectoriser has no masked load of it.
HALF = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %some = icmp slt i32 %v, %n
  br i1 %some, label %then, label %end
then:
  %back = sub nsw i64 0, %w
  %p = getelementptr SIZE, ptr %in, i64 PLACE
  %read = load SIZE, ptr %p
  %x = zext SIZE %read to i64
  %y = mul i64 %x, %x
  %z = trunc i64 %y to i32
  store i32 %z, ptr %to
  br label %end
end:
  ret void
"""


@pytest.mark.parametrize(
    ("size", "place", "reason"),
    [
        ("i8", "%back", "accesses without a masked form are for some work-items only"),
        ("i8", "%w", "accesses without a masked form are for some work-items only"),
        ("i32", "%back", "accesses without a masked form are for some work-items only"),
        ("i32", "%w", "no loop's count differs between work-items"),
    ],
)
def test_masks_are_for_accesses_that_loops_make_one_by_one(size: str, place: str, reason: str) -> None:
    result, _ = vectorised(HALF.replace("SIZE", size).replace("PLACE", place), Wishes())
    assert reason in result.remark
    assert (result.function is not None) == (reason[0] == "a")


# Each work-item adds up its own row, as long as the others.
ROWS = f"""entry: {BEGIN}
  %n.w = sext i32 %n to i64
  %row = mul nsw i64 %w, %n.w
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %at = add nsw i64 %row, %k
  %p = getelementptr i32, ptr %in, i64 %at
  %x = load i32, ptr %p
  %twice = mul i32 %x, %x
  %number = sitofp i32 %twice to float
  %sum = fadd float %s, %number
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, %n.w
  br i1 %again, label %loop, label %end
end:
  store float %sum, ptr %to
  ret void
"""


def test_masks_are_for_loops_that_read_here_and_there() -> None:
    result, _ = vectorised(ROWS, Wishes())
    assert result.function is not None and "a loop's accesses are scattered" in result.remark
    near = ROWS.replace("%at = add nsw i64 %row, %k", "%at = add nsw i64 %w, %k")
    assert vectorised(near, Wishes())[0].function is None
    listed = ROWS.replace(
        "%x = load", "%i = load i64, ptr %near\n  %o = getelementptr i32, ptr %in, i64 %i\n  %x = load"
    )
    listed = listed.replace("i32, ptr %p", "i32, ptr %o").replace("i64 %at", "i64 %k")
    listed = listed.replace("%p = get", "%near = getelementptr i64, ptr %out, i64 %w\n  %p = get")
    assert vectorised(listed, Wishes())[0].function is None and vectorised(listed)[0].function is not None
    clamped = ROWS.replace("%n.w = sext", "%c = add i64 %hc.clear, 0\n  %n.w = sext")
    assert "%hc.clear" in clamped


# Each work-item compares a pattern with what begins at its own place.
SEARCH = f"""entry: {BEGIN}
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %at = add nsw i64 %w, %k
  %p = getelementptr inbounds KIND, ptr %in, i64 %at
  %x = load KIND, ptr %p
  %q = getelementptr inbounds KIND, ptr %out, i64 %k
  %y = load KIND, ptr %q
  %same = icmp eq KIND %x, OTHER
  br i1 %same, label %more, label %end
more:
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, 7
  br i1 %again, label %loop, label %found
found:
  %old = atomicrmw max ptr %out, i32 1 monotonic
  br label %end
end:
  ret void
"""


@pytest.mark.parametrize("kind", ["i8", "i32"])
def test_a_loop_that_equal_numbers_keep_going_is_brief(kind: str) -> None:
    """A marker may be everywhere: a loop that looks for its end goes on for longer."""
    costs = []
    for other in ("%y", "0"):
        result, _ = vectorised(SEARCH.replace("KIND", kind).replace("OTHER", other), Wishes(), is_flat=True)
        assert (result.function is not None) == (other == "%y") and not result.alone
        found = re.search(r"\((\d+) instructions for", result.remark)
        assert found is not None
        costs.append(int(found[1]))
    assert costs[0] < costs[1]


def test_brief_loops_over_rows_far_apart_are_left_alone() -> None:
    text = SEARCH.replace("KIND", "i8").replace("%at = add nsw i64 %w, %k", APART)
    assert vectorised(text.replace("OTHER", "%y"), Wishes(), is_flat=True)[0].function is None


APART = "%row = mul nsw i64 %w, 24\n  %at = add nsw i64 %row, %k"


def test_loops_that_some_enter_are_worth_half() -> None:
    """A strip goes in where one work-item does."""
    costs = []
    for some in ("%asked = icmp ne i32 %most, 0", "%asked = icmp ne i32 %n, 0"):
        guard = f"{some}\n  br i1 %asked, label %loop, label %past"
        text = COUNTS.replace("br label %loop", guard, 1).replace(
            "ret void", "br label %past\npast:\n  ret void"
        )
        found = re.search(r"instead of (\d+)\)", vectorised(text, Wishes())[0].remark)
        assert found is not None
        costs.append(int(found[1]))
    assert costs[0] < 0.7 * costs[1]


# Numbers are added up from the work-item's place on, until one of AT is what it should be.
ALONG = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %is = icmp sgt i32 %v, 0
  br i1 %is, label %loop, label %end
loop:
  %k = phi i64 [ %w, %entry ], [ %next, %more ]
  %s = phi i32 [ %v, %entry ], [ %sum, %more ]
  %next = add nsw i64 %k, 1
  %p = getelementptr inbounds i32, ptr %in, i64 AT
  %x = load i32, ptr %p
  %again = icmp sgt i32 %x, 0
  br i1 %again, label %more, label %left
more:
  %q = getelementptr inbounds i32, ptr %out, i64 %k
  %y = load i32, ptr %q
  %sum = add i32 %s, %y
  %inside = icmp slt i64 %next, 1000
  br i1 %inside, label %loop, label %left
left:
  store i32 %s, ptr %to
  br label %end
end:
  ret void
"""


def test_work_items_that_search_leave_a_loop_far_apart() -> None:
    along = vectorised(ALONG.replace("AT", "%next"), Wishes(), is_flat=True)[0]
    assert along.function is None
    once = vectorised(ALONG.replace("AT", "%w"), Wishes(), is_flat=True)[0]  # the same one again and again
    assert once.function is not None


# Each work-item looks for a number along a row of its own.
OWN_ROW = f"""entry: {BEGIN}
  %row = mul nsw i64 %w, 512
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %more ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds float, ptr %in, i64 AT
  %x = load float, ptr %p
  %again = fcmp olt float %x, 9.0
  br i1 %again, label %more, label %end
more:
  %next = add nuw nsw i64 %k, 1
  %inside = icmp samesign ult i64 %k, 511
  br i1 %inside, label %loop, label %end
end:
  %found = phi i64 [ %k, %loop ], [ 512, %more ]
  %narrow = trunc i64 %found to i32
  store i32 %narrow, ptr %to
  ret void
"""


def test_searches_in_rows_of_their_own_are_left_alone() -> None:
    assert vectorised(OWN_ROW.replace("AT", "%at"), Wishes(), is_flat=True)[0].function is None
    chased = OWN_ROW.replace("AT", "%at").replace("i64 %k, 1", "i64 %k, 2")  # not one after the other
    assert vectorised(chased, Wishes(), is_flat=True)[0].function is not None


def test_bytes_that_some_store_are_stored_one_by_one() -> None:
    costs = []
    for kind in ("i8", "i32"):
        text = f"""entry: {BEGIN}
  %b = load i32, ptr %mine
  %high = icmp ugt i32 %b, 99
  br i1 %high, label %yes, label %no
yes:
  %p = getelementptr i8, ptr %in, i64 %w
  %x = load i8, ptr %p
  br label %no
no:
  %v = phi i8 [ 0, %entry ], [ %x, %yes ]
  %wide = zext i8 %v to i32
  %low = icmp ult i32 %b, 50
  br i1 %low, label %then, label %end
then:
  %stored = trunc i32 %wide to i8
  %q = getelementptr {kind}, ptr %out, i64 %w
  store {kind} {"%stored" if kind == "i8" else "%wide"}, ptr %q
  br label %end
end:
  ret void
"""
        found = re.search(r"\((\d+) instructions for", vectorised(text, Wishes())[0].remark)
        assert found is not None
        costs.append(int(found[1]))
    assert costs[0] == costs[1] + 8 * 4 - 2


# What all load from one place, and some only: LLVM's vectoriser would ask for each work-item.
TABLE = f"""entry: {BEGIN}
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %s = phi i32 [ 0, %entry ], [ %t, %join ]
  %v = load i32, ptr %mine
  %some = icmp sgt i32 %v, %s
  br i1 %some, label %then, label %join
then:
  %p = getelementptr i32, ptr %in, i64 PLACE
  %x = load i32, ptr %p
  %u = add i32 %s, %x
  br label %join
join:
  %t = phi i32 [ %s, %loop ], [ %u, %then ]
  %next = add nsw i64 %k, 1
  %again = icmp slt i64 %next, 24
  br i1 %again, label %loop, label %end
end:
  store i32 %t, ptr %to
  ret void
"""


def test_masks_are_for_what_some_load_from_one_place() -> None:
    result, text = vectorised(TABLE.replace("PLACE", "%k"), Wishes())
    assert result.function is not None and "for some work-items only" in result.remark
    assert "gather" not in text
    assert vectorised(TABLE.replace("PLACE", "%w"), Wishes())[0].function is None


# Each work-item goes through its own row, whose end is marked or whose gaps are.
SPARSE = f"""entry: {BEGIN}
  %row = mul nsw i64 %w, 24
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %s = phi i32 [ 0, %entry ], [ %t, %join ]
  %at = add nsw i64 %row, %k
  %p = getelementptr inbounds i32, ptr %in, i64 %at
  %c = load i32, ptr %p
  %is = icmp sgt i32 %c, -1
  br i1 %is, label %some, label %ELSE
some:
  %v.at = getelementptr inbounds i32, ptr %out, i64 %at
  %v = load i32, ptr %v.at
  %c.w = zext nneg i32 %c to i64
  %x.at = getelementptr inbounds i32, ptr %in, i64 %c.w
  %x = load i32, ptr %x.at
  %y = mul i32 %v, %x
  %u = add i32 %s, %y
  br label %join
join:
  %t = phi i32 [ %u, %some ]GAP
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 24
  br i1 %again, label %loop, label %end
end:
  %r = phi i32 [ %t, %join ]LEFT
  store i32 %r, ptr %to
  ret void
"""
GAPS = SPARSE.replace("ELSE", "join").replace("GAP", ", [ %s, %loop ]").replace("LEFT", "")
ENDS = SPARSE.replace("ELSE", "end").replace("GAP", "").replace("LEFT", ", [ %s, %loop ]")


@pytest.mark.parametrize("body", [GAPS, ENDS])
def test_scattered_accesses_of_some_in_a_loop_are_for_one_work_item_after_the_other(body: str) -> None:
    result, _ = vectorised(body, Wishes())
    assert result.function is None and result.alone


@pytest.mark.parametrize(("wishes", "cut"), [((), False), (("-fno-hcc-rewrite=whole-loops",), True)])
def test_work_items_that_run_alone_keep_their_loops(wishes: tuple[str, ...], cut: bool) -> None:
    kernel = Made(GAPS).enter()
    items = make_items(kernel.module, kernel.marks, kernel.function, is_flat=True, wishes=Wishes.of(wishes))
    assert bool(items.strips) == cut
    kernel.module.verify()


def test_what_is_computed_once_costs_nothing() -> None:
    """The function object is read before all loops, however often the source reads it."""
    again = "%q = getelementptr i8, ptr %object, i64 16\n  %m = load i32, ptr %q\n  %mm = mul i32 %m, 7\n"
    costs = [
        vectorised(body, Wishes())[0].remark.rpartition("(")[2]
        for body in (COUNTS, COUNTS.replace("%next = add", again + "  %next = add"))
    ]
    assert "instructions for 8 work-items instead of" in costs[0]
    assert costs[0] == costs[1]


# A step of a bitonic sort: half of the work-items swap with one that the bits of another number name.
SWAPS = f"""entry: {BEGIN}
  %other = xor i32 %id, %n
  %mine.first = icmp sgt i32 %other, %id
  br i1 %mine.first, label %compare, label %end
compare:
  %at = zext nneg i32 %other to i64
  %a.at = getelementptr inbounds float, ptr %out, i64 %w
  %b.at = getelementptr inbounds float, ptr %out, i64 %at
  %a = load float, ptr %a.at
  %b = load float, ptr %b.at
  %greater = fcmp ogt float %a, %b
  %bit = and i32 %id, %n
  %up = icmp eq i32 %bit, 0
  %swaps = xor i1 %greater, %up
  br i1 %swaps, label %end, label %swap
swap:
  store float %b, ptr %a.at
  store float %a, ptr %b.at
  br label %end
end:
  ret void
"""


def test_swaps_with_scattered_partners_are_left_to_single_work_items() -> None:
    result, _ = vectorised(SWAPS, Wishes())
    assert result.function is None and "accesses without a masked form" in result.remark

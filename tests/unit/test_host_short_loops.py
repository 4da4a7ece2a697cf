"""hcpy/passes/host/short_loops.py: which loops are unrolled before a kernel's stages, on small functions."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.lowering import BASELINE, machine
from hcpy.passes.host.prepare import keep_users_loops
from hcpy.passes.host.short_loops import (
    all_loops,
    array_loops,
    loops_over_own,
    short_inner_loops,
    short_nests,
)
from hcpy.passes.host.simplify import simplify

NEST = """
define void @f(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j, INNER
  br i1 %j.more, label %inner, label %outer.end
outer.end:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, OUTER
  br i1 %i.more, label %outer, label %done
done:
  ret void
}
"""


@pytest.mark.parametrize(
    ("outer", "inner", "found"),
    [("%n", "3", 1), ("100", "7", 1), ("3", "3", 0), ("%n", "9", 0), ("%n", "%n", 0)],
)
def test_short_loops_within_longer_ones_are_found(outer: str, inner: str, found: int) -> None:
    text = NEST.replace("OUTER", outer).replace("INNER", inner)
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        ends = short_inner_loops(function)
        assert [end.block.name for end in ends] == ["inner"] * found


def test_a_single_loop_stays() -> None:
    """Its strips, and what is left of a row, cost less than straight code."""
    text = (
        NEST.replace("OUTER", "%n")
        .replace("INNER", "3")
        .replace("label %outer, label %done", "label %done, label %done")
    )
    text = text.replace(", [ %i.next, %outer.end ]", "")
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert short_inner_loops(function) == []


# A private array is filled in one loop and used in another; WORK is a long body.
ARRAY = """
define void @f(ptr %out) {
entry:
  %a = alloca [40 x i32]
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first ]
  %i.w = zext i32 %i to i64
  %at = getelementptr i32, ptr PLACE, i64 %i.w
  store i32 %i, ptr %at
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, ROUNDS
  br i1 %more, label %first, label %done, !llvm.loop !0
done:
  %last = getelementptr i32, ptr %a, i64 3
  %x = load i32, ptr %last
  store i32 %x, ptr %out
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
"""


@pytest.mark.parametrize(
    ("place", "rounds", "found"), [("%a", "16", 1), ("%a", "17", 0), ("%a", "%n", 0), ("%out", "9", 0)]
)
def test_short_loops_through_private_arrays_are_found(place: str, rounds: str, found: int) -> None:
    text = ARRAY.replace("PLACE", place).replace("ROUNDS", rounds).replace("ptr %out)", "ptr %out, i32 %n)")
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert [end.block.name for end in array_loops(function)] == ["first"] * found


def test_a_long_body_stays_a_loop() -> None:
    """More code than unrolling is worth."""
    work = "".join(f"  %w{n} = add i32 %i, {n}\n" for n in range(160))
    text = (
        ARRAY.replace("PLACE", "%a")
        .replace("ROUNDS", "16")
        .replace("  store i32 %i", work + "  store i32 %i")
    )
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert array_loops(function) == []
        assert array_loops_of(text.replace(", 16", ", 9"))


# An interpreter's: it ends on a state that it loads, and after a number of steps.
INTERPRETER = """
define void @f(ptr %code, i32 %n) {
entry:
  %stack = alloca [4 x i32]
  br label %step
step:
  %s = phi i32 [ 0, %entry ], [ %next, %work ]
  %late = icmp eq i32 %s, STEPS
  br i1 %late, label %done, label %work
work:
  %at = getelementptr i32, ptr %code, i32 %s
  %op = load i32, ptr %at
  %top = getelementptr i32, ptr %stack, i32 %op
  store i32 %s, ptr %top
  %next = add i32 %s, 1
  %goes = icmp eq i32 %op, -1
  br i1 %goes, label %step, label %done
done:
  ret void
}
"""


@pytest.mark.parametrize(("steps", "found"), [("8", True), ("4000", False), ("%n", True)])
def test_a_loop_that_counts_further_than_its_end_says_is_long(steps: str, found: bool) -> None:
    """LLVM counts by the first way out that it can count: unrolled, the body was there 4,000 times. Where it
    can count none, it unrolls none."""
    assert array_loops_of(INTERPRETER.replace("STEPS", steps)) is found


def array_loops_of(text: str) -> bool:
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        return bool(array_loops(function))


def test_what_a_private_array_held_becomes_values() -> None:
    """A body that is too long for LLVM's own measure, and whose loop nothing but the array makes worth it."""
    work = "".join(
        f"  %w{n} = mul i32 %{f'w{n - 1}' if n else 'i'}, %w{n - 1}\n".replace("%w-1", "%i")
        for n in range(40)
    )
    text = ARRAY.replace("PLACE", "%a").replace("ROUNDS", "12")
    text = text.replace("  store i32 %i", work + "  store i32 %w39")
    with ir.Module.parse(text.encode()) as module:
        keep_users_loops(module, "/nowhere")
        simplify(module, machine(BASELINE))
        module.verify()
        (function,) = module.definitions
        assert not list(function.instructions_of(ir.Opcode.ALLOCA))
        assert "unroll.full" not in str(module)


# A window of WIDE x WIDE numbers around a work-item, whose id is %id.
WINDOW = """
declare i32 @__hcrt_global_id(i32)
define i32 @f(ptr %in) {
entry:
  %id = call i32 @__hcrt_global_id(i32 0)
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  %s = phi i32 [ 0, %entry ], [ %sum, %outer.end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %t = phi i32 [ %s, %outer ], [ %sum, %inner ]
  %place = add i32 FROM, %j
  %at = getelementptr i32, ptr %in, i32 %place
  %x = load i32, ptr %at
  %sum = add i32 %t, %x
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, WIDE
  br i1 %j.more, label %inner, label %outer.end
outer.end:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, WIDE
  br i1 %i.more, label %outer, label %done
done:
  ret i32 %sum
}
"""


@pytest.mark.parametrize(
    ("place", "wide", "found"), [("%id", "3", 2), ("%id", "9", 0), ("%id", "17", 0), ("%i", "3", 0)]
)
def test_windows_around_a_work_item_are_found(place: str, wide: str, found: int) -> None:
    text = WINDOW.replace("FROM", place).replace("WIDE", wide)
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert len(short_nests(function)) == found


@pytest.mark.parametrize(
    ("place", "wide", "found"), [("%id", "16", 1), ("%id", "17", 0), ("%i", "16", 0), ("%id", "LONG", 0)]
)
def test_loops_over_what_is_a_work_items_own_are_found(place: str, wide: str, found: int) -> None:
    work = "".join(f"  %w{n} = mul i32 %x, {n}\n" for n in range(20))
    text = WINDOW.replace("  %j.next", work + "  %j.next") if wide == "LONG" else WINDOW
    text = text.replace("FROM", place).replace("WIDE", "16" if wide == "LONG" else wide)
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert [end.block.name for end in loops_over_own(function)] == ["inner"] * found


def test_what_is_a_work_items_own_is_loaded_before_the_loop_around() -> None:
    """Sixteen numbers, more code than LLVM's own measure of unrolling."""
    work = "".join(f"  %w{n} = mul i32 {f'%w{n - 1}' if n else '%x'}, %s\n" for n in range(9))
    text = WINDOW.replace("  %sum = add i32 %t, %x", work + "  %y = mul i32 %w8, %i\n  %sum = add i32 %t, %y")
    text = text.replace("FROM", "%id").replace("%i.next, WIDE", "%i.next, 1000").replace("WIDE", "16")
    text = text.replace("%outer.end\nouter.end", "%outer.end, !llvm.loop !0\nouter.end")
    text = text.replace("label %done\n", "label %done, !llvm.loop !1\n")
    text += '!0 = distinct !{!0, !2}\n!1 = distinct !{!1, !2}\n!2 = !{!"llvm.loop.mustprogress"}\n'
    with ir.Module.parse(text.encode()) as module:
        keep_users_loops(module, "/nowhere")
        simplify(module, machine(BASELINE))
        module.verify()
        (function,) = module.definitions
        loads = list(function.instructions_of(ir.Opcode.LOAD))
        assert len(loads) == 16 and all(load.block == function.entry for load in loads)
        assert "unroll.full" not in str(module)


# Neighbours among four numbers change places, in turn from the first and from the second one on.
SORT = """
define i32 @f(i32 %first) {
entry:
  %a = alloca [4 x i32]
  store i32 %first, ptr %a
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  %from = and i32 %i, 1
  br label %inner
inner:
  %j = phi i32 [ %from, %outer ], [ %j.next, %rest ]
  %j.w = zext i32 %j to i64
  %p = getelementptr i32, ptr %a, i64 %j.w
  %q = getelementptr i32, ptr %p, i64 1
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %wrong = icmp ugt i32 %x, %y
  br i1 %wrong, label %change, label %rest
change:
  store i32 %y, ptr %p
  store i32 %x, ptr %q
  br label %rest
rest:
  %j.next = add i32 %j, 2
  %j.more = icmp ult i32 %j.next, 3
  br i1 %j.more, label %inner, label %outer.end, !llvm.loop !0
outer.end:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, 4
  br i1 %i.more, label %outer, label %done, !llvm.loop !1
done:
  %least = load i32, ptr %a
  ret i32 %least
}
!0 = distinct !{!0, !2}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
"""


def test_a_sort_in_a_private_array_is_done_in_registers() -> None:
    """The outer loop is unrolled once the inner one is: where the inner one begins depends on it."""
    with ir.Module.parse(SORT.encode()) as module:
        keep_users_loops(module, "/nowhere")
        simplify(module, machine(BASELINE))
        (function,) = module.definitions
        assert not list(function.instructions_of(ir.Opcode.ALLOCA, ir.Opcode.STORE))


# Three loops of 8 rounds, some 3600 instructions. Sums are written inside of two of them, or after all.
CUBE = """
define void @f(ptr %in, ptr %out) {
entry:
  br label %rows
rows:
  %y = phi i64 [ 0, %entry ], [ %y.next, %row.end ]
  br label %columns
columns:
  %x = phi i64 [ 0, %rows ], [ %x.next, %column.end ]
  br label %sums
sums:
  %k = phi i64 [ 0, %columns ], [ %k.next, %sums ]
  %s = phi i32 [ 0, %columns ], [ %t, %sums ]
  %p = getelementptr i32, ptr %in, i64 %k
  %v = load i32, ptr %p
  %t = add i32 %s, %v
  %k.next = add nuw i64 %k, 1
  %k.more = icmp ult i64 %k.next, 8
  br i1 %k.more, label %sums, label %column.end
column.end:
  INSIDE
  %x.next = add nuw i64 %x, 1
  %x.more = icmp ult i64 %x.next, 8
  br i1 %x.more, label %columns, label %row.end
row.end:
  %y.next = add nuw i64 %y, 1
  %y.more = icmp ult i64 %y.next, 8
  br i1 %y.more, label %rows, label %done
done:
  AFTER
  ret void
}
"""


@pytest.mark.parametrize("inside", [False, True])
def test_a_block_that_is_written_in_loops_may_be_longer(inside: bool) -> None:
    store = "%q = getelementptr i32, ptr %out, i64 %x\n  store i32 %t, ptr %q"
    text = CUBE.replace("INSIDE", store if inside else "").replace(
        "AFTER", "" if inside else "store i32 %t, ptr %out"
    )
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert len(all_loops(function)) == (3 if inside else 0)

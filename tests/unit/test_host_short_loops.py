"""hcpy/passes/host/short_loops.py: which loops are unrolled before a kernel's stages, on small functions."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.lowering import BASELINE, machine
from hcpy.passes.host.prepare import keep_users_loops
from hcpy.passes.host.short_loops import array_loops, short_inner_loops
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
    work = "".join(f"  %w{n} = add i32 %i, {n}\n" for n in range(80))
    text = (
        ARRAY.replace("PLACE", "%a")
        .replace("ROUNDS", "16")
        .replace("  store i32 %i", work + "  store i32 %i")
    )
    with ir.Module.parse(text.encode()) as module:
        (function,) = module.definitions
        assert array_loops(function) == []
        assert array_loops_of(text.replace(", 16", ", 9"))


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

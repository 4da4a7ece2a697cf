"""hcpy/passes/host/empty_masks.py on small modules: what is jumped over, and what stays."""

from __future__ import annotations

import re

import pytest

from hcpy import ir
from hcpy.passes.host.empty_masks import jump_over

HEAD = """
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, <8 x i1>, <8 x i32>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>)
declare void @unknown()
"""
LOOP = """
define void @f(ptr noalias %out, ptr %flags, ptr %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sums = phi <8 x i32> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %flags.at = getelementptr i32, ptr %flags, i64 %i
  %flag = load <8 x i32>, ptr %flags.at, align 4
  %mask = icmp ne <8 x i32> %flag, zeroinitializer
  %out.at = getelementptr i32, ptr %out, i64 %i
  %a = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %out.at, <8 x i1> %mask, <8 x i32> poison)
  %b.at = getelementptr i32, ptr %in, <8 x i32> %a
  %b = call <8 x i32> @gather(<8 x ptr> align 4 %b.at, <8 x i1> %mask, <8 x i32> poison)
  MORE
  %d.at = getelementptr i32, ptr %in, <8 x i32> %c
  %d = call <8 x i32> @gather(<8 x ptr> align 4 %d.at, <8 x i1> %mask, <8 x i32> poison)
  %e.at = getelementptr i32, ptr %in, <8 x i32> %d
  %e = call <8 x i32> @gather(<8 x ptr> align 4 %e.at, <8 x i1> %mask, <8 x i32> poison)
  END
  %next = add i64 %i, 8
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
GATHER = "call <8 x i32> @gather(<8 x ptr> align 4 %c.at, <8 x i1> MASK, <8 x i32> poison)"
MORE = f"%c.at = getelementptr i32, ptr %in, <8 x i32> %b\n  %c = {GATHER}"
STORE = "call void @llvm.masked.store.v8i32.p0(<8 x i32> %e, ptr align 4 %out.at, <8 x i1> %mask)"
KEEP_SUMS = "%sum = add <8 x i32> %sums, %flag"


def blocks(more: str, end: str, loop: str = LOOP) -> dict[str, str]:
    """The text of each block, by its name; the first one of the loop's is "loop"."""
    text = HEAD + loop.replace("MORE", more.replace("MASK", "%mask")).replace("END", end)
    text = text.replace("@gather(", "@llvm.masked.gather.v8i32.v8p0(")
    with ir.Module.parse(text.encode()) as module:
        jump_over(module)
        module.verify()
        function = module.function("f")
        assert function is not None
        found = {}
        for block in function.blocks:
            name = block.name if block.name != "" else "loop.before"
            found[name] = "\n".join(str(i) for i in block.instructions())
        return found


def test_what_is_stored_under_a_mask_is_computed_where_it_has_somebody() -> None:
    found = blocks(MORE, f"{STORE}\n  {KEEP_SUMS}")
    inside = found["hc.some"]
    assert inside.count("@llvm.masked.gather") == 4 and "@llvm.masked.load" in inside
    assert "@llvm.masked.store" in inside
    assert "br i1 %hc.none, label %loop, label %hc.some" in found["loop.before"]
    assert "masked" not in found["loop"] + found["loop.before"] and "%sum = add" in found["loop"]


def test_what_is_chosen_by_the_mask_is_a_value_of_two_ways() -> None:
    more = "%sum.more = add <8 x i32> %sums, %e"
    found = blocks(MORE, f"{more}\n  %sum = select <8 x i1> %mask, <8 x i32> %sum.more, <8 x i32> %sums")
    assert "add <8 x i32>" in found["hc.some"] and "select <8 x i1>" in found["hc.some"]  # some may be off
    assert re.search(r"phi <8 x i32> \[ %\d+, %hc.some \], \[ %\d+, %\d+ \]", found["loop"])
    assert "select" not in found["loop"] + found["loop.before"]


def test_conditions_in_one_another_are_jumped_over_together() -> None:
    inner = (
        "%both.if = icmp sgt <8 x i32> %b, zeroinitializer\n"
        "  %both = select <8 x i1> %mask, <8 x i1> %both.if, <8 x i1> zeroinitializer\n"
        f"  %c.at = getelementptr i32, ptr %in, <8 x i32> %b\n  %c = {GATHER.replace('MASK', '%both')}"
    )
    found = blocks(inner, f"{STORE}\n  {KEEP_SUMS}")
    assert found["hc.some"].count("@llvm.masked.gather") == 4 and "select" in found["hc.some"]


@pytest.mark.parametrize(
    "more",
    [
        f"store i32 0, ptr %flags\n  {MORE}",  # may change what was to be loaded
        f"call void @unknown()\n  {MORE}",
        "%c = add <8 x i32> %b, %flag\n  store <8 x i32> %c, ptr %flags.at",  # used by all
    ],
)
def test_other_effects_between_keep_the_order(more: str) -> None:
    found = blocks(more, f"{STORE}\n  {KEEP_SUMS}")
    assert "hc.some" not in found


def test_short_code_stays() -> None:
    short = LOOP.replace("%d = call", "%d = add <8 x i32> %a, %b ;").replace(
        "%e = call", "%e = add <8 x i32> %d, %d ;"
    )
    assert "hc.some" not in blocks("%c = add <8 x i32> %b, %b", f"{STORE}\n  {KEEP_SUMS}", short)


def test_loads_stay_between_stores_that_they_may_see() -> None:
    late = (
        f"{STORE}\n  %seen = load <8 x i32>, ptr %flags.at\n"
        f"  {STORE.replace('%e', '%d')}\n  %sum = add <8 x i32> %sums, %seen"
    )
    assert "hc.some" not in blocks(MORE, late)


def test_another_value_that_is_known_only_later_is_chosen_as_before() -> None:
    late = "%later = add <8 x i32> %sums, %flag"
    chosen = "%sum = select <8 x i1> %mask, <8 x i32> %e, <8 x i32> %later"
    assert "hc.some" not in blocks(MORE, f"{STORE}\n  {late}\n  {chosen}")

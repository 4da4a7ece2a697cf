"""hcpy/passes/host/clamps.py on small modules: which clamps are split, and what a strip is asked."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, HEAD, TILES, Made

from hcpy import ir
from hcpy.passes.host import launch
from hcpy.passes.host.clamps import has_clamps
from hcpy.passes.host.simd.wishes import Wishes
from hcpy.passes.host.stages import lower_kernel

DECLARED = "declare i32 @llvm.{}.i32(i32, i32)\n"
CLAMPS = "".join(DECLARED.format(name) for name in ("smax", "smin", "umin", "umax"))
# @: what is clamped, an i32 named %x
READS = f"""entry: {BEGIN}
  @
  %low = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %high = call i32 @llvm.smin.i32(i32 %low, i32 99)
  %at = zext nneg i32 %high to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %p
  store i32 %v, ptr %to
  ret void
"""
LOOPS = f"""entry: {BEGIN}
  br label %loop
loop:
  %k = phi i32 [ -2, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %x = add nsw i32 %id, %k
  %low = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %high = call i32 @llvm.smin.i32(i32 %low, i32 %n)
  %at = zext nneg i32 %high to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %p
  %sum = add i32 %s, %v
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 3
  br i1 %again, label %loop, label %end
end:
  store i32 %sum, ptr %to
  ret void
"""


class Clamped(Made):
    def __init__(self, body: str) -> None:
        self.module = ir.Module.parse(
            (HEAD.replace("define void", CLAMPS + "define void") + body + "}\n").encode()
        )


@pytest.mark.parametrize(
    ("clamped", "is_split"),
    [
        ("%x = add nsw i32 %id, %n", True),
        ("%y = mul nsw i32 %id, %n\n %x = sub nsw i32 7, %y", True),
        ("%y = shl nsw i32 %id, 1\n %x = add nsw i32 %y, %l", True),
        ("%x = add i32 %id, %n", False),  # it may wrap
        ("%x = mul nsw i32 %id, %id", False),
        ("%y = mul nsw i32 %id, %n\n %x = mul nsw i32 %y, %n", False),  # too large for 64 bits
        ("%x = load i32, ptr %mine", False),
        ("%x = add nsw i32 %n, 3", False),  # no work-item's own
    ],
)
def test_clamps_of_what_grows_evenly_are_split(clamped: str, is_split: bool) -> None:
    kernel = Clamped(READS.replace("@\n", clamped + "\n")).enter()
    assert has_clamps(kernel.function) == is_split
    assert (launch.CLEAR in launch.used_by(kernel.function)) == is_split


def test_an_unsigned_bound_alone_is_split_where_the_number_is_extended_with_zeros() -> None:
    body = READS.replace("@\n", "%x = add nsw i32 %id, %n\n").replace("smin", "umin")
    assert has_clamps(Clamped(body).enter().function)
    assert not has_clamps(Clamped(body.replace("zext nneg", "sext")).enter().function)


# x < LIMIT ? CHOSEN : min(x, n), as a sum's part
CHOOSES = f"""entry: {BEGIN}
  %x = add nsw i32 %id, %n
  %other = add nsw i32 %x, 1
  %is = icmp PREDICATE i32 ASKED, 5
  %least = call i32 @llvm.smin.i32(i32 %x, i32 %n)
  %kept = select i1 %is, i32 CHOSEN, i32 %least
  %sum = add nsw i32 %kept, %n
  %at = sext i32 %sum to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %v = load i32, ptr %p
  store i32 %v, ptr %to
  ret void
"""


@pytest.mark.parametrize(
    ("predicate", "asked", "chosen", "is_split"),
    [
        ("slt", "%x", "5", True),
        ("sgt", "%x", "5", True),
        ("slt", "%x", "4", False),  # for x = 4 it does nothing, and for 3 something
        ("sle", "%x", "5", False),
        ("ult", "%x", "5", False),
        ("slt", "%other", "5", False),  # not what is clamped
        ("slt", "%least", "5", False),
    ],
)
def test_choices_that_are_clamps_are_split(predicate: str, asked: str, chosen: str, is_split: bool) -> None:
    body = CHOOSES.replace("PREDICATE", predicate).replace("ASKED", asked).replace("CHOSEN", chosen)
    if asked == "%least":
        assert body.index("%is =") < body.index("%least =")
        body = body.replace("  %is = icmp slt i32 %least, 5\n", "")
        body = body.replace("  %kept =", "  %is = icmp slt i32 %least, 5\n  %kept =")
    kernel = Clamped(body).enter()
    assert has_clamps(kernel.function) == is_split


def test_a_strip_is_written_twice() -> None:
    for body in (LOOPS, READS.replace("@\n", "%x = add nsw i32 %id, %n\n")):
        text = Clamped(body).lower()
        assert "hc.free" in text and "hc.clamped" in text
        assert text.count("freeze i1") >= 1  # what a strip is asked may be what no work-item computes
    assert "hc.free" not in Clamped(LOOPS.replace("nsw i32 %id", "i32 %id")).lower()


def test_what_a_clamp_is_made_of_must_be_known_beforehand() -> None:
    each_its_own = LOOPS.replace("icmp slt i32 %next, 3", "icmp slt i32 %next, %v")
    assert has_clamps(Clamped(LOOPS).enter().function) is False  # k is known where the loop is cut out
    assert "hc.free" not in Clamped(each_its_own).lower()


# off the edges both sides of a question are one
ASKS = f"""entry: {BEGIN}
  %x = add i32 %id, %n
  %is = icmp PREDICATE i32 %x, LIMIT
  br i1 %is, label %yes, label %no
yes:
  %v = load i32, ptr %in
  store i32 %v, ptr %to
  br label %end
no:
  store i32 7, ptr %to
  br label %end
end:
  ret void
"""


@pytest.mark.parametrize(
    ("predicate", "limit", "answer"),
    [
        ("slt", "%n", "true"),
        ("sgt", "%n", "false"),
        ("sgt", "3", "true"),
        ("ult", "3", "true"),
        ("uge", "%n", "false"),
        ("eq", "%n", "false"),
        ("slt", "%id", ""),  # both differ between work-items
    ],
)
def test_a_row_has_code_that_asks_nothing_off_its_edges(predicate: str, limit: str, answer: str) -> None:
    body = ASKS.replace("PREDICATE", predicate).replace("LIMIT", limit)
    text = Clamped(body).lower()
    assert (f", i1 {answer}, i1 %is" in text) == (".item.inside" in text) == bool(answer)
    made = Clamped(body)
    lower_kernel(made.module, made.function, ENTRY, TILES, wishes=Wishes(without=frozenset(["edges"])))
    assert ".inside" not in str(made.module)


@pytest.mark.parametrize(
    ("link", "first", "second", "answer"),
    [
        ("or", "slt i32 %x, %n", "sgt i32 %x, 500", "false"),  # x < r || x > 500
        ("or", "ult i32 %x, %n", "uge i32 %x, 500", "false"),
        ("or", "ult i32 %x, 500", "eq i32 %x, 700", "false"),  # as LLVM writes a row of a picture
        ("or", "slt i32 %x, %n", "slt i32 %x, 500", "true"),
        ("or", "slt i32 %x, %n", "eq i32 %n, 700", "true"),  # the same for all
        ("and", "sge i32 %x, %n", "slt i32 %x, 500", "true"),  # x >= r && x < 500
        ("and", "uge i32 %x, 7", "ult i32 %x, 500", "true"),
        ("and", "slt i32 %x, 7", "slt i32 %x, 500", "false"),
        ("and", "slt i32 %x, %n", "eq i32 %x, 500", "true"),
    ],
)
def test_what_is_asked_together_has_one_answer(link: str, first: str, second: str, answer: str) -> None:
    asked = f"%a = icmp {first}\n  %b = icmp {second}\n  %is = {link} i1 %a, %b"
    text = Clamped(ASKS.replace("%is = icmp PREDICATE i32 %x, LIMIT", asked)).lower()
    assert f", i1 {answer}, i1 %a" in text


def test_what_is_the_same_for_all_is_answered_along_a_chain() -> None:
    asked = """%a = icmp slt i32 %x, %n
  %b = icmp sgt i32 %x, 500
  %c = or i1 %a, %b
  %u = icmp sgt i32 %n, 5
  %is = or i1 %c, %u"""
    text = Clamped(ASKS.replace("%is = icmp PREDICATE i32 %x, LIMIT", asked)).lower()
    assert all(f", i1 false, i1 %{question}" in text for question in "abu")


@pytest.mark.parametrize(
    ("chosen", "is_asked"),
    [
        ("%at = select i1 %is, ptr %in, ptr %mine", True),
        ("%i = select i1 %is, i64 %w, i64 7\n  %at = getelementptr i32, ptr %in, i64 %i", True),
        (
            "%i = select i1 %is, i32 %x, i32 %n\n  %j = sub nsw i32 %i, 3\n  %k = sext i32 %j to i64\n"
            "  %at = getelementptr i32, ptr %in, i64 %k",
            True,
        ),
        ("%c = and i1 %is, %other\n  %at = select i1 %c, ptr %in, ptr %mine", True),
        ("%v = select i1 %is, i32 3, i32 4\n  %at = select i1 %other, ptr %in, ptr %mine", False),
        ("%d = select i1 %other, i1 %is, i1 true\n  %at = select i1 %other, ptr %in, ptr %mine", False),
    ],
)
def test_what_chooses_a_place_is_asked_too(chosen: str, is_asked: bool) -> None:
    body = f"""entry: {BEGIN}
  %x = add i32 %id, %n
  %is = icmp slt i32 %x, %n
  %other = icmp eq i32 %n, 5
  {chosen}
  %read = load i32, ptr %at
  store i32 %read, ptr %to
  ret void
"""
    assert (".item.inside" in Clamped(body).lower()) is is_asked


def test_a_sum_that_may_go_round_in_64_bits_is_no_edge() -> None:
    body = (
        ASKS.replace("PREDICATE", "slt").replace("LIMIT", "%n").replace("add i32 %id, %n", "mul i32 %id, %n")
    )
    assert ".inside" not in Clamped(body).lower()


def test_edges_in_loops_are_asked_for_each_strip() -> None:
    loop = LOOPS.replace(
        "%low =", "%is = icmp sge i32 %x, 0\n  br i1 %is, label %in.it, label %met\nin.it:\n  %low ="
    )
    loop = loop.replace(
        "%sum = add i32 %s, %v",
        "%more = add i32 %s, %v\n  br label %met\nmet:\n  %sum = phi i32 [ %more, %in.it ], [ %s, %loop ]",
    )
    text = Clamped(
        loop.replace("%next, %loop ]", "%next, %met ]").replace("%sum, %loop ]", "%sum, %met ]")
    ).lower()
    assert "hc.free" in text


def test_what_a_strip_asks_is_written_in_the_order_of_the_flow() -> None:
    """A block may stand ahead of those that lead to it."""
    clamped = READS.replace("@\n", "%x = add nsw i32 %id, %most\n")
    begin, rest = clamped.split("%x = add", 1)
    begin += "br label %first\nlast:\n"
    body = begin + "%x = add" + rest + "first:\n  %most = xor i32 %n, 5\n  br label %last\n"
    kernel = Clamped(body)
    text = kernel.lower()
    kernel.module.verify()
    assert "hc.free" in text

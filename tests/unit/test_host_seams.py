"""hcpy/passes/host/seams.py: where work between two barriers is cut, and where it is not."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.passes.host.code import read
from hcpy.passes.host.divide import divide
from hcpy.passes.host.outline import Outline
from hcpy.passes.host.seams import add_seams, unfold_switches
from hcpy.passes.host.uniformity import analyse

# The tile's inner part is loaded by all, an edge by one; after the barrier comes the use.
EDGE = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  store i32 %v, ptr %q
  %first = icmp eq i32 QUESTION
  br i1 %first, label %edge, label %met
edge:
  %e = load i32, ptr %in
  %e.to = getelementptr i32, ptr @tile, i64 63
  store i32 EDGE, ptr %e.to
  br label %met
met:
  REST
  call void @__hcrt_barrier()
  %sum = load i32, ptr @tile
  store i32 %sum, ptr %to
  ret void
"""


def outline(body: str) -> Outline:
    uniformity = analyse(read(Made(body).enter().function))
    add_seams(uniformity)
    made = divide(uniformity, join_loops=True)
    assert not made.slots
    return made


def edge(question: str = "%l, 15", stored: str = "%e", rest: str = "") -> str:
    return EDGE.replace("QUESTION", question).replace("EDGE", stored).replace("REST", rest)


def test_what_is_kept_over_the_next_barrier_may_be_kept_over_a_seam() -> None:
    """A tile that loads `here`, its edges or `here`, and later asks for `here` again."""
    body = edge(stored="%v").replace("store i32 %sum,", "%more = add i32 %sum, %v\n  store i32 %more,")
    uniformity = analyse(read(Made(body).enter().function))
    add_seams(uniformity)
    made = divide(uniformity, join_loops=True)
    assert heads(made) == ["entry", "met.b0", "entry.asked"]
    assert len(made.slots) == 1


def heads(made: Outline) -> list[str]:
    return [plan.region.head.name for plan in made.plans]


def test_what_some_do_is_cut_from_what_all_do() -> None:
    assert heads(outline(edge())) == ["entry", "met.b0", "entry.asked"]


def test_what_all_do_later_is_cut_too() -> None:
    rest = "%late = getelementptr i32, ptr @tile, i32 %l\n  store i32 1, ptr %late"
    assert heads(outline(edge(rest=rest))) == ["entry", "met", "met.b0", "entry.asked"]


@pytest.mark.parametrize(
    "body",
    [
        edge("%v, 15"),  # a question about data: nothing is known of the work-items before they ask
        edge(stored="%v"),  # a value would need a place for each work-item
        edge("%n, 15"),  # no work-items go different ways
    ],
)
def test_other_work_stays_together(body: str) -> None:
    assert "entry.asked" not in heads(outline(body))


# What one work-item does asks more.
FORKED = (
    edge()
    .replace(
        "edge:\n",
        "edge:\n  %inner = icmp sgt i32 %id, 0\n  br i1 %inner, label %read, label %write\nread:\n",
    )
    .replace("  %e.to", "  br label %write\nwrite:\n  %w.e = phi i32 [ %e, %read ], [ 0, %edge ]\n  %e.to")
    .replace("store i32 %e,", "store i32 %w.e,")
)


def test_what_some_do_may_take_several_blocks() -> None:
    assert heads(outline(FORKED)) == ["entry", "met.b0", "entry.asked"]


def test_a_loop_of_some_work_items_is_not_cut_off() -> None:
    again = "  %on = icmp sgt i32 %e, 3\n  br i1 %on, label %read, label %write\n"
    looped = FORKED.replace("  br label %write\n", again)
    assert "entry.asked" not in heads(outline(looped))


def test_a_loop_without_barriers_stays_whole() -> None:
    body = edge().replace("  %v = load", "  br label %again\nagain:\n  %v = load")
    body = body.replace("%entry", "%again").replace(
        "  \n", "  %more = icmp slt i32 %v, 3\n  br i1 %u, label %again, label %done\ndone:\n"
    )
    body = body.replace("%u,", "%same,").replace("again:\n", "again:\n  %same = icmp slt i32 %n, 3\n")
    assert not any(name.endswith(".asked") for name in heads(outline(body)))


SWITCH = f"""entry: {BEGIN}
  switch i32 %l, label %met [ i32 0, label %low
                              i32 15, label %high ]
low:
  store i32 1, ptr %to
  br label %met
high:
  store i32 2, ptr %to
  br label %HIGH
met:
  ret void
beyond:
  ret void
}}
"""


@pytest.mark.parametrize(("target", "switches"), [("met", 0), ("beyond", 1)])
def test_a_switch_that_was_made_of_questions_is_questions_again(target: str, switches: int) -> None:
    made = Made(SWITCH.replace("HIGH", target).removesuffix("}\n"))
    unfold_switches(made.function)
    made.module.verify()
    assert len(list(made.function.instructions_of(ir.Opcode.SWITCH))) == switches
    if not switches:
        (low,) = [b for b in made.function.blocks if b.name == "low"]
        (case,) = low.successors
        assert case.name == "hc.case" and [b.name for b in case.successors] == ["high", "met"]


# `if (l == 0) ...; if (l + 1 == 16) ...;` as LLVM leaves it: the first part asks again.
CHAIN = f"""entry: {BEGIN}
  %after = add nsw i32 %l, 1
  switch i32 ASKED, label %met [ i32 0, label %low
                                 i32 15, label %high MORE ]
low:
  %inner = icmp sgt i32 %id, 0
  br i1 %inner, label %write, label %asks
write:
  store i32 1, ptr %to
  br label %asks
asks:
  store i32 2, ptr %out
  %is.last = icmp eq i32 %after, 16
  br i1 %is.last, label %high, label %met
high:
  store i32 3, ptr %to
  br label %met
met:
  ret void
"""


@pytest.mark.parametrize(
    ("asked", "more", "switches"),
    [
        ("%l", "", 0),
        ("%l", "i32 7, label %low", 1),  # it is not known which of the two it was
        ("%loaded", "", 1),
    ],
)
def test_a_case_knows_what_is_asked_of_its_value_again(asked: str, more: str, switches: int) -> None:
    body = CHAIN.replace("MORE", more).replace("ASKED", asked)
    if asked == "%loaded":
        body = body.replace("  %after", "  %loaded = load i32, ptr %mine\n  %after").replace(
            "i32 %l,", "i32 %loaded,"
        )
    kernel = Made(body).enter()
    unfold_switches(kernel.function)
    kernel.module.verify()
    assert len(list(kernel.function.instructions_of(ir.Opcode.SWITCH))) == switches
    (asks,) = [b for b in kernel.function.blocks if b.name == "asks"]
    assert asks.terminator.is_conditional == bool(switches)

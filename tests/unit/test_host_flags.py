"""hcpy/passes/host/flags.py: flags that are what a work-item was asked on its way."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import read
from hcpy.passes.host.divide import divide
from hcpy.passes.host.flags import write_flags
from hcpy.passes.host.outline import Outline
from hcpy.passes.host.uniformity import analyse

# Some store something, and store something else after a barrier.
FLAG = f"""entry: {BEGIN}
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  %x = load i32, ptr %mine
  %some = icmp FIRST
  br i1 %some, label %inner, label %met
inner:
  %less = sub i32 %n, 1
  %more = icmp slt i32 %l, %less
  br i1 %more, label %then, label %met
then:
  store i32 %x, ptr %q
  br label %met
met:
  %flag = phi i8 [ FLAGS ], [ 0, %inner ], [ 1, %then ]
  call void @__hcrt_barrier()
  %asked = trunc i8 %flag to i1
  br i1 %asked, label %again, label %end
again:
  store i32 7, ptr %to
  br label %end
end:
  ret void
"""


def flagged(first: str = "sgt i32 %l, 0", flags: str = "0, %entry") -> ir.Function:
    made = Made(FLAG.replace("FIRST", first).replace("FLAGS", flags))
    function = made.enter().function
    write_flags(function)
    made.module.verify()
    return function


def outlined(function: ir.Function) -> Outline:
    return divide(analyse(read(function)), join_loops=True)


@pytest.mark.parametrize("first", ["sgt i32 %l, 0", "slt i32 %id, %n", "ugt i32 %id, 70"])
def test_a_flag_is_what_was_asked(first: str) -> None:
    function = flagged(first)
    assert not list(function.instructions_of(Opcode.PHI))
    assert not outlined(function).slots


def test_a_question_is_asked_where_those_before_it_hold() -> None:
    (choice,) = [i for i in flagged().instructions_of(Opcode.SELECT) if i.type.width == 1]
    some, more, no = choice.operands
    assert some.name == "some" and isinstance(no, ir.Integer) and no.value == 0
    assert isinstance(more, ir.Instruction) and more.block.name == "met"


def test_the_rarer_value_decides() -> None:
    function = flagged(flags="1, %entry")  # 0 is what `inner` alone leaves
    assert not list(function.instructions_of(Opcode.PHI))
    assert any(i.opcode is Opcode.XOR for i in function.instructions())


@pytest.mark.parametrize(
    ("first", "flags"),
    [
        ("sgt i32 %x, 0", "0, %entry"),  # about data
        ("sgt i32 %l, 0", "2, %entry"),  # more than two values
        ("sgt i32 %l, 0", "%flag.l, %entry"),
    ],
)
def test_other_flags_are_kept(first: str, flags: str) -> None:
    body = FLAG.replace("FIRST", first).replace("FLAGS", flags)
    made = Made(body.replace("  %some =", "  %flag.l = trunc i32 %l to i8\n  %some ="))
    function = made.enter().function
    write_flags(function)
    assert [phi.name for phi in function.instructions_of(Opcode.PHI)] == ["flag"]


def test_a_flag_that_a_loop_leaves_is_kept() -> None:
    body = FLAG.replace("FIRST", "sgt i32 %l, 0").replace("FLAGS", "0, %entry")
    text = body.replace(", [ 0, %inner ]", "").replace(
        "%more, label %then, label %met", "%more, label %then, label %inner"
    )
    made = Made(text)
    function = made.enter().function
    write_flags(function)
    assert [phi.name for phi in function.instructions_of(Opcode.PHI)] == ["flag"]


def test_clamped_ids_are_computed_again_after_barriers() -> None:
    body = f"""entry: {BEGIN}
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  %before = sub i32 %l, 1
  %at = call i32 @llvm.smax.i32(i32 %before, i32 0)
  store i32 %id, ptr %q
  call void @__hcrt_barrier()
  %r = getelementptr [64 x i32], ptr @tile, i64 0, i32 %at
  %v = load i32, ptr %r
  store i32 %v, ptr %to
  ret void
"""
    assert not outlined(Made(body).enter().function).slots


# What is asked where a first question holds is kept over a barrier, and decides twice.
SAID = f"""entry: {BEGIN}
  %q = getelementptr [64 x i32], ptr @tile, i64 0, i32 %l
  %x = load i32, ptr %mine
  %some = icmp sgt i32 %l, 3
  br i1 %some, label %inner, label %met
inner:
  %less = sub nuw nsw i32 %n, 1
  WORK
  %more = icmp slt i32 NUMBER, %less
  br label %met
met:
  %flag = phi i1 [ FIRST, %entry ], [ %more, %inner ]
  OTHER
  br i1 %flag, label %then, label %behind
then:
  store i32 %x, ptr %q
  br label %behind
behind:
  call void @__hcrt_barrier()
  br i1 %flag, label %again, label %end
again:
  store i32 7, ptr %to
  br label %end
end:
  ret void
"""


def said(number: str = "%l", first: str = "false", work: str = "", other: str = "") -> ir.Function:
    text = SAID.replace("NUMBER", number).replace("FIRST", first).replace("WORK", work)
    made = Made(text.replace("OTHER", other))
    function = made.enter().function
    write_flags(function)
    made.module.verify()
    return function


@pytest.mark.parametrize(
    ("first", "kept"), [("false", [("some", "", 0)]), ("true", [("some", "", 0), ("", 1, "")])]
)
def test_what_was_asked_on_a_way_is_asked_where_it_ends(first: str, kept: list[tuple[object, ...]]) -> None:
    """Whoever goes past the last question may find its numbers poison."""
    function = said(first=first)
    assert not list(function.instructions_of(Opcode.PHI))
    assert not outlined(function).slots
    choices = list(function.instructions_of(Opcode.SELECT))
    assert all(choice.block.name == "met" for choice in choices)

    def seen(value: ir.Value) -> object:
        return value.value if isinstance(value, ir.Integer) else value.name if value.name == "some" else ""

    assert [tuple(map(seen, choice.operands)) for choice in choices] == kept


def test_ways_on_which_nothing_happens_are_gone() -> None:
    function = said()
    assert [block.name for block in function.blocks] == ["entry", "met", "then", "behind", "again", "end"]
    assert not function.entry.terminator.is_conditional


@pytest.mark.parametrize(
    ("work", "other"),
    [
        ("store i32 1, ptr %to", ""),
        ("", "%data = phi i32 [ %x, %entry ], [ 3, %inner ]\n  store i32 %data, ptr %to"),
    ],
)
def test_ways_on_which_something_happens_stay(work: str, other: str) -> None:
    if other:  # phis come first
        text = SAID.replace("  OTHER\n", "").replace("  %flag =", f"  {other.splitlines()[0]}\n  %flag =")
        made = Made(text.replace("NUMBER", "%l").replace("FIRST", "false").replace("WORK", ""))
        function = made.enter().function
        write_flags(function)
        made.module.verify()
    else:
        function = said(work=work)
    assert "inner" in [block.name for block in function.blocks]
    assert [phi.name for phi in function.instructions_of(Opcode.PHI)] == (["data"] if other else [])


def test_what_was_asked_about_data_is_kept() -> None:
    assert [phi.name for phi in said("%x").instructions_of(Opcode.PHI)] == ["flag"]

"""What work-items carry over barriers in a module for SPIR-V."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hold_over_barriers

_BARRIER = "call spir_func void @_Z7barrierj(i32 3)"
_HEAD = """declare spir_func void @_Z7barrierj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
"""
_STRAIGHT = f"""{_HEAD}define spir_kernel void @kernel(ptr %p) {{
  %x = load TYPE, ptr %p
  %v = VALUE
  BEFORE
  {_BARRIER}
  store TYPE %v, ptr %p
  ret void
}}
"""


def _held(text: str) -> str:
    return after(hold_over_barriers.run, text, ("kernel",))


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("float", "fneg float %x"),
        ("i32", "add i32 %x, 1"),
        ("i1", "xor i1 %x, true"),
        ("<2 x double>", "fneg <2 x double> %x"),
        ("ptr addrspace(1)", "select i1 true, ptr addrspace(1) %x, ptr addrspace(1) null"),
    ],
)
def test_values_are_stored_and_loaded(type_: str, value: str) -> None:
    shown = _held(_STRAIGHT.replace("TYPE", type_).replace("VALUE", value).replace("BEFORE", ""))
    before, behind = shown.split(_BARRIER)
    memory = "i32" if type_ == "i1" else type_
    assert f"%hcpy.held = alloca {memory}" in before and f"store volatile {memory}" in before
    assert before.count(f"store volatile {memory}") == 2, "PoCL computes again what is stored once"
    assert f"load volatile {memory}, ptr %hcpy.held" in behind
    assert f"store {type_} %v" not in behind


def test_what_is_used_in_front_of_the_barrier_stays() -> None:
    text = _STRAIGHT.replace("TYPE", "i32").replace("VALUE", "add i32 %x, 1")
    shown = _held(
        text.replace("BEFORE", "store i32 %v, ptr %p").replace("store i32 %v, ptr %p\n  ret", "ret")
    )
    assert "hcpy.held" not in shown


def test_addresses_and_ids_are_computed_again() -> None:
    text = f"""{_HEAD}define spir_kernel void @kernel(ptr %p) {{
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %at
  {_BARRIER}
  store i32 2, ptr %at
  ret void
}}
"""
    shown = _held(text)
    assert "hcpy.held" not in shown
    behind = shown.split(_BARRIER)[1]
    assert "@_Z12get_local_idj" in behind and "getelementptr" in behind


@pytest.mark.parametrize(
    ("member", "is_held"), [("%at", False), ("%own", True), ("%other", True)], ids=["member", "own", "other"]
)
def test_what_ids_and_arguments_decide_is_not_held(member: str, is_held: bool) -> None:
    text = f"""{_HEAD}define spir_kernel void @kernel(ptr byval([4 x i32]) %object, ptr %other) {{
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %at = getelementptr i32, ptr %object, i64 2
  %own = getelementptr i32, ptr %object, i64 %id
  %pitch = load i32, ptr {member}
  %narrow = trunc i64 %id to i32
  %index = mul i32 %narrow, %pitch
  {_BARRIER}
  store i32 %index, ptr %other
  ret void
}}
"""
    assert ("hcpy.held" in _held(text)) == is_held


@pytest.mark.parametrize("of_waves", [False, True])
@pytest.mark.parametrize("number", ["%id", "%group"])
def test_numbers_of_own_ids_are_held_in_kernels_with_wave_functions(number: str, of_waves: bool) -> None:
    asked = "call spir_func <4 x i32> @_Z16sub_group_balloti(i32 1)" if of_waves else ""
    text = f"""{_HEAD}declare spir_func <4 x i32> @_Z16sub_group_balloti(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
define internal spir_func void @asked() {{
  {asked}
  ret void
}}
define spir_kernel void @kernel(ptr %p) {{
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %index = mul i64 {number}, 3
  call spir_func void @asked()
  {_BARRIER}
  store i64 %index, ptr %p
  ret void
}}
"""
    assert ("hcpy.held" in _held(text)) == (of_waves and number == "%id")


@pytest.mark.parametrize(
    ("first", "step", "between", "held"),
    [
        ("%n", "16", _BARRIER, False),
        ("%n", "%w", _BARRIER, True),
        ("%w", "16", _BARRIER, True),
        ("%n", "16", "br i1 %c, label %with, label %latch\nwith:", True),
    ],
    ids=["alike", "own_step", "own_begin", "turns_without"],
)
def test_counters_of_loops_with_barriers_are_not_held(
    first: str, step: str, between: str, held: bool
) -> None:
    text = f"""{_HEAD}define spir_kernel void @kernel(ptr %p, i32 %n, i1 %c) {{
entry:
  %w = load i32, ptr %p
  br label %loop
loop:
  %k = phi i32 [ {first}, %entry ], [ %next, %latch ]
  {between}
  {_BARRIER}
  store i32 %k, ptr %p
  br label %latch
latch:
  %next = add i32 %k, {step}
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}}
"""
    assert ("store volatile i32 %" in _held(text).split("latch:")[0]) == held


def test_loops_carry_values_around() -> None:
    """The sum goes around by way of the barrier and comes out; the count of turns is alike for all."""
    text = f"""{_HEAD}define spir_kernel void @kernel(ptr %p, i32 %n, float %x) {{
entry:
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %x, %entry ], [ %more, %loop ]
  %more = fadd float %sum, %x
  {_BARRIER}
  %next = add i32 %turn, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store float %more, ptr %p
  ret void
}}
"""
    shown = _held(text)
    behind = shown.split(_BARRIER)[1]
    assert shown.count("alloca") == 1 and behind.count("load volatile") == 1
    assert "add i32 %turn" in shown and "store float %more" not in behind


def test_a_phi_with_one_source_twice_stays_one() -> None:
    text = f"""{_HEAD}define spir_kernel void @kernel(ptr %p, i32 %x) {{
entry:
  %w = load i32, ptr %p
  %v = add i32 %w, 1
  {_BARRIER}
  switch i32 %x, label %other [ i32 1, label %end
                                i32 2, label %end ]
other:
  br label %end
end:
  %kept = phi i32 [ %v, %entry ], [ %v, %entry ], [ 0, %other ]
  store i32 %kept, ptr %p
  ret void
}}
"""
    assert _held(text).count("load volatile") == 1


_MEET = f"""{_HEAD}define spir_kernel void @kernel(ptr %p, i32 %way) {{
entry:
  %x = load float, ptr %p
  %v = fneg float %x
  switch i32 %way, label %other [ i32 0, label %first ]
first:
  {_BARRIER}
  %w = fadd float %v, 1.0
  {_BARRIER}
  br label %end
other:
  {_BARRIER}
  br label %end
end:
  %kept = phi float [ %w, %first ], [ %v, %other ]
  AND
  store float %kept, ptr %p
  ret void
}}
"""


@pytest.mark.parametrize(("more", "variables"), [("", 1), (f"{_BARRIER}\n  store float %x, ptr %p", 2)])
def test_what_meets_in_a_phi_shares_a_variable(more: str, variables: int) -> None:
    """Others that wait for the same barrier have their own."""
    shown = _held(_MEET.replace("AND", more))
    assert shown.count("= alloca float") == variables


def test_what_meets_in_no_phi_shares_no_variable() -> None:
    """Even where never both are alive: in the other branch the variable would be another's."""
    text = f"""{_HEAD}define spir_kernel void @kernel(ptr %p, i32 %way) {{
entry:
  %x = load float, ptr %p
  {_BARRIER}
  store float %x, ptr %p
  %y = load float, ptr %p
  {_BARRIER}
  store float %y, ptr %p
  ret void
}}
"""
    assert _held(text).count("= alloca float") == 2


def test_a_call_that_waits_is_a_barrier() -> None:
    text = f"""{_HEAD}define spir_func void @waits() noinline {{
  {_BARRIER}
  ret void
}}
{_STRAIGHT.removeprefix(_HEAD).replace(_BARRIER, "call spir_func void @waits()")}"""
    shown = _held(text.replace("TYPE", "float").replace("VALUE", "fneg float %x").replace("BEFORE", ""))
    assert "load volatile float, ptr %hcpy.held" in shown.split("call spir_func void @waits()")[1]

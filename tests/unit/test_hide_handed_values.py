"""What a loop hands on from turn to turn is hidden: hcpy/passes/hide_handed_values.py."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_handed_values


def loop(type_: str, handed: str, sum_: str = "") -> str:
    return f"""define spir_kernel void @kernel(ptr %p, {type_} %x, i32 %n) {{
entry:
  %place = alloca i32
  br label %loop
loop:
  %k = phi i32 [ %n, %entry ], [ %next, %loop ]
  %b = phi {type_} [ %x, %entry ], [ %sum, %loop ]
  %a = phi {type_} [ %x, %entry ], [ {handed}, %loop ]
  %next = add nsw i32 %k, -1
  %sum = {sum_ or f"call {type_} @f({type_} %a, {type_} %b)"}
  %end = icmp eq i32 %next, 0
  br i1 %end, label %last, label %loop
last:
  store {type_} %b, ptr %p
  ret void
}}
declare {type_} @f({type_}, {type_})
"""


@pytest.mark.parametrize(
    ("type_", "hidden"),
    [
        ("i32", "xor i32 %b,"),
        ("i64", "xor i64 %b,"),
        ("i1", "xor i1 %b,"),
        ("float", "bitcast float %b to i32"),
        ("double", "bitcast double %b to i64"),
        ("half", "bitcast half %b to i16"),
        ("ptr", "getelementptr inbounds i8, ptr %b" + ", i64"),
    ],
)
def test_what_is_handed_on_is_hidden(type_: str, hidden: str) -> None:
    shown = after(hide_handed_values.run, loop(type_, "%b"), ("kernel",))
    assert hidden.replace(" inbounds", "") in shown.replace(" inbounds", "")
    assert shown.count("call") == 2 and "[ %b, %loop ]" not in shown
    before, _, _ = shown.partition("loop:")
    assert "_Z14get_num_groupsj" in before


@pytest.mark.parametrize(("type_", "handed"), [("i32", "%sum"), ("i32", "%a"), ("<4 x i32>", "%b")])
def test_other_values_stay(type_: str, handed: str) -> None:
    text = loop(type_, handed)
    shown = after(hide_handed_values.run, text, ("kernel",))
    assert f"[ {handed}, %loop ]" in shown and "get_num_groups" not in shown

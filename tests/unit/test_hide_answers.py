"""Indices that answer two questions, which Intel's compiler takes for all work-items'."""

from __future__ import annotations

import pytest
from pass_support import after

from hcpy.passes import hide_answers

_TEXT = """define spir_kernel void @kernel(i32 %x, ptr %a) {
entry:
  switch i32 %x, label %asked [ i32 0, label %met
                                i32 1, label %met ]
asked:
  %c = icmp eq i32 %x, 64
  %answer = ANSWER
  br label %met
met:
  %i = phi TYPE [ CONSTANT, %entry ], [ CONSTANT, %entry ], [ %answer, %asked ]
  USE
  ret void
}
"""
_STORE = "%p = getelementptr i32, ptr %a, TYPE %i\n  store i32 5, ptr %p"


def _after(answer: str, kind: str = "i64", constant: str = "0", use: str = _STORE) -> str:
    text = _TEXT.replace("USE", use).replace("ANSWER", answer)
    return after(hide_answers.run, text.replace("TYPE", kind).replace("CONSTANT", constant))


@pytest.mark.parametrize("constant", ["0", "1"])
@pytest.mark.parametrize("answer", ["zext i1 %c to i64", "select i1 %c, i64 1, i64 0"])
def test_the_number_on_the_other_way_is_hidden(answer: str, constant: str) -> None:
    text = _after(answer, constant=constant)
    assert text.count("call spir_func i64 @_Z14get_num_groupsj(i32 0)") == 1
    assert f"%1 = lshr i64 %0, 31\n  %2 = xor i64 %1, {constant}\n  switch" in text
    assert "phi i64 [ %2, %entry ], [ %2, %entry ], [ %answer, %asked ]" in text


def test_so_is_that_of_a_narrow_index() -> None:
    text = _after(
        "zext i1 %c to i32", "i32", use=f"%w = sext i32 %i to i64\n  {_STORE}".replace("TYPE %i", "i64 %w")
    )
    assert "trunc i64 %1 to i32" in text and "phi i32 [ %3, %entry ]" in text


@pytest.mark.parametrize(
    ("answer", "use"),
    [
        ("add i64 3, 4", _STORE),
        ("zext i1 %c to i64", "store i64 %i, ptr %a"),
    ],
)
def test_other_numbers_stay(answer: str, use: str) -> None:
    assert "get_num_groups" not in _after(answer, use=use)

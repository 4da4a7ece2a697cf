"""hcpy/passes/host/joined_questions.py: questions about several ids that LLVM has made one."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode

BODY = f"""entry: {BEGIN}
  %y = call i32 @__hcrt_local_id(i32 1)
  %z = call i32 @__hcrt_local_id(i32 2)
  %v = load i32, ptr %mine
  %x = add nsw i32 %id, -3
  %both = or i32 FIRST, SECOND
  %all = or i32 %both, %z
  %some = icmp ASKED
  br i1 %some, label %then, label %end
then:
  store i32 %v, ptr %to
  br label %end
end:
  ret void
"""


def made(asked: str, first: str = "%x", second: str = "%y") -> ir.Function:
    body = BODY.replace("ASKED", asked).replace("FIRST", first).replace("SECOND", second)
    return Made(body).enter().function


def questions(function: ir.Function) -> list[tuple[object, int]]:
    found = []
    for asked in function.instructions_of(Opcode.ICMP):
        limit = asked.operand(1)
        assert isinstance(limit, ir.Integer)
        found.append((asked.predicate, limit.signed))
    return found


@pytest.mark.parametrize(
    ("asked", "predicate", "limit", "link"),
    [
        ("eq i32 %both, 0", P.EQ, 0, Opcode.AND),
        ("ne i32 %both, 0", P.NE, 0, Opcode.OR),
        ("sgt i32 %both, -1", P.SGT, -1, Opcode.AND),
        ("slt i32 %both, 0", P.SLT, 0, Opcode.OR),
        ("ult i32 %both, 8", P.ULT, 8, Opcode.AND),
        ("ugt i32 %both, 7", P.UGT, 7, Opcode.OR),
    ],
)
def test_each_number_is_asked_about(asked: str, predicate: P, limit: int, link: Opcode) -> None:
    function = made(asked)
    assert questions(function) == [(predicate, limit)] * 2
    condition = function.entry.terminator.condition
    assert isinstance(condition, ir.Instruction) and condition.opcode is link


def test_so_it_is_of_three() -> None:
    function = made("ult i32 %all, 16")
    assert questions(function) == [(P.ULT, 16)] * 3
    assert len(list(function.instructions_of(Opcode.AND))) == 2
    assert not list(function.instructions_of(Opcode.OR))  # nobody else wanted the numbers


@pytest.mark.parametrize(
    ("asked", "first", "second"),
    [
        ("ult i32 %both, 12", "%x", "%y"),  # 8 | 4 is no less
        ("ugt i32 %both, 8", "%x", "%y"),
        ("eq i32 %both, 1", "%x", "%y"),
        ("sgt i32 %both, 0", "%x", "%y"),
        ("slt i32 %both, -1", "%x", "%y"),
        ("ult i32 %both, 0", "%x", "%y"),
        ("eq i32 %both, 0", "%v", "%y"),  # about data
        ("eq i32 %both, 0", "%x", "4"),
        ("eq i32 %both, 0", "%n", "%n"),  # the same for all
    ],
)
def test_others_stay_as_they_are(asked: str, first: str, second: str) -> None:
    assert len(questions(made(asked, first, second))) == 1

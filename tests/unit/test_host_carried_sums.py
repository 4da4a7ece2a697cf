"""hcpy/passes/host/carried_sums.py on small modules: which sums a loop carries along as vectors."""

from __future__ import annotations

import re

import pytest

from hcpy import ir
from hcpy.passes.host.carried_sums import keep_in_vectors

ZERO = "<i32 poison, i32 0, i32 0, i32 0>"
PUT = f"""
  %put = insertelement <4 x i32> {ZERO}, i32 %sum, i64 0
  %first = add nsw <4 x i32> %put, %x
  %all = add nuw <4 x i32> %y, %first
  %next = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %all)
"""
ADDED = """
  %part = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %x)
  %next = add nsw i32 %part, %sum
"""
LOOP = """
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @f(ptr %from, ptr %to, i32 %begin, i64 %n, i1 %any) {
entry:
  br i1 %any, label %before, label %done
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %i.next, %loop ]
  %sum = phi i32 [ %begin, %before ], [ %next, %loop ]
  %at = getelementptr <4 x i32>, ptr %from, i64 %i
  %x = load <4 x i32>, ptr %at
  %y = load <4 x i32>, ptr %to
SUM
MORE
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %EXIT
behind:
  PHI
  store i32 RESULT, ptr %to
  br label %done
done:
  ret i32 0
}
"""


def text_of(
    body: str, more: str = "", result: str = "%next", phi: str = "", leaves_to: str = "behind"
) -> str:
    text = LOOP.replace("SUM", body).replace("MORE", more).replace("RESULT", result).replace("PHI", phi)
    with ir.Module.parse(text.replace("EXIT", leaves_to).encode()) as module:
        keep_in_vectors(module)
        module.verify()
        return str(module)


def kept(*given: str, **named: str) -> tuple[str, str]:
    """The loop's text and that of the block behind it."""
    text = text_of(*given, **named)
    begin, end = text.index("\nloop:"), text.index("\nbehind:")
    return text[begin:end], text[end:]


@pytest.mark.parametrize("body", [PUT, ADDED])
@pytest.mark.parametrize(("result", "phi"), [("%next", ""), ("%told", "%told = phi i32 [ %next, %loop ]")])
def test_a_sum_is_a_vector_until_the_loop_ends(body: str, result: str, phi: str) -> None:
    loop, behind = kept(body, result=result, phi=phi)
    assert "@llvm.vector.reduce" not in loop and "insertelement" not in loop and "phi <4 x i32>" in loop
    assert re.search(r"(%\S+) = call i32 @llvm.vector.reduce.*\n\s+store i32 \1", behind)
    assert "nsw" not in loop and "nuw" not in loop  # parts of a sum may wrap where it does not


def test_the_first_value_is_in_one_element() -> None:
    module = text_of(PUT)
    assert "insertelement <4 x i32> zeroinitializer, i32 %begin" in module[: module.index("\nloop:")]


@pytest.mark.parametrize(
    ("body", "more"),
    [
        (PUT, "store i32 %next, ptr %to"),  # asked for in each round
        (PUT, "store i32 %sum, ptr %to"),
        (PUT, "store <4 x i32> %first, ptr %to"),
        (PUT.replace(ZERO, "<i32 poison, i32 0, i32 1, i32 0>"), ""),
        (PUT.replace(ZERO, "%y"), ""),
        (PUT.replace("add nuw <4", "mul <4"), ""),
        (ADDED, "store i32 %part, ptr %to"),
        (ADDED.replace("add nsw", "mul"), ""),
    ],
)
def test_others_stay_as_they_are(body: str, more: str) -> None:
    loop, _ = kept(body, more)
    assert "@llvm.vector.reduce" in loop and "phi <4 x i32>" not in loop


def test_others_that_come_there_keep_it_in_the_loop() -> None:
    loop, _ = kept(PUT, result="0", leaves_to="done")
    assert "@llvm.vector.reduce" in loop

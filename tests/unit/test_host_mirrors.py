"""hcpy/passes/host/mirrors.py: edges written as arithmetic, and what is asked of them."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, HEAD, Made

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.clamps import varying_of
from hcpy.passes.host.launch import context_of
from hcpy.passes.host.mirrors import write_choices

DECLARED = "declare i32 @llvm.abs.i32(i32, i1)\ndeclare i32 @llvm.smax.i32(i32, i32)\n"
# SIDE: a number %s that depends on a side of %x
BODY = f"""entry: {BEGIN}
  %v = load i32, ptr %mine
  %x = add nsw i32 NUMBER, -3
  SIDE
  %at = sext i32 %s to i64
  %p = getelementptr i32, ptr %in, i64 %at
  %r = load i32, ptr %p
  store i32 RESULT, ptr %to
  ret void
"""
ABS = "%s = call i32 @llvm.abs.i32(i32 %x, i1 true)"
OTHER = "%o = xor i32 %x, -1\n  %s = call i32 @llvm.smax.i32(i32 %x, i32 %o)"
AROUND = "%h = ashr i32 %x, 31\n  %b = and i32 %h, %n\n  %s = add i32 %x, %b"
BIT = "%h = lshr i32 %x, 22\n  %b = and i32 %h, 512\n  %s = add i32 %x, %b"
ADDED = "%q = icmp ne i32 %x, 0\n  %b = sext i1 %q to i32\n  %s = add i32 %l, %b"


def made(side: str, number: str = "%id", result: str = "%r") -> ir.Function:
    body = BODY.replace("SIDE", side).replace("NUMBER", number).replace("RESULT", result)
    module = Made.__new__(Made)
    module.module = ir.Module.parse(
        (HEAD.replace("define void", DECLARED + "define void") + body + "}\n").encode()
    )
    return module.enter().function


def choices(function: ir.Function) -> list[str]:
    return [i.name for i in function.instructions_of(Opcode.SELECT) if i.name.startswith("hc.side")]


@pytest.mark.parametrize("side", [ABS, OTHER, AROUND, BIT, ADDED])
def test_what_depends_on_a_side_is_a_choice(side: str) -> None:
    function = made(side)
    assert len(choices(function)) == 1
    assert not list(function.instructions_of(Opcode.ASHR, Opcode.LSHR))


@pytest.mark.parametrize(
    ("side", "number", "result"),
    [
        (ABS, "%v", "%r"),  # of data
        (ABS, "%n", "%r"),  # the same for all
        (AROUND.replace("31", "30"), "%id", "%r"),  # more bits than the sign's
        (BIT.replace("512", "513"), "%id", "%r"),
        (OTHER.replace("%x, -1", "%x, -2"), "%id", "%r"),
        (ADDED.replace("%x, 0", "%v, 0"), "%id", "%r"),
        (ABS.replace("%s", "%m") + "\n  %s = add i32 %id, 0", "%id", "%m"),  # no place
    ],
)
def test_other_arithmetic_stays(side: str, number: str, result: str) -> None:
    assert not choices(made(side, number, result))


def test_an_id_has_no_other_side() -> None:
    function = made(ABS.replace("%x", "%id"))
    assert not choices(function)
    assert not any("abs" in call.callee_name for call in function.calls())


VECTORS = """%i = insertelement <2 x i32> poison, i32 %x, i32 0
  %z = icmp slt <2 x i32> %i, zeroinitializer
  %e = sext <2 x i1> %z to <2 x i32>
  %h = ashr <2 x i32> %i, splat (i32 31)
  %b = and <2 x i32> %h, %e
  %s = extractelement <2 x i32> %b, i32 0"""


def test_vectors_are_left_alone() -> None:
    function = made(VECTORS)
    write_choices(function, varying_of(context_of(function)).all)
    assert not choices(function)

"""hcpy/passes/host/lone_chains.py: loops whose rounds wait for their own operations get the widest strips."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, ENTRY, TILES, Made

from hcpy.passes.host.code import read
from hcpy.passes.host.lone_chains import has_lone_chain
from hcpy.passes.host.stages import lower_kernel
from hcpy.passes.host.uniformity import analyse

# r = r * x + c, and MORE, in each round.
POLYNOMIAL = f"""entry: {BEGIN}
  %place = sext i32 %id to i64
  %p = getelementptr inbounds float, ptr %in, i64 %place
  %x = load float, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = phi float [ 1.0, %entry ], [ %t, %loop ]
  %m = fmul float %r, %x
  MORE
  %t = fadd float %m, ADDED
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %q = getelementptr inbounds float, ptr %to, i64 %place
  store float %t, ptr %q
  ret void
"""
COEFFICIENT = """%u = sext i32 %k to i64
  %c = getelementptr inbounds float, ptr %in, i64 %u
  %y = load float, ptr %c"""


def made(more: str = "", added: str = "0.5") -> Made:
    return Made(POLYNOMIAL.replace("MORE", more).replace("ADDED", added))


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (made(), True),
        (made(COEFFICIENT, "%y"), True),  # the same for all work-items
        (made(COEFFICIENT.replace("%k", "%id"), "%y"), False),  # each loads its own
        (made("%y = fdiv float %x, %r", "%y"), False),  # takes its time by itself
        (made("%y = fmul float %x, %x\n  %z = fadd float %y, %x", "%z"), False),  # enough to do meanwhile
        (made("store float %r, ptr %p"), False),
    ],
)
def test_a_round_of_one_chain_waits_for_itself(one: Made, expected: bool) -> None:
    assert has_lone_chain(analyse(read(one.enter().function))) is expected


@pytest.mark.parametrize(("one", "width"), [(made(), 64), (made("store float %r, ptr %p"), 32)])
def test_its_strips_are_the_widest(one: Made, width: int) -> None:
    lower_kernel(one.module, one.function, ENTRY, TILES)
    one.module.verify()
    assert f".s1x{width}(" in str(one.module)

"""hcpy/passes/host/simd/wide_masks.py: masks that pay on processors with AVX-512 alone."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made
from test_host_simd import vectorised

from hcpy.passes.host.simd.two_widths import settle
from hcpy.passes.host.simd.wishes import Wishes

# Each work-item goes through its part of a list, and computes for those that are near.
NEAR = f"""entry: {BEGIN}
  %next.at = getelementptr i32, ptr %mine, i64 1
  %from = load i32, ptr %mine
  %behind = load i32, ptr %next.at
  %some = icmp slt i32 %from, %behind
  br i1 %some, label %before, label %end
before:
  %limit.at = getelementptr i32, ptr %mine, i64 1
  br label %loop
loop:
  %k = phi i32 [ %from, %before ], [ %k.next, %joined ]
  %s = phi float [ 0.0, %before ], [ %sum, %joined ]
  %k.w = sext i32 %k to i64
  %p = getelementptr i32, ptr %in, i64 %k.w
  %other = load i32, ptr %p
  %other.w = sext i32 %other to i64
  %q = getelementptr [2 x float], ptr %in, i64 %other.w
  %x = load float, ptr %q
  %r = getelementptr float, ptr %q, i64 1
  %y = load float, ptr %r
  %xx = fmul float %x, %x
  %yy = fmul float %y, %y
  %square = fadd float %xx, %yy
  %near = fcmp olt float %square, 4.0
  br i1 %near, label %inside, label %joined
inside:
  %a = fdiv float 1.0, %square
  %b = fmul float %a, %a
  %c = fmul float %b, %a
  %d = fsub float %c, 0.5
  %e = fmul float %d, %x
  %more = fadd float %s, %e
  br label %joined
joined:
  %sum = phi float [ %more, %inside ], [ %s, %loop ]
  %k.next = add nsw i32 %k, 1
  %limit = load i32, ptr %limit.at
  %again = icmp slt i32 %k.next, %limit
  br i1 %again, label %loop, label %end
end:
  %result = phi float [ 0.0, %entry ], [ %sum, %joined ]
  store float %result, ptr %to
  ret void
"""
# no branch that is guessed wrong, and little to compute
COMPUTES = NEAR[NEAR.index("  %a =") : NEAR.index("  %more")]
LITTLE = (
    NEAR.replace("fcmp olt float %square, 4.0", "icmp slt i32 %other, 4")
    .replace(COMPUTES, "")
    .replace("%s, %e", "%s, %x")
)
# a question of its own before the loop
ASKS = NEAR.replace("icmp slt i32 %from, %behind", "icmp slt i32 %from, %id")


@pytest.mark.parametrize(("body", "pays"), [(NEAR, True), (LITTLE, False), (ASKS, False)])
def test_masks_pay_where_sixteen_loads_are_one_and_branches_are_guessed(body: str, pays: bool) -> None:
    chosen, _ = vectorised(body, Wishes(), is_flat=True)
    assert chosen.is_for_wide is pays and (chosen.function is not None) is pays
    assert ("; with AVX-512 vectorised with masks, 16 work-items wide" in chosen.remark) is pays
    assert vectorised(body, Wishes())[0].function is None
    without = Wishes(without=frozenset(("wide-masks",)))
    assert vectorised(body, without, is_flat=True)[0].function is None


@pytest.mark.parametrize(("arch", "answer"), [("x86-64-v4", "true"), ("x86-64-v3", "false")])
def test_an_architecture_takes_one_of_both_loops(arch: str, answer: str) -> None:
    made = Made(NEAR)
    assert "@hc.has_wide_registers()" in made.lower()
    settle(made.module, arch)
    made.module.verify()
    text = str(made.module)
    assert f"br i1 {answer}, label %hc.wide, label %hc.narrow" in text
    assert "has_wide_registers" not in text and ".v16(" in text

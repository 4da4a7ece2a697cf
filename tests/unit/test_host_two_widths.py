"""hcpy/passes/host/simd/two_widths.py: strips that are 16 work-items wide with AVX-512, and 8 without."""

from __future__ import annotations

import pytest
from test_host_passes import BEGIN, Made
from test_host_simd import COUNTS, vectorised

from hcpy.passes.host.code import read
from hcpy.passes.host.simd.masks import vectorise
from hcpy.passes.host.simd.two_widths import settle
from hcpy.passes.host.simd.wishes import Wishes

# x = a * x + b until it is too large: each round waits for the one before.
WAITS = f"""entry: {BEGIN}
  %first = sitofp i32 %id to float
  br label %loop
loop:
  %x = phi float [ %first, %entry ], [ %sum, %loop ]
  %product = fmul float %x, 3.0
  %sum = fadd float %product, 1.0
  %again = fcmp olt float %sum, 1000.0
  br i1 %again, label %loop, label %end
end:
  store float %sum, ptr %to
  ret void
"""


@pytest.mark.parametrize(("body", "is_two"), [(WAITS, False), (COUNTS, True)])
def test_loops_that_compute_alone_are_narrow_without_avx512(body: str, is_two: bool) -> None:
    chosen, text = vectorised(body, Wishes("masks"), is_flat=True)
    assert chosen.width == 16 and ("8 work-items wide, 16 with AVX-512" in chosen.remark) == is_two
    assert ("hc.has_wide_registers" in text) == is_two
    assert "has_wide_registers" not in vectorised(body, Wishes("masks"))[1]
    without = Wishes("masks", without=frozenset(("two-widths",)))
    assert "has_wide_registers" not in vectorised(body, without, is_flat=True)[1]


def test_loops_that_load_a_line_of_the_strip_stay_wide() -> None:
    loads = COUNTS.replace("  %next =", "  %x = load i32, ptr %mine\n  %next =")
    assert "has_wide_registers" not in vectorised(loads, Wishes("masks"), is_flat=True)[1]


@pytest.mark.parametrize(("arch", "answer"), [("x86-64-v4", "true"), ("x86-64-v3", "false")])
def test_an_architecture_runs_one_strip_or_two_halves(arch: str, answer: str) -> None:
    made = Made(COUNTS)
    result = vectorise(made.module, read(made.enter().function), Wishes("masks"), is_flat=True)
    settle(made.module, arch)
    made.module.verify()
    text = str(result.function)
    assert f"br i1 {answer}, label %hc.whole, label %hc.halves" in text
    halves = [line for line in text.splitlines() if ".v8(" in line]
    assert len(halves) == 2 and halves[0] != halves[1] and text.count(".v16(") == 1
    assert sum("add i" in line and ", 8" in line for line in text.splitlines()) == 6  # ids along the row
    settle(made.module, arch)  # nothing is left to answer

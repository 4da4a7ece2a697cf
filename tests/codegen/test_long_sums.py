"""Sums of sums with more terms than a compiler can list: hcpy/passes/long_sums.py. Each took minutes and
gigabytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command

STEP = "long t = a + b; a = b; b = t; s[{k}] = (signed char)a;"
SOURCE = """#include <hc.hpp>
void run(hc::array_view<long> v, hc::array_view<signed char> out) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    long a = i[0] & 3, b = 1 + (i[0] & 7);
    signed char s[64];
    STEPS
    for (int k = 0; k < 64; ++k) out[i[0] * 64 + k] = s[k];
    v[i] = a > v[i] + 5 ? a : b;
  });
}
"""
FORMS = {
    "loop": f"for (int k = 0; k < 64; ++k) {{ {STEP.format(k='k')} }}",
    "by_hand": "\n    ".join(f"{{ {STEP.format(k=k)} }}" for k in range(64)),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_number_of_two_before_it(hcc: Command, tmp_path: Path, form: str) -> None:
    (tmp_path / "k.cpp").write_text(SOURCE.replace("STEPS", FORMS[form]))
    assert hcc.ok("-O2", "-c", "--targets=host,spirv,ptx,vulkan", "k.cpp", cwd=tmp_path) == ""

"""PTX: ids that a kernel needs again after a loop are computed there, not kept in registers."""

from __future__ import annotations

import re
from pathlib import Path

from lowering_support import lower, ptxas

LOOP = """void run(int n, const float* x, float* y) {
  flat(n, [=](int i) HCRT_AMP {
    float sum = 0;
    for (int j = 0; j < n; ++j) sum = sum * x[j] + 1;
    y[i] = sum;
  });
}
"""
NO_LOOP = """void run(int n, const float* x, float* y) {
  flat(n, [=](int i) HCRT_AMP { if (x[i] > 0) y[i] = x[i]; });
}
"""
CHANGED = """void run(int n, float* x, float* y) {
  flat(n, [=](int i) HCRT_AMP {
    const int k = i + int(x[i]);
    for (int j = 0; j < n; ++j) x[j] = x[j] * 2;
    y[k] = 1;
  });
}
"""


def _ids_behind(text: str, mark: str) -> int:
    """How often the PTX reads the work-item's number after the last line that holds the mark."""
    return len(re.findall(r"%tid\.x", text[text.rindex(mark) :]))


def test_an_id_is_read_again_behind_a_loop(tmp_path: Path) -> None:
    result = lower(tmp_path, LOOP, "ptx")
    assert len(re.findall(r"%tid\.x", result.text)) == 2
    assert _ids_behind(result.text, "ld.global") == 1
    ptxas(result.image)


def test_without_a_loop_it_is_read_once(tmp_path: Path) -> None:
    assert len(re.findall(r"%tid\.x", lower(tmp_path, NO_LOOP, "ptx").text)) == 1


def test_a_value_from_memory_is_not_computed_again(tmp_path: Path) -> None:
    result = lower(tmp_path, CHANGED, "ptx")
    assert len(re.findall(r"cvt\.rzi\.s32\.f32", result.text)) == 1
    assert _ids_behind(result.text, "cvt.rzi.s32.f32") == 0

"""PTX of kernels that ran slower than nvcc's of the same text: what made the difference stays away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lowering_support import lower, ptxas

DISTANCE = """void run(const char* a, const char* b, int* out) {
  flat(64, [=](int i) HCRT_AMP {
    int row[25];
    for (int k = 0; k <= 24; ++k) row[k] = k;
    for (int y = 0; y < 24; ++y) {
      int diagonal = row[0];
      row[0] = y + 1;
      for (int x = 0; x < 24; ++x) {
        const int up = row[x + 1], v = diagonal + (a[i * 24 + y] != b[i * 24 + x]);
        const int u = (up < row[x] ? up : row[x]) + 1;
        row[x + 1] = u < v ? u : v;
        diagonal = up;
      }
    }
    out[i] = row[24];
  });
}
"""
TRIANGLE = """void run(const float* in, float* out) {
  flat(64, [=](int i) HCRT_AMP {
    float v[33];
    for (int k = 0; k <= 32; ++k) v[k] = in[i] * k;
    for (int t = 32; t > 0; --t)
      for (int k = 0; k < t; ++k) v[k] = 0.5f * (v[k + 1] + v[k]);
    out[i] = v[0];
  });
}
"""
CHOSEN_BY_DATA = """void run(const int* in, int* out) {
  flat(64, [=](int i) HCRT_AMP {
    int count[16];
    for (int k = 0; k < 16; ++k) count[k] = 0;
    for (int k = 0; k < 1000; ++k) ++count[in[k * 64 + i] & 15];
    for (int k = 0; k < 16; ++k) out[i * 16 + k] = count[k];
  });
}
"""


@pytest.mark.parametrize(("source", "stays"), [(DISTANCE, False), (TRIANGLE, False), (CHOSEN_BY_DATA, True)])
def test_arrays_that_loops_go_through_are_registers(tmp_path: Path, source: str, stays: bool) -> None:
    result = lower(tmp_path, source, "ptx")
    assert (".local" in result.text) is stays
    assert "0 bytes spill stores" in ptxas(result.image)


def test_loops_beside_such_arrays_are_unrolled_as_without_them(tmp_path: Path) -> None:
    sums = """void sums(int n, const float* x, float* y) {
  flat(64, [=](int i) HCRT_AMP {
    float sum = 0;
    for (int j = i & 127; j < 4096; j += 128) sum += x[j];
    y[i] = sum;
  });
}
"""
    (tmp_path / "alone").mkdir()
    (tmp_path / "both").mkdir()
    alone = lower(tmp_path / "alone", sums, "ptx").text
    both = lower(tmp_path / "both", sums + DISTANCE.replace("run", "distance"), "ptx").text
    kernel = next(part for part in both.split(".visible .entry")[1:] if "sums" in part.split("(")[0])
    assert kernel.count("ld.global") == alone.count("ld.global")


def test_a_root_is_computed_where_it_is_asked_for(tmp_path: Path) -> None:
    source = """void run(const float* in, float* out) {
  flat(64, [=](int i) HCRT_AMP {
    float best = 1e30f;
    for (int k = 0; k < 64; ++k) {
      const float d = in[i] - in[k];
      if (d > 0) {
        const float t = in[k] - __builtin_sqrtf(d);
        if (t > 1e-3f && t < best) best = t;
      }
    }
    out[i] = best + __builtin_sqrtf(2.0f);
  });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert "0f3FB504F3" in text  # the root of 2
    blocks = re.split(r"\n\$L__\w+:|\bbra\b", text)
    assert not [b for b in blocks if "sqrt.rn.f32" in b and "ld.global" in b], "before it is asked for"


def test_products_of_what_another_block_extends_are_one_instruction(tmp_path: Path) -> None:
    source = """void run(int pitch, int n, const float* x, float* y) {
  flat(64, [=](int i) HCRT_AMP {
    const long at = long(i) * pitch;
    float c = x[at];
    if (i > 0 && i < n) c += x[long(i - 1) * pitch] + x[long(i + 1) * pitch];
    y[at] = c;
  });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert "mul.lo.s64" not in text and text.count("mul.wide.s32") >= 3


def test_an_index_that_two_branches_extend_is_extended_where_they_meet(tmp_path: Path) -> None:
    source = """void run(int pitch, int step, int n, const unsigned char* x, unsigned char* y) {
  flat(64, [=](int i) HCRT_AMP {
    if (i < 0) return;
    if (i == 0 || i == n) {
      y[long(i) * step] = 0;
      return;
    }
    const unsigned char *above = x + long(i - 1) * pitch, *below = x + long(i + 1) * pitch;
    y[long(i) * step] = above[1] + x[long(i) * pitch] + below[1];
  });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert "lo.s64" not in text and text.count("mul.wide.s32") >= 4


def test_known_places_of_private_variables_are_local(tmp_path: Path) -> None:
    source = """void run(const float* in, float* out) {
  flat(64, [=](int i) HCRT_AMP {
    float v[4];
    for (int k = 0; k < 4; ++k) v[k] = in[i * 4 + k];
    for (int a = 1; a < 4; ++a) {
      const float x = v[a];
      int b = a - 1;
      for (; b >= 0 && v[b] > x; --b) v[b + 1] = v[b];
      v[b + 1] = x;
    }
    out[i] = v[0] + v[1] * 2 + v[2] * 3 + v[3] * 4;
  });
}
"""
    text = lower(tmp_path, source, "ptx").text
    assert ".local" in text
    assert not re.search(r"\b(?:ld|st)(?:\.v\d)?\.b?\d+ ", text), "generic accesses"


def test_an_inverse_root_of_a_softened_distance_is_one_instruction(tmp_path: Path) -> None:
    source = """extern "C" float rsqrtf(float) HCRT_AMP;
void run(const float* x, const float* y, float* out) {
  flat(64, [=](int i) HCRT_AMP { out[i] = rsqrtf(x[i] * x[i] + y[i] * y[i]ADDED); });
}
"""
    for added, word in ((" + 0.01f", "rsqrt.approx.ftz.f32"), ("", "rsqrt.approx.f32")):
        assert word in lower(tmp_path, source.replace("ADDED", added), "ptx").text

"""OpenCL without what a device may lack: a library that wraps the real one hides it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command, devices

LIBRARY = REPOSITORY / "tests" / "device" / "runtime" / "plain_opencl.cpp"
PROGRAM = """#include <hc.hpp>
#include <cmath>
#include <cstdio>
#include <hc_math.hpp>

int scale = 3;
static short offsets[5] = {1, 2, 3, 4, 5};
static int last[2];
static int* const places[2] = {&last[0], &last[1]};

int number(int d) [[hc]] __attribute__((noinline));
int number(int d) [[hc]] { return int(hc_get_group_id(d) * 10 + hc_get_num_groups(d)) * scale; }

static int edges(int rank0, int rank1, int rank2, int tile0, int tile1, int tile2) {
  hc::extent<3> size(rank0, rank1, rank2);
  hc::array_view<int, 3> sums(size), numbers(size), sizes(size);
  hc::parallel_for_each(size.tile(tile0, tile1, tile2), [=](hc::tiled_index<3> t) [[hc]] {
    tile_static int sum;
    if (t.local[0] + t.local[1] + t.local[2] == 0) sum = 0;
    t.barrier.wait();
    hc::atomic_fetch_add(&sum, offsets[t.local[0]]);
    t.barrier.wait();
    sums[t.global] = sum;
    numbers[t.global] = number(0) * 10000 + number(1) * 100 + number(2);
    sizes[t.global] = int(hc_get_grid_size(0) + 100 * hc_get_grid_size(1) + 10000 * hc_get_grid_size(2));
  });
  int wrong = 0;
  const int whole[3] = {rank0, rank1, rank2}, tile[3] = {tile0, tile1, tile2};
  for (int a = 0; a < rank0; ++a)
    for (int b = 0; b < rank1; ++b)
      for (int c = 0; c < rank2; ++c) {
        const int at[3] = {a, b, c};
        int own[3], shown[3], expected = 0;
        for (int d = 0; d < 3; ++d) {
          own[d] = std::min(tile[d], whole[d] - at[d] / tile[d] * tile[d]);
          shown[d] = (at[d] / tile[d] * 10 + (whole[d] + tile[d] - 1) / tile[d]) * scale;
        }
        for (int k = 0; k < own[0]; ++k) expected += offsets[k] * own[1] * own[2];
        wrong += sums(a, b, c) != expected;
        wrong += numbers(a, b, c) != shown[2] * 10000 + shown[1] * 100 + shown[0];
        wrong += sizes(a, b, c) != rank2 + 100 * rank1 + 10000 * rank0;
      }
  if (wrong) std::printf("%d x %d x %d: %d wrong\\n", rank0, rank1, rank2, wrong);
  return wrong;
}

static int flat(int count) {
  hc::array_view<int> size(count);
  hc::parallel_for_each(size.get_extent(), [=](hc::index<1> i) [[hc]] {
    *places[i[0] % 2] = 7;
    size[i] = int(hc_get_grid_size(0)) + i[0] + *places[(i[0] + 2) % 2] - 7;
  });
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += size[i] != count + i;
  if (wrong) std::printf("%d: %d wrong\\n", count, wrong);
  return wrong;
}

static int waves() {
  hc::array_view<int> out(64);
  hc::parallel_for_each(out.get_extent().tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    const int size = int(hc::__wavesize()), lane = int(hc::__lane_id());
    const int next = hc::__shfl(t.local[0], (lane + 1) % size);
    const bool is_right = next == t.local[0] - lane + (lane + 1) % size && hc::__all(next >= 0) &&
                          hc::__popcount_u32_b64(hc::__ballot(1)) == unsigned(size);
    out[t.global] = is_right ? size : 0;
  });
  for (int i = 0; i < 64; ++i)
    if (out[i] != out[0] || out[i] == 0) return 1;
  return std::printf("waves of %d\\n", out[0]), 0;
}

int main() {
  int wrong = edges(7, 9, 10, 4, 4, 8) + edges(5, 3, 40, 5, 2, 16) + edges(4, 4, 8, 2, 4, 8);
  scale = 2, offsets[0] = 11;
  wrong += edges(3, 4, 9, 3, 4, 4) + flat(1009) + flat(1024) + flat(5) + waves();
  hc::array_view<hc::half> h(3);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    h[0] = hc::precise_math::fma(hc::half(1025), hc::half(1.5f), hc::half(-1e-6f));  // no tie
    h[1] = hc::precise_math::trunc(hc::half(-2.75f));
    h[2] = hc::precise_math::fabs(hc::half(-0.0f));
  });
  if (float(h[0]) != 1537 || float(h[1]) != -2 || std::signbit(float(h[2]))) ++wrong;
  return wrong != 0;
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("plain") / "libplain_opencl.so"
    include = REPOSITORY / "include"
    command = ["g++", "-std=c++17", "-fPIC", "-shared", f"-I{include}", str(LIBRARY), "-o", str(path), "-ldl"]
    subprocess.run(command, check=True)
    return path


def test_kernels_need_no_optional_part(hcc: Command, library: Path, tmp_path: Path) -> None:
    if not any(path.startswith("opencl") for path in devices()):
        pytest.skip("there is no OpenCL device")
    source = tmp_path / "plain.cpp"
    source.write_text(PROGRAM)
    program = tmp_path / "plain"
    hcc.ok("-hc", "-O2", "--targets=host,spirv", str(source), "-o", str(program))
    more = {"HCPY_DEFAULT_ACCELERATOR": "opencl", "HCPY_OPENCL_LIBRARY": str(library)}
    done = subprocess.run([program], capture_output=True, text=True, env={**os.environ, **more}, check=False)
    assert (done.returncode, done.stdout) == (0, "waves of 1\n"), done.stdout + done.stderr

"""The public headers, read as a user's own, give no warning under -Wall -Wextra in any iteration.

hcc gives their folder as a system folder, which hides what clang thinks of them.
"""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from conftest import Command

HC = """
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_math.hpp>
int main() {
  hc::array_view<float, 2> v(4, 5);
  hc::array<float, 2> a(4, 5);
  float s = 0;
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) { v[i] = 1; });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<2> i) mutable { v[i] = s += 1; });
  hc::parallel_for_each(v.get_extent().tile(2, 2), [=](hc::tiled_index<2> t) {
    v[t] = float(hc_get_grid_size(0));
    t.barrier.wait();
  });
  auto named = hcrt::detail::name_kernel<struct tag>([=](hc::index<3> i) { v(i[0], i[1]) = 2; });
  hc::parallel_for_each(hc::extent<3>(4, 5, 6), named);
  const int n[4] = {1, 2, 3, 4};
  hc::parallel_for_each(hc::extent<4>(n), [=](hc::index<4> i) { v(i[0], i[1]) = 2; }).wait();
  hc::copy(v, a);
  hc::copy(v.section(0, 0, 2, 2), a.section(1, 1, 2, 2));
}
"""
AMP = """
#include <amp.h>
#include <amp_math.h>
using namespace concurrency;
int main() {
  array_view<float, 2> v(4, 5);
  array<float, 2> a(4, 5);
  parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = 1; });
  parallel_for_each(v.extent.tile<2, 5>(), [=](tiled_index<2, 5> t) restrict(amp) {
    v[t] = float(amp_get_global_size(0));
    t.barrier.wait();
  });
  parallel_for_each(extent<3>(4, 5, 6), [=](index<3> i) restrict(amp) { v(i[0], i[1]) = 2; });
  copy(v, a);
}
"""


@pytest.mark.parametrize(("flag", "source"), [("-hc", HC), ("-std=c++amp", AMP)], ids=["hc", "amp"])
def test_headers_give_no_warning(hcc: Command, flag: str, source: str, tmp_path: Path) -> None:
    file = tmp_path / "all.cpp"
    file.write_text(source)
    planned = hcc(flag, "-###", "--targets=host,spirv,ptx:sm_80", "-c", file, cwd=tmp_path)
    lines = [shlex.split(line) for line in (planned.stdout + planned.stderr).splitlines()]
    iterations = [words for words in lines if "-isystem" in words]
    assert len(iterations) == 4, planned.stderr
    for words in iterations:
        shown = ["-I" if w == "-isystem" else w for w in words if w != "-Wno-everything"]
        done = subprocess.run(
            [*shown, "-Wall", "-Wextra", "-Wno-cuda-compat", "-fsyntax-only"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "warning:" not in done.stderr, done.stderr


def test_extent_takes_no_group_memory_unless_asked_for(hcc: Command, tmp_path: Path) -> None:
    """On a GPU whose grids are padded kernels note their extent; where nobody asks, nothing is left of it."""
    file = tmp_path / "plain.cpp"
    file.write_text(HC.replace("float(hc_get_grid_size(0))", "3"))
    hcc.ok("-hc", "--targets=ptx:sm_80", "--stop-after=image", file, cwd=tmp_path)
    (image,) = tmp_path.glob("*.ptx")
    text = image.read_text()
    assert text.count(".entry") == 5
    assert ".shared" not in text

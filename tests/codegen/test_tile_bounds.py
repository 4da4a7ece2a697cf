"""Sizes of tiles, and how many a multiprocessor is to hold: what ptxas hears of an algorithm's kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Command

_SOURCE = """
#include <hc.hpp>
#include <hc_algorithms.hpp>
int main() {
  hc::array_view<int> v(512);
  hc::parallel_for_each(hc::extent<1>(512).tile(128), [=](hc::tiled_index<1> i) [[hc]] {
#ifdef HCPY_TARGET_PTX
    hcrt::algorithms::__hcrt_bound_tiles(128, 3);
#endif
    v[i] = 1;
  });
}
"""


def test_a_kernel_bounds_its_tiles(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "v.cpp").write_text(_SOURCE)
    text = hcc.ok("--emit=ptx", "v.cpp", "-o", "-", cwd=tmp_path)
    assert ".maxntid 128" in text and ".minnctapersm 3" in text
    assert "__hcrt_bound_tiles" not in text


_NUMBERS = """
#include <amp.h>
using namespace concurrency;
void f(array_view<int> v) {
  parallel_for_each(v.extent.tile<96>(), [=](tiled_index<96> t) restrict(amp) {
    v[t.global] = t.local[0] < SIZE ? 7777 : 8888;
  });
}
"""


@pytest.mark.parametrize("size, known", [(96, True), (95, False)])
def test_an_items_number_is_less_than_its_tiles_size(
    hcc: Command, tmp_path: Path, size: int, known: bool
) -> None:
    (tmp_path / "v.cpp").write_text(_NUMBERS.replace("SIZE", str(size)))
    text = hcc.ok("-std=c++amp", "--emit=ptx", "v.cpp", "-o", "-", cwd=tmp_path)
    assert "7777" in text
    assert ("8888" not in text) is known

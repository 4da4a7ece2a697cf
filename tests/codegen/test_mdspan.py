"""hc_mdspan.hpp with the std::mdspan of a C++23 library: libc++'s, which comes with the compiler.

libhcrt is made with libstdc++, so that such a program is not linked here; tests/programs/headers/hc_spans.cpp
runs the rest of the header.
"""

from __future__ import annotations

from pathlib import Path

from conftest import Command

_SOURCE = """
#include <hc.hpp>
#include <hc_mdspan.hpp>
int main() {
  hc::array_view<float, 2> v(8, 6);
  const auto part = v.section(0, 0, 8, 4);
  hc::parallel_for_each(part.get_extent(), [=](hc::index<2> i) [[hc]] {
    const auto m = hc::mdspan_of(part);
    m[i[0], i[1]] = float(i[0] * 10) + std::mdspan(&v(0, 0), 8, 6)[7, 5];
  });
  const auto m = hc::mdspan_of(v);
  static_assert(std::is_same_v<decltype(m)::layout_type, std::layout_stride>);
  const auto again = hc::view_of(m);
  return m[1, 2] == again(1, 2) ? 0 : 1;
}
"""


def test_standard_mdspan(hcc: Command, tmp_path: Path) -> None:
    (tmp_path / "m.cpp").write_text(_SOURCE)
    targets = "--targets=host,spirv,ptx:sm_80,vulkan"
    hcc.ok("-std=c++23", "-stdlib=libc++", targets, "-c", "m.cpp", cwd=tmp_path)

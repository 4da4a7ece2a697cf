"""Tiles of which rows and work-items go ways of their own after a barrier, as those that read past a tile."""

from __future__ import annotations

from collections.abc import Iterator

# ly and lx are local ids, y and x global ones, s the tile, `in` the picture; each gives r for a work-item.
_WAYS = {
    "past": """int r = ly > 0 ? s[ly - 1][lx] : y > 0 ? in[at - w] : -1;
    r += 3 * (ly < rows - 1 ? s[ly + 1][lx] : y < h - 1 ? in[at + w] : -2);
    r += 5 * (lx > 0 ? s[ly][lx - 1] : x > 0 ? in[at - 1] : -3);
    r += 7 * (lx < columns - 1 ? s[ly][lx + 1] : x < w - 1 ? in[at + 1] : -4);""",
    "left_of_upper_rows": """int r = s[ly][lx];
    if (ly >= rows / 2 && lx > 2) r += s[ly - 1][lx - 3];
    if (ly < rows / 2 && lx < columns - 5) r -= s[ly + 1][lx + 5];""",
    "quotients": """int r = s[ly][lx];
    if (ly > 0 && lx > 0) r += s[ly - 1][lx - 1] / lx + in[at - w] % ly;
    else if (lx > 0) r += s[ly][lx - 1] / lx;""",
    "by_data": """int r = ly > 0 && s[ly - 1][lx] > 40 ? in[at - w] : 9;
    if (s[ly][lx] > 50 && lx < columns - 1) r += s[ly][lx + 1] * ly;""",
    "stores": """int r = ly > 0 ? s[ly - 1][lx] : 1;
    if (lx < columns - 3) r += in[at];
    if (ly > 1 && lx > 1) more[at] = s[ly][lx - 2] + lx;""",
    "wide_numbers": """long long big = 1;
    if (ly > 0) big += static_cast<long long>(s[ly - 1][lx]) << 33;
    if (lx > 4) big -= static_cast<long long>(s[ly][lx - 5]) * lx;
    const int r = static_cast<int>(big ^ (big >> 31));""",
}
_TEXT = """// rows: hc.tiled_index, hc.parallel_for_each.tiled
#include <hc.hpp>

#include <vector>

#include "check.hpp"

template <int rows, int columns, class S, class V, class W>
int way(const S& s, const V& in, const W& more, int y, int x, int ly, int lx, int h, int w) [[cpu, hc]] {
  const int at = y * w + x;
  @WAY@
  return r + (h + w + at) * 0;
}

template <int rows, int columns>
void run(int h, int w) {
  const int count = h * w;
  std::vector<int> in(count), out(count, -1), second(count, -5), expected(count, -5);
  for (int n = 0; n < count; ++n) in[n] = n * 37 % 101 + 1;
  hc::array_view<const int> source(count, in);
  hc::array_view<int> result(count, out), more(count, second);
  hc::parallel_for_each(hc::extent<2>(h, w).tile(rows, columns), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[rows][columns];
    const int y = t.global[0], x = t.global[1], ly = t.local[0], lx = t.local[1];
    s[ly][lx] = source[y * w + x];
    t.barrier.wait();
    result[y * w + x] = way<rows, columns>(s, source, more, y, x, ly, lx, h, w);
  }).wait();
  result.synchronize();
  more.synchronize();
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int s[rows][columns];
      const int ly = y % rows, lx = x % columns;
      for (int v = 0; v < rows; ++v)
        for (int u = 0; u < columns; ++u) s[v][u] = in[(y - ly + v) * w + x - lx + u];
      CHECK(out[y * w + x] == (way<rows, columns>(s, in, expected.data(), y, x, ly, lx, h, w)));
    }
  for (int n = 0; n < count; ++n) CHECK(second[n] == expected[n]);
}

int main() {
  run<8, 8>(24, 40);
  run<16, 16>(48, 32);
  run<8, 32>(16, 96);
  run<4, 64>(12, 128);
  run<4, 12>(12, 36);
  return failures();
}
"""

# Tiles at the end of an extent that they do not divide: rows are shorter than those of others.
_SHORT = """// rows: hc.tiled_index, hc.parallel_for_each.tiled
#include <hc.hpp>

#include <vector>

#include "check.hpp"

template <int rows, int columns>
void run(int h, int w) {
  const int count = h * w;
  std::vector<int> in(count), out(count, -1);
  for (int n = 0; n < count; ++n) in[n] = n * 37 % 101 + 1;
  hc::array_view<const int> source(count, in);
  hc::array_view<int> result(count, out);
  hc::parallel_for_each(hc::extent<2>(h, w).tile(rows, columns), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[rows][columns];
    const int y = t.global[0], x = t.global[1], ly = t.local[0], lx = t.local[1], at = y * w + x;
    s[ly][lx] = source[at];
    t.barrier.wait();
    const int above = ly > 0 ? s[ly - 1][lx] : y > 0 ? source[at - w] : -1;
    const int left = lx > 0 ? s[ly][lx - 1] : x > 0 ? source[at - 1] : -3;
    result[at] = above + 3 * left;
  }).wait();
  result.synchronize();
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const int above = y > 0 ? in[(y - 1) * w + x] : -1, left = x > 0 ? in[y * w + x - 1] : -3;
      CHECK(out[y * w + x] == above + 3 * left);
    }
}

int main() {
  run<8, 8>(21, 37);
  run<16, 16>(33, 53);
  run<8, 32>(19, 101);
  run<16, 16>(17, 18);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, way in _WAYS.items():
        yield name, _TEXT.replace("@WAY@", way)
    yield "short_rows", _SHORT

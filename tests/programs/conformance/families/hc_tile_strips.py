"""Tiles that load by numbers that are kept within bounds, go around or are taken apart."""

from __future__ import annotations

from collections.abc import Iterator

# y and x are global ids, ly and lx local ones, h and w are captured extents; the place that is loaded.
_PLACES = {
    "clamped": "keep(y - 2, 0, h - 1) * w + keep(x - 2, 0, w - 1)",
    "clamped_beyond": "keep(y + 9, 0, h - 1) * w + keep(x * 2 - 7, 0, w - 1)",
    "clamped_falling": "keep(h - y, 0, h - 1) * w + keep(w - 3 - x, 0, w - 1)",
    "clamped_in_part": "lx > 2 && ly < 5 ? keep(y - 1, 1, h - 1) * w + keep(x - 1, 0, w - 2) : 0",
    "around": "(y - 1 + h) % h * w + (x - 1 + w) % w",
    "around_number": "(y + 15) % 16 * w + (x + 15) % 16",
    "around_sum": "(y + x + 5) % 16 * w",
    "apart": "(ly * 16 + lx) / 24 * w + (ly * 16 + lx) % 24 % w",
    "apart_from_tile": "(x + 5) / 9 % h * w + (x + 5) % 9",
    "apart_by_given": "(x + 3) / nine % h * w + (x + 3) % nine",
    "begins": "y * w + (x & ~7)",
    "bits": "((x >> 3) + y) % h * w + (x & 7)",
    "far": "keep(x * big - big, 0, w - 1)",
}
_TEXT = """// rows: hc.tiled_index, hc.parallel_for_each.tiled
#include <hc.hpp>

#include <vector>

#include "check.hpp"

inline int keep(int x, int low, int high) [[cpu, hc]] { return x < low ? low : x > high ? high : x; }

inline int place(int y, int x, int ly, int lx, int h, int w, int nine, int big) [[cpu, hc]] {
  return (@PLACE@) + (ly + lx + nine + big) * 0;
}

template <int ty, int tx>
void run(int h, int w) {
  const int nine = 9, big = 50000, count = h * w;
  std::vector<int> in(count), out(count, -1);
  for (int n = 0; n < count; ++n) in[n] = n * 37 % 101 - 7;
  hc::array_view<const int> source(count, in);
  hc::array_view<int> result(count, out);
  hc::parallel_for_each(hc::extent<2>(h, w).tile(ty, tx), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[ty][tx + 1];
    const int y = t.global[0], x = t.global[1], ly = t.local[0], lx = t.local[1];
    s[ly][lx] = source[place(y, x, ly, lx, h, w, nine, big)];
    t.barrier.wait();
    result[y * w + x] = s[ly][lx] * 3 + s[0][0];
  }).wait();
  result.synchronize();
  const auto loaded = [&](int y, int x) { return in[place(y, x, y % ty, x % tx, h, w, nine, big)]; };
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      CHECK(out[y * w + x] == loaded(y, x) * 3 + loaded(y / ty * ty, x / tx * tx));
}

int main() {
  run<16, 16>(48, 48);
  run<16, 16>(33, 53);
  run<16, 16>(17, 25);
  run<8, 8>(24, 40);
  run<4, 32>(19, 101);
  run<1, 256>(17, 600);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, place in _PLACES.items():
        yield name, _TEXT.replace("@PLACE@", place)

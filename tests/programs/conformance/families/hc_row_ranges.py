"""Conditions about the rows of a tile: which have work, at the edges of an extent and of numbers."""

from __future__ import annotations

from collections.abc import Iterator

# z, y and x are global ids, lz, ly and lx local ones, gy is a tile's; of what is captured a is 3, b 12,
# most INT_MAX and least INT_MIN.
_QUESTIONS = {
    "local": "ly == 0",
    "local_last": "ly == 7 && lz < 2",
    "inner": "ly > 0 && ly < b && lx > 0 && lx < b",
    "shrinking": "lx >= a && lx < 16 - a && ly >= a && ly < 16 - a",
    "global": "y >= a && y < b && z <= 1",
    "picture": "y - 1 >= 0 && y + 1 < 33 && x - 1 >= 0 && x + 1 < 21",
    "moved": "gy * 14 + ly - 1 >= 0 && gy * 14 + ly - 1 < 30 && lx < b",
    "unsigned_numbers": "static_cast<unsigned>(y) < static_cast<unsigned>(a) + 5u && ly != 1",
    "unsigned_negative": "static_cast<unsigned>(ly) < static_cast<unsigned>(-a)",
    "unsigned_beyond": "static_cast<unsigned>(ly) > static_cast<unsigned>(-a)",
    "none": "ly < least",
    "all": "ly <= most && lz >= least",
    "far": "y > most - 1 || ly == a",
    "long_numbers": "static_cast<long long>(y) + most > most + 2ll && lz == 0",
    "not_less": "!(ly < a) && !(lz >= 3)",
    "between_rows": "ly < lz + 2 && ly >= 1",
    "of_data": "ly >= 1 && in[at] % 3 == 0",
}
_TEXT = """// rows: hc.tiled_index, hc.parallel_for_each.tiled
#include <hc.hpp>

#include <climits>
#include <vector>

#include "check.hpp"

// In turn: those that are asked write a tile, and read beside them; then they go through a loop.
template <int tz, int ty, int tx>
void run(int depth, int height, int width) {
  const int a = 3, b = 12, most = INT_MAX, least = INT_MIN, count = depth * height * width;
  std::vector<int> in(count), out(count, -1), expected(count, -1);
  for (int n = 0; n < count; ++n) in[n] = n * 37 % 101;
  hc::array_view<const int> source(count, in);
  hc::array_view<int> result(count, out);
  const hc::extent<3> e(depth, height, width);
  hc::parallel_for_each(e.tile(tz, ty, tx), [=](hc::tiled_index<3> t) [[hc]] {
    tile_static int s[tz + 1][ty][tx];
    const int z = t.global[0], y = t.global[1], x = t.global[2], gy = t.tile[1];
    const int at = (z * height + y) * width + x;
    const int lz = t.local[0], ly = t.local[1], lx = t.local[2];
    const auto& in = source;
    s[lz][ly][lx] = 5;
    t.barrier.wait();
    if (@ASKED@) s[lz][ly][lx] = in[at];
    t.barrier.wait();
    int sum = lx > 0 ? s[lz][ly][lx - 1] : 1;
    if (ly > 0) sum += s[lz][ly - 1][lx];
    if (lz > 0) sum += s[lz - 1][ly][lx];
    sum += gy * 0 + z * 0 + most % 2 + (least != 0) + a + b;
    t.barrier.wait();
    if (@ASKED@) {
      for (int k = 0; k < a; ++k) sum = sum * 3 + s[lz][ly][lx] + k;
      result[at] = sum;
    }
  }).wait();
  result.synchronize();
  const auto asked = [&](int z, int y, int x) {
    const int lz = z % tz, ly = y % ty, lx = x % tx, gy = y / ty, at = (z * height + y) * width + x;
    return (lx + gy + at + lz + ly) >= 0 && (@ASKED@);
  };
  const auto tile = [&](int z, int y, int x) {
    return asked(z, y, x) ? in[(z * height + y) * width + x] : 5;
  };
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        if (!asked(z, y, x)) continue;
        int sum = x % tx > 0 ? tile(z, y, x - 1) : 1;
        if (y % ty > 0) sum += tile(z, y - 1, x);
        if (z % tz > 0) sum += tile(z - 1, y, x);
        sum += most % 2 + (least != 0) + a + b;
        for (int k = 0; k < a; ++k) sum = sum * 3 + tile(z, y, x) + k;
        expected[(z * height + y) * width + x] = sum;
      }
  for (int n = 0; n < count; ++n) CHECK(out[n] == expected[n]);
}

int main() {
  run<1, 16, 16>(1, 32, 32);
  run<1, 16, 16>(1, 33, 21);
  run<1, 16, 16>(1, 17, 16);
  run<4, 8, 8>(9, 17, 9);
  run<4, 8, 8>(4, 8, 8);
  run<2, 4, 32>(3, 40, 37);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, asked in _QUESTIONS.items():
        yield name, _TEXT.replace("@ASKED@", asked)

"""Tiles of fewer dimensions than a device has, and kernels that look at some dimensions alone."""

from __future__ import annotations

from collections.abc import Iterator

_HEAD = """// rows: hc.tiled_index, hc.parallel_for_each.tiled
#include <hc.hpp>

#include <vector>

#include "check.hpp"

"""
# Sizes that fill their tiles and that do not, one tile, many rows of tiles.
_LINE = """template <int size>
void run(int count) {
  if (count < size) return;  // refused
  std::vector<int> in(count), out(count, -1);
  for (int n = 0; n < count; ++n) in[n] = n * 37 % 101 - 7;
  hc::array_view<const int> source(count, in);
  hc::array_view<int> result(count, out);
  hc::parallel_for_each(hc::extent<1>(count).tile(size), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int s[size];
    const int l = t.local[0], x = t.global[0], here = t.tile_dim[0];
    s[l] = source[x];
    t.barrier.wait();
    result[x] = @VALUE@;
  }).wait();
  result.synchronize();
  for (int x = 0; x < count; ++x) {
    const int l = x % size, first = x - l, here = count - first < size ? count - first : size;
    const int* const s = &in[first];
    CHECK(out[x] == (@VALUE@));
  }
}

int main() {
  for (const int count : {8, 16, 19, 64, 100, 4096, 10007}) {
    run<8>(count);
    run<16>(count);
    run<32>(count);
    run<64>(count);
    run<256>(count);
  }
  return failures();
}
"""
_VALUES = {
    "line_reversed": "s[here - 1 - l] + 2 * s[l]",
    "line_rotated": "s[(l + 3) % here] - s[0]",
    "line_edges": "(l > 0 ? s[l - 1] : 5) + (l < here - 1 ? s[l + 1] : 9)",
    "line_numbers": "s[l] * 1000 + x - l",
}
# Of dimensions that the kernel does not look at there are several rows, and rows of tiles.
_PART = """template <int ty, int tx>
void run(int h, int w) {
  std::vector<int> in(h + w), out(@COUNT@, 0);
  for (int n = 0; n < h + w; ++n) in[n] = n * 37 % 101 - 7;
  hc::array_view<const int> source(h + w, in);
  hc::array_view<int> result(@COUNT@, out);
  hc::parallel_for_each(hc::extent<2>(h, w).tile(ty, tx), [=](hc::tiled_index<2> t) [[hc]] {
    tile_static int s[@SIZE@];
    const int l = t.local[@D@], x = t.global[@D@];
    s[l] = source[x];
    t.barrier.wait();
    hc::atomic_fetch_add(&result[x], s[l] * 3 + s[0]);
  }).wait();
  result.synchronize();
  for (int x = 0; x < @COUNT@; ++x)
    CHECK(out[x] == (in[x] * 3 + in[x / @SIZE@ * @SIZE@]) * @TIMES@);
}

int main() {
  run<4, 16>(8, 48);
  run<4, 16>(7, 37);
  run<1, 16>(1, 160);
  run<2, 64>(6, 128);
  run<16, 4>(48, 8);
  run<16, 4>(37, 7);
  return failures();
}
"""
_PARTS = {
    "columns_alone": {"D": "1", "SIZE": "tx", "COUNT": "w", "TIMES": "h"},
    "rows_alone": {"D": "0", "SIZE": "ty", "COUNT": "h", "TIMES": "w"},
}
_SLAB = """template <int tz, int ty, int tx>
void run(int d, int h, int w) {
  std::vector<int> out(h * w, 0);
  hc::array_view<int> result(h * w, out);
  hc::parallel_for_each(hc::extent<3>(d, h, w).tile(tz, ty, tx), [=](hc::tiled_index<3> t) [[hc]] {
    tile_static int s[ty][tx];
    const int ly = t.local[1], lx = t.local[2], y = t.global[1], x = t.global[2];
    s[ly][lx] = y * 100 + x;
    t.barrier.wait();
    hc::atomic_fetch_add(&result[y * w + x], s[ly][lx] - s[0][0]);
  }).wait();
  result.synchronize();
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) CHECK(out[y * w + x] == (y % ty * 100 + x % tx) * d);
}

int main() {
  run<2, 4, 16>(6, 8, 48);
  run<2, 4, 16>(5, 7, 37);
  run<1, 16, 16>(1, 33, 50);
  run<4, 8, 8>(4, 16, 24);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, value in _VALUES.items():
        yield name, _HEAD + _LINE.replace("@VALUE@", value)
    for name, words in _PARTS.items():
        text = _PART
        for word, given in words.items():
            text = text.replace(f"@{word}@", given)
        yield name, _HEAD + text
    yield "slabs_alone", _HEAD + _SLAB

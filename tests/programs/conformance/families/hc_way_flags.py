"""Flags that say which way a work-item has gone, and indices within bounds, kept over barriers of a tile."""

from __future__ import annotations

from collections.abc import Iterator

_WAYS = {
    "interval": "if (l >= i + 1 && l <= size - i - 2) b[l] = a[l - 1] + a[l + 1], way = true;",
    "nested": """if (l > i) {
    b[l] = a[l] + 1;
    if (l < size - 1) b[l] += a[l + 1], way = true;
  }""",
    "others": "if (l % 3 != i % 3) b[l] = a[l] + 7; else way = true;",
    "either": "if (l < 3 || l > size - 3) b[l] = 2 * a[l], way = true;",
    "three": """if (l < k) b[l] = a[l] * 3, way = true;
  else if (l < 2 * k) b[l] = a[l] - a[l - k];
  else if (l > i) b[l] = a[l - i] + 5, way = true;
  else b[l] = 1;""",
    "shift": "if (k < 32 && l < (1 << k)) b[l] = a[l] + 3, way = true;",
    "quotient": "if (k != 0 && l / k == i) b[l] = a[l] + l / k, way = true;",
    "remembered": "if (k > 1) { if (l >= k) b[l] = a[l] - 1, way = true; } else if (l < i) way = true;",
    "data": "if (a[l] % 2 == 0) b[l] = a[l] + 1, way = true;",
    "loop": "for (int j = 0; j < l % 4; ++j) b[l] += a[j], way = true;",
}
_TEXT = """// rows: hc.language.values_over_barriers
#include <algorithm>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int tile = 24, n = 205;
static int clamped(int x, int low, int high) [[cpu, hc]] { return x < low ? low : x > high ? high : x; }

static bool step(const int* a, int* b, int l, int i, int size, int k) [[cpu, hc]] {
  bool way = false;
  @WAYS@
  return way;
}

static std::vector<int> wanted(int steps, int k) {
  std::vector<int> out(n, -1);
  for (int begin = 0; begin < n; begin += tile) {
    const int size = std::min(tile, n - begin);
    int a[tile], b[tile], other[tile];
    bool way[tile] = {};
    for (int l = 0; l < size; ++l) a[l] = b[l] = (begin + l) * 7 % 31;
    for (int i = 0; i < steps; ++i) {
      for (int l = 0; l < size; ++l) way[l] = step(a, b, l, i, size, k);
      if (i == steps - 1) break;
      for (int l = 0; l < size; ++l)
        if (way[l]) a[l] = b[l] % 1000;
      for (int l = 0; l < size; ++l)
        other[l] = a[clamped(l - k, k % 3, size - 1)] + a[clamped(l + 1, 0, size - 1)];
      for (int l = 0; l < size; ++l) b[l] += other[l];
    }
    for (int l = 0; l < size; ++l)
      if (way[l]) out[begin + l] = b[l];
  }
  return out;
}

int main() {
  for (int steps = 0; steps < 6; ++steps)
    for (int k : {0, 1, 3, 40}) {
      std::vector<int> out(n, -1);
      hc::array_view<int> view(n, out);
      hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
        tile_static int a[tile], b[tile];
        const int l = t.local[0], size = t.tile_dim[0];
        const int before = clamped(l - k, k % 3, size - 1), after = clamped(l + 1, 0, size - 1);
        a[l] = b[l] = t.global[0] * 7 % 31;
        t.barrier.wait();
        bool way = false;
        for (int i = 0; i < steps; ++i) {
          way = step(a, b, l, i, size, k);
          t.barrier.wait();
          if (i == steps - 1) break;
          if (way) a[l] = b[l] % 1000;
          t.barrier.wait();
          b[l] += a[before] + a[after];
          t.barrier.wait();
        }
        if (way) view[t.global] = b[l];
      }).wait();
      view.synchronize();
      CHECK(out == wanted(steps, k));
    }
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, ways in _WAYS.items():
        yield name, _TEXT.replace("@WAYS@", ways)

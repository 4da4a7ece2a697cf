"""Indices that are kept within bounds, in all spellings, by work-items of rows that end within a vector:
places at the edges, between them, and far outside, in loops and without, flat and in tiles.
"""

from __future__ import annotations

from collections.abc import Iterator

# x: an int that grows with the work-item, some of it outside of [0, n)
_CLAMPS = {
    "choices": "x < 0 ? 0 : x >= n ? n - 1 : x",
    "choices_first_high": "x >= n ? n - 1 : x < 0 ? 0 : x",
    "low_only": "x < 0 ? 0 : x",
    "high_only": "x > n - 1 ? n - 1 : x",
    "of_unsigned": "int(unsigned(x < 0 ? 0 : x) < unsigned(n) ? unsigned(x < 0 ? 0 : x) : unsigned(n) - 1)",
    "constant": "x < 3 ? 3 : x > 900 ? 900 : x",
    "twice": "(x < 0 ? 0 : x >= n ? n - 1 : x) / 2 + ((x + 5 < 0 ? 0 : x + 5 >= n ? n - 1 : x + 5) >> 1)",
    "of_sums": "(x < 0 ? 0 : x >= n ? n - 1 : x) * 3 + (x < 2 ? 2 : x)",
    "crossed": "x < n / 2 ? n / 2 : x > n / 3 ? n / 3 : x",
    "mirrored": "x < 0 ? -x : x >= n ? 2 * n - 2 - x : x",
}
# what x is, with k from a loop or 0, s as a factor that is known at run time
_PLACES = {
    "ahead": "i + k",
    "back": "n - 1 - i + k",
    "wide": "2 * i - n / 2 + k",
    "scaled": "(i - n / 2) * s + k",
}
_TEXT = """// rows: hc.programs.clamped_indices
#include <hc.hpp>
#include <vector>

#include "check.hpp"

// at(x, n): the place that is read; kept within the data in any case.
@FUNCTIONS@
static int safe(int at) [[cpu, hc]] { return at < 0 ? 0 : at > 999 ? 999 : at; }

int main() {
  std::vector<int> data(1000);
  for (int i = 0; i < 1000; ++i) data[i] = i * i + 1;
  hc::array_view<const int> in(1000, data);
  for (const int n : {1, 2, 15, 16, 17, 63, 64, 65, 200, 1000}) {
    for (const int s : {1, 3, -2}) {
@CHECKS@    }
  }
  return failures();
}
"""
_FUNCTION = "static int @NAME@(int x, int n) [[cpu, hc]] { return @CLAMP@; }\n"
_CHECK = """      {  // @NAME@
        std::vector<int> plain(n), looped(n), rows(3 * n), tiles(n);
        hc::array_view<int> a(n, plain), b(n, looped), d(n, tiles);
        hc::array_view<int, 2> c(3, n, rows);
        hc::parallel_for_each(a.get_extent(), [=](hc::index<1> id) [[hc]] {
          const int i = id[0], k = -1;
          a[id] = in[safe(@NAME@(@PLACE@, n))];
          static_cast<void>(s);
        });
        hc::parallel_for_each(b.get_extent(), [=](hc::index<1> id) [[hc]] {
          const int i = id[0];
          int sum = 0;
          for (int k = -4; k <= 4; ++k) sum += in[safe(@NAME@(@PLACE@, n))] * (k + 5);
          b[id] = sum;
          static_cast<void>(s);
        });
        hc::parallel_for_each(c.get_extent(), [=](hc::index<2> id) [[hc]] {
          const int i = id[1], k = id[0] - 1;
          c[id] = in[safe(@NAME@(@PLACE@, n))];
          static_cast<void>(s);
        });
        hc::parallel_for_each(d.get_extent().tile(n < 16 ? 1 : 16), [=](hc::tiled_index<1> t) [[hc]] {
          tile_static int kept[1000];
          for (int j = t.local[0]; j < 1000; j += t.tile_dim[0]) kept[j] = in[j];
          t.barrier.wait();
          const int i = t.global[0];
          int sum = 0;
          for (int k = -2; k <= 2; ++k) sum += kept[safe(@NAME@(@PLACE@, n))] * (k + 5);
          d[t.global] = sum;
          static_cast<void>(s);
        }).wait();
        a.synchronize(), b.synchronize(), c.synchronize(), d.synchronize();
        for (int i = 0; i < n; ++i) {
          const auto read = [&](int k) {
            static_cast<void>(s);
            return data[safe(@NAME@(@PLACE@, n))];
          };
          int sum = 0, few = 0;
          for (int k = -4; k <= 4; ++k) sum += read(k) * (k + 5);
          for (int k = -2; k <= 2; ++k) few += read(k) * (k + 5);
          CHECK(plain[i] == read(-1) && looped[i] == sum && tiles[i] == few);
          for (int k = -1; k <= 1; ++k) CHECK(rows[(k + 1) * n + i] == read(k));
        }
      }
"""


def programs() -> Iterator[tuple[str, str]]:
    for place, x in _PLACES.items():
        functions = "".join(
            _FUNCTION.replace("@NAME@", name).replace("@CLAMP@", clamp) for name, clamp in _CLAMPS.items()
        )
        checks = "".join(_CHECK.replace("@NAME@", name).replace("@PLACE@", x) for name in _CLAMPS)
        yield place, _TEXT.replace("@FUNCTIONS@", functions).replace("@CHECKS@", checks)

"""Loops of tiles from an id on in equal steps that carry a sum, the greatest or two values along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

_TYPES = {"int": "int", "long": "long", "unsigned": "unsigned"}
_CARRIED = {
    "sum": ("float s = 0;", "s += from[k];", "s"),
    "greatest": ("float s = -1; Int at = 0;", "if (from[k] > s) s = from[k], at = k;", "s * 4096 + at"),
    "two": ("float s = 0, p = 1;", "s += p * from[k], p = from[k] - p;", "s + p"),
    "some": ("float s = 0;", "if (k % 3 != 0) s += from[k]; else s -= 1;", "s"),
    "last": ("float s = 0; Int at = first;", "s += from[k], at = k;", "s + at"),
}
_FIRST = {  # of a work-item, its steps, and behind which number it ends
    "tile": ("t.local[0]", "t.tile_dim[0]", "n"),
    "grid": ("t.global[0]", "all", "n"),
    "rows": ("t.tile[0] * 9 + t.local[0]", "16", "std::min(n, Int(t.tile[0]) * 9 + 61)"),
}
_TEXT = """// rows: hc.language.values_over_barriers
#include <algorithm>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

typedef @TYPE@ Int;
constexpr int tile = 40, most = 1100;

static float found(const float* from, Int first, Int step, Int n) [[cpu, hc]] {
  @BEGIN@
  for (Int k = first; k < n; k += step) {
    @ROUND@
  }
  return @RESULT@;
}

struct Place {  // a work-item's, as tiled_index has it
  int global[1], local[1], tile[1], tile_dim[1];
};

int main() {
  std::vector<float> numbers(most);
  for (int i = 0; i < most; ++i) numbers[i] = float(i * 37 % 101) / 8;
  const hc::array_view<const float> from(most, numbers);
  for (int all : {40, 120, 130})
    for (Int n : {0, 1, 23, 39, 40, 41, 80, 119, 260, 1021, 1100}) {
      std::vector<float> out(all), wanted(all);
      for (int i = 0; i < all; ++i) {
        const Place t = {{i}, {i % tile}, {i / tile}, {std::min(tile, all - i / tile * tile)}};
        wanted[i] = found(numbers.data(), @FIRST@, @STEP@, @LIMIT@);
      }
      hc::array_view<float> view(all, out);
      hc::parallel_for_each(hc::extent<1>(all).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
        tile_static float s[tile];
        s[t.local[0]] = found(&from[0], @FIRST@, @STEP@, @LIMIT@);
        t.barrier.wait();
        const int other = t.tile_dim[0] - 1 - t.local[0];
        view[t.tile[0] * tile + other] = s[other];
      }).wait();
      view.synchronize();
      CHECK(out == wanted);
    }
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for (type_, spelling), (name, carried), (where, first) in product(
        _TYPES.items(), _CARRIED.items(), _FIRST.items()
    ):
        if type_ != "int" and name != "sum":
            continue
        text = _TEXT.replace("@TYPE@", spelling)
        for key, value in zip(("BEGIN", "ROUND", "RESULT"), carried, strict=True):
            text = text.replace(f"@{key}@", value)
        for key, value in zip(("FIRST", "STEP", "LIMIT"), first, strict=True):
            text = text.replace(f"@{key}@", value)
        yield f"{name}_{where}_{type_}", text

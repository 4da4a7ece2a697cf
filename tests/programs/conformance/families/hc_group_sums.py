"""Groups that add what they have counted to places that all groups share, at their end: types, operations,
extents that tiles do not divide, and one or two dimensions.
"""

from __future__ import annotations

from collections.abc import Iterator

_TYPES = {"int": "int", "unsigned": "unsigned", "long": "std::uint64_t", "float": "float"}
_OPERATIONS = {"add": "+=", "sub": "-=", "or": "|=", "xor": "^="}
_LEFT_OUT = {"float": frozenset(("or", "xor")), "long": frozenset(("sub",))}
_TEXT = """// rows: hc.atomics.places
#include <cstdint>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

typedef @TYPE@ T;
constexpr int wide = 16, high = 4, columns = 75, rows = 90;
static T value_of(int y, int x) [[cpu, hc]] { return T((y * 7 + x * 5) % 31 + 1); }

int main() {
@CHECKS@  return failures();
}
"""
_CHECK = """  {  // @NAME@
    std::vector<T> along(wide, T(3)), both(wide * high, T(3)), wanted(along), wanted_both(both);
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        wanted[wide - 1 - x % wide] @HOST@ value_of(y, x);
        wanted_both[y % high * wide + x % wide] @HOST@ value_of(y, x);
      }
    }
    hc::array_view<T> along_view(wide, along), both_view(wide * high, both);
    hc::parallel_for_each(hc::extent<2>(rows, columns).tile(high, wide), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static T part[high][wide];
      const int y = t.local[0], x = t.local[1];
      part[y][x] = value_of(t.global[0], t.global[1]);
      t.barrier.wait();
      hc::atomic_fetch_@NAME@(&along_view[wide - 1 - x], part[y][x]);
    }).wait();
    hc::parallel_for_each(hc::extent<2>(rows, columns).tile(high, wide), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static T part[high][wide];
      const int y = t.local[0], x = t.local[1];
      part[y][x] = value_of(t.global[0], t.global[1]);
      t.barrier.wait();
      hc::atomic_fetch_@NAME@(&both_view[y * wide + x], part[y][x]);
    }).wait();
    along_view.synchronize(), both_view.synchronize();
    CHECK(along == wanted);
    CHECK(both == wanted_both);

    constexpr int n = rows * columns;
    std::vector<T> line(wide, T(5)), twice(wide, T(9)), wanted_line(line), wanted_twice(twice);
    for (int i = 0; i < n; ++i) {
      wanted_line[i % wide] @HOST@ value_of(i, 0);
      if (i % wide > 3) wanted_twice[wide - 1 - i % wide] @HOST@ value_of(0, i);
    }
    hc::array_view<T> line_view(wide, line), twice_view(wide, twice);
    hc::parallel_for_each(hc::extent<1>(n).tile(wide), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static T part[wide];
      const int l = t.local[0];
      part[l] = value_of(t.global[0], 0);
      t.barrier.wait();
      hc::atomic_fetch_@NAME@(&line_view[l], part[l]);
      if (l > 3) hc::atomic_fetch_@NAME@(&twice_view[wide - 1 - l], value_of(0, t.global[0]));
    }).wait();
    line_view.synchronize(), twice_view.synchronize();
    CHECK(line == wanted_line);
    CHECK(twice == wanted_twice);
  }
"""


def programs() -> Iterator[tuple[str, str]]:
    for type_, spelling in _TYPES.items():
        checks = "".join(
            _CHECK.replace("@NAME@", name).replace("@HOST@", host)
            for name, host in _OPERATIONS.items()
            if name not in _LEFT_OUT.get(type_, ())
        )
        yield type_, _TEXT.replace("@TYPE@", spelling).replace("@CHECKS@", checks)

"""Atomics on group memory at which many work-items meet, in loops whose counts differ: types, operations, and
how the address is known: a variable, a parameter, dynamic memory, or one of group and global memory.
"""

from __future__ import annotations

from collections.abc import Iterator

_TYPES = {"int": "int", "unsigned": "unsigned", "long": "std::uint64_t", "float": "float"}
# The order of operations of one kind must not matter.
_OPERATIONS = {
    "add": ("hc::atomic_fetch_add(p, v)", "*p += v"),
    "sub": ("hc::atomic_fetch_sub(p, v)", "*p -= v"),
    "max": ("hc::atomic_fetch_max(p, T(v * 3))", "*p = std::max(*p, T(v * 3))"),
    "min": ("hc::atomic_fetch_min(p, T(60 - v))", "*p = std::min(*p, T(60 - v))"),
    "and": ("hc::atomic_fetch_and(p, T(~(1u << v)))", "*p &= T(~(1u << v))"),
    "or": ("hc::atomic_fetch_or(p, T(1u << v))", "*p |= T(1u << v)"),
    "xor": ("hc::atomic_fetch_xor(p, T(v * 5))", "*p ^= T(v * 5)"),
    "inc": ("hc::atomic_fetch_inc(p)", "*p += 1"),
    "dec": ("hc::atomic_fetch_dec(p)", "*p -= 1"),
    "exchange_if": ("exchange_if(p, v)", "*p += v"),
}
_LEFT_OUT = {
    "float": frozenset(_OPERATIONS) - {"add", "sub"},
    "long": frozenset(("sub", "inc", "dec")),
}
# how the place of cell c is known in step i
_WAYS = {
    "variable": "&local[c]",
    "parameter": "further(local, c)",
    "dynamic": "&dynamic[c]",
    "chosen": "i % 2 ? &local[c] : &shared[c]",
    "chosen_once": "&where[c]",
    "of_structs": "&pairs[c].second",
}
_TEXT = """// rows: hc.atomics.places
#include <algorithm>
#include <cstdint>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

typedef @TYPE@ T;
constexpr int cells = 13, tile = 48, tiles = 6, n = tile * tiles, steps = 150;
struct Pair {
  T first, second;
};

static T* further(T* cell, int c) [[hc]] { return cell + c; }
template <class U>
static void exchange_if(U* p, U v) [[hc]] {
  U expected = 0;
  while (!hc::atomic_compare_exchange(p, &expected, U(expected + v))) {
  }
}
static int cell_of(int item, int i) [[cpu, hc]] { return (i * 5 + item / 3) % cells; }
static T value_of(int item, int i) [[cpu, hc]] { return T((item + i) % 17 + 1); }
static bool is_shared(int group, int i) {
  return @SHARED@;
}

int main() {
  std::vector<T> found(tiles * cells), common(cells);
  std::vector<int> lists(n), lengths(tiles);
@CHECKS@  return failures();
}
"""
_CHECK = """  {  // @NAME@
    const T start = T(1000);
    std::fill(common.begin(), common.end(), start);
    T* const out = found.data();
    T* const shared = common.data();
    int* const list = lists.data();
    int* const length = lengths.data();
    std::vector<T> wanted(tiles * cells, start), wanted_shared(cells, start);
    hc::array_view<T> out_view(tiles * cells, out), shared_view(cells, shared);
    hc::array_view<int> list_view(n, list), length_view(tiles, length);
    hc::tiled_extent<1> all = hc::extent<1>(n).tile_with_dynamic(tile, cells * sizeof(T));
    hc::parallel_for_each(all, [=](hc::tiled_index<1> t) [[hc]] {
      tile_static T local[cells];
      tile_static Pair pairs[cells];
      tile_static unsigned filled;
      T* const dynamic = static_cast<T*>(hc::get_dynamic_group_segment_base_pointer());
      T* const shared = &shared_view[0];
      T* const where = t.tile[0] % 2 ? local : shared;
      static_cast<void>(shared), static_cast<void>(where);
      const int item = t.local[0];
      for (int c = item; c < cells; c += tile) {
        local[c] = dynamic[c] = pairs[c].first = pairs[c].second = start;
      }
      if (item == 0) filled = 0;
      t.barrier.wait();
      for (int i = item % 7; i < steps; i += 1 + item % 3) {
        const int c = cell_of(item, i);
        const T v = value_of(item, i);
        T* const p = @PLACE@;
        @DEVICE@;
        static_cast<void>(v);
      }
      for (int i = item; i < steps; i += tile) {
        const int c = cell_of(item, i);
        const T v = value_of(item, i);
        T* const p = @PLACE@;
        @DEVICE@;
        static_cast<void>(v);
      }
      for (int k = item % 5; k == 4; ++k) {
        list_view[t.tile[0] * tile + hc::atomic_fetch_add(&filled, 1u)] = item;
      }
      t.barrier.wait();
      if (item == 0) length_view[t.tile[0]] = filled;
      for (int c = item; c < cells; c += tile) out_view[t.tile[0] * cells + c] = @RESULT@;
    }).wait();
    out_view.synchronize(), shared_view.synchronize(), list_view.synchronize(), length_view.synchronize();
    for (int group = 0; group < tiles; ++group) {
      for (int item = 0; item < tile; ++item) {
        const auto step = [&](int i) {
          T* const p = is_shared(group, i) ? &wanted_shared[cell_of(item, i)]
                                           : &wanted[group * cells + cell_of(item, i)];
          const T v = value_of(item, i);
          static_cast<void>(v);
          @HOST@;
        };
        for (int i = item % 7; i < steps; i += 1 + item % 3) step(i);
        for (int i = item; i < steps; i += tile) step(i);
      }
      std::vector<int> some(list + group * tile, list + group * tile + length[group]), every;
      for (int item = 4; item < tile; item += 5) every.push_back(item);
      std::sort(some.begin(), some.end());
      CHECK(some == every);
    }
    CHECK(found == wanted);
    CHECK(common == wanted_shared);
  }
"""


def programs() -> Iterator[tuple[str, str]]:
    for type_, spelling in _TYPES.items():
        for way, place in _WAYS.items():
            yield f"{type_}_{way}", _program(type_, spelling, way, place)


def _program(type_: str, spelling: str, way: str, place: str) -> str:
    result = {"dynamic": "dynamic[c]", "of_structs": "pairs[c].second"}.get(way, "local[c]")
    shared = {
        "chosen": "static_cast<void>(group), i % 2 == 0",
        "chosen_once": "static_cast<void>(i), group % 2 == 0",
    }
    checks = "".join(
        _CHECK.replace("@NAME@", name)
        .replace("@PLACE@", place)
        .replace("@DEVICE@", device)
        .replace("@HOST@", host)
        .replace("@RESULT@", result)
        for name, (device, host) in _OPERATIONS.items()
        if name not in _LEFT_OUT.get(type_, ())
    )
    text = _TEXT.replace("@TYPE@", spelling).replace("@CHECKS@", checks)
    return text.replace("@SHARED@", shared.get(way, "static_cast<void>(group), static_cast<void>(i), false"))

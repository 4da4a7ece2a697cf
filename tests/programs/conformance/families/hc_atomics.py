"""Atomic functions of HC: what C++ AMP has, 64 bits, float sums, and the same functions in host code."""

from __future__ import annotations

from collections.abc import Iterator

INTEGERS = {"int": "int", "unsigned int": "uint", "std::uint64_t": "uint64"}
# function -> (operand of step k, value after `old` and `operand`, first value)
OPERATIONS = {
    "exchange": ("T(k + 1)", "operand", "T(5000)"),
    "fetch_add": ("T(k % 7 + 1)", "T(old + operand)", "NEAR_END"),
    "fetch_sub": ("T(k % 5 + 1)", "T(old - operand)", "T(3)"),
    "fetch_max": ("T(k * 37 % 211)", "old > operand ? old : operand", "T(7)"),
    "fetch_min": ("T(400 - k * 37 % 211)", "old < operand ? old : operand", "T(1000)"),
    "fetch_and": ("T(~(T(1) << k % (sizeof(T) * 8)))", "T(old & operand)", "T(-1)"),
    "fetch_or": ("T(T(1) << k % (sizeof(T) * 8))", "T(old | operand)", "T(0)"),
    "fetch_xor": ("T(T(5) << k % (sizeof(T) * 8 - 4))", "T(old ^ operand)", "T(9)"),
    "fetch_inc": ("", "T(old + 1)", "T(-3)"),
    "fetch_dec": ("", "T(old - 1)", "T(2)"),
}
FLOATS = ("exchange", "fetch_add", "fetch_sub")

PROGRAM = """// rows: hc.atomics.{row}, hc.atomics.host
#include <algorithm>
#include <cstdint>
#include <hc.hpp>
#include <thread>
#include <vector>

#include "check.hpp"

typedef {type} T;

static T operand_of(int k) [[cpu, hc]] {{ return {operand}; }}
static T after(T old, T operand) {{ return {after}; }}
static T step(T* value, int k) [[cpu, hc]] {{
  const T operand = operand_of(k);
  static_cast<void>(operand);
  return hc::atomic_{function}(value{argument});
}}

// The values before `count` operations and the last one are the values after them and the first one.
static bool consistent(T first, T last, const T* olds, int begin, int count) {{
  std::vector<T> before(olds, olds + count), behind(1, first);
  before.push_back(last);
  for (int k = 0; k < count; ++k) behind.push_back(after(olds[k], operand_of(begin + k)));
  std::sort(before.begin(), before.end());
  std::sort(behind.begin(), behind.end());
  return before == behind;
}}

int main() {{
  const int n = 512, tile = 64;
  const T first = {first};
  std::vector<T> olds(n), cell(1, first), tiles(n / tile);
  {{
    hc::array_view<T> old_values(n, olds), value(1, cell);
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {{
      old_values[i] = step(&value[0], i[0]);
    }});
  }}
  CHECK(consistent(first, cell[0], olds.data(), 0, n));
  {{
    hc::array_view<T> old_values(n, olds), last(n / tile, tiles);
    hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {{
      tile_static T value;
      if (t.local[0] == 0) value = first;
      t.barrier.wait();
      old_values[t.global] = step(&value, t.global[0]);
      t.barrier.wait();
      if (t.local[0] == 0) last[t.tile] = value;
    }});
  }}
  for (int k = 0; k < n / tile; ++k) CHECK(consistent(first, tiles[k], &olds[k * tile], k * tile, tile));

  T shared = first;  // the host's overload, from two threads
  auto half = [&](int begin) {{
    for (int k = begin; k < begin + n / 2; ++k) olds[k] = step(&shared, k);
  }};
  std::thread other(half, 0);
  half(n / 2);
  other.join();
  CHECK(consistent(first, shared, olds.data(), 0, n));
  return failures();
}}
"""

COMPARE_EXCHANGE = """// rows: hc.atomics.compare_exchange, hc.atomics.host
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

typedef {type} T;

static void add(T* value, T more) [[cpu, hc]] {{
  T expected = 1;
  while (!hc::atomic_compare_exchange(value, &expected, T(expected + more))) {{
  }}
}}

int main() {{
  const T more = {more};
  hc::array_view<T> total(1);
  total[0] = 2;
  hc::parallel_for_each(hc::extent<1>(500), [=](hc::index<1>) [[hc]] {{ add(&total[0], more); }});
  CHECK(total[0] == T(2 + 500 * more));

  hc::array_view<T> tiles(4);
  hc::parallel_for_each(hc::extent<1>(256).tile(64), [=](hc::tiled_index<1> t) [[hc]] {{
    tile_static T value;
    if (t.local[0] == 0) value = 0;
    t.barrier.wait();
    add(&value, more);
    t.barrier.wait();
    if (t.local[0] == 0) tiles[t.tile] = value;
  }});
  for (int k = 0; k < 4; ++k) CHECK(tiles[k] == T(64 * more));

  T mine = 4;
  add(&mine, 3);
  T expected = 5;
  CHECK(mine == 7 && !hc::atomic_compare_exchange(&mine, &expected, T(1)) && expected == 7 && mine == 7);
  return failures();
}}
"""


def programs() -> Iterator[tuple[str, str]]:
    for type_, name in INTEGERS.items():
        for function, (operand, after, first) in OPERATIONS.items():
            if name == "uint64" and function in ("fetch_sub", "fetch_inc", "fetch_dec"):
                continue  # hcc has them for 32 bits only
            yield f"{function}_{name}", _program(function, type_, operand, after, first)
        more = "T(1) << 33" if name == "uint64" else "T(3)"
        yield f"compare_exchange_{name}", COMPARE_EXCHANGE.format(type=type_, more=more)
    for function in FLOATS:
        operand, after, _ = OPERATIONS[function]
        yield f"{function}_float", _program(function, "float", operand, after, "T(0.5f)")


def _program(function: str, type_: str, operand: str, after: str, first: str) -> str:
    near_end = {"int": "T(-900)", "unsigned int": "T(-900)", "std::uint64_t": "(T(1) << 32) - 900"}
    return PROGRAM.format(
        row=function,
        type=type_,
        function=function,
        operand=operand or "T(k * 0)",
        after=after if operand else after.replace("T(", "T(operand * 0 + "),
        first=near_end.get(type_, "") if first == "NEAR_END" else first,
        argument=", operand" if operand else "",
    )

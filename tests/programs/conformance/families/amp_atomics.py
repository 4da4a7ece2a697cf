"""Atomic functions of C++ AMP (6): every function on every type, contended, in global and in group memory.

In any order, the values before the operations and the last value must be the values after them and the
first one.
"""

from __future__ import annotations

from collections.abc import Iterator

# function -> (operand of work-item i, value after `old` and `operand`, first value)
OPERATIONS = {
    "exchange": ("T(i + 1)", "operand", "T(5000)"),
    "fetch_add": ("T(i % 7 + 1)", "T(old + operand)", "T(11)"),
    "fetch_sub": ("T(i % 5 + 1)", "T(old - operand)", "T(90000)"),
    "fetch_max": ("T(i * 37 % 211)", "old > operand ? old : operand", "FIRST_MAX"),
    "fetch_min": ("T(i * 37 % 211) + FIRST_MIN_OFFSET", "old < operand ? old : operand", ""),
    "fetch_and": ("T(~(1u << i % 32))", "T(old & operand)", "T(-1)"),
    "fetch_or": ("T(1u << i % 32)", "T(old | operand)", "T(0)"),
    "fetch_xor": ("T(3u << i % 31)", "T(old ^ operand)", "T(9)"),
    "fetch_inc": ("", "T(old + 1)", "T(-3)"),
    "fetch_dec": ("", "T(old - 1)", "T(2)"),
}

CHECKED = """// rows: amp.6.{row}
#include <algorithm>
#include <amp.h>
#include <vector>

#include "check.hpp"

using namespace concurrency;
typedef {type} T;

static T operand_of(int i) restrict(cpu, amp) {{ return {operand}; }}
static T after(T old, T operand) {{ return {after}; }}

// `count` operations on a value that began with `first` and ended with `last`.
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
    array_view<T> old_values(n, olds), value(1, cell);
    parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) {{
      const T operand = operand_of(i[0]);
      old_values[i] = atomic_{function}(&value[0]{argument});
      static_cast<void>(operand);
    }});
  }}
  CHECK(consistent(first, cell[0], olds.data(), 0, n));
  {{
    array_view<T> old_values(n, olds), last(n / tile, tiles);
    parallel_for_each(extent<1>(n).tile<tile>(), [=](tiled_index<tile> t) restrict(amp) {{
      tile_static T value;
      if (t.local[0] == 0) value = first;
      t.barrier.wait();
      const T operand = operand_of(t.global[0]);
      old_values[t.global] = atomic_{function}(&value{argument});
      static_cast<void>(operand);
      t.barrier.wait();
      if (t.local[0] == 0) last[t.tile] = value;
    }});
  }}
  for (int k = 0; k < n / tile; ++k) CHECK(consistent(first, tiles[k], &olds[k * tile], k * tile, tile));
  return failures();
}}
"""

COMPARE_EXCHANGE = """// rows: amp.6.atomic_compare_exchange
#include <amp.h>

#include "check.hpp"

using namespace concurrency;
typedef {type} T;

int main() {{
  const int n = 512, tile = 64;
  array_view<T> total(1), tiles(n / tile), told(2);
  total[0] = 0;
  parallel_for_each(extent<1>(n), [=](index<1>) restrict(amp) {{
    T expected = 0;  // wrong for all but one: the function says what is there
    while (!atomic_compare_exchange(&total[0], &expected, T(expected + 3))) {{
    }}
  }});
  CHECK(total[0] == T(3 * n));

  parallel_for_each(extent<1>(n).tile<tile>(), [=](tiled_index<tile> t) restrict(amp) {{
    tile_static T value;
    if (t.local[0] == 0) value = T(-5);
    t.barrier.wait();
    T expected = value;
    while (!atomic_compare_exchange(&value, &expected, T(expected + 1))) {{
    }}
    t.barrier.wait();
    if (t.local[0] == 0) tiles[t.tile] = value;
  }});
  for (int k = 0; k < n / tile; ++k) CHECK(tiles[k] == T(tile - 5));

  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {{
    T expected = 1;
    const bool refused = !atomic_compare_exchange(&total[0], &expected, T(9));
    told[0] = refused && expected == T(3 * n) && total[0] == T(3 * n);
    told[1] = atomic_compare_exchange(&total[0], &expected, T(9)) && expected == T(3 * n);
  }});
  CHECK(told[0] == 1 && told[1] == 1 && total[0] == 9);
  return failures();
}}
"""


def programs() -> Iterator[tuple[str, str]]:
    for type_, name in (("int", "int"), ("unsigned int", "uint")):
        for function, (operand, after, first) in OPERATIONS.items():
            yield f"{function}_{name}", _checked(function, type_, operand, after, first)
        yield f"compare_exchange_{name}", COMPARE_EXCHANGE.format(type=type_)
    operand, after, first = OPERATIONS["exchange"]
    yield "exchange_float", _checked("exchange", "float", operand, after, first)


def _checked(function: str, type_: str, operand: str, after: str, first: str) -> str:
    negative = type_ == "int"
    first = first.replace("FIRST_MAX", "T(-100)" if negative else "T(0)")
    operand = operand.replace("FIRST_MIN_OFFSET", "T(-150)" if negative else "T(0x80000000u)")
    if function == "fetch_min":
        first = "T(1000)" if negative else "T(0xfffffff0u)"
    return CHECKED.format(
        row=f"atomic_{function}",
        type=type_,
        function=function,
        operand=operand or "T(i * 0)",
        after=after if operand else after.replace("T(", "T(operand * 0 + "),
        first=first,
        argument=", operand" if operand else "",
    )

"""Loops that hand a value on from one turn to the next (`t = a + b; a = b; b = t;`), counting up and down."""

from __future__ import annotations

from collections.abc import Iterator

TEXT = """// rows: hc.language.kernel_forms
#include <hc.hpp>
#include "check.hpp"

using value = @TYPE@;

static value handed(int n, value start, int way) [[cpu, hc]] {
  value a = 0, b = start;
  @LOOP@ {
    value t = a + b;
    a = b;
    b = t;
  }
  return way ? b : a;
}

int main() {
  hc::array_view<int> turns(32);
  hc::array_view<value> first(32), second(32), third(32);
  for (int k = 0; k < 32; ++k) turns[k] = (k * 7) % 16;
  hc::parallel_for_each(hc::extent<1>(32), [=](hc::index<1> i) [[hc]] {
    first[i] = handed(i[0] & 15, 1, 0);
    second[i] = handed(turns[i], 1, 0);
    third[i] = handed(turns[i], value(i[0]), 1);
  }).wait();
  for (int k = 0; k < 32; ++k) {
    CHECK(first[k] == handed(k & 15, 1, 0));
    CHECK(second[k] == handed((k * 7) % 16, 1, 0));
    CHECK(third[k] == handed((k * 7) % 16, value(k), 1));
  }
  return failures();
}
"""

LOOPS = {
    "down": "while (n--)",
    "down_for": "for (; n > 0; --n)",
    "down_by_two": "for (; n > 0; n -= 2)",
    "down_index": "for (int k = n - 1; k >= 0; --k)",
    "up": "for (int k = 0; k < n; ++k)",
    "halving": "for (; n > 0; n /= 2)",
}
TYPES = {"int": "int", "unsigned_long": "unsigned long", "float": "float"}


def programs() -> Iterator[tuple[str, str]]:
    for name, kind in TYPES.items():
        for loop, text in LOOPS.items():
            yield f"{name}_{loop}", TEXT.replace("@TYPE@", kind).replace("@LOOP@", text)

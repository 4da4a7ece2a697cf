"""Counts under several conditions about numbers, ids and what a loop counts: near the ends of 32 bits, too.

Each work-item counts those of a list that its conditions take. The CPU computes the same, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator

_ELEMENTS = {"float": "float", "int": "int", "short": "short", "double": "double", "uint": "unsigned"}
# What work-item i, whose number is v, asks of number j of the list; `from` is where the loop begins.
_CONDITIONS = {
    "rank": "a[j] < v || (a[j] == v && j < i)",
    "not_itself": "a[j] > v && j != i",
    "behind": "j > i && a[j] <= v",
    "either_way": "(a[j] < v) != (j < i)",
    "neither": "!(a[j] < v || j >= i)",
    "near": "j >= i - 3 && j <= i + 3 && a[j] != v",
    "by_far": "j - 1000 < i - 1003 || a[j] == v",
    "three": "(j < i && a[j] < v) || (j > i + 5 && a[j] > v) || j == i",
    "wide": "(long long)j * 3 < (long long)i * 2 + 1 && a[j] != v",
    "moved": "int(unsigned(i) + shift) < j && a[j] >= v",
}
_TEXT = """// rows: hc.parallel_for_each.extent
// flags: -fwrapv
#include <hc.hpp>
#include <vector>

#include "check.hpp"

typedef @E@ E;
template <class Count>
static Count count(int i, const E* a, int first, int n, unsigned shift) [[cpu, hc]] {
  const E v = a[i];
  Count s = 0;
  (void)shift;
  for (int j = first; j < n; ++j) s += @CONDITION@;
  return s;
}

template <class Count, int fixed>
static int compare(int items, int first, int given, unsigned shift) {
  const int n = fixed ? fixed : given;
  const int most = items > n ? items : n;
  std::vector<E> numbers(most + 1);
  for (int k = 0; k < most; ++k) numbers[k] = E(k * 7 % 13);
  std::vector<Count> got(items, Count(-1));
  const E* const a = numbers.data();
  Count* const o = got.data();
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
    o[i[0]] = count<Count>(i[0], a, first, fixed ? fixed : given, shift);
  }).wait();
  int wrong = 0;
  for (int i = 0; i < items; ++i) wrong += got[i] != count<Count>(i, a, first, n, shift);
  return wrong;
}

int main() {
  for (unsigned shift : {0u, 0x7ffffff0u, 0x80000000u, 0xfffffff0u}) {
    CHECK((compare<int, 64>(100, 0, 0, shift) == 0));
    CHECK((compare<int, 0>(77, 0, 50, shift) == 0));
    CHECK((compare<int, 0>(64, 5, 70, shift) == 0));
    CHECK((compare<long long, 40>(64, 3, 0, shift) == 0));
    CHECK((compare<float, 33>(48, 0, 0, shift) == 0));
    CHECK((compare<int, 0>(33, 0, 0, shift) == 0));
  }
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for condition, text in _CONDITIONS.items():
        for element, type_ in _ELEMENTS.items():
            if element not in ("float", "int") and condition not in ("rank", "near", "three"):
                continue
            made = _TEXT.replace("@CONDITION@", f"({text})").replace("@E@", type_)
            yield f"{condition}_{element}", made

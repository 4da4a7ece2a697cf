"""One program for each way to annotate functions of HC for both sides."""

from __future__ import annotations

from collections.abc import Iterator

_SPELLINGS = {
    "list": "[[cpu, hc]]",
    "list_reversed": "[[hc, cpu]]",
    "apart": "[[cpu]][[hc]]",
    "spaces": "[[ hc ]] [[ cpu ]]",
    "gnu": "__attribute__((hc)) __attribute__((cpu))",
    "gnu_list": "__attribute__((hc, cpu))",
    "gnu_amp": "__attribute__((amp, cpu))",
    "macros": "__HC__ __CPU__",
    "restrict": "restrict(cpu, amp)",
}
_TEXT = """// rows: hc.annotations.spellings
#include <hc.hpp>

#include "check.hpp"

int declared(int x) @R@;
int declared(int x) { return x + 2; }
struct item {
  int v;
  item() : v(0) {}
  int later() const @R@;
  static int fixed(int x) @R@;
};
int item::later() const { return v + 6; }
int item::fixed(int x) { return x + 5; }

int main() {
  hc::array_view<int> v(3);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) @R@ {
    auto inner = [=](int y) @R@ { return i[0] * y; };
    item a;
    a.v = i[0];
    v[i] = declared(i[0]) + a.later() + item::fixed(i[0]) + inner(3);
  }).wait();
  for (int i = 0; i < 3; ++i) CHECK(v[i] == 6 * i + 13);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, spelling in _SPELLINGS.items():
        yield name, _TEXT.replace("@R@", spelling)

"""One program for each way to write `restrict(cpu, amp)`, which holds a function of each kind with it."""

from __future__ import annotations

from collections.abc import Iterator

_SPELLINGS = {
    "cpu_amp": ("", "restrict(cpu, amp)"),
    "amp_cpu": ("", "restrict(amp, cpu)"),
    "two_clauses": ("", "restrict(cpu) restrict(amp)"),
    "spaces": ("", "restrict  ( cpu  ,  amp )"),
    "lines": ("", "restrict(cpu,\n    amp)"),
    "comments": ("", "/* where */ restrict(/* one */ cpu, amp /* two */)"),
    "microsoft_gpu": ("", "__GPU"),
    "object_macro": ("#define BOTH restrict(cpu, amp)\n", "BOTH"),
    "asked_macro": (
        "#define BOTH restrict(cpu, amp)\n#ifndef BOTH\n#define BOTH\n#endif\n"
        "#if !defined(BOTH) || defined BOTH && 0\n#error BOTH\n#endif\n",
        "BOTH",
    ),
    "nested_macro": ("#define ONE restrict(amp)\n#define TWO restrict(cpu) ONE\n", "TWO"),
    "function_macro": ("#define ON(...) restrict(__VA_ARGS__)\n", "ON(amp, cpu)"),
}
_TEXT = """// rows: amp.2.1.restrict, amp.2.1.cpu, amp.2.1.amp
#include <amp.h>

#include "check.hpp"

@DEFINE@
using namespace concurrency;

int function(int x) @R@ { return x + 1; }
int declared(int x) @R@;
int declared(int x) @R@ { return x + 2; }
template <typename T>
T general(T x) @R@ {
  return x + 3;
}
auto trailing(int x) @R@ -> int { return x + 4; }
struct item {
  int v;
  item() @R@ : v(0) {}
  explicit item(int x) @R@ : v(x) {}
  item(const item& o) @R@ : v(o.v) {}
  ~item() @R@ {}
  item& operator=(const item& o) @R@ {
    v = o.v;
    return *this;
  }
  int get() const @R@ { return v; }
  int quiet() const noexcept @R@ { return v; }
  static int fixed() @R@ { return 5; }
  operator int() const @R@ { return v; }
  int operator()(int x) const @R@ { return v * x; }
  friend item operator+(const item& a, const item& b) @R@ { return item(a.v + b.v); }
  int later() const @R@;
};
int item::later() const @R@ { return v + 6; }

int all(int x) @R@ {
  auto lambda = [=](int y) @R@ { return x * y; };
  item a(x), b;
  b = a + item(1);
  return function(x) + declared(x) + general(x) + trailing(x) + b.get() + b.quiet() +
         item::fixed() + int(b) + b(2) +
         b.later() + lambda(3);
}

int main() {
  array_view<int> v(3);
  parallel_for_each(v.extent, [=](index<1> i) @R@ { v[i] = all(i[0]); });
  for (int i = 0; i < 3; ++i) CHECK(v[i] == all(i) && all(i) == 13 * i + 27);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (define, spelling) in _SPELLINGS.items():
        yield name, _TEXT.replace("@DEFINE@\n", define).replace("@R@", spelling)

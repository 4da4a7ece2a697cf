"""Functions that are declared by the name of a function type, whose clause is theirs: in each kind of alias,
in each place, for the devices alone and for both sides; and those that a clause keeps from the CPU."""

from __future__ import annotations

from collections.abc import Iterator

# How the type is named, with the declared name as @; each declares both_t and amp_t, or their like.
ALIASES = {
    "typedef": (
        "typedef int both_t(int) restrict(amp, cpu);\ntypedef int amp_t(int) restrict(amp);\n",
        "both_t @;",
        "amp_t @;",
    ),
    "using": (
        "using both_t = int(int) restrict(cpu, amp);\nusing amp_t = auto(int) restrict(amp) -> int;\n",
        "both_t @;",
        "amp_t @;",
    ),
    "alias_template": (
        "template <class T>\nusing both_t = T(T) restrict(amp, cpu);\n"
        "template <class T, class U = T>\nusing amp_t = T(U) restrict(amp);\n",
        "both_t<int> @;",
        "amp_t<int> @;",
    ),
    "of_class_template": (
        "template <class T>\nstruct types {\n  typedef T both(T) restrict(amp, cpu);\n"
        " public:\n  using device = T(T) restrict(amp);\n};\n",
        "types<int>::both @;",
        "types<int>::device @;",
    ),
    "of_typedef": (
        "typedef int first_t(int) restrict(amp) restrict(cpu);\ntypedef first_t both_t;\n"
        "using second_t = int(int) restrict(amp);\nusing amp_t = second_t;\n",
        "both_t @;",
        "amp_t @;",
    ),
}
TEXT = """// rows: amp.2.1.function_types
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

@ALIAS@
@f@
extern @g@
namespace inner {
@h@
}
struct owner {
  int base;
  @member@
  static @shared@
  friend @befriended@
};
@device@

int f(int x) restrict(amp, cpu) { return x + 1; }
int g(int x) restrict(cpu, amp) { return x + 2; }
int inner::h(int x) restrict(amp) restrict(cpu) { return x + 3; }
int owner::member(int x) restrict(amp, cpu) { return x + base; }
int owner::shared(int x) restrict(amp, cpu) { return x + 5; }
int befriended(int x) restrict(amp, cpu) { return x + 6; }
int device(int x) restrict(amp) { return x + 1000; }

int all(int x) restrict(amp, cpu) {
  owner o = {4};
  return f(x) + g(x) + inner::h(x) + o.member(x) + owner::shared(x) + befriended(x);
}

int main() {
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(10) + device(i[0]); });
  CHECK(v[0] == 81 + 1000);
  CHECK(all(10) == 81);
  return failures();
}
"""
REFUSED = """// rows: amp.2.1.function_types
#include <amp.h>

@ALIAS@
@device@
// expected-note@-1 {{a candidate is declared here}}

int main() { return device(1); }
// expected-error@-1 {{'device' is restricted to amp and can't be used in code for the CPU}}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, case in ALIASES.items():
        yield name, _filled(TEXT, *case)
        yield f"{name}_refused", _filled(REFUSED, *case)


def _filled(text: str, alias: str, both: str, device: str) -> str:
    text = text.replace("@ALIAS@", alias).replace("@device@", device.replace("@", "device"))
    for function in ("f", "g", "h", "member", "shared", "befriended"):
        text = text.replace(f"@{function}@", both.replace("@", function))
    return text

"""One program for each kind of function overloaded on its restriction: every context binds its own."""

from __future__ import annotations

from collections.abc import Iterator

_CPU, _AMP = "restrict(cpu)", "restrict(amp)"
# Declarations with @C@ and @A@ for the two restrictions, and an expression: 1 on the CPU, 2 in a kernel.
KINDS = {
    "function": ("int f() @C@ { return 1; }\nint f() @A@ { return 2; }", "f()"),
    "function_in_namespace": (
        "namespace n {\nint f() @C@ { return 1; }\n}\nnamespace n {\nint f() @A@ { return 2; }\n}",
        "n::f()",
    ),
    "declared_first": (
        "int f(int) @A@;\nint f(int) @C@;\nint f(int x) @C@ { return x; }\n"
        "int f(int x) @A@ { return x + 1; }",
        "f(1)",
    ),
    "function_template": (
        "template <typename T>\nT f(T x) @C@ {\n  return x;\n}\n"
        "template <typename T>\nT f(T x) @A@ {\n  return x + 1;\n}",
        "f(1)",
    ),
    "member": (
        "struct s {\n  int f() const @C@ { return 1; }\n  int f() const @A@ { return 2; }\n};",
        "s().f()",
    ),
    "static_member": (
        "struct s {\n  static int f() @C@ { return 1; }\n  static int f() @A@ { return 2; }\n};",
        "s::f()",
    ),
    "member_out_of_class": (
        "struct s {\n  int f() const @C@;\n  int f() const @A@;\n};\n"
        "int s::f() const @A@ { return 2; }\nint s::f() const @C@ { return 1; }",
        "s().f()",
    ),
    "member_template": (
        "struct s {\n  template <typename T>\n  T f(T x) const @C@ {\n    return x;\n  }\n"
        "  template <typename T>\n  T f(T x) const @A@ {\n    return x + 1;\n  }\n};",
        "s().f(1)",
    ),
    "class_template_member": (
        "template <typename T>\nstruct s {\n  T f() const @C@ { return 1; }\n"
        "  T f() const @A@ { return 2; }\n};",
        "s<int>().f()",
    ),
    "constructor": ("struct s {\n  int v;\n  s() @C@ : v(1) {}\n  s() @A@ : v(2) {}\n};", "s().v"),
    "converting_constructor": (
        "struct s {\n  int v;\n  s(int x) @C@ : v(x) {}\n  s(int x) @A@ : v(x + 1) {}\n};",
        "s(1).v",
    ),
    "conversion": (
        "struct s {\n  operator int() const @C@ { return 1; }\n  operator int() const @A@ { return 2; }\n};",
        "int(s())",
    ),
    "call_operator": (
        "struct s {\n  int operator()() const @C@ { return 1; }\n"
        "  int operator()() const @A@ { return 2; }\n};",
        "s()()",
    ),
    "binary_operator": (
        "struct s {};\nint operator+(s, s) @C@ { return 1; }\nint operator+(s, s) @A@ { return 2; }",
        "s() + s()",
    ),
    "subscript": (
        "struct s {\n  int operator[](int) const @C@ { return 1; }\n"
        "  int operator[](int) const @A@ { return 2; }\n};",
        "s()[0]",
    ),
    "base_member": (
        "struct b {\n  int f() const @C@ { return 1; }\n  int f() const @A@ { return 2; }\n};\n"
        "struct s : b {};",
        "s().f()",
    ),
}
_TEXT = """// rows: @ROWS@
#include <@HEADER@>

#include "check.hpp"

using namespace @SPACE@;

@DECLARATIONS@
int relay() @BOTH@ { return @USE@; }

int main() {
  array_view<int> v(2);
  parallel_for_each(extent<1>(1), [=](index<1>) @A@ {
    v[0] = @USE@;
    v[1] = relay();
  })@WAIT@;
  CHECK(v[0] == 2 && v[1] == 2);
  CHECK(@USE@ == 1 && relay() == 1);
  return failures();
}
"""


def text_of(kind: str, words: dict[str, str]) -> str:
    """The program for a kind, with the dialect's words."""
    declarations, use = KINDS[kind]
    text = _TEXT.replace("@DECLARATIONS@", declarations).replace("@USE@", use)
    for mark, word in words.items():
        text = text.replace(f"@{mark}@", word)
    return text


def programs() -> Iterator[tuple[str, str]]:
    words = {
        "ROWS": "amp.2.2.overloads",
        "HEADER": "amp.h",
        "SPACE": "concurrency",
        "BOTH": "restrict(cpu, amp)",
        "C": _CPU,
        "A": _AMP,
        "WAIT": "",
    }
    for kind in KINDS:
        yield kind, text_of(kind, words)

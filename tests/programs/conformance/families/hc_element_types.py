"""Each type that HC code may hold: captured, in an array_view, in tile_static memory, as a local variable."""

from __future__ import annotations

from collections.abc import Iterator

# Declarations, and two values of the type.
_TYPES = {
    "bool": ("", "bool", "true", "false"),
    "char": ("", "char", "'a'", "'\\xf0'"),
    "signed char": ("", "signed char", "-5", "100"),
    "unsigned char": ("", "unsigned char", "5", "250"),
    "short": ("", "short", "-300", "300"),
    "unsigned short": ("", "unsigned short", "65000", "1"),
    "int": ("", "int", "-70000", "70000"),
    "unsigned": ("", "unsigned", "4000000000u", "1u"),
    "long": ("", "long", "-(1L << 40)", "1L"),
    "unsigned long long": ("", "unsigned long long", "~0ULL", "1ULL"),
    "float": ("", "float", "0.5f", "-1.25f"),
    "double": ("", "double", "0.1", "-1e300"),
    "enum": ("enum color { red, green = 7 };", "color", "green", "red"),
    "enum_class_char": (
        "enum class shade : char { light = -1, dark = 9 };",
        "shade",
        "shade::dark",
        "shade::light",
    ),
    "struct": (
        "struct item {\n  char c;\n  double d;\n  short s[3];\n"
        "  bool operator==(const item& o) const { return c == o.c && d == o.d && s[2] == o.s[2]; }\n};",
        "item",
        "(item{'x', 0.5, {1, 2, 3}})",
        "(item{'y', 1.5, {4, 5, 6}})",
    ),
    "class_with_constructor": (
        "class point {\n public:\n  point() : x_(1), y_(2) {}\n  point(int x, int y) : x_(x), y_(y) {}\n"
        "  bool operator==(const point& o) const { return x_ == o.x_ && y_ == o.y_; }\n\n private:\n"
        "  int x_, y_;\n};",
        "point",
        "point(3, 4)",
        "point(5, 6)",
    ),
    "union": (
        "union word {\n  int i;\n  float f;\n  bool operator==(const word& o) const { return i == o.i; }\n};",
        "word",
        "word{3}",
        "word{4}",
    ),
    "index": ("", "hc::index<2>", "hc::index<2>(1, 2)", "hc::index<2>(3, 4)"),
    "pair": (
        "#include <utility>",
        "std::pair<int, float>",
        "std::make_pair(1, 2.5f)",
        "std::make_pair(3, 4.5f)",
    ),
    "array": (
        "#include <array>",
        "std::array<short, 3>",
        "(std::array<short, 3>{{1, 2, 3}})",
        "(std::array<short, 3>{{4, 5, 6}})",
    ),
    "complex": (
        "#include <complex>",
        "std::complex<float>",
        "std::complex<float>(1, 2)",
        "std::complex<float>(3, 4)",
    ),
}
_TEXT = """// rows: hc.language.small_types, hc.tile_static.forms, hc.captures.structs
#include <hc.hpp>

@DECLARATIONS@
#include "check.hpp"

typedef @TYPE@ type;

int main() {
  const type a = @A@;
  type b = @B@;
  type list[2] = {a, b};
  hc::array_view<type> v(8);
  hc::array_view<int> right(8);
  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static type shared[4];
    const int l = t.local[0];
    type local[2] = {b, a};
    shared[l] = l % 2 ? a : b;
    t.barrier.wait();
    v[t.global] = shared[3 - l];
    right[t.global] = (shared[3 - l] == local[l % 2 ? 0 : 1]) + 2 * (list[0] == a) + 4 * (list[1] == b);
  }).wait();
  for (int i = 0; i < 8; ++i) CHECK(v[i] == (i % 2 ? b : a) && right[i] == 7);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (declarations, kind, one, other) in _TYPES.items():
        text = _TEXT.replace("@DECLARATIONS@\n", declarations + "\n" if declarations else "").replace(
            "@TYPE@", kind
        )
        yield name.replace(" ", "_"), text.replace("@A@", one).replace("@B@", other)

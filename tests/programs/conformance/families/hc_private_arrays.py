"""Private arrays of many shapes: elements, structures, ranks, and the places and loops that reach them."""

from __future__ import annotations

from collections.abc import Iterator

_ELEMENTS = {
    "int": ("int", "", ""),
    "char": ("char", "", ""),
    "float": ("float", "", ""),
    "double": ("double", "", ""),
    "struct": ("S", ".x", "struct S { char c; int x; short s[3]; };"),
    "nested": ("S", ".in[1].x", "struct I { int x; float y; };\nstruct S { I in[2]; char c; };"),
    "bool": ("bool", "", ""),
    "wide": ("hc::short_vector::int4", ".x", "#include <hc_short_vector.hpp>"),
}
_SHAPES = {
    "1": ("[1]", "[0]"),
    "7": ("[7]", "[@I@ % 7]"),
    "40": ("[40]", "[@I@ % 40]"),
    "3x5": ("[3][5]", "[@I@ % 3][@I@ / 3 % 5]"),
    "2x3x4": ("[2][3][4]", "[@I@ & 1][@I@ % 3][@I@ % 4]"),
}
_USES = {
    "indexed": "for (int k = 0; k < 30; ++k) a@K@@M@ = E(a@K@@M@ + (k ^ i) % 100);",
    "constant": "a@ZERO@@M@ = E(i); a@K2@@M@ = E(i + 1);",
    "computed": "int k = (i * 7 + 3) % 64; a@K@@M@ = E(i % 90); k = i % 50; a@K@@M@ = E(a@K@@M@ + 2);",
    "nested_loops": "for (int m = 0; m < i % 4; ++m) for (int k = m; k < 9; ++k) a@K@@M@ = E(k + m);",
    "branches": "for (int k = 0; k < 12; ++k) { if (k == i % 12) { a@K@@M@ = E(5); continue; } "
    "if (k > 9 && i % 5 == 0) break; a@K@@M@ = E(a@K@@M@ + 1); }",
    "passed": "fill(a, i);",
}
_TEXT = """// rows: hc.language.private_arrays
// flags: -fwrapv
#include <cstdlib>
#include <hc.hpp>

#include "check.hpp"

@DECLARED@
typedef @TYPE@ T;
typedef @E@ E;
struct Holder {
  T a@SHAPE@;
};
static void fill(T (&a)@SHAPE@, int i) [[cpu, hc]] {
  for (int k = 0; k < 8; ++k) a@K@@M@ = E(k + i % 7);
}
@VALUES@
int main() {
  const int n = 333;
  hc::array_view<int> v(n);
  int wrong = 0;
@CHECKS@  return failures();
}
"""


_VALUE = """static int @NAME@(int i) [[cpu, hc]] {
  Holder h = {}, kept = {};
  T(&a)@SHAPE@ = h.a;
  static_cast<void>(fill);
  @USE@
  if (i % 3 == 0) kept = h;
  int r = 0;
  for (int k = 0; k < 45; ++k) r = r * 3 + int(h.a@K@@M@) + 7 * int(kept.a@K@@M@);
  return r;
}
"""
_CHECK = """  {
    auto kernel = [=](hc::index<1> i) [[hc]] { v[i] = @NAME@(i[0]); };
    hc::parallel_for_each(v.get_extent(), kernel).wait();
  }
  for (int i = 0; i < n; ++i) wrong += v[i] != @NAME@(i);
  CHECK(wrong == 0);
"""


def programs() -> Iterator[tuple[str, str]]:
    for element, (type_, member, declared) in _ELEMENTS.items():
        number = type_ if element in ("char", "float", "double", "bool") else "int"
        for shape, (bounds, place) in _SHAPES.items():
            values = "".join(
                _VALUE.replace("@USE@", text).replace("@NAME@", use) for use, text in _USES.items()
            )
            text = _TEXT.replace("@VALUES@\n", values)
            text = text.replace("@CHECKS@", "".join(_CHECK.replace("@NAME@", use) for use in _USES))
            text = text.replace("@DECLARED@\n", declared + "\n" if declared else "")
            text = text.replace("@TYPE@", type_).replace("@SHAPE@", bounds).replace("@M@", member)
            text = text.replace("@E@", number).replace("@K@", place.replace("@I@", "k"))
            text = text.replace("@K2@", place.replace("@I@", "2"))
            yield f"{element}_{shape}", text.replace("@ZERO@", place.replace("@I@", "0"))

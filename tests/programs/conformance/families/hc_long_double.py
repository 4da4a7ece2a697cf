"""long double: an error where a kernel computes with it and a target has none, and one layout everywhere."""

from __future__ import annotations

from collections.abc import Iterator

_MESSAGE = "// expected-error{} {{{{'long double' is not possible on the target}}}}"
_USES = {
    "local": "long double x = i[0];@HERE@\n    v[i] = static_cast<float>(x + x);",
    "cast": "v[i] = static_cast<float>(static_cast<long double>(v[i]) * v[i]);@HERE@",
    "literal": "v[i] = static_cast<float>(v[i] + 1.5L);@HERE@",
    "array": "long double many[4];\n    many[i[0] % 4] = v[i];@HERE@\n    v[i] = float(many[1]);",
    "compared": "const double x = v[i];\n    if (x > 2.5L * x) v[i] = 1;@HERE@",
    "from_int": "long double sum = i[0];@HERE@\n    v[i] = static_cast<int>(sum * sum);",
    "call": "v[i] = twice(v[i]);",
    "template": "v[i] = static_cast<float>(thrice<long double>(v[i]));@HERE@",
    "member": "s.value = v[i];@HERE@\n    v[i] = static_cast<float>(s.value);",
}
_ERROR = """// rows: hc.language.long_double
#include <hc.hpp>

struct S {
  int n;
  long double value;
};
inline float twice(float x) [[hc]] {
  return static_cast<float>(2 * static_cast<long double>(x));@TWICE@
}
template <class T>
T thrice(T x) [[hc]] {
  return x * 3;@THRICE@
}
void run(hc::array_view<float> v) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    S s = {};
    s.n = 1;
    @USE@
  });
}
"""
_LAYOUT = """// rows: hc.language.long_double
#include <hc.hpp>

#include "check.hpp"

struct S {
  @BEFORE@
  long double value;
  @AFTER@
};

int main() {
  const int n = 40;
  std::vector<S> data(n);
  for (int i = 0; i < n; ++i) data[i].value = i * 1.25L, data[i].last = i;
  hc::array_view<S> v(n, data);
  S one = {};
  one.last = 7;
  one.value = 2.5L;
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i].last += one.last + int(sizeof(S));
  });
  v.synchronize();
  for (int i = 0; i < n; ++i) {
    CHECK(data[i].last == i + 7 + int(sizeof(S)));
    CHECK(data[i].value == i * 1.25L);
  }
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    here = "  " + _MESSAGE.format("")
    for name, use in _USES.items():
        text = _ERROR.replace("@USE@", use).replace("@HERE@", here)
        text = text.replace("@TWICE@", here if name == "call" else "")
        text = text.replace("@THRICE@", here if name == "template" else "")
        yield f"error_{name}", text
        if name == "cast":
            yield "error_quad", text.replace("long double", "__float128")
    for name, before, after in (
        ("last", "char first;", "int last;"),
        ("first", "", "char between; int last;"),
        ("twice", "long double other; short first;", "int last; long double end;"),
    ):
        yield f"layout_{name}", _LAYOUT.replace("@BEFORE@", before).replace("@AFTER@", after)

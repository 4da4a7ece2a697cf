"""Integers of widths that no device has: _BitInt, and what LLVM makes of bit-fields, structs, switches."""

from __future__ import annotations

from collections.abc import Iterator

_HEAD = """// rows: hc.math.intrinsics
// flags: -Wno-bit-int-extension -fwrapv
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

typedef std::uint64_t W;
static W mixed(W x) [[cpu, hc]] {
  x = (x + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  return x % 5 == 0 ? ~W(0) >> x % 64 : x % 7 == 0 ? W(1) << x % 64 : x;
}
"""
_MAIN = """
int main() {
  const int n = 512;
  hc::array_view<W> got(n);
  hc::parallel_for_each(got.get_extent(), [=](hc::index<1> i) [[hc]] {
    got[i] = value(mixed(2 * i[0]), mixed(2 * i[0] + 1));
  }).wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += got[i] != value(mixed(2 * i), mixed(2 * i + 1));
  CHECK(wrong == 0);
  return failures();
}
"""
_ARITHMETIC = """
typedef @SIGN@ _BitInt(@N@) T;
static W value(W p, W q) [[cpu, hc]] {
  const T a = @A@, b = @B@;
  W r = 0;
  auto add = [&](auto x) { r = r * 31 + W(x) + W(T(x) >> 1 >> @REST@); };
@RESULTS@  if (a < b) add(a);
  add(a == b ? 1 : 2);
  T in_memory[4] = {a, b, T(a * b), T(~a)};
  for (int k = 0; k < 4; ++k) in_memory[(p >> k) & 3] = T(in_memory[k] + T(k));
  for (const T& x : in_memory) add(x);
  add(float(a) > 3 ? 1 : 0);
  add(std::int64_t(double(b >> @REST@) / 7)), add(W(T(double(p >> 20) * @SCALE@)));
  add(a > 5 ? a : b), add(a < 0 ? T(-a) : a);
  return r;
}
"""
_DIVISOR = "T(b == 0 || b == T(-1) ? T(3) : b)"
_OPERATIONS = (
    "a + b",
    "a - b",
    "a * b",
    f"a / {_DIVISOR}",
    f"a % {_DIVISOR}",
    "a << q % @N@",
    "a >> q % @N@",
)
_FIELDS = """
struct S {
  @FIELDS@
};
static W value(W p, W q) [[cpu, hc]] {
  S s[2] = {}, t;
  @WRITES@
  t = s[q & 1];
  s[p & 1] = q % 3 ? t : s[0];
  W r = 0;
  for (const S& x : s) { @READS@ }
  return r;
}
"""
_STRUCTS = """
struct S {
  @TYPE@ v[@COUNT@];
};
static S chosen(bool first, S a, S b) [[cpu, hc]] { return first ? a : b; }
static W value(W p, W q) [[cpu, hc]] {
  S a, b, many[3];
  for (int k = 0; k < @COUNT@; ++k) {
    a.v[k] = @TYPE@(p >> k * 5);
    b.v[k] = @TYPE@(q >> k * 3);
  }
  const S c = chosen(p < q, a, b);
  many[p % 3] = a, many[(p + 1) % 3] = b, many[(p + 2) % 3] = c;
  const S d = many[q % 3];
  W r = 0;
  for (int k = 0; k < @COUNT@; ++k) r = r * 31 + W(c.v[k]) * 7 + W(d.v[k]);
  return r;
}
"""
_SWITCHES = """
static W value(W p, W q) [[cpu, hc]] {
  W r = 0;
  switch (p % @CASES@) {
@FIRST@
  }
  bool yes = false;
  switch (q % @CASES@) {
@SECOND@
  }
  return r * 2 + yes;
}
"""


def _values(width: int) -> dict[str, str]:
    """Operands with bits in all of the width, and what tells them apart."""
    rest = max(width - 64, 0)
    if not rest:
        return {"@A@": "T(p)", "@B@": "T(q)", "@REST@": "0", "@SCALE@": "0"}
    low, high = f"T(p) << {rest} ^ T(q)", f"T(q % 5 ? q : q % 64) << {rest} * T(p & 1) ^ T(p)"
    return {"@A@": low, "@B@": high, "@REST@": str(rest), "@SCALE@": f"{1 << (rest // 2)}.0"}


def programs() -> Iterator[tuple[str, str]]:
    for width in (3, 5, 12, 17, 24, 33, 40, 48, 63, 65, 72, 100, 127):
        for sign in ("signed", "unsigned"):
            results = "".join(f"  add(T({operation}));\n" for operation in _OPERATIONS)
            text = _ARITHMETIC.replace("@RESULTS@", results).replace("@SIGN@", sign)
            for hole, filled in _values(width).items():
                text = text.replace(hole, filled)
            yield f"{sign}_{width}", _HEAD + text.replace("@N@", str(width)) + _MAIN
    for number, widths in enumerate(((3, 5, 24), (12, 20), (24, 7, 17), (33, 31), (7, 17, 40), (1, 62))):
        for kind in ("std::uint32_t", "std::int32_t", "std::int64_t"):
            if kind != "std::int64_t" and max(widths) > 32:
                continue
            for packed in ("", " __attribute__((packed))"):
                fields = "\n  ".join(f"{kind} f{n} : {w};" for n, w in enumerate(widths))
                writes = "\n  ".join(
                    f"s[{k}].f{n} = {kind}({'pq'[k]} >> {n * 7});" for k in (0, 1) for n in range(len(widths))
                )
                reads = " ".join(f"r = r * 31 + W(x.f{n});" for n in range(len(widths)))
                text = _FIELDS.replace("struct S", f"struct{packed} S", 1).replace("@FIELDS@", fields)
                text = text.replace("@WRITES@", writes).replace("@READS@", reads)
                name = f"fields_{number}_{kind[5:-2]}{'_packed' if packed else ''}"
                yield name, _HEAD + text + _MAIN
    for type_ in ("std::int8_t", "std::uint16_t", "bool"):
        for count in (1, 2, 3, 5, 6, 7, 9, 12):
            text = _STRUCTS.replace("@TYPE@", type_).replace("@COUNT@", str(count))
            yield f"struct_{type_.removeprefix('std::').removesuffix('_t')}_{count}", _HEAD + text + _MAIN
    for cases in (5, 12, 24, 33, 60):
        first = "\n".join(f"    case {k}: r = {(k * 37 + 11) % 7}; break;" for k in range(cases))
        second = "\n".join(
            f"    case {k}: yes = {str((k * 13 + 5) % 3 == 0).lower()}; break;" for k in range(cases)
        )
        text = _SWITCHES.replace("@CASES@", str(cases)).replace("@FIRST@", first).replace("@SECOND@", second)
        yield f"switch_{cases}", _HEAD + text + _MAIN

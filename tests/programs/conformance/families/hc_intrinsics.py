"""LLVM's intrinsics, which its optimiser makes of calls, loops and comparisons: each, against x86.

They are called by their names, so that no optimisation decides whether a program has them.
"""

from __future__ import annotations

from collections.abc import Iterator

_INTEGERS = {8: "std::int8_t", 16: "std::int16_t", 32: "std::int32_t", 64: "std::int64_t"}
_FLOATS = {"f32": "float", "f64": "double"}
_UNARY_INTEGER = ("ctpop", "bitreverse")
_BINARY_INTEGER = "smax smin umax umin uadd.sat usub.sat sadd.sat ssub.sat".split()
_SHIFTS = ("ushl.sat", "sshl.sat")
_UNARY = """fabs sqrt sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 floor ceil trunc
rint nearbyint round roundeven canonicalize""".split()
_BINARY = "pow atan2 copysign minnum maxnum minimum maximum minimumnum maximumnum".split()
_TEXT = """// rows: hc.math.intrinsics
#include <cmath>
#include <cstdint>
#include <cstring>
#include <hc.hpp>
#include <limits>
#include <type_traits>
#include <vector>

#include "check.hpp"

extern "C" {
@DECLARATIONS@}

// Numbers that are special to some function, and some that are not.
template <class T>
std::vector<T> samples() {
  if constexpr (std::is_integral<T>::value) {
    using U = typename std::make_unsigned<T>::type;
    using Limits = std::numeric_limits<T>;
    std::vector<T> all = {0, 1, T(-1), Limits::max(), Limits::min(), 2, 5, 100, T(-100)};
    for (U x = 0x5b; all.size() < 16; x = U(x * 37 + 11)) all.push_back(T(x));
    return all;
  } else {
    const T inf = std::numeric_limits<T>::infinity();
    return {T(0),   T(-0.0), T(1),     T(-1),   T(0.5),  T(1.5), T(2.5), T(-2.5),   T(3.7),    T(-7.25),
            T(100), T(1e4),  T(-1e-3), T(1e10), T(-3e9), inf,    -inf,   inf - inf, T(0.0625), T(-12.5)};
  }
}
template <class T>
bool same(T a, T b) {
  if constexpr (std::is_integral<T>::value) {
    return a == b;
  } else {
    if (a != a || b != b) return a != a && b != b;
    if (a == b) return @SIGNS@std::signbit(a) == std::signbit(b);
    return std::fabs(a - b) <= std::fabs(b) * (sizeof(T) == 4 ? T(2e-6) : T(4e-15));
  }
}

int main() {
@CHECKS@  return failures();
}
"""
_CHECK = """  {
    const auto as = samples<@A@>();
    const auto bs = @BS@;
    const int n = static_cast<int>(as.size()), m = static_cast<int>(bs.size());
    hc::array_view<const @A@> a(n, as);
    hc::array_view<const @B@> b(m, bs);
    hc::array_view<@R@, 2> got(n, m);
    hc::parallel_for_each(got.get_extent(), [=](hc::index<2> i) [[hc]] {
      const @A@ x = a[i[0]];
      const @B@ y = b[i[1]];
      static_cast<void>(y);
      got[i] = @CALL@;
    }).wait();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        const @A@ x = as[i];
        const @B@ y = bs[j];
        static_cast<void>(y);
        if (@DEFINED@) CHECK(same<@R@>(got(i, j), @CALL@));
      }
  }
"""


class _Program:
    def __init__(self) -> None:
        self.declarations = ""
        self.checks = ""
        self.signs = ""

    def declare(self, intrinsic: str, result: str, *parameters: str) -> str:
        """The C++ name of an intrinsic."""
        name = "call_" + intrinsic.replace(".", "_")
        types = ", ".join(parameters)
        self.declarations += f'{result} {name}({types}) [[cpu, hc]] __asm__("llvm.{intrinsic}");\n'
        return name

    def check(
        self, call: str, a: str, b: str, r: str, values: str | None = None, defined: str = "true"
    ) -> None:
        text = _CHECK.replace("@A@", a).replace("@B@", b).replace("@R@", r).replace("@CALL@", call)
        self.checks += text.replace("@BS@", values or f"samples<{b}>()").replace("@DEFINED@", defined)

    def text(self) -> str:
        text = _TEXT.replace("@DECLARATIONS@", self.declarations).replace("@CHECKS@", self.checks)
        return text.replace("@SIGNS@", self.signs)


_ONE = "std::vector<int>(1)"


def _integer(base: str) -> _Program:
    program = _Program()
    for bits, type_ in _INTEGERS.items():
        if base in _UNARY_INTEGER or (base == "bswap" and bits > 8):
            name = program.declare(f"{base}.i{bits}", type_, type_)
            program.check(f"{name}(x)", type_, "int", type_, _ONE)
        elif base in ("ctlz", "cttz", "abs"):
            name = program.declare(f"{base}.i{bits}", type_, type_, "bool")
            program.check(f"{name}(x, false)", type_, "int", type_, _ONE)
            special = f"x != std::numeric_limits<{type_}>::min()" if base == "abs" else "x != 0"
            program.check(f"{name}(x, true)", type_, "int", type_, _ONE, special)
        elif base in _BINARY_INTEGER or base in _SHIFTS:
            name = program.declare(f"{base}.i{bits}", type_, type_, type_)
            if base in _SHIFTS:
                amounts = f"std::vector<{type_}>{{0, 1, 3, 6, {bits // 2}, {bits - 1}}}"
                program.check(f"{name}(x, y)", type_, type_, type_, amounts)
            else:
                program.check(f"{name}(x, y)", type_, type_, type_)
        elif base in ("fshl", "fshr"):
            name = program.declare(f"{base}.i{bits}", type_, type_, type_, type_)
            program.check(f"{name}(x, y, {type_}(x % 9 + {bits} - 5))", type_, type_, type_)
        elif base in ("scmp", "ucmp"):
            name = program.declare(f"{base}.i8.i{bits}", "std::int8_t", type_, type_)
            program.check(f"{name}(x, y)", type_, type_, "std::int8_t")
        elif base in ("add", "sub", "mul"):
            for word in (type_, type_.replace("int", "uint")):
                results = (("result", word), ("lost", "std::int64_t"))
                for part, r in results:
                    call = (
                        f"[&] {{ {word} result; const bool lost = __builtin_{base}_overflow(x, y, &result); "
                    )
                    call += f"return {part} + {r}(lost) * 0; }}()"
                    program.check(f"static_cast<{r}>({call})", word, word, r)
    return program


def _float(base: str) -> _Program:
    program = _Program()
    for suffix, type_ in _FLOATS.items():
        if base in _UNARY:
            name = program.declare(f"{base}.{suffix}", type_, type_)
            program.check(f"{name}(x)", type_, "int", type_, _ONE)
        elif base in _BINARY:
            name = program.declare(f"{base}.{suffix}", type_, type_, type_)
            program.check(f"{name}(x, y)", type_, type_, type_)
            program.signs = "a == 0 || " if base in ("minnum", "maxnum") else ""  # of zeros either one
        elif base in ("fma", "fmuladd"):
            name = program.declare(f"{base}.{suffix}", type_, type_, type_, type_)
            program.check(f"{name}(x, y, {type_}(0.5))", type_, type_, type_)
        elif base == "ldexp":
            for power in ("int", "std::int64_t"):
                bits = 32 if power == "int" else 64
                name = program.declare(f"ldexp.{suffix}.i{bits}", type_, type_, power)
                values = f"std::vector<{power}>{{0, 1, -1, 40, -40, 300, -300, 3000, -3000, 2000000000}}"
                program.check(f"{name}(x, y)", type_, power, type_, values)
        elif base == "powi":
            name = program.declare(f"powi.{suffix}.i32", type_, type_, "int")
            near = "std::fabs(x) < 1000 && std::fabs(x) > 0.01"
            program.check(
                f"{name}(x, y)", type_, "int", type_, "std::vector<int>{0, 1, 2, 3, -1, -2, 7}", near
            )
        elif base in ("lrint", "llrint", "lround", "llround"):
            small = "std::fabs(x) < 1e9"
            name = program.declare(f"{base}.i64.{suffix}", "std::int64_t", type_)
            program.check(f"{name}(x)", type_, "int", "std::int64_t", _ONE, small)
        elif base in ("fptosi.sat", "fptoui.sat"):
            for bits, word in _INTEGERS.items():
                name = program.declare(f"{base}.i{bits}.{suffix}", word, type_)
                program.check(f"{name}(x)", type_, "int", word, _ONE)
        elif base == "is_fpclass":
            for mask in (1, 3, 4, 8, 12, 64, 96, 144, 260, 504, 516, 1023):
                program.check(f"int(__builtin_isfpclass(x, {mask}))", type_, "int", "int", _ONE)
        elif base == "pairs":
            letter = "f" if type_ == "float" else ""
            for call in (
                f"[&] {{ {type_} w; const {type_} part = __builtin_modf{letter}(x, &w); return part; }}()",
                f"[&] {{ {type_} w; __builtin_modf{letter}(x, &w); return w; }}()",
                f"[&] {{ int e; const {type_} part = __builtin_frexp{letter}(x, &e); return part; }}()",
            ):
                program.check(call, type_, "int", type_, _ONE)
            finite = "std::isfinite(x)"
            exponent = f"[&] {{ int e; __builtin_frexp{letter}(x, &e); return e; }}()"
            program.check(exponent, type_, "int", "int", _ONE, finite)
            for part in ("s", "c"):
                both = f"{type_} s, c; __builtin_sincos{letter}(x, &s, &c)"
                program.check(f"[&] {{ {both}; return {part}; }}()", type_, "int", type_, _ONE)
    return program


def programs() -> Iterator[tuple[str, str]]:
    integers = (*_UNARY_INTEGER, *_BINARY_INTEGER, *_SHIFTS, "bswap", "ctlz", "cttz", "abs", "fshl", "fshr")
    for base in (*integers, "scmp", "ucmp", "add", "sub", "mul"):
        yield base.replace(".", "_"), _integer(base).text()
    others = (
        "fma fmuladd ldexp powi lrint llrint lround llround fptosi.sat fptoui.sat is_fpclass pairs".split()
    )
    for base in (*_UNARY, *_BINARY, *others):
        yield f"f_{base.replace('.', '_')}", _float(base).text()

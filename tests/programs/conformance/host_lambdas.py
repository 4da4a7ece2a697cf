"""Programs whose kernels are function objects that are made from what lambda expressions of the host give.

Takes: a Dialect, which spells them.
Gives: (name, program): the host's lambdas are no kernels and may do what kernels can't; one that a function
object holds is called in the kernel, and what it does is refused as ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.dialects import HC, Dialect

_START = """@header
#include <algorithm>
#include <functional>
#include <vector>
#include "check.hpp"
struct numbers {
  @ns::array_view<const int> view;
  explicit numbers(const std::vector<int>& v) : view(int(v.size()), v) {}
  operator @ns::array_view<const int>() const { return view; }
};
template <int Scale> struct scale {
  @ns::array_view<int> out;
  @ns::array_view<const int> in;
  void operator()(@ns::index<1> i) const @device { out[i] = Scale * in[i]; }
};
struct fill {
  @ns::array_view<int> out;
  int value;
  void operator()(@ns::index<1> i) const @device { out[i] = value; }
};
template <class F> struct holder {
  F f;
  @ns::array_view<int> out;
  void operator()(@ns::index<1> i) const @device { out[i] = f(i[0]); }
};
template <class F> holder<F> hold(F f, @ns::array_view<int> out) { return {f, out}; }
inline void launch(@ns::array_view<int> out, int value) {
  @ns::parallel_for_each(out.@extent, fill{out, value})@end
}
int main() {
  std::vector<int> held(16);
  @ns::array_view<int> out(16, held);
  auto make = [&](int n) { std::vector<int> v(n); for (int& x : v) x = 3; return v; };
"""
_END = "  out.synchronize();\n  for (int i = 0; i < 16; ++i) CHECK(held[i] == %s);\n  return failures();\n}\n"
_COUNT = "int(std::count_if(v.begin(), v.end(), [](int x) { std::vector<int> w(x); return w.size() == 3; }))"
_LAUNCH = "@ns::parallel_for_each(out.@extent, %s)@end\n"
# What stands before the launch, the launch, and what an element is then.
_USES = {
    "variable": ("auto v = make(16); numbers n(v);", _LAUNCH % "scale<2>{out, n}", "6"),
    "generic": (
        "auto v = make(16); numbers n(v);\nauto run = [&](auto c) { constexpr int s = decltype(c)::value; ",
        _LAUNCH % "scale<s>{out, n}" + "};\nrun(std::integral_constant<int, 4>());\n",
        "12",
    ),
    "number": (f"auto v = make(5); int n = {_COUNT};", _LAUNCH % "fill{out, n}", "5"),
    "argument": ("auto v = make(5);", _LAUNCH % f"(fill{{out, {_COUNT}}})", "5"),
    "object": (f"auto v = make(7); fill f = {{out, {_COUNT}}};", _LAUNCH % "f", "7"),
    "function": ("auto v = make(5);", f"launch(out, {_COUNT});\n", "5"),
    "called": ("", _LAUNCH % "(fill{out, int(make(9).size())})", "9"),
    "erased": (
        "std::function<int(int)> g = [](int x) { return int(std::vector<int>(x).size()); }; int n = g(8);",
        _LAUNCH % "fill{out, n}",
        "8",
    ),
    "held": ("auto g = [](int x) @both { return x + 1; };", _LAUNCH % "hold(g, out)", "i + 1"),
    "held_variable": (
        "auto g = [](int x) @both { return x + 2; }; auto h = hold(g, out);",
        _LAUNCH % "h",
        "i + 2",
    ),
}


def _text(dialect: Dialect, body: str, value: str) -> str:
    end = ".wait();" if dialect is HC else ";"
    return dialect.program("both.host_lambdas", (_START + body + _END % value).replace("@end", end))


def host_lambdas(dialect: Dialect) -> Iterator[tuple[str, str]]:
    for name, (before, launch, value) in _USES.items():
        yield f"host_lambdas_{name}", _text(dialect, f"  {before}\n  {launch}", value)
    if dialect is HC:
        refused = "'v' of type 'std::vector<int>' is not allowed in a kernel"
        expected = f"// expected-error@+1 {{{{{refused}}}}}\n"
        held = f"  auto g = [](int x) @both {{\n{expected}std::vector<int> v(x); return int(v.size()); }};\n"
        yield "host_lambdas_held_refused", _text(dialect, held + _LAUNCH % "hold(g, out)", "i")

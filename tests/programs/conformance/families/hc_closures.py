"""Kernels that hold things by reference: ways to capture, kinds of objects, ways to parallel_for_each."""

from __future__ import annotations

from collections.abc import Iterator

# What kernels hold: declarations, the name to capture, an expression for element i, the expected value of
# element k before the kernel. Each kernel adds to the element, or reads it where it is constant.
_OBJECTS = {
    "view": ("array_view<int> x(8, data);", "x[i]", True),
    "view_of_two": ("array_view<int, 2> x(2, 4, data);", "x(i[0] / 4, i[0] % 4)", True),
    "section": ("array_view<int> all(12, data); array_view<int> x = all.section(2, 8);", "x[i]", True),
    "alone": ("array_view<int> x(8); copy(data.begin(), data.begin() + 8, x);", "x[i]", True),
    "of_array": ("array<int> a(8, data.begin()); array_view<int> x(a);", "x[i]", True),
    "constant": ("array_view<const int> x(8, data);", "x[i]", False),
    "reference": ("array_view<int> own(8, data); array_view<int>& x = own;", "x[i]", True),
    "const_reference": (
        "array_view<int> own(8, data); const array_view<int>& x = own;",
        "x[i]",
        True,
    ),
    "array": ("array<int> x(8, data.begin());", "x[i]", True),
    "array_reference": ("array<int> own(8, data.begin()); array<int>& x = own;", "x[i]", True),
    "array_const": ("const array<int> x(8, data.begin());", "x[i]", False),
    "views": (
        "array_view<int> first(8), second(8, data); array_view<int> x[2] = {first, second};",
        "x[1][i]",
        True,
    ),
    "holder": ("array_view<int> own(8, data); const holder x = {own, 0};", "x.v[i]", True),
    "inner_holder": (
        "array_view<int> own(8, data); const outer x = {1, {own, 0}};",
        "x.inside.v[i]",
        True,
    ),
    "reference_holder": (
        "array_view<int> own(8, data); const reference_holder x = {own};",
        "x.v[i]",
        True,
    ),
    "private_holder": (
        "array_view<int> own(8, data); const private_holder x(own);",
        "x.at(i)",
        True,
    ),
    "array_holder": (
        "array<int> own(8, data.begin()); const array_holder x = {own};",
        "x.a[i]",
        True,
    ),
    "closure": (
        "array_view<int> own(8, data); auto x = [own](index<1> i) [[hc]] -> int& { return own[i]; };",
        "x(i)",
        True,
    ),
    "closure_of_reference": (
        "array_view<int> own(8, data); auto x = [&](index<1> i) [[hc]] -> int& { return own[i]; };",
        "x(i)",
        True,
    ),
}
# Ways to capture x; k is a number that is captured by value.
_CAPTURES = {
    "all": "&, k",
    "named": "&x, k",
    "rest": "=, &x",
    "init": "&x = x, k",
}
# What comes before main, and the launch of KERNEL over e.
_ROUTES = {
    "direct": ("", "parallel_for_each(e, KERNEL).wait();"),
    "variable": ("", "const auto kernel = KERNEL; parallel_for_each(e, kernel).wait();"),
    "const_reference": (
        "template <class F>\nvoid run(extent<1> e, const F& f) {\n  parallel_for_each(e, f).wait();\n}",
        "run(e, KERNEL);",
    ),
    "value": (
        "template <typename Kernel>\nvoid run(Kernel f, extent<1> e) {\n  parallel_for_each(e, f).wait();\n}",
        "run(KERNEL, e);",
    ),
    "forwarded": (
        "template <class E, class F>\nvoid run(E e, F&& f) {\n"
        "  parallel_for_each(e, std::forward<F>(f)).wait();\n}",
        "run(e, KERNEL);",
    ),
    "two_levels": (
        "template <class F>\ncompletion_future last(accelerator_view on, extent<1> e, const F& f) {\n"
        "  return parallel_for_each(on, e, f);\n}\n"
        "template <class F>\nvoid run(extent<1> e, F f) {\n"
        "  last(accelerator().get_default_view(), e, f).wait();\n}",
        "run(e, KERNEL);",
    ),
    "wrapper": (
        "template <class F>\nstruct wrapper {\n  F f;\n  int spare;\n"
        "  void operator()(index<1> i) const [[hc]] { f(i); }\n};\n"
        "template <class F>\nwrapper<F> wrap(F f) {\n  return {f, 0};\n}",
        "parallel_for_each(e, wrap(KERNEL)).wait();",
    ),
    "wrapper_of_reference": (
        "template <class F>\nstruct wrapper {\n  const F& f;\n"
        "  void operator()(index<1> i) const [[hc]] { f(i); }\n};\n"
        "template <class F>\nvoid run(extent<1> e, const F& f) {\n"
        "  parallel_for_each(e, wrapper<F>{f}).wait();\n}",
        "run(e, KERNEL);",
    ),
    "lambda_in_lambda": (
        "template <class F>\nvoid run(extent<1> e, const F& f) {\n"
        "  parallel_for_each(e, [&](index<1> i) [[hc]] { f(i); }).wait();\n}",
        "run(e, KERNEL);",
    ),
    "member": (
        "template <class F>\nclass task {\n public:\n  explicit task(F f) : f_(f) {}\n"
        "  void start(extent<1> e) const { parallel_for_each(e, f_).wait(); }\n\n private:\n  F f_;\n};\n"
        "template <class F>\ntask<F> make(F f) {\n  return task<F>(f);\n}",
        "make(KERNEL).start(e);",
    ),
    "base": (
        "template <class F>\nstruct derived : private F {\n  explicit derived(const F& f) : F(f) {}\n"
        "  void operator()(index<1> i) const [[hc]] { F::operator()(i); }\n};\n"
        "template <class F>\nvoid run(extent<1> e, const F& f) {\n"
        "  parallel_for_each(e, derived<F>(f)).wait();\n}",
        "run(e, KERNEL);",
    ),
    "constructor": (
        "struct launched {\n  template <class F>\n  launched(extent<1> e, const F& f) {\n"
        "    parallel_for_each(e, f).wait();\n  }\n};",
        "launched(e, KERNEL);",
    ),
    "tiles": (
        "template <class F>\nvoid run(extent<1> e, const F& f) {\n"
        "  parallel_for_each(e.tile(4), [=](tiled_index<1> t) [[hc]] { f(t.global); }).wait();\n}",
        "run(e, KERNEL);",
    ),
    "returned": (
        "template <class F>\nF choose(bool, const F& f) {\n  return f;\n}",
        "parallel_for_each(e, choose(true, KERNEL)).wait();",
    ),
    "immediate": (
        "",
        "[&](extent<1> where) { parallel_for_each(where, KERNEL).wait(); }(e);",
    ),
}
_TEXT = """// rows: hc.captures.references
#include <hc.hpp>

#include <utility>
#include <vector>

#include "check.hpp"

using namespace hc;

struct holder {
  array_view<int> v;
  int spare;
};
struct outer {
  int first;
  holder inside;
};
struct reference_holder {
  array_view<int>& v;
};
class private_holder {
 public:
  explicit private_holder(const array_view<int>& v) : v_(v) {}
  int& at(index<1> i) const [[hc]] { return v_[i]; }

 private:
  int spare_ = 0;
  array_view<int> v_;
};
struct array_holder {
  array<int>& a;
};
@BEFORE@
static std::vector<int> numbers() {
  std::vector<int> made(12);
  for (int i = 0; i < 12; ++i) made[i] = i + 1;
  return made;
}

@FUNCTIONS@int main() {
@CALLS@  return failures();
}
"""
_FUNCTION = """static bool @NAME@() {
  std::vector<int> data = numbers();
  const extent<1> e(8);
  const int k = 5;
  array_view<int> seen(8);
  @DECLARATION@
  @LAUNCH@
  const int before = @FIRST@;
  return seen[0] == before + k && seen[7] == before + 7 + k;
}
"""
_WRITTEN = "{ @ += k; out[i] = @; }"
_READ = "{ out[i] = @ + k; }"


def _function(name: str, kind: str, capture: str, parameter: str, launch: str) -> str:
    declaration, element, writes = _OBJECTS[kind]
    body = (_WRITTEN if writes else _READ).replace("@", element).replace("out", "seen")
    has_default = capture[:2] in ("&,", "=,")
    listed = capture if "seen" in capture or has_default else f"{capture}, seen"
    kernel = f"[{listed}]({parameter} i) [[hc]] {body}"
    return (
        _FUNCTION.replace("@NAME@", name)
        .replace("@DECLARATION@", declaration)
        .replace("@LAUNCH@", launch.replace("KERNEL", kernel))
        .replace("@FIRST@", "3" if kind == "section" else "1")
    )


def programs() -> Iterator[tuple[str, str]]:
    """A program for each route, and one with generic lambdas; the ways to capture take turns."""
    routes = [(name, "index<1>", *route) for name, route in _ROUTES.items()]
    routes.append(("generic", "auto", *_ROUTES["two_levels"]))
    ways = list(_CAPTURES.items())
    for number, (route, parameter, before, launch) in enumerate(routes):
        functions, calls = [], []
        for first, kind in enumerate(_OBJECTS, number):
            way, capture = ways[first % len(ways)]
            name = f"{kind}_{way}"
            functions.append(_function(name, kind, capture, parameter, launch))
            calls.append(f"  CHECK({name}());\n")
        yield (
            route,
            _TEXT.replace("@BEFORE@", before + "\n" if before else "")
            .replace("@FUNCTIONS@", "".join(functions))
            .replace("@CALLS@", "".join(calls)),
        )

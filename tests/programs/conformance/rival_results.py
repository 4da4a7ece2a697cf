"""Overloads for one side each whose results differ, where a type or a constant depends on them: refused.

Takes: a Dialect. Gives (name, text) of a family; the control of each has overloads that agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.dialects import AMP, HC, Dialect

_TEXT = """@header
@cpu_kind f(int) @cpu { return 1.5; }
@kind f(int) @device { return 2.5; }
constexpr int w() @cpu { return 4; }
constexpr int @constant() @device { return 8; }
int g(int) @cpu { return 3; }
struct point {
  @cpu_kind x() const @cpu { return 1; }
  @kind x() const @device { return 2; }
};
@declared

int main() {
  @ns::array_view<double> v(2);
  @local
  @ns::parallel_for_each(v.@extent, [=](@ns::index<1> i) @device {
    @kernel
  });
  return v[0] == v[1] ? 0 : 1;
}
"""
_SIZES = "v[i] = i[0] ? sizeof(made) : MADE;"
# What is declared, what `main` has, the kernel's body; ^ ends the line of the mistake.
_SHARED = {
    "alias": ("typedef decltype(f(1)) made;^\nenum { MADE = sizeof(double) };", "", _SIZES),
    "using": ("using made = decltype(f(1));^\nenum { MADE = sizeof(double) };", "", _SIZES),
    "member": ("struct made {\n  decltype(f(1)) a;^\n};\nenum { MADE = sizeof(double) };", "", _SIZES),
    "enumerator": ("typedef double made;\nenum { MADE = sizeof(f(1)) };^", "", _SIZES),
    "member_function": ("typedef decltype(point().x()) made;^\nenum { MADE = sizeof(double) };", "", _SIZES),
    "argument": (
        "template <typename T> struct box {\n  T a;\n};\ntypedef box<decltype(f(1))> made;^\n"
        "enum { MADE = sizeof(double) };",
        "",
        _SIZES,
    ),
    "base": (
        "template <typename T> struct box {\n  T a;\n};\nstruct made : box<decltype(f(1))> {};^\n"
        "enum { MADE = sizeof(double) };",
        "",
        _SIZES,
    ),
    "dependent": (
        "template <typename T> struct box {\n  decltype(f(T())) a;^\n};\ntypedef box<int> made;\n"
        "enum { MADE = sizeof(double) };",
        "",
        _SIZES,
    ),
    "signature": (
        "decltype(f(1)) h() { return 1; }^\nenum { MADE = sizeof(double) };",
        "typedef double made;",
        _SIZES,
    ),
    "local_class": (
        "enum { MADE = sizeof(double) };",
        "struct made {\n    decltype(f(1)) a;^\n  };",
        _SIZES,
    ),
    "result_of_both": (
        "decltype(f(1)) h() @both { return f(1); }^",
        "double r = h();",
        "v[i] = i[0] ? r : 1.5;",
    ),
    "deduced_of_both": ("auto h() @both { return f(1); }^", "double r = h();", "v[i] = i[0] ? r : 1.5;"),
    "lambdas_result": (
        "",
        "auto l = [](int x) { return f(x); };^\n  auto r = l(1);",
        "v[i] = i[0] ? r : 1.5;",
    ),
    "in_lambdas_body": (
        "",
        "auto l = [](int x) {\n    auto r = f(x);^\n    return double(r);\n  };\n  double r = l(1);",
        "v[i] = i[0] ? r : 1.5;",
    ),
    "array_bound": ("struct made {\n  int a[w()];^\n};\nenum { MADE = 16 };", "", _SIZES),
    "template_constant": (
        "template <int N> struct box {\n  int a[N];\n};\ntypedef box<w()> made;^\nenum { MADE = 16 };",
        "",
        _SIZES,
    ),
}
# A template that launches a kernel of its argument, and what becomes of it.
_GO = """template <typename T> double go(T x) {
  @ns::array_view<double> v(1);
  @ns::parallel_for_each(v.@extent, [=](@ns::index<1> i) @device { v[i] = x; });
  return v[0];
}
template <typename T> T same(T x) { return x; }
int whole(double x) { return int(x); }"""
# The device part of C++ AMP takes the CPU's functions in code for the CPU.
_OF_HC = {
    "constant": ("const int n = w();^", "", "v[i] = i[0] ? n : 4;"),
    "captured_auto": ("", "auto r = f(1);^", "v[i] = i[0] ? r : 1.5;"),
    "captured_decltype": ("", "decltype(f(1)) r = 1.5;^", "v[i] = i[0] ? r : 1.5;"),
    "captured_constant": ("", "const int n = w();^", "v[i] = i[0] ? n : 4;"),
    "deduced": ("auto h() @cpu { return f(1); }^", "auto r = h();", "v[i] = i[0] ? r : 1.5;"),
    "local_alias": ("enum { MADE = 8 };", "typedef decltype(f(1)) made;^", _SIZES),
    "captured_copy": ("", "auto r = f(1);^\n  auto s = r + 1;\n  auto t = s;", "v[i] = i[0] ? t : 2.5;"),
    "captured_size": ("", "auto r = f(1);^\n  const int n = sizeof(r);", "v[i] = i[0] ? n : 8;"),
    "local_members": (
        "enum { MADE = 8 };",
        "auto r = f(1);^\n  struct made {\n    decltype(r) a;\n  };",
        _SIZES,
    ),
    "range_of_it": (
        "",
        "auto r = f(1);^\n  double sum = 0;\n  for (auto x : {r, r}) sum += x;",
        "v[i] = i[0] ? sum : 3;",
    ),
    "parts_of_it": (
        "#include <utility>",
        "auto r = f(1);^\n  auto [a, b] = std::make_pair(r, 1.5);\n  double s = b;",
        "v[i] = i[0] ? s : 1.5;",
    ),
    "given_to_a_launch": (_GO, "double r = go(f(1));^", "v[i] = i[0] ? r : 1.5;"),
    "given_through_a_template": (_GO, "double r = go(same(f(1) + 1));^", "v[i] = i[0] ? r : 2.5;"),
    "variable_given": (_GO, "auto r = f(1);^\n  double s = go(r);", "v[i] = i[0] ? s : 1.5;"),
}
_RIGHT_IN_AMP = {name: _OF_HC[name] for name in ("constant", "captured_auto", "deduced")}
_FINE = {
    "variable": ("double x = f(1);", "double r = f(1), s = x;", "v[i] = i[0] ? r : s;"),
    "other_function": ("typedef decltype(g(1)) made;\nenum { MADE = sizeof(int) };", "", _SIZES),
    "result_for_kernels": (
        "auto h() @device { return f(1); }\nauto k() @cpu -> double { return f(1); }",
        "double r = k();",
        "v[i] = r + h() - h();",
    ),
    "lambda_with_result": ("", "double r = [](int x) -> double { return f(x); }(1);", "v[i] = r;"),
    "not_captured": (
        "#include <vector>",
        "auto r = f(1);\n  auto s = r + 1;\n  std::vector<double> w;\n  w.push_back(s);\n  double t = w[0];",
        "v[i] = i[0] ? t : 2.5;",
    ),
    "extent_of_it": (
        "",
        "auto r = f(1);\n  @ns::array_view<int> w(r * 2);\n  int n = w.@extent[0];",
        "v[i] = n;",
    ),
    "given_as_another_type": (
        _GO,
        "auto r = f(1);\n  double s = go(double(r)) + go<double>(f(1)) + go(whole(r));",
        "v[i] = i[0] ? s : 4;",
    ),
    "size_on_the_cpu": ("", "double r = f(sizeof(int));", "v[i] = r;"),
}


def programs_of(dialect: Dialect) -> Iterator[tuple[str, str]]:
    row = "language.overloads" if dialect is HC else "2.2.overloads"
    refused, fine = (_SHARED | _OF_HC, _FINE) if dialect is HC else (_SHARED, _FINE | _RIGHT_IN_AMP)
    for name, parts in refused.items():
        is_constant = "w()" in "".join(parts)
        said = "the constant 'w' may" if is_constant else "' returns 'double' on the CPU and 'float' in"
        yield name, _program(dialect, row, parts, f"  // expected-error {{{{{said}}}}}", "float", "w")
        kind, constant = ("double", "other") if is_constant else ("double", "w")
        yield f"{name}_right", _program(dialect, row, parts, "", kind, constant)
    for name, parts in fine.items():
        plain = (parts[0].replace("^", ""), parts[1].replace("^", ""), parts[2])
        yield name, _program(dialect, row, plain, "", "float", "w")


def _program(
    dialect: Dialect, row: str, parts: tuple[str, str, str], end: str, kind: str, constant: str
) -> str:
    text = _TEXT
    for word, part in zip(("@declared", "@local", "@kernel"), parts, strict=True):
        text = text.replace(word, part)
    text = text.replace("@constant", constant).replace("@cpu_kind", "double").replace("@kind", kind)
    return dialect.program(row, text.replace("^", end), "-std=c++17")


def amp_programs() -> Iterator[tuple[str, str]]:
    return programs_of(AMP)


def hc_programs() -> Iterator[tuple[str, str]]:
    return programs_of(HC)

"""Programs for the rules that both dialects have: language standards, look-up, overloads, recursion, text.

Takes: a Dialect, which spells them.
Gives: (name, files) of a family; each refused program has a control that differs in the one mistake.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.dialects import AMP, HC, Dialect, Files
from conformance.host_lambdas import host_lambdas
from conformance.language_standards import standards

# --- look-up through arguments ------------------------------------------------------------------------
LAUNCHES = {
    "extent": ("@ns::extent<1>(16)", "@ns::index<1> i", "i[0]"),
    "extent_2": ("@ns::extent<2>(2, 8)", "@ns::index<2> i", "i[0] * 8 + i[1]"),
    "extent_3": ("@ns::extent<3>(2, 2, 4)", "@ns::index<3> i", "i[0] * 8 + i[1] * 4 + i[2]"),
    "tiled": ("@ns::extent<1>(16).@tile", "@ns::tiled_index<@rank> t", "t.global[0]"),
    "view": ("@ns::accelerator().get_default_view(), @ns::extent<1>(16)", "@ns::index<1> i", "i[0]"),
    "view_tiled": (
        "@ns::accelerator().get_default_view(), @ns::extent<1>(16).@tile",
        "@ns::tiled_index<@rank> t",
        "t.global[0]",
    ),
}
LAUNCH = """@header
int main() {
  @ns::array_view<int> v(16);
  %s(%s, [=](%s) @device { v[%s] = 3; })%s
  return v[15] == 3 ? 0 : 1;
}
"""
COPIES = """@header
#include <vector>
int main() {
  std::vector<int> values(8, 3);
  @ns::array_view<int> v(8, values);
  @ns::array<int> a(8), b(8);
  copy(v, a);
  copy(a, b);
  copy_async(b, v).wait();
  std::vector<int> out(8);
  copy(a, out.begin());
  copy(out.begin(), out.end(), b);
  copy_async(out.begin(), out.end(), a).wait();
  return out[7] == 3 && v[7] == 3 ? 0 : 1;
}
"""


def lookup(d: Dialect) -> Iterator[tuple[str, Files]]:
    tile, rank = ("tile(4)", "1") if d is HC else ("tile<4>()", "4")
    end = ".wait();" if d is HC else ";"
    for name, parts in LAUNCHES.items():
        domain, parameter, place = (p.replace("@tile", tile).replace("@rank", rank) for p in parts)
        text = LAUNCH % ("parallel_for_each", domain, parameter, place, end)
        yield f"adl_{name}", d.program("both.adl", text)
    yield "adl_copies", d.program("both.adl", "// ptx: none\n" + COPIES)
    wrong = LAUNCH % ("parallel_for_all", "@ns::extent<1>(16)", "@ns::index<1> i", "i[0]", end)
    expected = "use of undeclared identifier 'parallel_for_all'"
    wrong = wrong.replace(
        "  parallel_for_all", f"  // expected-error@+1 {{{{{expected}}}}}\n  parallel_for_all"
    )
    yield "adl_unknown_name", d.program("both.adl", wrong)


# --- overloads that differ in restriction -------------------------------------------------------------
# Two spellings of one parameter's type, what they need, and an argument.
SPELLINGS = {
    "plain": ("double", "double", "", "3.0"),
    "typedef": ("uint_a", "uint_b", "typedef unsigned uint_a;\ntypedef unsigned uint_b;\n", "3u"),
    "alias": ("unsigned", "word", "using word = unsigned;\n", "3u"),
    "pointer": ("int*", "pointer", "using pointer = int*;\n", "nullptr"),
    "const_value": ("const int", "int", "", "3"),
    "array_parameter": ("int x_[4]", "int*", "", "nullptr"),
    "class": ("Pair", "Other", "struct Pair { int a; };\ntypedef Pair Other;\n", "Pair{3}"),
    "reference": ("const Pair&", "const Other&", "struct Pair { int a; };\ntypedef Pair Other;\n", "Pair{3}"),
}
TWINS = """@header
{included}{second}
int main() {{
  @ns::array_view<int> v(4);
  @ns::parallel_for_each(v.@extent, [=](@ns::index<1> i) @device {{ v[i] = f({argument}); }});
  return v[0] == 2 && f({argument}) == 1 ? 0 : 1;
}}
"""


def overloads(d: Dialect) -> Iterator[tuple[str, Files]]:
    for name, (first, second, declared, argument) in SPELLINGS.items():
        for marked in (False, True):
            one = f"{declared}inline int f({first}) {d.cpu if marked else ''} {{ return 1; }}\n"
            two = f"int f({second}) @device {{ return 2; }}"
            end = f"{name}_{'marked' if marked else 'unmarked'}"
            for is_header in (False, True):
                included = '#include "first.hpp"\n' if is_header else one
                text = d.program(
                    "both.overloads", TWINS.format(included=included, second=two, argument=argument)
                )
                where = "header" if is_header else "source"
                yield f"twins_{where}_{end}", {"main.cpp": text, "first.hpp": one} if is_header else text
        same = f"{declared}inline int f({first}) @device {{ return 1; }}\n"
        two = f"// expected-error@+1 {{{{redefinition of 'f'}}}}\nint f({second}) @device {{ return 2; }}"
        text = TWINS.format(included=same, second=two, argument=argument)
        yield f"twins_same_{name}", d.program("both.overloads", text)


# --- recursion ----------------------------------------------------------------------------------------
# Declarations, a call, its value; C++ AMP refuses those of RECURSIVE.
UNROLLED = {
    "value": (
        "template <int N>\nint sum(int x) @both { return x + sum<N - 1>(x); }\n"
        "template <>\nint sum<0>(int) @both { return 0; }\n",
        "sum<3>(2)",
        6,
    ),
    "static_member": (
        "template <int N>\nstruct Fact { static int value() @both { return N * Fact<N - 1>::value(); } };\n"
        "template <>\nstruct Fact<0> { static int value() @both { return 1; } };\n",
        "Fact<4>::value()",
        24,
    ),
    "type": (
        "template <class T>\nint low(T x) @both { return low(static_cast<float>(x)); }\n"
        "template <>\nint low<float>(float x) @both { return int(x); }\n",
        "low(3)",
        3,
    ),
    "pack": (
        "inline int total() @both { return 0; }\n"
        "template <class T>\nint total(T x) @both { return x; }\n"
        "template <class T, class U, class... R>\n"
        "int total(T x, U y, R... r) @both { return x + total(y, r...); }\n",
        "total(1, 2, 3)",
        6,
    ),
    "member_template": (
        "struct Loop {\n  template <int N>\n  int run() const @both { return N + run<N - 1>(); }\n};\n"
        "template <>\ninline int Loop::run<0>() const @both { return 0; }\n",
        "Loop().run<3>()",
        6,
    ),
    "class_and_member": (
        "template <int N>\nstruct Step { template <class T> T run(T x) const @both"
        " { return Step<N - 1>().run(x + 1); } };\n"
        "template <>\nstruct Step<0> { template <class T> T run(T x) const @both { return x; } };\n",
        "Step<3>().run(1)",
        4,
    ),
}
RECURSIVE = {
    "function": ("int deep(int x) @both { return x < 1 ? 0 : @E deep(x - 1); }\n", "deep(3)", "deep(int)"),
    "mutual": (
        "int other(int x) @both;\nint deep(int x) @both { return x < 1 ? 0 : other(x - 1); }\n"
        "int other(int x) @both { return @E deep(x); }\n",
        "deep(3)",
        "deep(int)",
    ),
    "instance": (
        "template <class T>\nint deep(T x) @both { return x < 1 ? 0 : @E deep(x - 1); }\n",
        "deep(3)",
        "deep",
    ),
    "member": (
        "struct S { int deep(int x) const @both { return x < 1 ? 0 : @E deep(x - 1); } };\n",
        "S().deep(3)",
        "deep(int)",
    ),
}
CALL = """@header
{declared}int main() {{
  @ns::array_view<int> v(4);
  @ns::parallel_for_each(v.@extent, [=](@ns::index<1> i) @device {{ v[i] = {call}; }});
  return v[0] == {value} ? 0 : 1;
}}
"""


def recursion(d: Dialect) -> Iterator[tuple[str, Files]]:
    for name, (declared, call, value) in UNROLLED.items():
        text = CALL.format(declared=declared, call=call, value=value)
        yield f"unrolled_{name}", d.program("both.recursion", text)
    for name, (declared, call, called) in RECURSIVE.items() if d is AMP else ():
        expected = f"\n// expected-error@+1 {{{{'{called}"
        marked = declared.replace("@E", f"{expected}")
        end = "' calls itself" if called.endswith(")") else ""
        marked = marked.replace(expected, f"{expected}{end}}}}}\n")
        text = CALL.format(declared=marked, call=call, value=0)
        yield f"recursive_{name}", d.program("both.recursion", text)


# --- text ---------------------------------------------------------------------------------------------
LINES = {
    "named": '#line 40 "made.y"\n',
    "number": "#line 7\n",
    "missing_folder": '#line 1 "no/such/folder/made.y"\n',
    "header_name": '#line 3 "amp.h"\n',
}


def text_rules(d: Dialect) -> Iterator[tuple[str, Files]]:
    twins = TWINS.format(
        included="inline int f(double) @cpu { return 1; }\n{LINE}",
        second="int f(double) @device { return 2; }",
        argument="3.0",
    )
    for name, line in LINES.items():
        yield f"line_{name}", d.program("both.line", twins.replace("{LINE}", line))
        header = f"{line}inline int f(double) @cpu {{ return 1; }}\n"
        main = d.program(
            "both.line",
            twins.replace("inline int f(double) @cpu { return 1; }\n{LINE}", '#include "f.hpp"\n'),
        )
        yield f"line_{name}_in_header", {"main.cpp": main, "f.hpp": d.spell(header)}


# --- contraction --------------------------------------------------------------------------------------
EXACT = """@header
#include <vector>
// The same arithmetic on the CPU and in a kernel of the host accelerator rounds alike.
template <class T>
T work(T a, T b, T c) @both {{
  return {expression};
}}
template <class T>
int compare() {{
  const int n = 20000;
  std::vector<T> a(n), b(n), c(n), r(n);
  for (int i = 0; i < n; ++i) {{
    a[i] = T(0.1) * i;
    b[i] = T(1) / (i + 3);
    c[i] = T(-0.3) * i * T(0.33);
  }}
  @ns::array_view<T> va(n, a), vb(n, b), vc(n, c), vr(n, r);
  @ns::parallel_for_each(vr.@extent, [=](@ns::index<1> i) @device {{ vr[i] = work(va[i], vb[i], vc[i]); }});
  vr.synchronize();
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += r[i] != work(a[i], b[i], c[i]);
  return bad;
}}
int main() {{
  if (@ns::accelerator().get_device_path() != L"host") return 0;
  return compare<float>() + compare<double>() ? 1 : 0;
}}
"""
EXPRESSIONS = {
    "sum": "a * b + c",
    "difference": "c - a * b",
    "chain": "a * b + c * a + b * c",
    "statements": "[=]() @both { T p = a * b; T q = p + c; return q; }()",
    "square": "a * a - b * b",
}


def contraction(d: Dialect) -> Iterator[tuple[str, Files]]:
    for name, expression in EXPRESSIONS.items():
        yield f"exact_{name}", d.program("both.contraction", EXACT.format(expression=expression))
    if d is AMP:
        text = EXACT.format(expression="a * b + c")
        yield "exact_ms", d.program("both.contraction", text, "-fms-compat")


def programs(d: Dialect) -> Iterator[tuple[str, Files]]:
    """The family of a dialect."""
    for make in (standards, lookup, overloads, recursion, text_rules, contraction, host_lambdas):
        for name, made in make(d):
            if isinstance(made, str):
                yield name, made
            else:
                yield name, {n: d.spell(t) if isinstance(t, str) else t for n, t in made.items()}

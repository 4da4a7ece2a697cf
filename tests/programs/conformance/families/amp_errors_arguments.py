"""C++ AMP: what is wrong in the arguments of a call that is refused is no second mistake."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_INCLUDE = "#include <amp.h>\n"

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "call_in_refused_call": (
        "amp.2.3.calls",
        "namespace n {\nint c(int x) { return x; }\n}\nint f() restrict(amp) {\n  return n::c(n::c(1));@\n}",
        "'c' is not restricted to amp and can't be called in amp-restricted code",
        "namespace n {\n"
        "int c(int x) restrict(amp) { return x; }\n"
        "}\n"
        "int f() restrict(amp) {\n"
        "  return n::c(n::c(1));\n"
        "}",
    ),
    "calls_side_by_side": (
        "amp.2.3.calls",
        "int c(int x) { return x; }\nint f() restrict(amp) {\n  int r = c(1);@\n  return r + c(2);@\n}",
        "'c' is not restricted to amp and can't be called in amp-restricted code",
        "int c(int x) restrict(amp) { return x; }\n"
        "int f() restrict(amp) {\n"
        "  int r = c(1);\n"
        "  return r + c(2);\n"
        "}",
    ),
    "variable_in_refused_call": (
        "amp.2.3.calls",
        "int g;\n"
        "template <class T>\n"
        "T t(T x) { return x; }\n"
        "int f() restrict(amp) {\n"
        "  return t<int>(g);@\n"
        "}",
        "'t' is not restricted to amp and can't be called in amp-restricted code",
        "const int g = 1;\n"
        "template <class T>\n"
        "T t(T x) restrict(amp, cpu) { return x; }\n"
        "int f() restrict(amp) {\n"
        "  return t<int>(g);\n"
        "}",
    ),
    "temporary_in_refused_call": (
        "amp.2.3.calls",
        "struct s {\n"
        "  int x;\n"
        "  s(int y) : x(y) {}\n"
        "  int m(const s& o) const { return o.x; }\n"
        "};\n"
        "int f(s o) restrict(amp) {\n"
        "  return o.m(s(1));@\n"
        "}",
        "'m' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n"
        "  int x;\n"
        "  s(int y) restrict(amp, cpu) : x(y) {}\n"
        "  int m(const s& o) const restrict(amp) { return o.x; }\n"
        "};\n"
        "int f(s o) restrict(amp) {\n"
        "  return o.m(s(1));\n"
        "}",
    ),
    "cast_in_made_object": (
        "amp.2.3.calls",
        "struct s {\n"
        "  int x;\n"
        "  s(int y) : x(y) {}\n"
        "};\n"
        "int f(int n) restrict(amp) {\n"
        "  return s((char)n).x;@\n"
        "}",
        "'s' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n"
        "  int x;\n"
        "  s(int y) restrict(amp) : x(y) {}\n"
        "};\n"
        "int f(int n) restrict(amp) {\n"
        "  return s((int)n).x;\n"
        "}",
    ),
    "stream_in_refused_call": (
        "amp.2.3.calls",
        'int f() restrict(amp) {\n  fprintf(stderr, "x");@\n  return 1;\n}',
        "'fprintf' is not restricted to amp and can't be called in amp-restricted code",
        'int f() restrict(cpu) {\n  fprintf(stderr, "x");\n  return 1;\n}',
    ),
    "string_in_refused_call": (
        "amp.2.3.calls",
        "int n(const std::string& s) { return (int)s.size(); }\n"
        "int f() restrict(amp) {\n"
        '  return n(std::string("a"));@\n'
        "}",
        "'n' is not restricted to amp and can't be called in amp-restricted code",
        "int n(const std::string& s) { return (int)s.size(); }\n"
        "int f() restrict(cpu) {\n"
        '  return n(std::string("a"));\n'
        "}",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, text in pairs(CASES.items()):
        yield (
            name,
            text.replace("#include <amp.h>\n", "#include <amp.h>\n\n#include <cstdio>\n#include <string>\n"),
        )

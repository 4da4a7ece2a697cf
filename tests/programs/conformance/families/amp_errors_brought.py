"""One mistake, one error: what a refused capture, type, `try` or clause brings with it."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_MEMORY = "#include <memory>\n"


def _kernel(captures: str, body: str, before: str = "", mark: str = "") -> str:
    """A function with a launch; the lambda begins in the line of its captures."""
    launch = f"parallel_for_each(v.extent, [{captures}](index<1> i) restrict(amp) {{{mark}"
    return f"void f(array_view<int> v) {{\n{before}  {launch}\n    {body}\n  }});\n}}"


# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "capture_made_by_amp": (
        "amp.2.3.calls",
        "int g() restrict(amp) { return 1; }\n" + _kernel("v, s = g()", "v[i] = s;", mark="@"),
        "'g' is restricted to amp and can't be used in code for the CPU",
        "int g() restrict(cpu, amp) { return 1; }\n" + _kernel("v, s = g()", "v[i] = s;"),
    ),
    "capture_made_by_cpu": (
        "amp.2.3.calls",
        "int g() { return 1; }\n"
        "int f(int x) restrict(amp) {\n"
        "  auto l = [s = g()](int y) restrict(amp) { return s + y; };@\n"
        "  return l(x);\n"
        "}",
        "'g' is not restricted to amp and can't be called in amp-restricted code",
        "int g() restrict(amp) { return 1; }\n"
        "int f(int x) restrict(amp) {\n"
        "  auto l = [s = g()](int y) restrict(amp) { return s + y; };\n"
        "  return l(x);\n"
        "}",
    ),
    "captured_string": (
        "amp.2.4.3.captures",
        "#include <string>\n" + _kernel('v, s = std::string("a")', "v[i] = s[0];", mark="@"),
        "'s' can't be captured: the type 'std::string' is not allowed in amp-restricted code",
        _kernel("v, s = index<1>(4)", "v[i] = s[0];"),
    ),
    "captured_made_unique": (
        "amp.2.4.3.captures",
        _MEMORY + _kernel("v, s = std::make_unique<int>(3)", "v[i] = *s;", mark="@"),
        "'s' can't be captured: the type ",
        _kernel("v, s = int(3)", "v[i] = s;"),
    ),
    "captured_unique": (
        "amp.2.4.3.captures",
        _MEMORY + _kernel("=", "v[i] = *p;@", "  std::unique_ptr<int> p(new int(1));\n"),
        "'p' can't be captured: the type 'std::unique_ptr<int>' is not allowed in amp-restricted code",
        _MEMORY + _kernel("=", "v[i] = p;", "  int p = *std::make_unique<int>(1);\n"),
    ),
    "captured_by_reference": (
        "amp.2.4.3.captures",
        "#include <vector>\n" + _kernel("v, &q", "v[i] = q[0];", "  std::vector<int> q(4);\n", mark="@"),
        "'q' of type 'std::vector<int>' is captured by reference; a kernel can capture only arrays",
        _kernel("v, &q", "v[i] = q[i];", "  array<int> q(4);\n"),
    ),
    "captured_by_a_macro": (
        "amp.2.4.3.captures",
        "#define ALL [&]\nvoid f(array<int>& a) {\n"
        "  parallel_for_each(a.extent, ALL(index<1> i) restrict(amp) {\n    a[i] = 1;@\n  });\n}\n#undef ALL",
        "'a' is captured by reference in a macro's capture list; write the list out",
        "#define ALL [=]\nvoid f(array_view<int> a) {\n"
        "  parallel_for_each(a.extent, ALL(index<1> i) restrict(amp) {\n    a[i] = 1;\n  });\n}",
    ),
    "literal_beside_its_instance": (
        "amp.2.4.3.literals",
        "template <class T>\nT f(T x) restrict(amp) { return x; } "
        "int g(int y) restrict(amp) { return y + int(f(3LL)); }@",
        "a literal of the type 'long long' is not allowed in amp-restricted code",
        "template <class T>\nT f(T x) restrict(amp) { return x; } "
        "int g(int y) restrict(amp) { return y + int(f(3L)); }",
    ),
    "captured_function": (
        "amp.2.4.3.captures",
        "int g() restrict(amp) { return 1; }\n"
        "int f(int x) restrict(amp) {\n"
        "  auto l = [s = g](int y) restrict(amp) { return y; };@\n"
        "  return l(x);\n"
        "}",
        "'s' can't be captured: the type 'int (*)()' is not allowed in amp-restricted code",
        "int g() restrict(amp) { return 1; }\n"
        "int f(int x) restrict(amp) {\n"
        "  auto l = [s = (g)()](int y) restrict(amp) { return s + y; };\n"
        "  return l(x);\n"
        "}",
    ),
    "shared_parameter": (
        "amp.2.4.1.compound",
        _MEMORY + "int f(std::shared_ptr<int> s) restrict(amp) { return *s; }@",
        "'s' of the type 'std::shared_ptr<int>' is not allowed in amp-restricted code",
        "int f(int* s) restrict(amp) { return *s; }",
    ),
    "typeid_by_reference": (
        "amp.2.4.3.miscellaneous",
        "#include <typeinfo>\nint f(int x) restrict(amp) {\n  const auto& t = typeid(x);@\n  return x;\n}",
        "'typeid' is not allowed in amp-restricted code",
        "int f(int x) restrict(amp) {\n  const auto& t = x;\n  return t;\n}",
    ),
    "try_that_throws": (
        "amp.2.4.3.miscellaneous",
        "#include <stdexcept>\n"
        "int f(int x) restrict(amp) {\n"
        "  try {@\n"
        '    if (x) throw std::runtime_error("a");\n'
        "  } catch (const std::exception& e) {\n"
        "    x = 2;\n"
        "  } catch (...) {\n"
        "    throw;\n"
        "  }\n"
        "  return x;\n"
        "}",
        "'try' is not allowed in amp-restricted code",
        "int f(int x) restrict(amp) {\n  if (x) {\n    x = 2;\n  }\n  return x;\n}",
    ),
    "structured_in_amp": (
        "amp.2.4.3.miscellaneous",
        "int f(int x) restrict(amp) {\n"
        "  __try {@\n"
        "    x = 1;\n"
        "  } __except (1) {\n"
        "    x = 2;\n"
        "  }\n"
        "  return x;\n"
        "}",
        "'__try' is not allowed in amp-restricted code",
        "int f(int x) restrict(amp) {\n  {\n    x = 1;\n  }\n  return x;\n}",
    ),
    "structured_on_cpu": (
        "amp.2.4.3.miscellaneous",
        "int f(int x) {\n  __try {@\n    x = 1;\n  } __finally {\n    x = 2;\n  }\n  return x;\n}",
        "'__try' is not supported: structured exception handling is Windows' own",
        "int f(int x) {\n  try {\n    x = 1;\n  } catch (...) {\n    x = 2;\n  }\n  return x;\n}",
    ),
    "unclosed_clause": (
        "amp.2.1.clause",
        "int f(int x) restrict(amp {@\n  return x;\n}",
        "a restrict clause lacks its closing parenthesis",
        "int f(int x) restrict(amp) {\n  return x;\n}",
    ),
    "unclosed_clause_of_a_declaration": (
        "amp.2.1.clause",
        "int f(int x) restrict(amp, cpu;@\nint g(int x) restrict(amp, cpu) { return x; }",
        "a restrict clause lacks its closing parenthesis",
        "int f(int x) restrict(amp, cpu);\nint g(int x) restrict(amp, cpu) { return x; }",
    ),
    "operator_for_cpu": (
        "amp.2.3.calls",
        "struct s {\n  int a;\n};\n"
        "s operator+(s a, s b) { return s{a.a + b.a}; }\n"
        "int f(s x, s y) restrict(amp) { return (x + y).a; }@",
        "the operator for 's' and 's' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n  int a;\n};\n"
        "s operator+(s a, s b) restrict(amp) { return s{a.a + b.a}; }\n"
        "int f(s x, s y) restrict(amp) { return (x + y).a; }",
    ),
    "operator_for_amp": (
        "amp.2.3.calls",
        "struct s {\n  int a;\n};\n"
        "s operator+(s a, s b) restrict(amp) { return s{a.a + b.a}; }\n"
        "int f(s x, s y) { return (x + y).a; }@",
        "the operator for 's' and 's' is restricted to amp and can't be used in code for the CPU",
        "struct s {\n  int a;\n};\n"
        "s operator+(s a, s b) { return s{a.a + b.a}; }\n"
        "int f(s x, s y) { return (x + y).a; }",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())

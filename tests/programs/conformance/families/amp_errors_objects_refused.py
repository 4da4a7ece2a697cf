"""One mistake, one error: what is done with an object that code for amp can't have is no second mistake."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

_KERNEL = "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "member_of_captured": (
        "amp.2.4.1.library",
        f"#include <string>\nvoid f(array_view<int> v, std::string s) {{\n{_KERNEL}"
        "    v[i] = (int)s.size();@\n  });\n}",
        "'s' can't be captured: the type 'std::string' is not allowed in amp-restricted code",
        f"#include <string>\nvoid f(array_view<int> v, std::string s) {{\n  int n = s.size();\n{_KERNEL}"
        "    v[i] = n;\n  });\n}",
    ),
    "member_of_members_member": (
        "amp.2.4.1.library",
        "#include <map>\nstruct w {\n  std::map<int, int> m;\n};\n"
        f"void f(array_view<int> v, w s) {{\n{_KERNEL}    v[i] = s.m.find(1)->second;@\n  }});\n}}",
        "'s' can't be captured: the type 'w' is not allowed",
        "#include <map>\nstruct w {\n  int m[2];\n};\n"
        f"void f(array_view<int> v, w s) {{\n{_KERNEL}    v[i] = s.m[1];\n  }});\n}}",
    ),
    "result_of_refused": (
        "amp.2.3.calls",
        f"#include <string>\nvoid f(array_view<int> v) {{\n{_KERNEL}"
        "    v[i] = (int)std::to_string(1).size();@\n  });\n}",
        "'to_string' is not restricted to amp and can't be called",
        f"#include <string>\nvoid f(array_view<int> v) {{\n  int n = std::to_string(1).size();\n{_KERNEL}"
        "    v[i] = n;\n  });\n}",
    ),
    "view_of_captured": (
        "amp.2.4.1.library",
        f"#include <vector>\nvoid f(array_view<int> v, std::vector<int> s) {{\n{_KERNEL}"
        "    array_view<int> w(4, s);@\n    v[i] = w[i];\n  });\n}",
        "'s' can't be captured: the type 'std::vector<int>' is not allowed",
        "#include <vector>\nvoid f(array_view<int> v, std::vector<int> s) {\n  array_view<int> w(4, s);\n"
        f"{_KERNEL}    v[i] = w[i];\n  }});\n}}",
    ),
    "call_of_global_lambda": (
        "amp.2.4.3.names",
        f"auto l = [](int x) {{ return x; }};\nvoid f(array_view<int> v) {{\n{_KERNEL}"
        "    v[i] = l(1);@\n  });\n}",
        "'l' can't be used in amp-restricted code",
        f"void f(array_view<int> v) {{\n  auto l = [](int x) restrict(cpu, amp) {{ return x; }};\n{_KERNEL}"
        "    v[i] = l(1);\n  });\n}",
    ),
    "lambda_of_both_by_reference": (
        "amp.2.4.3.captures",
        "void f(array_view<int> v, int n) {\n"
        f"  auto l = [&](int x) restrict(cpu, amp) {{ return x + n; }};@\n{_KERNEL}"
        "    v[i] = l(1);\n  });\n}",
        "'n' of type 'int' is captured by reference; a kernel can capture only arrays and textures so",
        "void f(array_view<int> v, int n) {\n"
        f"  auto l = [=](int x) restrict(cpu, amp) {{ return x + n; }};\n{_KERNEL}"
        "    v[i] = l(1);\n  });\n}",
    ),
    "members_of_parameter": (
        "amp.2.4.1.library",
        "#include <functional>\n#include <vector>\n"
        "int f(std::vector<int>& s) restrict(amp) {@\n  int r = 0;\n  for (int x : s) r += x;\n"
        "  s.push_back(1);\n  return r + s[0];\n}\n"
        "int g(std::function<int()> s) restrict(amp) {@\n  return s();\n}",
        "'s' of the type 'std::",
        "#include <functional>\n#include <vector>\n"
        "int f(std::vector<int>& s) {\n  int r = 0;\n  for (int x : s) r += x;\n"
        "  s.push_back(1);\n  return r + s[0];\n}\n"
        "int g(std::function<int()> s) {\n  return s();\n}",
    ),
    "members_of_local": (
        "amp.2.4.1.library",
        "#include <string>\n"
        'int f() restrict(amp) {\n  std::string s = "a";@\n  { int z = 0; }\n  return s.length();\n}',
        "'s' of the type 'std::string' is not allowed",
        '#include <string>\nint f() {\n  std::string s = "a";\n  { int z = 0; }\n  return s.length();\n}',
    ),
    "same_name_elsewhere": (
        "amp.2.3.calls",
        "#include <functional>\nstruct s {\n  int n;\n  int get() const { return n; }\n};\n"
        "int f(std::function<int()> x) restrict(cpu) {\n  return x();\n}\n"
        "int g(s x) restrict(amp) {\n  return x.get();@\n}",
        "'get' is not restricted to amp and can't be called",
        "struct s {\n  int n;\n  int get() const restrict(cpu, amp) { return n; }\n};\n"
        "int g(s x) restrict(amp) {\n  return x.get();\n}",
    ),
    "argument_of_template": (
        "amp.2.4.1.templates",
        "template <class T>\nint f(T x) restrict(amp) {\n  return 1;\n}\n"
        "int g(int x) restrict(amp) {\n  return f((short)x);@\n}",
        "a cast to the type 'short' is not allowed",
        "template <class T>\nint f(T x) restrict(amp) {\n  return 1;\n}\n"
        "int g(int x) restrict(amp) {\n  return f((float)x);\n}",
    ),
    "literal_for_template": (
        "amp.2.4.1.templates",
        "struct s {\n  template <class T>\n  int f(T x) const restrict(amp) {\n    return 1;\n  }\n};\n"
        "int g(s x) restrict(amp) {\n  return x.f(1LL);@\n}",
        "a literal of the type 'long long' is not allowed",
        "struct s {\n  template <class T>\n  int f(T x) const restrict(amp) {\n    return 1;\n  }\n};\n"
        "int g(s x) restrict(amp) {\n  return x.f(1L);\n}",
    ),
    "unary_operators": (
        "amp.2.3.calls",
        "struct s {\n  int n;\n  s operator-() const { return *this; }\n};\n"
        "int g(s x) restrict(amp) {\n  return (-x).n;@\n}",
        "'s' has no such operator that can be called here",
        "struct s {\n  int n;\n  s operator-() const restrict(amp) { return *this; }\n};\n"
        "int g(s x) restrict(amp) {\n  return (-x).n;\n}",
    ),
    "indirection": (
        "amp.2.3.calls",
        "struct s {\n  int n;\n  int& operator*() { return n; }\n};\n"
        "int g(s& x) restrict(amp) {\n  return *x;@\n}",
        "'s' has no operator* that can be called here",
        "struct s {\n  int n;\n  int& operator*() restrict(cpu, amp) { return n; }\n};\n"
        "int g(s& x) restrict(amp) {\n  return *x;\n}",
    ),
    "unnamed_bit_field": (
        "amp.2.4.1.compound",
        "struct s {\n  int n;\n  int : 0;\n};\nint g(s x) restrict(amp) {@\n  return x.n;\n}",
        "a member without a name is a bit-field",
        "struct s {\n  int n;\n};\nint g(s x) restrict(amp) {\n  return x.n;\n}",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())

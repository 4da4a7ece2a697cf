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
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())

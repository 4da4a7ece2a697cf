"""HC: what kernels call without naming it, as the rules see it: one error at a place, none for its twin."""

from __future__ import annotations

from pathlib import Path

import pytest
from frontend_support import places, split_text

from hcpy.core.model import Dialect

_FRAME = """#include <hc.hpp>
int cpu(int n) [[cpu]] { return n; }
@DECLARED@
int main() {
  hc::array_view<int> v;
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) [[hc]] {
@BODY@
  });
}
"""
_LINE = 7  # of the body
S = "struct s { int x; s(int n) : x(n) {} s(const s& o) : x(o.x) {} ~s() [[@]] {} };"
COPIED = "struct s { int x; s(int n) : x(n) {} s(const s& o) [[@]] : x(o.x) {} };"
MEMBER = f"{COPIED} struct t {{ s y; t(int n) : y(n) {{}} }};"
MADE = "struct s { int x; s(int n) [[@]] : x(n) {} };"
RANGE = """struct it {
  int x;
  it& operator++() [[@]] { ++x; return *this; }
  bool operator!=(it o) const { return x != o.x; }
  int operator*() const { return x; }
}; struct s { int x; it begin() const { return {0}; } it end() const { return {x}; } };"""

# name: declarations with @ for cpu, the kernel's line, and the column of the error in it; 0: elsewhere
CASES = {
    "temporary": (S, "v[i] = s(1).x;", 8),
    "bound": (S, "const s& o = s(1); v[i] = o.x;", 14),
    "argument": (S + " int get(const s& o) { return o.x; }", "v[i] = get(1);", 12),
    "discarded": (S, "s(1), v[i] = 2;", 1),
    "returned": (S + " s make() { return s(1); }", "v[i] = make().x;", 8),
    "variable": (S, "s o = s(1); v[i] = o.x;", 3),
    "chosen": (S, "s o = i[0] ? s(1) : s(2); v[i] = o.x;", 3),
    "element": (MADE + " struct t { s y; };", "t o{1}; v[i] = o.y.x;", 5),
    "elements": (MADE, "s o[] = {1}; v[i] = o[0].x;", 10),
    "nested_element": (
        MADE + " struct t { int z; s y; }; struct u { t w; };",
        "u o{{2, 1}}; v[i] = o.w.y.x;",
        9,
    ),
    "left_out": ("struct s { int x, y = @(1); };", "s o{1}; v[i] = o.x;", 0),
    "left_out_by_name": ("struct s { int x, y = @(1), z; };", "s o{.x = 1, .z = 2}; v[i] = o.x;", 0),
    "copy_of_member": (MEMBER, "t o(1); t p(o); v[i] = p.y.x;", 0),
    "captured": (COPIED, "s o(1); auto f = [o] { return o.x; }; v[i] = f();", 19),
    "range": (RANGE, "for (int x : s{3}) v[i] += x;", 14),
}


def _errors(folder: Path, declared: str, body: str) -> list[tuple[int, int, str]]:
    text = _FRAME.replace("@DECLARED@", declared.replace("\n", " ")).replace("@BODY@", body)
    found, _ = split_text(folder, text, args=("-std=c++20",))
    assert not found.plain_errors
    return places(found.diagnostics)


@pytest.mark.parametrize("name", CASES)
def test_an_unnamed_call_is_refused(name: str, tmp_path: Path) -> None:
    declared, body, column = CASES[name]
    found = _errors(tmp_path, declared.replace("@", "cpu"), body)
    assert len(found) == 1, found
    assert "is restricted to the CPU and can't be called in a kernel" in found[0][2]
    if column:
        assert found[0][:2] == (_LINE, column)


@pytest.mark.parametrize("name", CASES)
def test_its_twin_for_both_sides_is_right(name: str, tmp_path: Path) -> None:
    declared, body, _ = CASES[name]
    right = declared.replace("@(1)", "1").replace("@", "cpu, hc")
    assert _errors(tmp_path, right, body) == []


RIGHT = {
    "an overload for kernels is beside it": (
        "struct s { int x; s(int n) : x(n) {} s(long n) [[cpu]] : x(1) {} }; struct t { s y; };",
        "t o{1}; v[i] = o.y.x;",
    ),
    "moved members": (
        "struct m { int x; m(int n) : x(n) {} m(m&& o) : x(o.x) {} m(const m& o) [[cpu]] : x(o.x) {} };"
        " struct s { m y; s(int n) : y(n) {} s(s&&) = default; };",
        "s o(1); s p(static_cast<s&&>(o)); v[i] = p.y.x;",
    ),
    "captured by reference": (
        COPIED.replace("@", "cpu"),
        "s o(1); auto f = [&] { return o.x; }; v[i] = f();",
    ),
    "made in place": (
        S.replace("@", "cpu") + " void* operator new(decltype(sizeof 0), void* p) noexcept;",
        "alignas(s) char b[sizeof(s)]; v[i] = (new (b) s(1))->x;",
    ),
    "not evaluated": (S.replace("@", "cpu"), "v[i] = sizeof(s(1));"),
    "braces left out": (
        "struct m { int x, y; }; struct s { m a; int z = 1; };",
        "s o{1, 2}; v[i] = o.a.y;",
    ),
    "an array in a range loop": ("", "int a[] = {1, 2}; for (int x : a) v[i] += x;"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_programs_are_taken(name: str, tmp_path: Path) -> None:
    assert _errors(tmp_path, *RIGHT[name]) == []


def test_a_lambda_for_the_cpu_is_refused_in_a_kernel(tmp_path: Path) -> None:
    body = "auto f = [](int n) [[@]] { return n; }; v[i] = f(1);"
    (found,) = _errors(tmp_path, "", body.replace("@", "cpu"))
    assert found == (_LINE, 50, "the lambda is restricted to the CPU and can't be called in a kernel")
    other = tmp_path / "other"
    other.mkdir()
    assert _errors(other, "", body.replace("@", "cpu, hc")) == []


def test_overloads_for_the_cpu_alone_leave_the_choice_to_clang(tmp_path: Path) -> None:
    """Hiding the better overload would break the CPU's code: its result has another type."""
    text = """#include <amp.h>
struct boxed { int x; };
int f(int x) restrict(cpu, amp) { return x; }
boxed f(float x) restrict(cpu) { return boxed{2}; }
int g(float x) restrict(cpu, amp) { return f(int(x)); }
int main() {
  hc::array_view<int> v;
  hc::parallel_for_each(hc::extent<1>(4), [=](hc::index<1> i) restrict(amp) { v[i] = f(3.0f); });
  boxed b = f(3.0f);
  return b.x;
}
"""
    found, _ = split_text(tmp_path, text, Dialect.AMP)
    assert found.unit.own_sides
    assert found.diagnostics == () and not found.plain_errors
    other = tmp_path / "other"
    other.mkdir()
    found, _ = split_text(other, text.replace("boxed b = f(3.0f)", "boxed b{f(3)}"), Dialect.AMP)
    assert not found.unit.own_sides and not found.plain_errors

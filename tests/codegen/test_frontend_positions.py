"""Every spelling of an annotation in every position: clang parses both parts' texts in both modes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frontend_support import tools_in, unit_of

from hcpy.core.errors import ToolFailed
from hcpy.core.model import Dialect
from hcpy.frontend.device_ir import device_ir
from hcpy.frontend.host import host_command
from hcpy.frontend.run import run_clang
from hcpy.frontend.split import likely_needs_edits
from hcpy.frontend.text.textual import textual_split
from hcpy.targets import find_kind

SPELLINGS = {
    Dialect.HC: (
        *("[[hc]]", "[[cpu]] [[hc]]", "[[cpu, hc]]", "__attribute__((hc))", "__attribute__((hc, cpu))"),
        *("__HC__", "restrict(amp)", "restrict(amp, cpu)", "restrict(auto)", "OWN"),
    ),
    Dialect.AMP: (
        *("restrict(amp)", "restrict(cpu, amp)", "restrict(auto)", "[[hc]]", "[[cpu]] [[hc]]", "[[cpu, hc]]"),
        *("__attribute__((amp))", "__attribute__((amp, cpu))", "__HC__", "OWN"),
    ),
}
# A is the annotation.
POSITIONS = """
auto a1() { return [=](int) A {}; }
auto a2() { return [=](int) mutable A {}; }
auto a3() { return [=](int) A mutable {}; }
auto a4() { return [=](int) A -> int { return 1; }; }
auto a5() { return [=](int) mutable A -> int { return 1; }; }
auto a6() { return [=] A (int) {}; }
auto a7() { return [=] A {}; }
auto a8() { return A [=](int) {}; }
auto a9() { return [=](int) noexcept A {}; }
auto a10() { return [=](int) A noexcept -> int { return 1; }; }
auto a11() { return [=](int) mutable noexcept A {}; }
template <class F> void use(F) {}
void a12() { use(A [=](int) {}); }
A void b1();
void b2() A;
static A void b3() {}
static inline int A b4() { return 1; }
auto b5() A -> int { return 1; }
static auto b6() A -> int { return 1; }
void b7() noexcept A {}
void b8() A noexcept {}
template <class T> A void b9(T) {}
A template <class T> void b10(T) {}
template <class T> auto b11(T) A -> T;
A static int b12() { return 2; }
struct S {
  int x;
  A S() : x(0) {}
  S(int v) A : x(v) {}
  S(float) A;
  S(const S&) A = default;
  ~S() A {}
  int c1() const A { return 1; }
  int c2() A const { return 1; }
  auto c3() const A -> int { return 1; }
  virtual int c4() A { return 1; }
  virtual int c5() A;
  operator int() const A { return 1; }
  void operator()(int) const A {}
  A void c6() {}
  friend void d1(S&) A {}
  static A int c7() { return 1; }
};
S::S(float) A : x(1) {}
int S::c5() A { return 3; }
struct D : S { int c4() A override { return 2; } };
extern "C" A void e1() {}
extern "C" void e2() A {}
"""
# Not with restrict, which is only a function's, and not with cpu, which says nothing about a variable.
VARIABLES = """
A int g1;
A static int g2;
static A int g3;
int g4 A;
"""


def text_of(spelling: str, dialect: Dialect) -> str:
    body = POSITIONS
    if "restrict" not in spelling and "cpu" not in spelling and spelling != "OWN":
        body += VARIABLES
    header = "#include <hc.hpp>\n" if dialect is Dialect.HC else "#include <amp.h>\n"
    own = "[[hc]]" if dialect is Dialect.HC else "restrict(cpu, amp)"
    return header + f"#define OWN {own}\n" + re.sub(r"\bA\b", spelling, body)


@pytest.mark.parametrize(
    ("dialect", "spelling"),
    [(dialect, spelling) for dialect, spellings in SPELLINGS.items() for spelling in spellings],
    ids=lambda v: v.value if isinstance(v, Dialect) else v,
)
def test_positions(dialect: Dialect, spelling: str, tmp_path: Path) -> None:
    tools = tools_in(tmp_path)
    unit = unit_of(
        tmp_path, text_of(spelling, dialect), dialect, ("-Wall", "-Wextra", "-Werror", "-Wno-unused")
    )
    kind = find_kind("host")
    assert kind is not None
    assert not likely_needs_edits(unit)
    try:
        device_ir(unit, kind, tools)
        run_clang(host_command(unit, tools, textual_split(unit), action=("-fsyntax-only",)), tools)
    except ToolFailed as error:
        pytest.fail(error.stderr)

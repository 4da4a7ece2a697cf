"""C++ AMP: macros that write captures by reference, as the tokens show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.macro_introducers import expanded

_CLAUSE = "void unrelated() restrict(amp);\n"


def expand(definitions: str, use: str) -> str:
    source = SourceText(Path("t.cpp"), f"{definitions}\n{_CLAUSE}{use}")
    return expanded({"t.cpp": source}, ())["t.cpp"].text.partition(_CLAUSE)[2]


@pytest.mark.parametrize(
    ("macro", "use", "seen"),
    [
        ("#define L [&a]", "f(L(index<1> i) {});", "f([&a](index<1> i) {});"),
        ("#define L(x) [=, &x]", "f(L(a)(int) {});", "f([=, &a](int) {});"),
        ("#define L(x) [x](int i)", "f(L(&a) {});", "f([&a](int i) {});"),
        ("#define L(...) [__VA_ARGS__] (int)", "L(&a, b) {}", "[&a, b] (int) {}"),
        ("#define L \\\n  [&] \\\n  (int)", "L {}", "[&] (int) {}"),
        ("#define E(e, c) go(e, [c](int)", "E(a,\n  &b) {});", "go(a, [&b](int)\n {});"),
        ("#define C &a, &b", "[C](int) {}", "[&a, &b](int) {}"),
        ("#define C &a\n#define L(x) [x]", "L(C) {}", "[&a] {}"),
    ],
)
def test_captures_by_reference_are_written_out(macro: str, use: str, seen: str) -> None:
    assert expand(macro, use) == seen


@pytest.mark.parametrize(
    ("macro", "use"),
    [
        ("#define L [=]", "L(int) {}"),  # nothing by reference
        ("#define L [&](int) { return 1; }", "L"),  # with its body: read in the macro
        ("#define L [&]\n#define L [=]", "L(int) {}"),  # clang knows which
        ("#define L [&]\n#undef L", "int L = 1;"),
        ("#define AT(i) v[i]", "x = AT(3);"),
        ("#define A(x) [[x]]", "A(hc) void f();"),
        ("#define C &a", "x = b C;"),  # no capture
        ("#define C &a", "f(b, C);"),
        ("#define L(x) [&x]", "int L = 2;"),
        ("#define L(x) [&x] #x", "L(a) {}"),
    ],
)
def test_other_macros_stay(macro: str, use: str) -> None:
    assert expand(macro, use) == use


def test_uses_before_the_definition_stay() -> None:
    source = SourceText(Path("t.cpp"), "int L;\n#define L [&]\nvoid f() restrict(amp);\n")
    assert expanded({"t.cpp": source}, ())["t.cpp"] is source

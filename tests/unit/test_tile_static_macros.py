"""tile_static through macros of the program's: which ones mean the word, and what is made of declarations."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.tile_statics import plain_macros, stored_tile_statics, tile_static_macros


def made(text: str) -> list[str]:
    source = SourceText(Path("t.cpp"), text)
    return [
        edit.text.partition("\n")[0] for edit in stored_tile_statics(source, False, plain_macros([source]))
    ]


@pytest.mark.parametrize(
    ("text", "plain", "all_of_them"),
    [
        ("#define SHARED tile_static\n", {"SHARED"}, {"SHARED"}),
        ("#define SHARED\n#define OTHER shared\n", set(), set()),
        ("#if X\n#define S tile_static\n#else\n#define S __shared__\n#endif\n", {"S"}, {"S"}),
        ("#if X\n#define S tile_static\n#else\n#define S const\n#endif\n", set(), {"S"}),
        ("#define BUF(T, n) tile_static T n[4]\n#define B BUF(int, b)\n", set(), {"BUF", "B"}),
    ],
)
def test_macros_that_mean_it(text: str, plain: set[str], all_of_them: set[str]) -> None:
    source = SourceText(Path("t.cpp"), text)
    assert plain_macros([source]) == plain
    assert tile_static_macros([source]) == all_of_them


def test_a_macro_for_the_word() -> None:
    (text,) = made("#define SHARED tile_static\nvoid f() { SHARED cell a[4]; }\n")
    assert "SHARED ::hcrt::detail::TileStorage<cell [4]> hcpy_tile_a;" in text
    assert text.endswith("constexpr auto& a = hcpy_tile_a.value;")
    assert made("#define SHARED tile_static\nvoid f() { SHARED int a[4]; }\n") == []


def test_a_macro_for_the_declaration() -> None:
    (text,) = made("#define BUF(T, n) tile_static T n[4]\n")
    assert "TileStorage<T [4]> hcpy_tile_##n; constexpr auto& n = hcpy_tile_##n.value" in text
    assert not text.endswith(";")  # the user's is after the macro's use
    (text,) = made("#define BUF(T, n) tile_static T n[4];\n")
    assert text.endswith(";")


@pytest.mark.parametrize("body", ["tile_static", "tile_static my::cell", "tile_static cell", "tile_static T"])
def test_a_macro_for_a_type_stays(body: str) -> None:
    assert made(f"#define M {body}\n") == []

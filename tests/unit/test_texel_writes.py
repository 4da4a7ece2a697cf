"""Texels that are assigned to."""

from __future__ import annotations

import pytest

from hcpy.frontend.texel_writes import with_texture

SAID = "a.cpp:9:10: error: expression is not assignable\n    9 |     t[i] = 1;\n      |     ~~~~ ^\n"


@pytest.mark.parametrize(
    "declared",
    [
        "texture<int, 1> t(10);",
        "texture<int, 2> s(1, 2), t(3, 4);",
        "void f(texture<int, 1>& t) {",
        "texture_view<const int, 1> t = s;",
    ],
)
def test_textures_are_written_by_set(declared: str) -> None:
    told = with_texture(SAID, [declared])
    assert told.startswith(
        "a.cpp:9:10: error: a texel of 't' is no object in memory: textures are written by"
    )
    assert told.count("\n") == 3


@pytest.mark.parametrize(
    "declared", ["std::vector<int> t(10);", "texture<int, 1> tt(10);", "f(texture<t>());"]
)
def test_other_objects_are_left_alone(declared: str) -> None:
    assert with_texture(SAID, [declared]) == SAID


def test_a_step_is_a_write() -> None:
    said = SAID.replace("t[i] = 1", "++t[i] ").replace("~~~~ ^", "^ ~~~~")
    assert "a texel of 't'" in with_texture(said, ["texture<int, 1> t(10);"])


def test_a_writeonly_view_has_no_elements() -> None:
    view = "writeonly_texture_view<int, 1>"
    said = f"a.cpp:9:6: error: type 'const {view}' does not provide a subscript operator\n"
    assert "a writeonly_texture_view has no elements" in with_texture(said, [])

"""Address spaces in the text: which attributes go, and which become tile memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.model import Part
from hcpy.frontend.text.address_spaces import address_space_edits
from hcpy.frontend.text.edits import apply
from hcpy.frontend.text.lexer import SourceText

GROUP = "__attribute__((address_space(3)))"
TILE = "HCRT_TILE_MEMORY"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{GROUP} float* p = ({GROUP} float*)q;", "float* p = ( float*)q;"),
        (f"void f({GROUP} vec<int, 3>& p);", "void f( vec<int, 3>& p);"),
        (f"static {GROUP} int s[4]; int* p;", f"static {TILE} int s[4]; int* p;"),
        ("__attribute__((address_space(1))) int g = 3;", "int g = 3;"),
        ('static __attribute__((section("clamp_opencl_local"))) int s[4];', f"static {TILE} int s[4];"),
        ('static __attribute__((section("mine"))) int s;', 'static __attribute__((section("mine"))) int s;'),
        (f"#define S static {GROUP}\nS int s;", "#define S static\nS int s;"),
    ],
)
def test_the_attribute(text: str, shown: str) -> None:
    made = apply(text, address_space_edits([SourceText(Path("t.cpp"), text)]), Part.DEVICE)
    assert made.split() == shown.split()


def test_a_macro_that_means_it_changes_where_it_is_used() -> None:
    define = f"#define LDS {GROUP}\n"
    text = f"{define}static LDS int s[2]; LDS int* p;"
    made = apply(text, address_space_edits([SourceText(Path("t.cpp"), text)]), Part.DEVICE)
    assert (
        made.startswith(define) and made[len(define) :].split() == f"static {TILE} int s[2]; int* p;".split()
    )

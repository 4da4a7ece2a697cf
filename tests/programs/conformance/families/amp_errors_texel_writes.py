"""Texels that are assigned, where set() is what writes them."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import Mistake, pairs

HEAD = "#include <amp_graphics.h>\nusing namespace concurrency::graphics;\n"
ROW = "amp.10.1.set"
TEXEL = "a texel of 't' is no object in memory: textures are written by set()"
NO_ELEMENTS = "a writeonly_texture_view has no elements"
# The object t and what writes to it, which is wrong and right.
WRITES = {
    "texture": ("texture<int, 1>& t, index<1> i", "t[i] = 1;", "t.set(i, 1);", TEXEL),
    "called": ("const texture_view<int, 2>& t, index<2> i", "t(i) += 1;", "t.set(i, t(i) + 1);", TEXEL),
    "vector": ("texture<float_4, 1>& t, index<1> i", "t[i] = float_4(1);", "t.set(i, float_4(1));", TEXEL),
    "stepped": ("texture<int, 1>& t, index<1> i", "++t[i[0]];", "t.set(i, t[i[0]] + 1);", TEXEL),
    "component": (
        "texture<int_2, 1>& t, index<1> i",
        "t(i[0]).x = 1;",
        "t.set(i, int_2(1, t(i[0]).y));",
        TEXEL,
    ),
    "writeonly": (
        "const writeonly_texture_view<int, 1>& t, index<1> i",
        "t[i] = 1;",
        "t.set(i, 1);",
        NO_ELEMENTS,
    ),
    "writeonly_called": (
        "const writeonly_texture_view<float, 2>& t, index<2> i",
        "t(i) = 1.f;",
        "t.set(i, 1.f);",
        NO_ELEMENTS,
    ),
}


# Other names of the object's type: what declares them, the object t, what is wrong with it.
NAMED = {
    "typedef": ("typedef texture<int, 1> image;", "image& t", "t[i] = 1;"),
    "typedef_reference": ("typedef const texture_view<int, 1>& image;", "image t", "t[i] += 1;"),
    "using": ("using image = texture<int, 1>;", "image &t", "t(i) = 1;"),
    "using_template": ("template <class T>\nusing image = texture<T, 1>;", "image<int>& t", "--t[i];"),
    "using_const": ("using image = texture_view<int, 1>;", "image const& t", "t[i] = 1;"),
}


def _function(takes: str, write: str) -> str:
    return f"{HEAD}void write({takes}) restrict(amp) {{\n  {write}\n}}"


def mistakes() -> Iterator[tuple[str, Mistake]]:
    for name, (takes, wrong, right, said) in WRITES.items():
        yield name, (ROW, _function(takes, f"{wrong}@"), said, _function(takes, right))


def named() -> Iterator[tuple[str, Mistake]]:
    for name, (declares, takes, wrong) in NAMED.items():
        text = f"{HEAD}{declares}\nvoid write({takes}, index<1> i) restrict(amp) {{\n  BODY\n}}"
        right = text.replace("BODY", "t.set(i, 1);")
        yield name, (ROW, text.replace("BODY", f"{wrong}@"), TEXEL, right)


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(mistakes())
    yield from pairs(named())

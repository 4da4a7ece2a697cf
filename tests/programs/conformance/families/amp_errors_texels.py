"""Texel types that textures can't have, and results of functions that name arrays, views and textures."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

INCLUDE = "#include <amp_graphics.h>\nusing namespace concurrency::graphics;\n"
ROW = "amp.10.1.formats"
SAID = "can't be the texel type of a texture"
# What names a texture of the type @, which is wrong and right.
USES = {
    "parameter": ("struct two {\n  int a, b;\n};\nvoid f(texture<@, 2>& t) {}", "two", "int_2"),
    "pointer": ("texture<@, 1>* p;", "char", "int"),
    "read": ("void f(texture_view<const @, 2>* t) {}", "bool", "unorm_4"),
    "written": ("void f(writeonly_texture_view<@, 3>* t) {}", "short", "norm"),
    "alias": ("typedef texture<@, 2> image;", "long long", "uint_4"),
    "member": ("struct s { texture<@, 2>* t; };", "unsigned char", "float_2"),
    "result": ("texture<@, 2>* f();", "char", "double"),
}
# The same of arrays and views.
RESULTS = {
    "result_array": ("array<@>* f();", "char", "int"),
    "result_view": ("array_view<@, 2>* f();", "short", "unsigned"),
    "result_trailing": ("auto f(int) -> array_view<const @>*;", "bool", "float"),
}


def _case(row: str, form: str, wrong: str, right: str, said: str) -> tuple[str, str, str, str]:
    return row, form.replace("@", wrong) + "@", said, form.replace("@", right)


def programs() -> Iterator[tuple[str, str]]:
    texels = {n: _case(ROW, INCLUDE + form, w, r, SAID) for n, (form, w, r) in USES.items()}
    said = "can't be the element type of an array or a view"
    results = {n: _case("amp.5.elements", form, w, r, said) for n, (form, w, r) in RESULTS.items()}
    yield from pairs({**texels, **results}.items())

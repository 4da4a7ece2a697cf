"""Units whose tokens rule out every finding take no parse; all others do."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.model import Dialect, Target, TranslationUnit
from hcpy.frontend.microsoft.compat import with_compat
from hcpy.frontend.parse_need import needs_parse
from hcpy.frontend.text.unit_text import read_files

RULED = ("try", "throw", "new", "delete", "dynamic_cast", "typeid", "co_await", "co_return", "co_yield")
KERNEL = "void k(float* p) { hc::parallel_for_each(e, [=](hc::index<1> i) [[hc]] { p[i[0]] = 1; }); }\n"


def needs(
    folder: Path,
    text: str,
    dialect: Dialect = Dialect.HC,
    args: tuple[str, ...] = (),
    environ: dict[str, str] | None = None,
) -> bool:
    source = folder / "t.cpp"
    source.write_text(text)
    unit = TranslationUnit(source, dialect, (Target("host"),), args, folder / "work")
    return needs_parse(read_files(with_compat(unit, None)), environ or {})


@pytest.mark.parametrize(
    "text",
    [
        KERNEL,
        "#include <vector>\n#include <hc.hpp>\n" + KERNEL,
        "// try something new\n" + KERNEL,
        "#include <iostream>\nvoid say() { std::wcout << 1; }\n" + KERNEL,
        'const char* s = "throw";\n' + KERNEL,
        "int f(int* a, int b) { return a[b & 3] + a[(b >> 2) & 3] + a[a[b] & 1] + a[b && 1]; }\n" + KERNEL,
        "int renewed, entry; bool f(int* a, int b) { return a[b] && b & 1; }\n" + KERNEL,
    ],
)
def test_plain_units_need_none(tmp_path: Path, text: str) -> None:
    assert not needs(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        *(f"void h() {{ {word} x; }}\n" for word in RULED),
        "#define MAKE new int\n",
        "#define PASTE(a, b) a##b\n",
        "int f() [[hc]];\n",
        "int f() [[cpu]];\n",
        "auto l = [&](int) {};\n",
        "auto l = [x, &y](int) {};\n",
        "auto l = <:bitand:>(int) {};\n",
        "auto l = [=, & y](int) {};\n",
        "auto l = [x,\n/* y */ &y](int) {};\n",
        "auto l = [p = &y](int) {};\n",
        "auto l = [x = y & 3, &z](int) {};\n",
        "int f(int* a, int b) { return a[&b - a]; }\n",
        "int f(int* a, int b) { return a[b bitand 3]; }\n",
        "#define HEADER <vector>\n#include HEADER\n",
        "#ifdef __KALMAR_ACCELERATOR__\n#endif\n",
        "auto l = [=](int) [[hc]] [[cpu]] {};\n",
        "n\\\new int;\n",
        "void f() { tile_static int t[2] = {1, 2}; }\n",
        "void f(void* p) { goto *p; }\n",
    ],
)
def test_what_a_rule_or_an_edit_may_apply_to_needs_one(tmp_path: Path, text: str) -> None:
    assert needs(tmp_path, text + KERNEL)


def test_the_users_headers_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "h.h").write_text("inline void f() { throw 1; }\n")
    assert needs(tmp_path, '#include "h.h"\n' + KERNEL)


def test_files_that_the_scan_cannot_see_need_one(tmp_path: Path) -> None:
    assert needs(tmp_path, KERNEL, environ={"CPATH": "/x"})
    for argument in ("-I/a/new", "-isystem/new", "-L/delete", "/the/new/a.o"):
        assert not needs(tmp_path, KERNEL, args=(argument,)), argument
    for argument in ("-includex.h", "-imacros", "-Wp,-Ix", "-DMAKE=new int", "-iquote"):
        assert needs(tmp_path, KERNEL, args=(argument, "x")), argument
    assert not needs(tmp_path, KERNEL, args=("-DN=1", "-I", "x", "-isystem", "y", "-O2", "-Wall", "-g"))


def test_amp_always_needs_one(tmp_path: Path) -> None:
    assert needs(tmp_path, "int x;\n", Dialect.AMP)

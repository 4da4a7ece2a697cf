"""What tokens show of functions that other translation units may define or call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hcpy.core.demangle import plain_name
from hcpy.core.model import Dialect, ExternalNames, Part
from hcpy.frontend.text.annotation_macros import annotation_macros
from hcpy.frontend.text.annotations import annotate
from hcpy.frontend.text.edits import apply
from hcpy.frontend.text.external_functions import export_edits, external_names
from hcpy.frontend.text.lexer import SourceText
from hcpy.passes.external_symbols import SharedSymbols, find_shared


def read(text: str) -> tuple[ExternalNames, list[str]]:
    """The names, and the functions that get the mark in HC."""
    source = SourceText(Path("a.cpp"), text)
    found = annotate(source, annotation_macros([source]))
    names = external_names([found])
    edited = apply(text, export_edits(found, names.instantiated, Dialect.HC), Part.DEVICE)
    return names, re.findall(r"(\w+|operator\W+?) *HCRT_EXPORT", edited)


MARKED = {
    "float f(float x) [[hc]] { return x; }": ["f"],
    "[[hc]] float f(float x) { return x; }": ["f"],
    "[[cpu, hc]] int f(int x);": ["f"],
    "__attribute__((hc)) int f(int x) { return x; }": ["f"],
    "int f(int x) __HC__ { return x; }": ["f"],
    "#define DEVICE [[hc]]\nDEVICE int f(int x) { return x; }": ["f"],
    "auto f(int x) [[hc]] -> int { return x; }": ["f"],
    "int f(int x) noexcept [[hc]];": ["f"],
    'extern "C" int f(int x) [[hc]] { return x; }': ["f"],
    "namespace a { namespace b { int f(int x) [[hc]] { return x; } } }": ["f"],
    "int a::S::f(int x) const [[hc]] { return x; }": ["f"],
    "struct S { int f(int x) const [[hc]]; };": ["f"],
    "struct S { public: S(int x) [[hc]]; ~S() [[hc]]; };": ["S", "S"],
    "int S::operator()(int x) const [[hc]] { return x; }": ["operator()"],
    "S& S::operator+=(int x) [[hc]] { return *this; }": ["operator+="],
    "template <class T> T f(T x) [[hc]] { return x; }\ntemplate int f<int>(int);": ["f"],
    "template <class T> T C<T>::f(T x) [[hc]] { return x; }\ntemplate struct C<int>;": ["f"],
    "template <class T> struct C { T f(T x) [[hc]] { return x; } };\ntemplate class C<int>;": ["f"],
    # No other unit can have part in these.
    "static int f(int x) [[hc]] { return x; }": [],
    "inline int f(int x) [[hc]] { return x; }": [],
    "constexpr int f(int x) [[hc]] { return x; }": [],
    "namespace { int f(int x) [[hc]] { return x; } }": [],
    "struct S { int f(int x) [[hc]] { return x; } };": [],
    "struct S { S() [[hc]] = default; int f() [[hc]] = delete; };": [],
    "struct S { friend int f(S) [[hc]]; };": [],
    "template <class T> T f(T x) [[hc]] { return x; }": [],
    "template <class T> T f(T x) [[hc]] { return x; }\nextern template int f<int>(int);": [],
    "void g() { struct S { int f(int x) [[hc]]; }; }": [],
    "int f(int x) [[cpu]] { return x; }": [],
    "void g() { launch([=](int i) [[hc]] { v[i] = 1; }); }": [],
    "#define FUNCTION(name) int name(int x) [[hc]] { return x; }\nFUNCTION(f)": [],
}


@pytest.mark.parametrize("text", MARKED)
def test_marks(text: str) -> None:
    assert read(text)[1] == MARKED[text]


def test_a_conversion_has_the_mark_in_front() -> None:
    """After its name, the attribute would be that of a type."""
    text = "S::operator int() const [[hc]] { return x; }"
    source = SourceText(Path("a.cpp"), text)
    found = annotate(source, annotation_macros([source]))
    edited = apply(text, export_edits(found, frozenset(), Dialect.HC), Part.DEVICE)
    assert edited.split() == f"HCRT_EXPORT #line 1 {text}".split()


def test_amp_needs_no_marks() -> None:
    source = SourceText(Path("a.cpp"), "int f(int x) restrict(amp) { return x; }")
    found = annotate(source, annotation_macros([source]))
    assert list(export_edits(found, frozenset(), Dialect.AMP)) == []
    assert external_names([found]).functions == {"f"}


def test_a_macro_that_makes_functions_may_make_any() -> None:
    assert read("#define FUNCTION(name) int name(int x) [[hc]]\nFUNCTION(f);")[0].anything
    assert not read("#define DEVICE [[hc]]\nDEVICE int f(int x);")[0].anything
    assert not read("#define KERNEL [=](int i) [[hc]]\nvoid g() { launch(KERNEL { v[i] = 1; }); }")[
        0
    ].anything


@pytest.mark.parametrize(
    ("symbol", "parts"),
    [
        ("_Z1fi", ("f",)),
        ("plain", ("plain",)),
        ("_ZN1a1S1fEv", ("a", "S", "f")),
        ("_ZN1a1SIiEC2Ev", ("a", "S", "S")),
        ("_ZN1SD1Ev", ("S", "S")),
        ("_Z4halfIfET_S0_", ("half",)),
        ("_ZNK1SclEi", ("S", "operator")),
        ("_ZNK1ScviEv", ("S", "operator")),
    ],
)
def test_names_of_symbols(symbol: str, parts: tuple[str, ...]) -> None:
    assert plain_name(symbol) == parts


def shared(folder: Path, text: str, names: ExternalNames) -> SharedSymbols:
    path = folder / "module.ll"
    path.write_text(text)
    return find_shared(path, names)


def test_what_a_module_shares(tmp_path: Path) -> None:
    names = ExternalNames(frozenset(("f", "g")))
    code = "{\n  ret i32 1\n}\n"
    quiet = shared(
        tmp_path, f"declare void @_Z1hi(i32)\ndefine linkonce_odr i32 @_Z1fi(i32 %x) {code}", names
    )
    assert quiet.undefined is quiet.exported is False
    assert shared(tmp_path, "declare spir_func noundef i32 @_Z1gi(i32 noundef)\n", names).undefined
    assert shared(tmp_path, f"define spir_func noundef i32 @_Z1fi(i32 noundef %x) {code}", names).exported
    assert not shared(tmp_path, f"define internal spir_func i32 @_Z1fi(i32 %x) {code}", names).exported
    instance = f"define internal noundef i32 @_Z1fIiET_S0_(i32 %x) {code}"
    assert shared(tmp_path, instance, ExternalNames(frozenset("f"), instantiated=frozenset("f"))).exported


@pytest.mark.parametrize(
    "symbol", ["abs", "_Znwm", "_ZSt3maxIiERKT_S2_S2_", "_Z7barrierj", "_Z13get_global_idj"]
)
def test_what_libraries_and_devices_have_is_no_users(symbol: str, tmp_path: Path) -> None:
    """For any names of a user's functions."""
    names = ExternalNames(frozenset(("abs", "operator", "max", "barrier", "get_global_id")), anything=True)
    assert not shared(tmp_path, f"declare i32 @{symbol}(i32)\n", names).undefined


def test_c_functions(tmp_path: Path) -> None:
    text = 'extern "C" int f(int x) [[hc]];\nextern "C" { int g(int x) [[hc]]; }\nint h(int x) [[hc]];'
    names = read(text)[0]
    assert names.c_functions == {"f", "g"} and names.functions == {"f", "g", "h"}
    assert shared(tmp_path, "declare i32 @g(i32)\n", names).undefined
    assert not shared(tmp_path, "declare i32 @h(i32)\n", names).undefined

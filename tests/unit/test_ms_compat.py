"""What is read of sources for Visual C++ before any parse: encodings, spellings, evidence, flags."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hcpy.core.encoding import decode
from hcpy.core.model import Dialect, Location, Part, Target, TranslationUnit
from hcpy.core.spellings import compatibility_folder
from hcpy.driver.options import parse
from hcpy.frontend.microsoft.brought_headers import missing_headers
from hcpy.frontend.microsoft.compat import (
    compat_edits,
    direct3d,
    evidence,
    hint,
    missing_word,
    notes,
    with_compat,
)
from hcpy.frontend.microsoft.conditions import windows_only
from hcpy.frontend.microsoft.words import FUNCTIONS, KEYWORDS
from hcpy.frontend.text.edits import apply
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.sources import scan


def unit_of(folder: Path, text: str | bytes, dialect: Dialect = Dialect.AMP) -> TranslationUnit:
    source = folder / "t.cpp"
    source.write_bytes(text.encode() if isinstance(text, str) else text)
    return TranslationUnit(source, dialect, (Target("host"),), (), folder / "work")


def edited(unit: TranslationUnit) -> str:
    edits = [e for e in compat_edits(unit, scan(unit)) if e.file == unit.source]
    return apply(SourceText.read(unit.source).text, edits, Part.HOST)


# --- encodings -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe" + "int x;\r\n// \u8868\r\n".encode("utf-16-le"),
        b"\xfe\xff" + "int x;\r\n// \u8868\r\n".encode("utf-16-be"),
        "int x;\r\n// \u8868\r\n".encode("utf-16-le"),
        b"\xef\xbb\xbf" + "int x;\r\n// \u8868\r\n".encode(),
    ],
)
def test_marks_and_utf16_become_plain_utf8(data: bytes) -> None:
    decoded = decode(data)
    assert decoded.text.encode("latin-1").decode() == "int x;\r\n// \u8868\r\n"
    assert decoded.changed


def test_plain_files_stay_as_they_are() -> None:
    for text in ("int x;\n", "// \u00fc\r\n"):
        assert not decode(text.encode()).changed


def test_ends_of_files_and_lines() -> None:
    assert decode(b"a\r\nb\x1ajunk").text == "a\r\nb"
    assert decode(b"a\rb\r\nc").text == "a\nb\r\nc"


def test_code_pages() -> None:
    comment = decode("// \u8868\r\nint x;".encode("cp932")).text
    assert comment.endswith(" \r\nint x;") and len(comment) == len("// ..\r\nint x;")
    assert decode('L"\u00fc" "\u00fc"'.encode("cp1252")).text == 'L"\xc3\xbc" "\xfc"'
    assert decode(b"// caf\xe9 it's\nint x = 'a';").text == "// caf\xe9 it's\nint x = 'a';"


# --- includes ------------------------------------------------------------------------------------------
def test_windows_spellings_are_rewritten(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "foo.h").write_text("")
    unit = unit_of(tmp_path, '#include "INC\\Foo.H"\n#include <AMP.h>\n#include "other.h"\n')
    assert edited(unit) == '#include "inc/foo.h"\n#include <amp.h>\n#include "other.h"\n'
    told = [note.message for note in notes(unit, None)]
    assert told == ["'INC\\Foo.H' is read as 'inc/foo.h'", "'AMP.h' is read as 'amp.h'"]


def test_names_that_exist_stay(tmp_path: Path) -> None:
    (tmp_path / "Windows.h").write_text("")
    unit = with_compat(unit_of(tmp_path, '#include "Windows.h"\n#include <amp.h>\n'), None)
    assert not unit.ms_compat and not compat_edits(unit, scan(unit))


def test_precompiled_headers_get_a_stand_in(tmp_path: Path) -> None:
    unit = with_compat(unit_of(tmp_path, '#include "StdAfx.h"\n#include <amp.h>\n'), None)
    assert unit.ms_compat and edited(unit).startswith('#include "stdafx.h"')
    assert [n.message.split(":")[0] for n in notes(unit, None)] == ["'StdAfx.h' was not found"]
    (tmp_path / "StdAfx.h").write_text("#pragma once\n")
    assert not with_compat(unit_of(tmp_path, '#include "StdAfx.h"\n'), None).ms_compat


# --- evidence ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "__int64 x;",
        "void main() {}",
        "#include <tchar.h>\n",
        "int _tmain() {}",
        "int m = __max(1, 2);",
        "LONG x;",
        "__declspec(align(16)) int x;",
        "void f() { concurrency::parallel_for(0, 9, g); }",
        "using namespace concurrency;\nvoid f() { parallel_for(0, 9, g); }",
        "std::hash_set<int> s;",
        "void f(concurrency::completion_future f) { f.to_task(); }",
        "using namespace concurrency;\nvoid f() { create_task([] {}); }",
        "void f() { for each (int x in v) g(x); }",
        "#pragma warning(disable : 4996)\n",
        "#define UNUSED 1\n#if defined(OTHER)\nint x;\n#endif\n__int64 y;",
    ],
)
def test_microsofts_names_turn_compatibility_on(tmp_path: Path, text: str) -> None:
    unit = unit_of(tmp_path, text)
    assert with_compat(unit, None).ms_compat
    assert not with_compat(unit, False).ms_compat
    assert [n.message.partition(" is ")[2] for n in hint(unit)] == ["Microsoft's: compile with -fms-compat"]
    assert not with_compat(unit_of(tmp_path, text, Dialect.HC), None).ms_compat


@pytest.mark.parametrize(
    "text",
    [
        "#ifdef _WIN32\n__int64 x;\n#endif\n",
        "#if defined(_MSC_VER)\n#include <windows.h>\n#else\nint x;\n#endif\n",
        "#ifndef _WIN32\nint x;\n#else\n__int64 x;\n#endif\n",
        "#define __forceinline inline\n__forceinline int f();\n",
        "typedef long long __int64;\n__int64 x;\n",
        '// __int64\nconst char* s = "fopen_s";\n',
        "/* LONG x; for each (x in y) */\n#if 0\nLONG x;\n#endif\n",
        "enum { LONG, BOOL };\nint x = LONG;\n",
        "typedef int LONG;\nLONG x;\n",
        "void parallel_for(int n);\nusing namespace concurrency;\nvoid f() { parallel_for(9); }",
        "struct loops { void parallel_for(int); };\nvoid f(loops l) { l.parallel_for(3); }",
        "struct work { int to_task(); };\nint f(work w) { return w.to_task(); }",
        "struct tasks { void create_task(int); };\nvoid f(tasks t) { t.create_task(3); }",
        "void each(int);\nvoid f() { each(3); }",
        "#define _tmain main\nint _tmain() { return 0; }",
    ],
)
def test_portable_sources_are_left_alone(tmp_path: Path, text: str) -> None:
    unit = unit_of(tmp_path, text)
    assert evidence(unit, scan(unit)) is None


def test_an_entry_that_the_source_names_main_stays(tmp_path: Path) -> None:
    text = "#include <windows.h>\n#define _tmain main\nint _tmain() { return 0; }\n"
    unit = with_compat(unit_of(tmp_path, text), None)
    assert unit.ms_compat and "run_program" not in edited(unit)
    other = with_compat(unit_of(tmp_path, text.replace("main main", "main wmain")), None)
    assert "run_program(&_tmain" in edited(other)
    plain = replace(unit_of(tmp_path, "int _tmain() { return 0; }"), clang_args=("-D_tmain=main",))
    assert not with_compat(plain, None).ms_compat


@pytest.mark.parametrize("name", ["windows.h", "ppl.h", "stdafx.h", "Windows.h"])
def test_forced_headers_of_windows_turn_compatibility_on(tmp_path: Path, name: str) -> None:
    unit = replace(unit_of(tmp_path, "int x;"), clang_args=("-include", name))
    assert with_compat(unit, None).ms_compat
    assert not with_compat(replace(unit, clang_args=("-include", "stdio.h")), None).ms_compat


def test_conditions_nest() -> None:
    text = "#if A\n#ifdef _WIN32\nw\n#elif B\nb\n#else\ne\n#endif\n#if 0\nz\n#endif\n#endif\nlast"
    source = SourceText(Path("t.cpp"), text)
    skipped = [
        word for word in ("w", "b", "e", "z", "last") if windows_only(source, text.index(f"\n{word}") + 1)
    ]
    assert skipped == ["w", "z"]


@pytest.mark.parametrize(
    ("before", "is_skipped"),
    [
        ("#define USE 0\n#if USE", True),
        ("#define USE 0 // or 1\n#if USE // it", True),
        ("#define USE 1\n#if !USE", True),
        ("#if defined(_WIN32) && X\n#define USE 1\n#else\n#define USE 0\n#endif\n#if USE", True),
        ("#define USE 0\n#if USE\n#elif USE", True),
        ("#define USE 1\n#if USE", False),
        ("#define USE 0\n#undef USE\n#if USE", False),
        ("#define USE 0\n#ifdef USE", False),
        ("#ifdef X\n#define USE 1\n#else\n#define USE 0\n#endif\n#if USE", False),
        ("#if X\n#define USE 1\n#elif Y\n#define USE 2\n#else\n#define USE 0\n#endif\n#if USE", False),
        ("#ifndef USE\n#define USE 0\n#endif\n#if USE", False),  # a flag may define it
        ("#if USE", False),
    ],
)
def test_conditions_know_the_macros_of_the_file(before: str, is_skipped: bool) -> None:
    text = f"{before}\nw\n#endif\n"
    assert windows_only(SourceText(Path("t.cpp"), text), text.index("\nw") + 1) == is_skipped


@pytest.mark.parametrize(
    ("before", "is_skipped"),
    [
        ("#if USE_D3D", True),
        ("#ifdef USE_D3D // with pictures", True),
        ("#if defined(USE_D3D)", True),
        ("#ifdef _DEBUG", True),
        ("#ifndef USE_D3D\nint x;\n#else", True),
        ("#if USE_GL\n#elif USE_D3D", True),
        ("#ifndef USE_D3D", False),
        ("#if !defined USE_D3D", False),
        ("#if USE_D3D || USE_GL", False),
        ("#if __linux__", False),
        ("#if linux", False),
        ("#if USE_FILE", False),
        ("#if USE_FLAG", False),
        ("#ifdef USE_APART", False),
        ("#if 0\n#define USE_D3D\n#endif\n#ifdef USE_D3D", False),
    ],
)
def test_what_a_macro_guards_that_nothing_defines_is_no_evidence(
    tmp_path: Path, before: str, is_skipped: bool
) -> None:
    text = f"#define USE_FILE 1\n{before}\nSleep(LARGE_INTEGER);\n#endif\n"
    unit = replace(unit_of(tmp_path, text), clang_args=("-DUSE_FLAG=1", "-D", "USE_APART"))
    assert with_compat(unit, None).ms_compat is not is_skipped


def test_each_name_is_declared() -> None:
    known_to_clang = (
        "__int8 __int16 __int32 __int64 __forceinline __assume __noop __super __FUNCSIG__ __pragma __declspec"
    )
    others = f"{known_to_clang} __ptr64 __w64 wmain _rotl _rotr _rotl64 _rotr64 _alloca"
    texts = "".join(p.read_text() for p in compatibility_folder().rglob("*.h*"))
    missing = [n for n in KEYWORDS | FUNCTIONS if n not in texts and n not in others.split()]
    assert not [n for n in missing if n.removesuffix("_s") not in texts]


# --- edits and errors ----------------------------------------------------------------------------------
def test_entries_get_a_main(tmp_path: Path) -> None:
    unit = with_compat(unit_of(tmp_path, "void main() { return; }\n"), True)
    text = edited(unit)
    assert text.startswith("void hcrt_ms_main() { return; }\n\nint main(") and "(&hcrt_ms_main, argc" in text
    unit = with_compat(unit_of(tmp_path, "int main() { domain.main(); }\n"), True)
    assert edited(unit) == "int main() { domain.main(); }\n"


def test_microsofts_words_in_texts(tmp_path: Path) -> None:
    text = 'printf("%I64d %5I64u I64", x);\nsystem("pause");\n#pragma comment(lib, "a.lib")\nint x;\n'
    unit = with_compat(unit_of(tmp_path, text), True)
    blank = " " * len('#pragma comment(lib, "a.lib")')
    assert edited(unit) == f'printf("%lld %5llu I64", x);\nsystem(":"    );\n{blank}\nint x;\n'


def test_direct3d_is_one_error(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, "#include <amp.h>\n#include <d3d11.h>\nID3D11Device* d;\n")
    said = f"{unit.source}:2:10: fatal error: 'd3d11.h' file not found\n"
    found = direct3d(unit, said)
    assert found and found.location and (found.location.line, found.location.column) == (2, 11)
    assert direct3d(unit, "") is None  # clang did not come to it


def test_direct3d_by_a_using_directive(tmp_path: Path) -> None:
    unknown = "error: use of undeclared identifier 'get_device'\n"
    call = "void* d = get_device(v);\n"
    unit = unit_of(tmp_path, f"using namespace concurrency :: direct3d;\n{call}")
    found = direct3d(unit, f"{unit.source}:2:11: {unknown}")
    assert found and "'get_device' belongs to an interface of Windows" in found.message
    assert direct3d(unit, f"{unit.source}:2:11: error: use of undeclared identifier 'v'\n") is None
    unit = unit_of(tmp_path, f"// direct3d\n{call}")
    assert direct3d(unit, f"{unit.source}:2:11: {unknown}") is None


def test_headers_that_microsofts_bring_along() -> None:
    def found(text: str) -> list[str]:
        return list(missing_headers([SourceText(Path("t.cpp"), f"#include <amp.h>\n{text}")], frozenset()))

    assert found("std::sort(a, b);") == ["algorithm"]
    assert found("#include <algorithm>\nstd::sort(a, b);") == []
    assert found("using namespace std;\nsort(a, b); data.fill(1);") == ["algorithm"]
    assert found("sort(a, b);") == []
    assert found("#include <math.h>\nfloat x = sqrtf(2);") == []
    assert found("f.wait_for(t);") == ["future"]
    assert found("void wait_for(int); wait_for(1);") == []
    assert found("using namespace std;\nmutex m;") == ["mutex"]
    assert found("using namespace std;\nfine<float, milli> d;") == ["ratio"]
    assert found("using namespace std;\nstruct mutex {}; mutex m;") == []
    assert found("using namespace std;\nlaunch<int>(f);") == []
    assert found("std::launch l;") == ["future"]
    assert found("std::array<int, 2> a;") == ["array"]
    assert found("using namespace std;\narray<int, 2> a;") == []


def test_flags() -> None:
    assert parse(["a.cpp"]).ms_compat is None
    assert parse(["-fms-compat", "a.cpp"]).ms_compat is True
    assert parse(["-fms-compat", "-fno-ms-compat", "a.cpp"]).ms_compat is False
    assert "-fms-compat" not in parse(["-fms-compat", "a.cpp"]).clang_args


# --- typename ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("template <class T> struct S { typedef typename array_view<T, 1> view; };", True),
        ("template <class T> struct S { int x; typename T y; };", True),
        ("template <class T> void f(typename T x);", True),
        ("template <class T> struct S { typedef typename T::type type; };", False),
        ("template <class T> struct S { typedef typename A<T, 1>::type type; };", False),
        ("template <typename T> struct S {};", False),
        ("template <int N, typename T> struct S {};", False),
    ],
)
def test_typename_before_a_plain_name_goes(tmp_path: Path, text: str, goes: bool) -> None:
    unit = replace(unit_of(tmp_path, text), ms_compat=True)
    assert (edited(unit) != text) == goes
    if goes:
        assert edited(unit) == text.replace("typename", "        ")


def test_typename_left_out_brings_no_warning(tmp_path: Path) -> None:
    flags = with_compat(unit_of(tmp_path, "int x;"), True).clang_args
    assert {"-Wno-typename-missing", "-Wno-c++20-extensions"} <= set(flags)


def test_a_missing_word_of_a_template_is_found_in_plain_and_coloured_messages(tmp_path: Path) -> None:
    plain = "a.cpp:3:5: error: missing 'typename' prior to dependent type name 'T::x'\n"
    red = (
        "\033[1ma.cpp:4:9: \033[0m\033[0;1;31merror: \033[0m\033[1mmissing 'template' keyword prior to 'tile'"
    )
    amp = unit_of(tmp_path, "")
    found = [missing_word(amp, text) for text in (plain, red)]
    assert [d.location for d in found if d] == [Location("a.cpp", 3, 5), Location("a.cpp", 4, 9)]
    assert missing_word(amp, plain.replace("missing", "no")) is None
    assert missing_word(replace(amp, ms_compat=True), plain) is None
    assert missing_word(replace(amp, dialect=Dialect.HC), plain) is None

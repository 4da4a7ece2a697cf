"""The part of the split stage that needs no parse: tokens, annotations, edits, include scan."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from hcpy.cache import prefix
from hcpy.core.model import Dialect, Edit, Part, SplitSource, Target, TranslationUnit
from hcpy.core.tools import find_toolchain
from hcpy.frontend.text import textual
from hcpy.frontend.text.annotation_macros import annotation_macros
from hcpy.frontend.text.annotations import BOTH, CPU, DEVICE, Spelling, annotate
from hcpy.frontend.text.edits import apply, blank, edited_texts, insert, write_overlay
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import moved_annotations, wrapped_captures
from hcpy.frontend.text.sources import include_path, user_files
from hcpy.frontend.text.textual import in_work, likely_needs_edits, overlay_flags, textual_split
from hcpy.frontend.text.unit_text import UnitText


def source_of(text: str) -> SourceText:
    return SourceText(Path("t.cpp"), text)


def edited(text: str, dialect: Dialect) -> str:
    source = source_of(text)
    found = annotate(source, annotation_macros([source]))
    edits = moved_annotations(found, dialect)
    if dialect is Dialect.AMP:
        edits += wrapped_captures(found)
    return apply(text, edits, Part.DEVICE)


def unit_of(
    folder: Path, text: str, dialect: Dialect = Dialect.HC, args: tuple[str, ...] = ()
) -> TranslationUnit:
    (folder / "t.cpp").write_text(text)
    return TranslationUnit(folder / "t.cpp", dialect, (Target("host"),), args, folder / "work")


# --- tokens --------------------------------------------------------------------------------------------
def test_tokens_leave_out_comments_and_keep_strings() -> None:
    source = source_of('a /* [[hc]] */ "restrict(amp)" // x\nR"d([[hc]] ")d" 1\'000.5e-3f \'"\' b')
    tokens = ["a", '"restrict(amp)"', 'R"d([[hc]] ")d"', "1'000.5e-3f", "'\"'", "b"]
    assert [t.text for t in source.tokens] == tokens


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("#if A\nvoid f(int) {\n#else\nvoid f(long) {\n#endif\n}\nint g;", [(0, 0), (1, 0)]),
        ("{\n#ifdef A\n}\n#else\n}\n#endif\n{ }", [(0, 1), (1, 2)]),
        # The same condition chooses the end that fits.
        ("#ifdef A\n{{\n#else\n{\n#endif\n#if defined(A)\n}}\n#else\n}\n#endif", [(0, 1), (1, 0), (2, 2)]),
        ("#ifdef A\n{{\n#else\n{\n#endif\n#ifndef A\n}\n#else\n}}\n#endif", [(0, 2), (1, 1), (2, 0)]),
        ("#ifdef A\n{{\n#else\n{\n#endif\n#if !defined A\n}\n#else\n}}\n#endif", [(0, 2), (1, 1), (2, 0)]),
        # Without an #else the other branch is what was before.
        ("#ifdef A\n{\n#endif\n{ }\n#ifdef A\n}\n#endif\n{ }", [(0, 1), (1, 0), (2, 2)]),
        ("{\n#ifdef A\n} {\n#endif\n}", [(0, 0), (1, 1)]),
        ("#ifdef A\n{\n#else\n{\n#endif\n#if B\n{ }\n#endif\n}", [(0, 1), (1, 1), (2, 0)]),
    ],
)
def test_brackets_pair_across_conditional_branches(text: str, pairs: list[tuple[int, int]]) -> None:
    source = source_of(text)
    opened = [i for i, t in enumerate(source.tokens) if t.text == "{"]
    closed = [i for i, t in enumerate(source.tokens) if t.text == "}"]
    assert [(n, closed.index(source.partners[i])) for n, i in enumerate(opened)] == pairs


def test_directives_have_brackets_of_their_own() -> None:
    source = source_of("#define OPEN {\nf(OPEN)")
    assert source.partners[[t.text for t in source.tokens].index("(")] == len(source.tokens) - 1


def test_lines_and_columns() -> None:
    source = source_of("ab\n  c\n")
    assert source.line_column(5) == (2, 3)
    assert source.offset(2, 3) == 5


# --- annotations ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "restriction", "spelling"),
    [
        ("[[hc]]", DEVICE, Spelling.BRACKETS),
        ("[[cpu]]", CPU, Spelling.BRACKETS),
        ("[[cpu, hc]]", BOTH, Spelling.BRACKETS),
        ("__attribute__((hc))", DEVICE, Spelling.GNU),
        ("__attribute__((amp))", DEVICE, Spelling.GNU),
        ("__attribute__((amp,cpu))", BOTH, Spelling.GNU),
        ("restrict(amp)", DEVICE, Spelling.RESTRICT),
        ("restrict( cpu , amp )", BOTH, Spelling.RESTRICT),
        ("restrict(auto)", BOTH, Spelling.RESTRICT),
        ("__HC__", DEVICE, Spelling.GNU),
        ("__GPU", BOTH, Spelling.MACRO),
        ("MY_GPU", BOTH, Spelling.MACRO),
    ],
)
def test_spellings(text: str, restriction: object, spelling: Spelling) -> None:
    source = source_of(f"#define MY_GPU restrict(amp) restrict(cpu)\nvoid f() {text} {{}}")
    found = annotate(source, annotation_macros([source]))
    clause = found.clauses[-1]
    assert (clause.restriction, clause.spelling) == (restriction, spelling)
    assert source.text[clause.begin : clause.end] == text


@pytest.mark.parametrize(
    "text",
    [
        "[[nodiscard]] int f();",
        "int a[[b]];",
        "int *restrict p;",
        "__attribute__((used)) int x;",
        "int cpu, hc, amp;",
    ],
)
def test_what_is_no_annotation(text: str) -> None:
    assert annotate(source_of(text), annotation_macros([])).clauses == []


def test_macros_of_macros() -> None:
    macros = annotation_macros(
        [source_of("#define B A\n#define A [[hc]]\n#define C(x) [[hc]]\n#define D inline A\n")]
    )
    assert macros["B"] == DEVICE
    assert "C" not in macros
    assert "D" not in macros


def test_lambdas_are_told_from_subscripts() -> None:
    text = (
        "a[i](j) {} f([x](int) [[hc]] {}); int b[3]; auto k = [&] { return v[0]; }; delete[] p; [[hc]] int g;"
    )
    source = source_of(text)
    found = annotate(source, annotation_macros([]))
    assert [source.text[source.tokens[x.open].begin :][:4] for x in found.lambdas] == ["[x](", "[&] "]


# --- HC edits: blank what does not parse ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f([=](int) mutable __attribute__((hc)) {});", "f([=](int) mutable                     {});"),
        ("f([[hc]] [=](int) {});", "f(       [=](int) {});"),
        ("f([=](int) [[hc]] mutable {});", "f([=](int)        mutable {});"),
        ("auto f() __attribute__((hc)) -> int;", "auto f()                     -> int;"),
        ("static [[hc]] int g;", "static        int g;"),
        ("[[hc]] template <class T> void f(T);", "       template <class T> void f(T);"),
        ("f([=](int) mutable __HC__ {});", "f([=](int) mutable        {});"),
        ("f([=] __HC__ {});", "f([=]        {});"),
    ],
)
def test_hc_blanks(text: str, expected: str) -> None:
    assert edited(text, Dialect.HC) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[[hc]] void f();",
        "void f() [[cpu, hc]] {}",
        "f([=](int) [[hc]] {});",
        "f([=] [[hc]] (int) {});",
        "f([=](int) __attribute__((hc)) {});",
        "auto f() [[hc]] -> int;",
        "int f() const restrict(amp);",
        "f([=](int) mutable [[hc]] -> int {});",
        "static __attribute__((hc)) int g;",
        "#define HD(x) [[cpu, hc]]\nstatic const int n = 3;",
    ],
)
def test_hc_leaves_what_parses(text: str) -> None:
    assert edited(text, Dialect.HC) == text


# --- C++ AMP edits --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f([=](int) mutable restrict(amp) {});", "f([=](int) restrict(amp) mutable {});"),
        ("void f() [[hc]] {}", "void f() HCRT_A {}"),
        ("void f() [[cpu]][[hc]] {}", "void f() HCRT_C HCRT_A {}"),
        ("void f() [[cpu, hc]];", "void f() HCRT_B     ;"),
        ("void f() __attribute__((amp));", "void f() HCRT_A              ;"),
        ("[[hc]] int g;", "HCRT_A int g;"),
        ("struct S { int f() restrict(amp) const; };", "struct S { int f() const restrict(amp); };"),
        (
            "static auto f() restrict(amp) -> int {}",
            "static  restrict(amp)\n#line 1\n       auto f()               -> int {}",
        ),
        (
            "  f([&a](int) restrict(amp) {}, 1);",
            "  f( [&]{return\n#line 1\n    [&a](int) restrict(amp) {} ;}()\n#line 1\n" + " " * 30 + ", 1);",
        ),
        (
            "#if A\nf([&a](int) restrict(amp)\n#else\nf([=](int) restrict(amp)\n#endif\n{\n});",
            "#if A\nf( [&]{return\n#line 2\n  [&a](int) restrict(amp)\n#else\nf( [&]{return\n#line 4\n"
            "  [=](int) restrict(amp)\n#endif\n{\n} ;}()\n#line 7\n );",
        ),
        (
            "#define F(b) f([&a](int) restrict(amp) b)",
            "#define F(b) f( [&]{return [&a](int) restrict(amp) b ;}() )",
        ),
        (
            "#define F(...) f([&a](int) restrict(amp) __VA_ARGS__)",
            "#define F(...) f( [&]{return [&a](int) restrict(amp) __VA_ARGS__ ;}() )",
        ),
        ("#define F f([&a](int) restrict(amp) b)", "#define F f([&a](int) restrict(amp) b)"),
        (
            "f([&a](int) restrict(amp) {\n#if A\n});\n#else\n});\n#endif",
            "f( [&]{return\n#line 1\n  [&a](int) restrict(amp) {\n#if A\n} ;}()\n#line 3\n );\n#else\n"
            "} ;}()\n#line 5\n );\n#endif",
        ),
    ],
)
def test_amp_edits(text: str, expected: str) -> None:
    assert edited(text, Dialect.AMP) == expected


def test_a_rewritten_region_keeps_its_lines() -> None:
    text = "f([=](int) mutable\n    restrict(amp) { x; });"
    assert edited(text, Dialect.AMP) == "f([=](int) restrict(amp) mutable\n                  { x; });"


@pytest.mark.parametrize(
    "text",
    [
        "f([=](int) restrict(amp) {});",  # no reference
        "f([&](int) {});",  # not for devices
        "f([&](int) restrict(cpu) {});",
        "void k() restrict(amp) { f([&](int) restrict(amp) {}); }",  # in device code
        "f([x = a & b](int) restrict(amp) {});",
        # A macro's text ends with its line.
        "#define BOTH restrict(cpu, amp)\ntemplate <class T> T f(T) BOTH;",
        "#define ON(x) restrict(amp)\nconst int n = 3;",
        "#define AT(x) (x)\nrestrict(amp)",
    ],
)
def test_amp_leaves(text: str) -> None:
    assert edited(text, Dialect.AMP) == text


def test_insertions_in_macros_stay_in_their_line() -> None:
    text = "#define K(a) [&](int) restrict(amp) {}\n#define L [&] restrict(amp) {}\nf(K(1));"
    assert edited(text, Dialect.AMP).splitlines() == [
        "#define K(a)  [&]{return [&](int) restrict(amp) {} ;}() ",
        "#define L  [&]{return [&] restrict(amp) {} ;}() ",
        "f(K(1));",
    ]


# --- edits and overlays ---------------------------------------------------------------------------------
def test_insertions_in_dropped_text_do_not_move_later_lines() -> None:
    """The preprocessor drops an insertion's #line with the text around it."""
    text = "#if 0\na b\n#if 1\nc\n#endif\n#else // kept\nd\n#endif\ne\n"
    source = source_of(text)
    edits = [insert(source, text.index("b"), "x"), insert(source, text.index("c\n"), "y")]
    shown = edited_texts({source.path: source}, edits, Part.DEVICE)[source.path]
    assert "#endif\n#line 6\n#else // kept\n#line 7\nd\n#endif\ne\n" in shown
    assert "a  x\n#line 2\n  b\n#if 1\n y\n#line 4\nc\n#endif\n" in shown
    outside = edited_texts({source.path: source}, [insert(source, text.index("e\n", 40), "z")], Part.DEVICE)
    assert outside[source.path].count("#line") == 1


def test_edits_of_one_part_and_inside_of_blanks() -> None:
    source = source_of("int f() {\n  g();\n}\nint h;")
    edits = [insert(source, 12, "x"), blank(source, 0, 18, frozenset((Part.HOST,)))]
    assert apply(source.text, edits, Part.HOST) == "         \n      \n \nint h;"
    assert apply(source.text, edits, Part.DEVICE) == "int f() {\n   x\n#line 2\n  g();\n}\nint h;"


def test_equal_places_keep_the_order_of_the_edits() -> None:
    edits = [Edit(Path("t.cpp"), 1, 1, "A"), Edit(Path("t.cpp"), 1, 1, "B")]
    assert apply("xy", edits, Part.HOST) == "xABy"


def test_overlay_names_every_spelling(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    (real / "a b.h").write_text("int x;")
    overlay = write_overlay(
        {link / "a b.h": "int y;"}, Part.HOST, tmp_path / "w", {link / "a b.h": ("/other/a b.h",)}
    )
    content = json.loads(overlay.read_text())
    assert content["use-external-names"] is False
    assert [r["name"] for r in content["roots"]] == [str(link / "a b.h"), str(real / "a b.h"), "/other/a b.h"]
    assert {Path(r["external-contents"]).read_text() for r in content["roots"]} == {"int y;"}


# --- files ----------------------------------------------------------------------------------------------
def test_include_scan_follows_the_users_folders(tmp_path: Path) -> None:
    inc, ours = tmp_path / "inc", tmp_path / "ours"
    (ours / "hcrt").mkdir(parents=True)
    (ours / "hcrt" / "abi.h").touch()
    (ours / "hc.hpp").write_text("[[hc]] int ours();")
    inc.mkdir()
    (inc / "b.h").write_text('#include "c.h"\n#include <vector>')
    (inc / "c.h").write_text('#include "b.h"')
    (tmp_path / "a.h").write_text("#  include <b.h>")
    args = ("-I", str(inc), f"-I{ours}", "-DX", "-include", str(inc / "c.h"))
    unit = unit_of(tmp_path, '#include "a.h"\n#include <hc.hpp>\n#include "missing.h"\n', args=args)
    names = {source.path.name for source in user_files(unit)}
    assert names == {"t.cpp", "a.h", "b.h", "c.h"}
    assert include_path(args).angled == (inc,)


def test_textual_overlays_take_the_place_of_missing_ones(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, "void k() { f([&](int) restrict(amp) {}); }", Dialect.AMP)
    assert overlay_flags(unit, None, Part.HOST) == ()
    flags = overlay_flags(unit, SplitSource(unit), Part.HOST)
    assert flags == ("-ivfsoverlay", str(textual_split(unit).overlays[Part.HOST]))
    own = SplitSource(unit, overlays={Part.HOST: Path("own.yaml")})
    assert overlay_flags(unit, own, Part.HOST) == ("-ivfsoverlay", "own.yaml")


@pytest.mark.parametrize(
    ("text", "dialect", "expected"),
    [
        ("parallel_for_each(e, [=](int) [[hc]] {});", Dialect.HC, False),
        ("int f() [[cpu]]; int f() [[hc]];", Dialect.HC, True),
        ("#ifdef __KALMAR_ACCELERATOR__\n#endif\nparallel_for_each(e, k);", Dialect.HC, True),
        ("parallel_for_each(e, [&](int) restrict(amp) {});", Dialect.AMP, False),
        ("void f() restrict(amp) { struct S { int g(); }; }", Dialect.AMP, True),
    ],
)
def test_which_units_wait_for_the_parse(tmp_path: Path, text: str, dialect: Dialect, expected: bool) -> None:
    assert likely_needs_edits(unit_of(tmp_path, text, dialect)) is expected


@pytest.mark.parametrize(
    "name", ["\U0001f680", "\u00e9\U0001f1eb\u0153\U00010348", "\\ud83d\\ude80", "\x7f\u0080\ufeff"]
)
def test_clang_reads_edited_files_of_any_name(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "t.cpp").write_text("int original;")
    overlay = write_overlay({folder / "t.cpp": "int edited;"}, Part.HOST, tmp_path / "o", {})
    command = [find_toolchain().clang, "-E", "-P", "-ivfsoverlay", overlay, folder / "t.cpp"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"int edited;\n"


def test_what_a_unit_in_work_needs_is_made_once(tmp_path: Path) -> None:
    text = "inline int f() [[hc]] { return 1; }\nstruct S { int m() const [[cpu]] [[hc]]; };\n"

    def unit(number: int) -> TranslationUnit:
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        return unit_of(folder, text)

    first = unit(0)
    with in_work(first):
        made = textual_split(first)
        assert made.overlays
        for number in range(1, 9):
            textual_split(unit(number))
        assert textual_split(unit(0)) is made
    for number in range(1, 9):
        textual_split(unit(number))
    assert textual_split(unit(0)) is not made


def test_locks_that_another_thread_held_are_free_in_a_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that compiles in a thread may fork: the child has no such thread."""
    reads, is_held, release = textual.read_files, threading.Event(), threading.Event()

    def slow(unit: TranslationUnit) -> UnitText:
        with prefix._lock("key"):
            is_held.set()
            release.wait()
        return reads(unit)

    unit = unit_of(tmp_path, "int f();")
    monkeypatch.setattr(textual, "read_files", slow)
    thread = threading.Thread(target=textual.unit_text, args=(unit,))
    thread.start()
    is_held.wait()
    monkeypatch.setattr(textual, "read_files", reads)
    child = os.fork()
    if not child:
        signal.alarm(10)
        is_free = prefix._lock("key").acquire(timeout=5)
        os._exit(0 if is_free and textual.unit_text(unit).sources else 1)
    release.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

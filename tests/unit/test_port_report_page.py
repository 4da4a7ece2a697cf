"""hcc --port-report without a compiler: the tree's files, the flags that are tried, and the page."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hcpy.core.errors import UsageError
from hcpy.driver.options import parse
from hcpy.driver.port_report.attempts import Attempt, Compiler, Complaint, Finding, _complaints, study
from hcpy.driver.port_report.classify import rule_groups, windows_groups, windows_name
from hcpy.driver.port_report.page import as_html, as_text
from hcpy.driver.port_report.tree import Tree


class Fake(Compiler):
    """Takes a source whose flags hold all that it needs; `errors` are those of any other flags."""

    def __init__(self, needs: tuple[str, ...], errors: dict[tuple[str, ...], tuple[str, ...]]) -> None:
        self.needs = needs
        self.errors = errors
        self.tried: list[tuple[str, ...]] = []

    def attempt(self, source: Path, flags: tuple[str, ...], tree: Tree) -> Attempt:
        self.tried.append(flags)
        if set(self.needs) <= set(flags):
            return Attempt(flags, ())
        texts = self.errors.get(flags, ("expected ';'",))
        return Attempt(flags, tuple(Complaint("a.cpp", i + 1, text) for i, text in enumerate(texts)))


def a_tree(root: Path, files: dict[str, str | bytes]) -> Tree:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Tree(root.resolve())


def studied(tree: Tree, name: str, compiler: Compiler) -> Finding:
    return study(tree.root / name, tree, compiler)


# --- the tree ------------------------------------------------------------------------------------------
def test_sources_are_regular_files(tmp_path: Path) -> None:
    (tmp_path / "folder.cpp").mkdir()
    os.mkfifo(tmp_path / "pipe.cpp")
    (tmp_path / "dead.cpp").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to(".")
    tree = a_tree(
        tmp_path, {"a.cpp": "", "sub/b.CPP": "", "c.h": "", "d.c": "", ".git/e.cpp": "", "f.cxx": ""}
    )
    assert [tree.shown(path) for path in tree.sources] == ["a.cpp", "f.cxx", "sub/b.CPP"]


def test_include_folders(tmp_path: Path) -> None:
    tree = a_tree(
        tmp_path,
        {
            "src/a.cpp": '#include "beside.h"\n#include <Deep/x.h>\n#include <vector>\n#include "gone.h"\n',
            "src/beside.h": "",
            "src/b.cpp": '#include "..\\INC\\two.h"\n',
            "inc/deep/x.h": '#include "y.h"\n',
            "other/y.h": "",
            "far/vector": "",
            "inc/two.h": "",
        },
    )
    folders = tree.include_folders(tree.root / "src/a.cpp")
    assert [tree.shown(folder) for folder in folders] == ["inc", "other"]
    assert tree.include_folders(tree.root / "src/b.cpp") == ()  # found beside it, in letters of any case
    c = a_tree(tmp_path, {"deep/down/c.cpp": '#include "../inc/two.h"\n'})
    assert [c.shown(f) for f in c.include_folders(c.root / "deep/down/c.cpp")] == ["inc"]


def test_the_nearest_header_of_a_name_is_taken(tmp_path: Path) -> None:
    files = {f"{p}/{f}": "" for p in ("one", "two") for f in ("inc/x.h",)}
    tree = a_tree(tmp_path, {**files, "two/src/a.cpp": '#include "x.h"\n'})
    assert [tree.shown(f) for f in tree.include_folders(tree.root / "two/src/a.cpp")] == ["two/inc"]


def test_headers_that_include_each_other(tmp_path: Path) -> None:
    tree = a_tree(
        tmp_path, {"a.cpp": '#include "a.h"\n', "a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n'}
    )
    assert tree.include_folders(tree.root / "a.cpp") == ()
    assert tree.dialect(tree.root / "a.cpp") == ""


# --- flags ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "needs", "errors", "flags"),
    [
        ("int a;", (), {}, ()),
        ('#include "k.h"', ("-hc",), {(): ("give -hc",), ("-hc", "-fms-compat"): ()}, ("-hc",)),
        ("#include <amp.h>\n", ("-fms-compat",), {}, ("-fms-compat",)),
        (
            "int a;",
            ("-std=c++20",),
            {(): ("missing 'typename' prior to dependent type name 'T::x'",)},
            ("-std=c++20",),
        ),
        (
            "int a;",
            ("-std=c++14",),
            {(): ("no template named 'auto_ptr' in namespace 'std'",)},
            ("-std=c++14",),
        ),
    ],
)
def test_flags(
    tmp_path: Path,
    text: str,
    needs: tuple[str, ...],
    errors: dict[tuple[str, ...], tuple[str, ...]],
    flags: tuple[str, ...],
) -> None:
    tree = a_tree(tmp_path, {"a.cpp": text, "k.h": "#include <hc.hpp>\n"})
    found = studied(tree, "a.cpp", Fake(needs, errors))
    assert found.compiles and found.flags == flags


def test_flags_that_help_a_part_are_kept_and_those_that_do_not_are_not(tmp_path: Path) -> None:
    tree = a_tree(tmp_path, {"a.cpp": "#include <amp.h>\n"})
    typename = "missing 'typename'"
    errors = {(): (typename, "b", "c"), ("-fms-compat",): (typename,), ("-fms-compat", "-std=c++20"): ("d",)}
    compiler = Fake(("nothing",), errors)
    found = studied(tree, "a.cpp", compiler)
    assert not found.compiles and found.flags == ("-fms-compat",)
    assert [c.text for c in found.complaints] == [typename]
    assert compiler.tried == [(), ("-fms-compat",), ("-fms-compat", "-std=c++20")]


def test_no_flag_is_tried_for_a_missing_header(tmp_path: Path) -> None:
    tree = a_tree(tmp_path, {"a.cpp": "#include <amp.h>\n"})
    compiler = Fake(("nothing",), {(): ("'d3d11.h' file not found",)})
    assert not studied(tree, "a.cpp", compiler).compiles
    assert compiler.tried == [()]


def test_headers_that_a_dialect_or_a_flag_brings(tmp_path: Path) -> None:
    tree = a_tree(tmp_path, {"a.cpp": '#include "stdafx.h"\n', "stdafx.h": "#include <amp.h>\n"})
    sdk = ("'sdkddkver.h' file not found",)
    errors = {(): sdk, ("-std=c++amp",): sdk, ("-std=c++amp", "-fms-compat"): ("one", "two")}
    found = studied(tree, "a.cpp", Fake(("nothing",), errors))
    assert found.flags == ("-std=c++amp", "-fms-compat")  # a missing header hid the two
    assert studied(tree, "a.cpp", Fake(("-std=c++amp",), errors)).flags == ("-std=c++amp",)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x7fELF\0\0\1", "is not text"),
        (b"\0", "is not text"),
        (b"", ""),
        ("\ufeffint a;".encode("utf-16-le"), ""),
    ],
)
def test_what_is_no_text_is_not_compiled(tmp_path: Path, content: bytes, reason: str) -> None:
    tree = a_tree(tmp_path, {"a.cpp": content})
    assert studied(tree, "a.cpp", Fake((), {})).reason == reason


def test_a_source_that_is_gone(tmp_path: Path) -> None:
    tree = a_tree(tmp_path, {"a.cpp": ""})
    (tree.root / "a.cpp").unlink()
    assert studied(tree, "a.cpp", Fake((), {})).reason == "cannot be read: No such file or directory"


# --- what the compiler says ----------------------------------------------------------------------------
def test_an_error_in_a_system_header_is_the_line_s_that_leads_there(tmp_path: Path) -> None:
    tree = a_tree(tmp_path, {"a.cpp": ""})
    said = (
        f"In file included from {tree.root}/a.cpp:7:\n"
        "In file included from /usr/include/x:1:\n"
        "/usr/include/y:3:4: error: first\n"
        "/usr/include/z:5:6: error: second\n   5 | code\n     | ^\n"
        f"{tree.root}/a.cpp:9:2: note: in instantiation\n"
        f"{tree.root}/a.cpp:11:2: fatal error: third\n"
        "fatal error: too many errors emitted, stopping now\n"
        "hcc: internal error: KeyError: 'x' (the details are in /tmp/hcc-crash-1.txt)\n"
    )
    found = [(c.place, c.text) for c in _complaints(said, tree.root / "a.cpp", tree)]
    assert found == [
        ("a.cpp:7", "first"),
        ("a.cpp:9", "second"),
        ("a.cpp:11", "third"),
        ("a.cpp", "KeyError: 'x'"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'d3d11.h' file not found", ("headers", "<d3d11.h>")),
        ("'atlbase.h' file not found", ("headers", "<atlbase.h>")),
        ("'opencv2/core.hpp' file not found", None),
        ("unknown type name 'HDC'", ("GDI", "HDC")),
        (
            "use of undeclared identifier 'CreateWindowExW'; did you mean 'X'?",
            ("windows and messages", "CreateWindowExW"),
        ),
        (
            "Direct3D interop is not supported: 'ID3D11Device' belongs to an interface of Windows",
            ("Direct3D", "ID3D11Device"),
        ),
        ("use of undeclared identifier 'count'; did you mean 'HDC'?", None),
        ("no viable conversion from 'HDC' to 'int'", None),
    ],
)
def test_windows_names(text: str, expected: tuple[str, str] | None) -> None:
    assert windows_name(Complaint("a.cpp", 1, text)) == expected


# --- the page ------------------------------------------------------------------------------------------
FINDINGS = [
    Finding("good.cpp"),
    Finding("flags.cpp", ("-Iinc", "-fms-compat")),
    Finding(
        "gdi.cpp", (), (Complaint("gdi.cpp", 3, "unknown type name 'HDC'"), Complaint("h.h", 2, "no 'a'"))
    ),
    Finding("bad.cpp", (), (Complaint("h.h", 2, "no 'a'"), Complaint("bad.cpp", 5, "no 'b<c>'"))),
    Finding("odd.cpp", reason="is not text"),
]


def test_groups() -> None:
    assert [(g.title, g.family, g.count, g.first) for g in windows_groups(FINDINGS)] == [
        ("HDC", "GDI", 1, "gdi.cpp:3")
    ]
    (rule,) = rule_groups(FINDINGS)
    assert (rule.title, rule.count, rule.first, list(rule.names)) == ("no '...'", 2, "h.h:2", ["a", "b<c>"])
    assert rule.sources == {"gdi.cpp", "bad.cpp"}


def test_the_page_as_text() -> None:
    text = as_text("tree", FINDINGS, ["sub: Permission denied"])
    for words in (
        "1 source: compiles",
        "1 source: needs flags",
        "1 source: not compiled",
        "not looked into: sub",
    ):
        assert words in text
    rows = [line.split() for line in text.splitlines()]
    assert "flags.cpp needs flags -Iinc -fms-compat".split() in rows
    assert "gdi.cpp Windows' own APIs HDC and 1 error".split() in rows
    assert all(line == line.rstrip() for line in text.splitlines())


def test_the_page_as_html() -> None:
    text = as_html("a <tree>", FINDINGS, [])
    assert "<h1>Port report of a &lt;tree&gt;</h1>" in text and "b&lt;c&gt;" in text and "<c>" not in text


@pytest.mark.parametrize("findings", [[], [Finding("only.cpp")], [Finding("odd.cpp", reason="is not text")]])
def test_a_small_page(findings: list[Finding]) -> None:
    assert as_text(".", findings, []) and as_html(".", findings, [])
    assert ("no C++ sources" in as_text(".", findings, [])) == (not findings)


def test_the_command_line() -> None:
    read = parse(["--port-report", "dir"])
    assert (read.action, read.tools.port_report, read.tools.port_page) == ("port-report", "dir", None)
    read = parse(["--port-report=page.html", "dir"])
    assert (read.tools.port_report, read.tools.port_page) == ("dir", "page.html")
    assert parse(["-o", "page.html", "--port-report", "dir"]).output == "page.html"
    for wrong in (["--port-report"], ["--port-report=", "dir"]):
        with pytest.raises(UsageError):
            parse(wrong)

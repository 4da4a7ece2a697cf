"""`restrict` as a clause, as a misplaced clause, and as a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.model import Dialect, Target, TranslationUnit
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.restrict_words import renamed_identifiers, with_reports
from hcpy.frontend.text.unit_text import read_files


def source(folder: Path, text: str) -> SourceText:
    path = folder / "a.cpp"
    path.write_text(text)
    return SourceText.read(path)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("int f() restrict(amp);", 0),
        ("int restrict = 1; int g() { return restrict; }", 0),  # no macro takes it
        ("int restrict(int x);", 1),
        ("int restrict(int restrict) { return restrict; }", 3),
        ("void f(s a) { a.restrict(amp); }", 1),
        ("void f(int n) { if (n) restrict(n); }", 1),
        ("int f() const restrict(gpu);", 0),  # has its own error
        ("int f() & restrict(amp);", 0),
        ("#define C(...) restrict(__VA_ARGS__)\nint f() C(amp);", 0),
        ("#define restrict __restrict\nint f(int);", 0),
    ],
)
def test_names(tmp_path: Path, text: str, count: int) -> None:
    assert len(list(renamed_identifiers([source(tmp_path, text)]))) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("int f(int) const restrict(amp);", 0),
        ("int f(int) restrict(amp) const;", 1),
        ("restrict(amp) int f(int);", 1),
        ("#define ARGUMENTS (int)\nint f ARGUMENTS restrict(amp);", 0),
        ("auto f(int) restrict(amp) -> int;", 0),
        ("auto f(int) -> int restrict(amp);", 1),
        ("struct s { int f() final restrict(cpu); };", 1),
        ("auto f = [](int) mutable restrict(amp) {};", 0),
        ("auto f = [] restrict(amp) {};", 1),
        ("int f [[nodiscard]] (int) [[x::y]] restrict(amp);", 0),
    ],
)
def test_places(tmp_path: Path, text: str, count: int) -> None:
    file = source(tmp_path, text)
    unit = TranslationUnit(file.path, Dialect.AMP, (Target("host"),), (), tmp_path / "work")
    edits = with_reports(read_files(unit), ())
    assert len(edits) == count
    assert all(edit.text.count("\n") == 0 for edit in edits)

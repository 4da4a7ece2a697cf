"""What a compilation depends on besides its flags: the names in texts, and where they exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.cache.unit_inputs import changes_by_itself, names_asked, present
from hcpy.core.model import Dialect, TranslationUnit


@pytest.mark.parametrize(
    "line",
    [
        '#include "asked.h"',
        "#include <asked.h>",
        "  #  include  <asked.h>  // why",
        '%: include "asked.h"',
        "#include_next <asked.h>",
        '#import "asked.h"',
        "#if __has_include(<asked.h>)",
        '#if defined(A) && __has_include ( "asked.h")',
        "#if __has_include_next(<asked.h>)",
        "#if __has_include\n(<asked.h>)",
    ],
)
def test_names_that_a_text_asks_for(line: str) -> None:
    assert "asked.h" in names_asked("a.cpp", f"int a;\n{line}\nint b;\n".encode())


def test_a_file_is_named_by_the_end_of_its_path() -> None:
    assert names_asked("/a//b/./c/d.h", b"") == {"d.h", "c/d.h", "b/c/d.h"}


@pytest.mark.parametrize("text", ["__DATE__", "__TIME__", "__TIMESTAMP__"])
def test_texts_with_the_time_change_by_themselves(text: str) -> None:
    assert changes_by_itself(f"const char *now = {text};".encode(), "/usr/include/a.h")
    assert not changes_by_itself(f"int {text.strip('_')};".encode(), "a.h")


@pytest.mark.parametrize(
    "text",
    [
        'asm(".incbin \\"a\\"");',
        'asm(". incbin \\"a\\"");',
        "#embed <a>",
        "# embed <a>",
        "#if __has_embed(<a>)",
    ],
)
def test_files_that_clang_does_not_list_count_in_the_users_own_text(text: str) -> None:
    assert changes_by_itself(text.encode(), "a.h")
    assert not changes_by_itself(text.encode(), "/usr/include/a.h")
    assert not changes_by_itself(b"int incbins, embedded;", "a.h")


@pytest.mark.parametrize("name", ["new.h", "sub/new.h", "../beside/new.h", "./sub/new.h", "sub//new.h"])
def test_a_file_that_appears_changes_what_is_present(tmp_path: Path, name: str) -> None:
    for folder in ("own/sub", "beside"):
        (tmp_path / folder).mkdir(parents=True)
    unit = TranslationUnit(tmp_path / "own" / "a.cpp", Dialect.HC, (), ("-nostdinc",), tmp_path)
    before = present(unit, [], ["other.h", name])
    assert present(unit, [], ["other.h", name]) == before
    (tmp_path / "own" / "new.hpp").touch()
    assert present(unit, [], ["other.h", name]) == before
    (tmp_path / "own" / name).touch()
    assert present(unit, [], ["other.h", name]) != before

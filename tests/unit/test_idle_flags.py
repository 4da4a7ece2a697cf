"""Which macros headers name, and which of their names a folder has."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.cache.idle_flags import Flags, Meaning, mattering
from hcpy.cache.store import Cache

HEADER = r"""
// ONLY_SAID, and a comment that goes on \
SAID_AS_WELL
/* SAID_TWICE // */ int used = USED; /* it's " quoted " */
const char* address = "http://host/*"; int after = AFTER_TEXT; // */
#define JOINED(name) have_##name
#define SPLIT IN_T\
WO
#include <vector>
# include "folder/part.h"
#if __has_include(<asked.h>)
#endif
"""


@pytest.fixture
def store() -> Cache:
    return Cache(Path("/nothing"))  # in memory


def asked(tmp_path: Path, store: Cache, *meanings: Meaning, text: str = HEADER) -> set[str]:
    """The values of those that matter to the header."""
    path = tmp_path / "header.h"
    path.write_text(text)
    found = mattering(store, [str(path)], text, frozenset(meanings))
    assert found == mattering(store, [str(path)], text, frozenset(meanings))  # as it is kept
    return {value for _, value in found}


def test_macros_that_a_header_names(tmp_path: Path, store: Cache) -> None:
    named = ("used", "USED", "AFTER_TEXT", "IN_TWO", "have_name", "have_int", "JOINED")
    others = ("ONLY_SAID", "SAID_AS_WELL", "SAID_TWICE", "quoted", "have_fun", "TWO", "USE", "USED_")
    assert asked(tmp_path, store, *(("-D", name) for name in (*named, *others))) == set(named)


def test_folders_that_have_what_is_included(tmp_path: Path, store: Cache) -> None:
    for name in (
        "none/other.h",
        "first/vector",
        "second/folder/part.h",
        "third/folder/other.h",
        "last/asked.h",
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()
    folders = [str(tmp_path / name) for name in ("none", "first", "second", "third", "last", "missing")]
    matter = asked(tmp_path, store, *(("-I", folder) for folder in folders))
    assert matter == {folders[1], folders[2], folders[4]}
    # A name that a macro gives may be any.
    matter = asked(tmp_path, store, *(("-I", folder) for folder in folders), text="#include NAME\n")
    assert matter == set(folders[:-1])


def test_all_matters_to_a_header_that_cannot_be_read(tmp_path: Path, store: Cache) -> None:
    flags = frozenset({("-D", "X"), ("-I", "folder")})
    assert mattering(store, [str(tmp_path / "none.h")], "", flags) == flags


def test_flags_in_all_their_spellings() -> None:
    words = ("-DA=1", "-D", "B(x)=x", "-UA", "-Ione", "-I", "two", "-isystem", "three", "-O2", "-o", "-DC")
    flags = Flags(words, "/own")
    assert flags.in_question() == {("-D", "A"), ("-D", "B"), ("-I", "one"), ("-I", "two"), ("-I", "three")}
    assert flags.without(flags.in_question()) == ("-O2", "-o", "-DC")
    assert flags.without(frozenset({("-D", "A"), ("-I", "two")})) == (
        *("-D", "B(x)=x", "-Ione", "-isystem", "three", "-O2", "-o", "-DC"),
    )


def test_flags_that_are_not_in_question() -> None:
    assert not Flags(("-D_X", "-DHCPY_HC=1", "-DNDEBUG", "-D", "ü", "-isystem", "/own"), "/own").in_question()
    assert not Flags(("-DX", "-Ione", "-working-directory=/"), "/own").in_question()


def test_our_folder_is_one_of_the_system_alone() -> None:
    words = ("-isystem", "/own", "-I/own", "-I", "/own", "-c")
    assert Flags(words, "/own").without(frozenset()) == ("-isystem", "/own", "-c")
    assert Flags(words[2:], "/own").without(frozenset()) == words[2:]

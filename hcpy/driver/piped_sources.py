"""Sources that are pipes (`hcc <(generator)`, mkfifo): they can be read once, and stages read them often.

Takes: the words of a command line.
Gives: words in which standard input replaces the pipe, whose text can be read again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from hcpy.core.errors import UsageError
from hcpy.core.words import CLANG_SUFFIXES, CXX_SUFFIXES, takes_value


def without_pipes(words: Sequence[str]) -> list[str]:
    """The words with the pipe among the sources opened as standard input."""
    found: list[str] = []
    taken = ""
    language = False
    rest = iter(words)
    for word in rest:
        language |= word.startswith("-x")
        if takes_value(word):
            found += [word, *[value for value in (next(rest, None),) if value is not None]]
        elif word.startswith("-") or not _is_pipe(word):
            found.append(word)
        elif taken:
            raise UsageError(f"'{taken}' and '{word}' are pipes; hcc reads one")
        else:
            taken = word
            _open(word)
            found += _as_input(word, language)
    return found


def _is_pipe(name: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(name).st_mode)
    except (OSError, ValueError):
        return False


def _open(name: str) -> None:
    file = os.open(name, os.O_RDONLY)
    os.dup2(file, 0)
    os.close(file)


def _as_input(name: str, has_language: bool) -> list[str]:
    """Standard input's text has no suffix that shows its language."""
    suffix = os.path.splitext(name)[1]
    if has_language or suffix not in CXX_SUFFIXES | CLANG_SUFFIXES:
        return ["-"]
    language = "c++" if suffix in CXX_SUFFIXES else "c"
    return ["-x", language, "-", "-x", "none"]

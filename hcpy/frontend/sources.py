"""Finds the user's files of a translation unit by their #include lines, without preprocessing.

Takes: a TranslationUnit.
Gives: the SourceTexts that edits may apply to: the main file and what it includes from the user's folders.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hcpy.errors import HcpyError
from hcpy.frontend.lexer import SourceText
from hcpy.model import TranslationUnit

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
_MARKER = Path("hcrt", "abi.h")  # tells our own include folder


@dataclass(frozen=True)
class IncludePath:
    """Where the user's flags tell clang to look, system folders left out."""

    quoted: tuple[Path, ...]  # -iquote, then -I
    angled: tuple[Path, ...]  # -I
    forced: tuple[str, ...]  # -include


def include_path(arguments: Iterable[str]) -> IncludePath:
    """Read -I, -iquote and -include, in both spellings."""
    found: dict[str, list[str]] = {"-I": [], "-iquote": [], "-include": []}
    words = iter(arguments)
    for word in words:
        for option, values in found.items():
            if word == option:
                values.append(next(words, ""))
            elif word.startswith(option) and not word.startswith("-include-"):
                values.append(word[len(option) :])
    angled = tuple(Path(p) for p in found["-I"] if p and not (Path(p) / _MARKER).is_file())
    return IncludePath((*map(Path, found["-iquote"]), *angled), angled, tuple(found["-include"]))


def user_files(unit: TranslationUnit, further: Iterable[Path] = ()) -> list[SourceText]:
    """The main file first, then the files it includes, each once for each spelling of its path.

    further: files that clang is known to read besides.
    """
    paths = include_path(unit.clang_args)
    try:
        main = SourceText.read(unit.source)
    except OSError as error:
        raise HcpyError(f"cannot read {unit.source}: {error.strerror}") from None
    files = {_key(unit.source): main}
    queue = [main]
    for name in paths.forced:
        _take(_candidates(name, Path("."), paths, quoted=True), files, queue)
    for path in further:
        _take((path,), files, queue)
    while queue:
        source = queue.pop()
        for quoted, angled in literal_includes(source):
            name = quoted or angled
            _take(_candidates(name, source.path.parent, paths, quoted=bool(quoted)), files, queue)
    return list(files.values())


def literal_includes(source: SourceText) -> list[tuple[str, str]]:
    """The names in a file's #include lines, as ("quoted", "") or ("", "angled")."""
    return _INCLUDE.findall(source.text)


def _key(path: Path) -> str:
    return os.path.normpath(os.path.abspath(path))


def _candidates(name: str, folder: Path, paths: IncludePath, quoted: bool) -> Iterator[Path]:
    if quoted:
        yield folder / name
    for place in paths.quoted if quoted else paths.angled:
        yield place / name


def _take(candidates: Iterable[Path], files: dict[str, SourceText], queue: list[SourceText]) -> None:
    for path in candidates:
        key = _key(path)
        if key in files:
            return
        if path.is_file():
            if (path.parent / _MARKER).is_file():
                return  # our own header
            source = SourceText.read(path)
            files[key] = source
            queue.append(source)
            return

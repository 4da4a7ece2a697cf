"""Finds the user's files of a translation unit by their #include lines, without preprocessing.

Takes: a TranslationUnit.
Gives: the SourceTexts that edits may apply to, the main file and what it includes from the user's folders;
and the #include lines that name their file only as Windows finds it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from hcpy.core.dataclass import dataclass, field
from hcpy.core.errors import HcpyError
from hcpy.core.include_path import MARKER, IncludePath, compatibility_folder, in_system, include_path
from hcpy.core.model import TranslationUnit
from hcpy.core.spellings import as_windows_finds
from hcpy.frontend.text.lexer import SourceText

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)


@dataclass(frozen=True)
class IncludeLine:
    """One #include of a user's file."""

    source: SourceText
    name: str
    is_quoted: bool
    begin: int  # of the name
    end: int

    @property
    def folder(self) -> Path:
        """Where a quoted name is looked up first."""
        return self.source.path.parent


@dataclass(frozen=True)
class Respelled:
    """An #include line whose file exists under another spelling."""

    line: IncludeLine
    spelling: str  # what clang finds


@dataclass
class Scan:
    """What the #include lines lead to."""

    files: dict[str, SourceText] = field(default_factory=dict)  # by normal path
    respelled: list[Respelled] = field(default_factory=list)
    stand_ins: list[Respelled] = field(default_factory=list)  # headers of Windows that ms_compat has
    missing: list[IncludeLine] = field(default_factory=list)  # in no folder that is known here


def user_files(unit: TranslationUnit, further: Iterable[Path] = ()) -> list[SourceText]:
    """The main file first, then the files it includes, each once for each spelling of its path.

    further: files that clang is known to read besides.
    """
    return list(scan(unit, further).files.values())


def scan(unit: TranslationUnit, further: Iterable[Path] = ()) -> Scan:
    """Follow the #include lines from the main file on."""
    try:
        main = SourceText.read(unit.source)
    except OSError as error:
        raise HcpyError(f"cannot read {unit.source}: {error.strerror}") from None
    # The folder is the run's own: another run of this process follows the lines anew.
    return _scan(main, unit.work_dir, include_path(unit.clang_args), tuple(further))


@lru_cache(maxsize=8)
def _scan(main: SourceText, run: Path, paths: IncludePath, further: tuple[Path, ...]) -> Scan:
    found = Scan({_key(main.path): main})
    # Each file with the folders of the files that led to it: Visual C++ looks there, too.
    queue: list[tuple[SourceText, tuple[Path, ...]]] = [(main, ())]
    for name in paths.forced:
        _take(_candidates(name, Path("."), paths, quoted=True), found.files, queue, ())
    for path in further:
        _take((path,), found.files, queue, ())
    while queue:
        text, above = queue.pop()
        chain = tuple(dict.fromkeys((text.path.parent, *above)))
        for line in include_lines(text):
            candidates = _candidates(line.name, line.folder, paths, line.is_quoted)
            if not _take(candidates, found.files, queue, chain):
                _look_further(line, chain, paths, found, queue)
    return found


def include_lines(source: SourceText) -> Iterator[IncludeLine]:
    """A file's #include lines that name their file literally."""
    for match in _INCLUDE.finditer(source.text):
        group = 1 if match[1] else 2
        yield IncludeLine(source, match[group], group == 1, match.start(group), match.end(group))


def literal_includes(source: SourceText) -> list[tuple[str, str]]:
    """The names in a file's #include lines, as ("quoted", "") or ("", "angled")."""
    return _INCLUDE.findall(source.text)


def _look_further(
    line: IncludeLine,
    chain: tuple[Path, ...],
    paths: IncludePath,
    found: Scan,
    queue: list[tuple[SourceText, tuple[Path, ...]]],
) -> None:
    """A file that is in no folder of the user's under this name."""
    places = (*chain, *paths.quoted) if line.is_quoted else paths.angled
    if in_system(line.name, paths.system):
        return
    match = as_windows_finds(line.name, places, paths.system)
    if match is None:
        found.missing.append(line)
        return
    folder, spelling = match
    if folder == compatibility_folder():
        found.stand_ins.append(Respelled(line, spelling))
        return
    if folder in places:
        _take((folder / spelling,), found.files, queue, chain)
        if line.is_quoted and folder in chain[1:] and folder not in paths.quoted:
            spelling = os.path.relpath(folder / spelling, line.folder)
    if spelling != line.name:
        found.respelled.append(Respelled(line, spelling))


def _key(path: Path) -> str:
    return os.path.normpath(os.path.abspath(path))


def _candidates(name: str, folder: Path, paths: IncludePath, quoted: bool) -> Iterator[Path]:
    if quoted:
        yield folder / name
    for place in paths.quoted if quoted else paths.angled:
        yield place / name


def _take(
    candidates: Iterable[Path],
    files: dict[str, SourceText],
    queue: list[tuple[SourceText, tuple[Path, ...]]],
    chain: tuple[Path, ...],
) -> bool:
    """Add the first that exists to the files; False: there is none."""
    for path in candidates:
        key = _key(path)
        if key in files:
            return True
        if os.path.isfile(path):  # Path.is_file raises for names that are too long
            if (path.parent / MARKER).is_file():
                return True  # our own header
            try:
                source = SourceText.read(path)
            except OSError:
                return True  # clang reports it, if it comes to this line
            files[key] = source
            queue.append((source, chain))
            return True
    return False

"""Tells by the names that a unit's files use whether Visual C++ was its compiler, and what that brings along.

Takes: the Scan of a TranslationUnit. Comments, texts and branches that are not taken here are no uses.
Gives: the first place that only Visual C++ understands; the headers of Windows that the unit does without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcpy.core.include_path import compatibility_folder, include_path
from hcpy.core.model import Location, TranslationUnit
from hcpy.core.spellings import as_windows_finds
from hcpy.frontend.microsoft.conditions import defined_macros, windows_only
from hcpy.frontend.microsoft.words import (
    FUNCTIONS,
    KEYWORDS,
    MACROS,
    PPL,
    PPL_TASKS,
    PRAGMAS,
    SCALARS,
    TASK_MEMBERS,
    WINDOWS_HEADERS,
)
from hcpy.frontend.text.lexer import SourceText, Token
from hcpy.frontend.text.sources import Scan

_WORDS = KEYWORDS | FUNCTIONS | MACROS
_IN_CONCURRENCY = PPL | PPL_TASKS
# Text without any of these is not looked at by its tokens.
_ALL = sorted(_WORDS | SCALARS | _IN_CONCURRENCY | TASK_MEMBERS | PRAGMAS)
_ANY = re.compile(rf"\b(?:{'|'.join(_ALL)}|void\s+main|for\s+each)\b")
_DEFINED = re.compile(
    r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)|\btypedef\b[^;{}]*?\b(\w+)\s*;|\busing\s+(\w+)\s*="
    r"|\b(?:class|struct|union|enum)\s+(\w+)"
)
_CONCURRENCY = re.compile(r"\busing\s+namespace\s+(?:::\s*)?[Cc]oncurrency\s*;")
_NO_MINMAX = re.compile(r"(?m)^[ \t]*#[ \t]*define[ \t]+NOMINMAX\b")
_MINMAX = frozenset(("min", "max"))
ENTRIES = frozenset(("_tmain", "wmain"))
_AS_MAIN = re.compile(r"(?m)^[ \t]*#[ \t]*define[ \t]+(_tmain|wmain)[ \t]+main\b")
_FLAG_AS_MAIN = re.compile(r"(?:^|\s)-D\s*(_tmain|wmain)=main(?=\s|$)")
# In front of a name that is called, not declared.
_BEFORE_CALL = frozenset("return else case new throw delete do and or not co_return co_await".split())


def evidence(unit: TranslationUnit, found: Scan) -> tuple[Location, str] | None:
    """The first place that only Visual C++ understands, outside of conditions for it, and its word."""
    for name in include_path(unit.clang_args).forced:
        match = as_windows_finds(name, (), include_path(unit.clang_args).system)
        if match is not None and match[0] == compatibility_folder():
            return Location(str(unit.source), 1, 1), name
    defined = defined_macros(tuple(found.files.values()), unit.clang_args)
    for stand_in in found.stand_ins:
        line = stand_in.line
        if not windows_only(line.source, line.begin, defined):
            return place(line.source, line.begin), line.name
    sources = [source for source in found.files.values() if _ANY.search(source.text)]
    if not sources:
        return None
    own = own_names(found) - ENTRIES | own_entries(unit, found)
    in_concurrency = any(_CONCURRENCY.search(source.text) for source in found.files.values())
    for source in sources:
        for i, token in enumerate(source.tokens):
            if token.kind != "name" or windows_only(source, token.begin, defined):
                continue
            word = _word(source, i, token, in_concurrency)
            if word is not None and token.text not in own:
                return place(source, token.begin), word
    return None


def _word(source: SourceText, i: int, token: Token, in_concurrency: bool) -> str | None:
    """What is Microsoft's at token i, as messages name it; None: nothing is."""
    name, before, behind = token.text, source.text_of(i - 1), source.text_of(i + 1)
    scope = source.text_of(i - 2) if before == "::" else ""
    if name == "main" and before == "void":
        return "void main"
    if name == "each":
        return "for each" if before == "for" and behind == "(" else None
    if name in PRAGMAS:
        return f"#pragma {name}" if before == "pragma" and behind == "(" and token.directive else None
    if name in TASK_MEMBERS:
        return name if before in (".", "->") and behind == "(" else None
    if name in _IN_CONCURRENCY:
        return name if scope.lower() == "concurrency" or (not scope and in_concurrency) else None
    if name in SCALARS:  # as a type: a program's constant may have such a name
        follows = i + 1 < len(source.tokens) and source.tokens[i + 1].kind == "name"
        return name if follows and before not in (".", "->", "::") else None
    return name if name in _WORDS and before not in (".", "->") else None


def own_names(found: Scan) -> frozenset[str]:
    """Names that the files declare themselves."""
    names: set[str] = set()
    for source in found.files.values():
        for match in _DEFINED.finditer(source.text):
            names.update(name for name in match.groups() if name)
        words = _WORDS | _IN_CONCURRENCY | TASK_MEMBERS | _MINMAX
        for i, token in enumerate(source.tokens):
            if token.kind == "name" and token.text in words and _declares(source, i):
                names.add(token.text)
    return frozenset(names)


def own_entries(unit: TranslationUnit, found: Scan) -> frozenset[str]:
    """Names of entries that the files or the command line define as `main`."""
    names = {name for source in found.files.values() for name in _AS_MAIN.findall(source.text)}
    return frozenset((*names, *_FLAG_AS_MAIN.findall(" ".join(unit.clang_args))))


def _declares(source: SourceText, i: int) -> bool:
    """Is token i the name of a function that is declared there?"""
    if source.text_of(i + 1) != "(" or i == 0 or source.partners[i + 1] < 0:
        return False
    before = source.tokens[i - 1]
    if before.kind == "name":
        return before.text not in _BEFORE_CALL and not before.directive
    behind = source.text_of(source.partners[i + 1] + 1)
    return before.text in ("*", "&", ">") and behind in ("{", "restrict", "const")


def windows_headers(unit: TranslationUnit, found: Scan) -> Iterator[str]:
    """Headers of Windows whose names the files use and that none of them includes."""
    included = {item.spelling for item in found.stand_ins}
    used = _used(unit, found) - own_names(found)
    given: set[str] = set()
    for header, names in WINDOWS_HEADERS.items():
        if header in included or header in given:
            given.update(_BROUGHT.get(header, ()))
        elif used & names:
            given.update(_BROUGHT.get(header, ()))
            yield header
    told = any(_NO_MINMAX.search(source.text) for source in found.files.values())
    if used & _MINMAX and not told and "-DNOMINMAX" not in unit.clang_args:
        yield "detail/win_minmax.hpp"


_BROUGHT = {"windows.h": ("detail/win_scalars.hpp", "tchar.h"), "detail/win_scalars.hpp": ("tchar.h",)}


def _used(unit: TranslationUnit, found: Scan) -> frozenset[str]:
    """The names in the files that are no members, but those of futures; min and max only where they are
    called unqualified."""
    names: set[str] = set()
    defined = defined_macros(tuple(found.files.values()), unit.clang_args)
    for source in found.files.values():
        for i, token in enumerate(source.tokens):
            is_member = source.text_of(i - 1) in (".", "->")
            if token.kind != "name" or is_member != (token.text in TASK_MEMBERS):
                continue
            if token.text in _MINMAX and (source.text_of(i - 1) == "::" or source.text_of(i + 1) != "("):
                continue
            if not windows_only(source, token.begin, defined):
                names.add(token.text)
    return frozenset(names)


def place(source: SourceText, offset: int) -> Location:
    """A byte's place as the user knows it."""
    return Location(str(source.path), *source.line_column(offset))

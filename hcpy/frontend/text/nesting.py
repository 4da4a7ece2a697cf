"""Refuses text that nests deeper than clang reads, before clang's recursion runs out of stack.

Takes: a TranslationUnit.
Gives: an error at the place that is too deep. clang has a limit for brackets, but looks ahead beyond it; for
rows of prefix operators and casts, and of template argument lists, it has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hcpy.core.model import Diagnostic, Location, Note, TranslationUnit
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.sources import user_files

_OPTION = "-fbracket-depth="
_DEFAULT = 256
_CLOSERS = {")": "(", "]": "[", "}": "{"}
_BRACKET = re.compile(r"[(\[{}\])]")
# Each takes one recursion of clang's parser without a bracket that counts.
_LONGEST_ROW = 500
_PREFIX = r"[!~*&+-]|\b(?:sizeof|alignof|co_await|co_yield|throw|not|compl|noexcept)\b|\(\s*\w+\s*\)"
_ROW = re.compile(rf"(?:(?:{_PREFIX}|\b\w+\s*<)\s*){{{_LONGEST_ROW}}}")


def errors(unit: TranslationUnit) -> Iterator[Diagnostic]:
    """At most one for each file of the user's."""
    limit = _limit(unit.clang_args)
    for source in user_files(unit):
        place = _too_deep(source, limit) if _depth(source.text) > limit else None
        if place is not None:
            message = f"bracket nesting level exceeded maximum of {limit}"
            yield Diagnostic(
                "error", place, message, (Note(None, f"use {_OPTION}N to increase maximum nesting level"),)
            )
        elif (row := _ROW.search(source.text)) is not None and _is_code(source, row.start()):
            place = Location(str(source.path), *source.line_column(row.start()))
            yield Diagnostic("error", place, f"more than {_LONGEST_ROW} operators in a row")


def _limit(arguments: Iterable[str]) -> int:
    """The user's limit; a malformed one is clang's to refuse."""
    limit = _DEFAULT
    for argument in arguments:
        value = argument.removeprefix(_OPTION)
        if value != argument and value.isdecimal():
            limit = int(value)
    return limit


def _depth(text: str) -> int:
    """How deep brackets nest at most, those in strings and comments included: quick, for long headers."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _too_deep(source: SourceText, limit: int) -> Location | None:
    """The first bracket that more than `limit` of its kind are open at; directives are left out."""
    depths = dict.fromkeys("([{", 0)
    for token in source.tokens:
        if token.kind != "mark" or token.directive:
            continue
        if token.text in depths:
            depths[token.text] += 1
            if depths[token.text] > limit:
                return Location(str(source.path), *source.line_column(token.begin))
        elif token.text in _CLOSERS:
            kind = _CLOSERS[token.text]
            depths[kind] = max(depths[kind] - 1, 0)
    return None


def _is_code(source: SourceText, offset: int) -> bool:
    """Is the byte the start of a token, rather than part of a string or a comment?"""
    at = source.token_at(offset)
    return at < len(source.tokens) and source.tokens[at].begin == offset and not source.tokens[at].directive

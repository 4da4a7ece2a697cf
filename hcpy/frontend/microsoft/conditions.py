"""Tells which lines of a file only a compiler for Windows reads, by their #if lines alone.

Takes: a SourceText.
Gives: for a byte, whether it is under `#ifdef _WIN32` and the like, or under `#if 0`, and the code left.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from hcpy.frontend.text.edits import blank_text
from hcpy.frontend.text.lexer import SourceText

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)$", re.MULTILINE)
_WINDOWS = re.compile(r"\b(?:_WIN32|WIN32|_WIN64|WIN64|_MSC_VER|_WINDOWS|__MINGW32__|__CYGWIN__)\b")
_NEGATED = re.compile(r"!\s*(?:defined)?\s*\(?\s*(?:_WIN32|WIN32|_WIN64|_MSC_VER|_WINDOWS)\b")


def windows_only(source: SourceText, offset: int) -> bool:
    """Is the byte in a branch that is not taken here?"""
    begins, skipped = _regions(source.text)
    return skipped[bisect_right(begins, offset) - 1]


@lru_cache(maxsize=64)
def live_code(source: SourceText) -> str:
    """The text without comments, string literals and branches that are not taken."""
    pieces: list[str] = []
    position = 0
    for token in source.tokens:
        if token.kind == "string" and not token.directive:
            continue
        if not windows_only(source, token.begin):
            pieces += [blank_text(source.text[position : token.begin]), token.text]
            position = token.end
    return "".join((*pieces, blank_text(source.text[position:])))


@lru_cache(maxsize=64)
def _regions(text: str) -> tuple[list[int], list[bool]]:
    """Where regions begin, and whether each is skipped."""
    begins, skipped = [0], [False]
    stack: list[tuple[bool, bool]] = []  # (what is around, the branch just passed or its negation)
    for match in _DIRECTIVE.finditer(text):
        word, condition = match[1], match[2]
        now = skipped[-1]
        if word in ("if", "ifdef", "ifndef"):
            true, false = _known(word, condition)
            stack.append((now, true))
            now = now or false
        elif word == "endif":
            now = stack.pop()[0] if stack else False
        elif stack:
            around, was_true = stack[-1]
            _, false = _known("if", condition) if word == "elif" else (False, False)
            now = around or was_true or false
        begins.append(match.end())
        skipped.append(now)
    return begins, skipped


def _known(word: str, condition: str) -> tuple[bool, bool]:
    """(surely true here, surely false here)."""
    if word == "if" and condition.split("//")[0].strip() == "0":
        return False, True
    if not _WINDOWS.search(condition):
        return False, False
    negated = word == "ifndef" or (word == "if" and _NEGATED.search(condition) is not None)
    return (True, False) if negated else (False, True)

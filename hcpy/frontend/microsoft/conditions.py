"""Tells which lines of a file only a compiler for Windows reads, by their #if lines alone.

Takes: a SourceText, and the macros that the unit's files and flags define, where these are known.
Gives: for a byte, whether it is under `#ifdef _WIN32` and the like, under `#if 0`, or under `#if USE_IT` of a
macro that the file has just defined as 0, or that nothing defines; and the code left.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from hcpy.core.dataclass import dataclass
from hcpy.frontend.text.edits import blank_text
from hcpy.frontend.text.lexer import SourceText

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif|define|undef)\b(.*)$", re.MULTILINE)
_WINDOWS = re.compile(r"\b(?:_WIN32|WIN32|_WIN64|WIN64|_MSC_VER|_WINDOWS|__MINGW32__|__CYGWIN__)\b")
_NEGATED = re.compile(r"!\s*(?:defined)?\s*\(?\s*(?:_WIN32|WIN32|_WIN64|_MSC_VER|_WINDOWS)\b")

_NUMBER = re.compile(r"\s*\w+\s+\(?(\d+)\)?\s*(?:/[/*].*)?")
_ASKED = re.compile(r"\s*(!?)\s*(\w+)\s*(?:/[/*].*)?")
_ASKED_OF = re.compile(r"\s*(!?)\s*defined\s*\(?\s*(\w+)\s*\)?\s*(?:/[/*].*)?")
_DEFINE = re.compile(r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)")
# How programs name their switches, and Visual Studio its build. Other names may be the system's.
_SWITCH = re.compile(r"[A-Z][A-Z0-9_]*|_DEBUG")


@dataclass(frozen=True)
class _Branch:
    """What the #if lines around a line tell of it."""

    skipped: bool = False  # not read here
    certain: bool = True  # read in any case
    was_true: bool = False  # a branch before it is taken
    none_true: bool = True  # those before it are not taken


@lru_cache(maxsize=8)  # one object for all who ask: each token's branch is looked up by it
def defined_macros(files: tuple[SourceText, ...], flags: tuple[str, ...]) -> frozenset[str]:
    """All that the files and the command line define, anywhere."""
    names = {name for source in files for name in _DEFINE.findall(source.text)}
    words = " ".join(flags)
    return frozenset((*names, *re.findall(r"(?:^|\s)-D\s*(\w+)", words)))


def windows_only(source: SourceText, offset: int, defined: frozenset[str] | None = None) -> bool:
    """Is the byte in a branch that is not taken here? `defined`: defined_macros()."""
    begins, skipped = _regions(source.text, defined)
    return skipped[bisect_right(begins, offset) - 1]


@lru_cache(maxsize=64)
def live_code(source: SourceText, defined: frozenset[str] | None = None) -> str:
    """The text without comments, string literals and branches that are not taken."""
    pieces: list[str] = []
    position = 0
    for token in source.tokens:
        if token.kind == "string" and not token.directive:
            continue
        if not windows_only(source, token.begin, defined):
            pieces += [blank_text(source.text[position : token.begin]), token.text]
            position = token.end
    return "".join((*pieces, blank_text(source.text[position:])))


@lru_cache(maxsize=64)
def _regions(text: str, defined: frozenset[str] | None) -> tuple[list[int], list[bool]]:
    """Where regions begin, and whether each is skipped."""
    begins, skipped = [0], [False]
    numbers: dict[str, bool] = {}  # macros that are numbers, and whether these are true
    stack = [_Branch()]
    for match in _DIRECTIVE.finditer(text):
        word, condition = match[1], match[2]
        if word in ("define", "undef"):
            if not stack[-1].skipped:
                _note(condition, numbers, stack[-1].certain)
            continue
        if word in ("if", "ifdef", "ifndef"):
            stack.append(_branch(stack[-1], _Branch(), _known(word, condition, numbers, defined)))
        elif word != "endif" and len(stack) > 1:
            known = _known("if", condition, numbers, defined) if word == "elif" else (True, False)
            stack.append(_branch(stack[-2], stack.pop(), known))
        elif len(stack) > 1:
            stack.pop()
        begins.append(match.end())
        skipped.append(stack[-1].skipped)
    return begins, skipped


def _branch(around: _Branch, before: _Branch, known: tuple[bool, bool]) -> _Branch:
    """One whose condition is known to be true, or to be false, behind another of the same #if."""
    is_true, is_false = known
    return _Branch(
        skipped=around.skipped or before.was_true or is_false,
        certain=around.certain and before.none_true and is_true,
        was_true=before.was_true or is_true,
        none_true=before.none_true and is_false,
    )


def _note(definition: str, numbers: dict[str, bool], certain: bool) -> None:
    """What a #define or #undef makes of a macro."""
    name = re.match(r"\s*(\w+)", definition)
    if name is None:
        return
    numbers.pop(name[1], None)
    number = _NUMBER.fullmatch(definition)
    if number is not None and certain:
        numbers[name[1]] = int(number[1]) != 0


def _known(
    word: str, condition: str, numbers: dict[str, bool], defined: frozenset[str] | None
) -> tuple[bool, bool]:
    """(surely true here, surely false here)."""
    asked = _ASKED.fullmatch(condition) if word == "if" else None
    if asked is not None and asked[2] in numbers:
        is_true = numbers[asked[2]] != bool(asked[1])
        return is_true, not is_true
    if word == "if" and condition.split("//")[0].strip() == "0":
        return False, True
    if not _WINDOWS.search(condition):
        return _of_undefined(word, condition, defined) if defined is not None else (False, False)
    negated = word == "ifndef" or (word == "if" and _NEGATED.search(condition) is not None)
    return (True, False) if negated else (False, True)


def _of_undefined(word: str, condition: str, defined: frozenset[str]) -> tuple[bool, bool]:
    """_known() of a condition that asks for one macro, which nothing defines."""
    asked = _ASKED.fullmatch(condition) or _ASKED_OF.fullmatch(condition)
    if asked is None or asked[2] in defined or not _SWITCH.fullmatch(asked[2]):
        return False, False
    is_true = (word == "ifndef") != bool(asked[1])
    return is_true, not is_true

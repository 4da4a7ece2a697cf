"""C++ AMP: restrict clauses that are none (specification, 2.1): empty ones, and unknown restrictions;
the word tile_static in places that the grammar does not have.

Takes: a UnitText and clang's messages.
Gives: a Broken rule for each such clause that clang failed at; code that is left out by #if has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from hcpy.core.model import Location
from hcpy.frontend.clang_ast import Message
from hcpy.frontend.rules.bodies import Broken
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.restrict_words import is_identifier
from hcpy.frontend.text.unit_text import UnitText

_UNCLOSED = "a restrict clause lacks its closing parenthesis"
_NO_CLAUSE = frozenset(("{", ";", "}", ":", "->", "="))
_KNOWN = frozenset(("amp", "cpu", "auto", "hc"))


def malformed_clauses(text: UnitText, messages: Sequence[Message]) -> list[Broken]:
    """The clauses of declarations that clang failed at: it reads none after the first mistake."""
    failed: dict[Path, set[int]] = {}  # the declarations, by the token that ends them
    for message in messages:
        path = text.file_of(message.location) if message.location is not None else None
        if message.is_error and path is not None and message.location is not None:
            source = text.sources[path]
            at = source.token_of(message.location)
            failed.setdefault(path, set()).add(_end_of_declaration(source, at))
    found: list[Broken] = []
    for path, ends in failed.items():
        source = text.sources[path]
        if "restrict" not in source.text:
            continue
        unclosed = _unclosed(source)
        if unclosed is not None:  # all that comes after it is read wrongly
            found.append(Broken(Location(str(path), *unclosed), _UNCLOSED))
            continue
        for at, message_text in _malformed(source):
            if _end_of_declaration(source, at) in ends:
                line, column = source.line_column(source.tokens[at].begin)
                found.append(Broken(Location(str(path), line, column), message_text))
    return found


def _unclosed(source: SourceText) -> tuple[int, int] | None:
    """Line and column of a clause that lacks its closing parenthesis."""
    for i, token in enumerate(source.tokens):
        if token.text != "restrict" or source.text_of(i + 1) != "(" or source.text_of(i + 2) not in _KNOWN:
            continue
        end = i + 2
        while source.text_of(end) in _KNOWN or source.text_of(end) == ",":
            end += 1
        if source.text_of(end) in _NO_CLAUSE:
            return source.line_column(token.begin)
    return None


def _end_of_declaration(source: SourceText, at: int) -> int:
    """The token after the declarators: where several begin with one type, after the last."""
    while at < len(source.tokens):
        token = source.tokens[at]
        if token.directive or token.text in (";", "{", "}"):
            break
        at += 1
    return at


def misplaced_tile_statics(text: UnitText, messages: Sequence[Message]) -> list[Broken]:
    """The word tile_static where clang takes none: in parameters, typedefs, beside other storage classes."""
    found: list[Broken] = []
    for message in messages:
        path = text.file_of(message.location) if message.location is not None else None
        if not message.is_error or path is None or message.location is None:
            continue
        source = text.sources[path]
        at = source.token_of(message.location)
        if source.text_of(at) == "tile_static" and all(b.location != message.location for b in found):
            found.append(Broken(message.location, "tile_static is only allowed on local variables, alone"))
    return found


def _malformed(source: SourceText) -> Iterator[tuple[int, str]]:
    """The tokens that begin such clauses, and what is wrong."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.text != "restrict" or source.text_of(i + 1) != "(" or source.partners[i + 1] < 0:
            continue
        if is_identifier(source, i):
            continue
        listed = [t.text for t in tokens[i + 2 : source.partners[i + 1]]]
        words = [text for text in listed if text != ","]
        unknown = [word for word in words if word not in _KNOWN]
        if not words:
            yield i, "a restrict clause needs a restriction: cpu, amp or auto"
        elif unknown:
            *others, last = (f"'{word}'" for word in dict.fromkeys(unknown))
            what = (
                f"{', '.join(others)} and {last} are no restrictions"
                if others
                else f"{last} is not a restriction"
            )
            yield i, f"{what}; a restrict clause takes cpu, amp and auto"
        elif listed[0] == "," or any(a == "," and b in (",", ")") for a, b in pairwise((*listed, ")"))):
            yield i, "a restrict clause needs a restriction on both sides of a comma: cpu, amp or auto"

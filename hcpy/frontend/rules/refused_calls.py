"""C++ AMP: calls that are refused because of their object or of an argument, which was refused itself, and
what is wrong in a lambda that was; and what is wrong in the arguments of a call that is refused.

Takes: errors about calls, and the places of all errors.
Gives: whether an error says anything new. The tokens tell: of a call that clang refused there is no cursor.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hcpy.core.model import Diagnostic, Location
from hcpy.frontend.rules.amp_words import not_amp
from hcpy.frontend.rules.clang import is_call
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import device_bodies
from hcpy.frontend.text.unit_text import UnitText

_CAPTURED = "' can't be captured: "
_DECLARED = re.compile(
    r"'(\w+)' (?:(?:of|can't be captured:) the type '|of type '.*' is captured by reference)"
)

_OPERATORS = frozenset(
    "<< >> + - * / % & | ^ == != < > <= >= = += -= *= /= %= &= |= ^= <<= >>= && ||".split()
)
_OF_AMP = " in amp-restricted code"
_RESULT = re.compile(r"a result of the type '(?:const )?(.*?)' is not allowed")


def without_refused_objects(text: UnitText, found: Collection[Diagnostic]) -> list[Diagnostic]:
    """The errors but those about calls of what is refused."""
    captures = {d.location for d in found if d.location is not None and _CAPTURED in d.message}
    declared = [
        (name[1], place) for place, message in _told(found) if (name := _DECLARED.match(message)) is not None
    ]
    places = {d.location for d in found if d.location is not None} | {place for _, place in declared}
    results = [
        (name[1], d.location)
        for d in found
        if d.location is not None and (name := _RESULT.match(d.message)) is not None
    ]
    refused = _Refused(places, captures, declared, results)
    told = [d for d in found if not is_call(d) or not _is_told(text, d, refused)]
    kept = [d for d in told if _OF_AMP not in d.message or not _is_in_cpu_lambda(text, d.location)]
    told = kept if any(d.message == not_amp("operator()") for d in kept) else told
    return _without_arguments(text, told)


def _without_arguments(text: UnitText, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Not what is wrong in the arguments of a function that can't be called: it is part of that mistake."""
    spans = [span for d in found if is_call(d) and (span := _argument_span(text, d.location)) is not None]
    return [d for d in found if d.location is None or not any(_is_between(d.location, *s) for s in spans)]


def _argument_span(text: UnitText, place: Location | None) -> tuple[Location, Location] | None:
    path = text.file_of(place) if place is not None else None
    if place is None or path is None:
        return None
    source = text.sources[path]
    opening = _arguments(source, _last_name(source, source.token_of(place)))
    if opening is None:
        return None
    return _location(source, place, opening), _location(source, place, source.partners[opening])


def _last_name(source: SourceText, at: int) -> int:
    """`f` of n::f(1), and of f<int>(1) the bracket that closes."""
    while source.text_of(at + 1) == "::":
        at += 2
    depth = 0
    for token in range(at + 1, len(source.tokens)) if source.text_of(at + 1) == "<" else ():
        word = source.text_of(token)
        depth += (word == "<") - word.count(">") * (word in (">", ">>"))
        if depth <= 0 or word in (";", "{", "}"):
            return token if depth == 0 else at
    return at


def _is_between(place: Location, first: Location, last: Location) -> bool:
    inside = (first.line, first.column) < (place.line, place.column) < (last.line, last.column)
    return place.file == first.file and inside


def _is_in_cpu_lambda(text: UnitText, place: Location | None) -> bool:
    """Is it in a lambda of code for the CPU? The error is that a kernel calls that one."""
    path = text.file_of(place) if place is not None else None
    if place is None or path not in text.annotations:
        return False
    found = text.annotations[path]
    at = found.source.token_of(place)
    if any(first < at < last for first, last in device_bodies(found)):
        return False
    return any(item.body < at < item.body_end for item in found.lambdas)


def _told(found: Collection[Diagnostic]) -> Iterator[tuple[Location, str]]:
    """The errors, and the notes that name what is refused as well."""
    for error in found:
        if error.location is not None:
            yield error.location, error.message
        yield from ((note.location, note.message) for note in error.notes if note.location is not None)


class _Refused(NamedTuple):
    """What errors are about."""

    places: Collection[Location]
    captures: Collection[Location]
    declared: Sequence[tuple[str, Location]]  # variables and parameters of types that are refused
    results: Sequence[tuple[str, Location]]  # the types of functions' results that are


def _is_told(text: UnitText, call: Diagnostic, refused: _Refused) -> bool:
    place = call.location
    path = text.file_of(place) if place is not None else None
    if place is None or path is None:
        return False
    source = text.sources[path]
    at = source.token_of(place)
    objects = [*_objects(source, at), *_left_operands(source, at)]
    if any(_location(source, place, token) in refused.places for token in objects):
        return True
    names = {source.text_of(token) for token in (*objects, at)}
    named = [declared for name, declared in refused.declared if name in names]
    named += [function for kind, function in refused.results if f"'{kind}' is not " in call.message]
    for declared in named:
        if declared.file == place.file and _is_in_scope(source, source.token_of(declared), at):
            return True
    span = _argument_span(text, place)
    return span is not None and any(_is_between(c, *span) for c in refused.captures)


def _is_in_scope(source: SourceText, variable: int, use: int) -> bool:
    """Does a use lie in the block of a variable, or in the body behind a parameter?"""
    at = variable
    while at < use and source.text_of(at) not in ("}", ")"):
        at = (
            source.partners[at] + 1
            if source.text_of(at) in ("{", "(") and source.partners[at] < use
            else at + 1
        )
    if at >= use:
        return True
    if source.text_of(at) == "}":
        return False
    while at < use and source.text_of(at) not in ("{", ";"):
        at += 1
    return source.text_of(at) == "{" and at < use < source.partners[at]


def _objects(source: SourceText, at: int) -> Iterator[int]:
    """Of a call that is named by a token: `x` of x.f(), x.y.f(), x(1), x[1].f(), n::x().f(), for (a : x) and,
    the constructor's, t x = 1."""
    if source.text_of(at) == ":":
        yield at + 1
    if source.text_of(at - 1) == "=" and source.text_of(at + 1) != "(":
        yield at - 2
    if source.text_of(at) in ("(", "["):
        at -= 1
        yield at
    while source.text_of(at - 1) in (".", "->"):
        at -= 2
        at = _before_brackets(source, at)
        yield at
        while source.text_of(at - 1) == "::":
            at -= 2
            yield at


def _left_operands(source: SourceText, at: int) -> Iterator[int]:
    """Of a call that is named by an operator: `x` of x << 1, n::x << 1, x.f() << 1 and x << 1 << 2."""
    operator = source.text_of(at)
    if operator not in _OPERATORS:
        return
    while source.text_of(at) == operator:
        at = _before_brackets(source, at - 1)
        yield at
        while source.text_of(at - 1) in (".", "->", "::"):
            at = _before_brackets(source, at - 2)
            yield at
        at -= 1


def _before_brackets(source: SourceText, at: int) -> int:
    """The name in front of f(1), a[1] and c<int>(1)."""
    while at > 0 and source.text_of(at) in (")", "]") and source.partners[at] >= 0:
        at = source.partners[at] - 1
    depth = 0
    for token in range(at, 0, -1) if source.text_of(at) == ">" else ():
        text = source.text_of(token)
        depth += (text == ">") - (text == "<")
        if text in (";", "{", "}"):
            break
        if depth == 0:
            return token - 1
    return at


def _arguments(source: SourceText, at: int) -> int | None:
    """The bracket that opens a call's arguments: behind its name, or behind an object's that it makes."""
    for opening in (at, at + 1):
        if source.text_of(opening) in ("(", "{") and source.partners[opening] > opening:
            return opening
    return None


def _location(source: SourceText, like: Location, token: int) -> Location:
    return Location(like.file, *source.line_column(source.tokens[max(token, 0)].begin))

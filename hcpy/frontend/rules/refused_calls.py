"""C++ AMP: calls that are refused because of their object or of an argument, which was refused itself.

Takes: errors about calls, and the places of all errors.
Gives: whether an error says anything new. The tokens tell: of a call that clang refused there is no cursor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from hcpy.core.model import Diagnostic, Location
from hcpy.frontend.rules.clang import is_call
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText

_CAPTURED = "' can't be captured: "


def without_refused_objects(text: UnitText, found: Collection[Diagnostic]) -> list[Diagnostic]:
    """The errors but those about calls of what is refused."""
    places = {d.location for d in found if d.location is not None}
    captures = {d.location for d in found if d.location is not None and _CAPTURED in d.message}
    return [d for d in found if not is_call(d) or not _is_told(text, d, places, captures)]


def _is_told(
    text: UnitText, call: Diagnostic, places: Collection[Location], captures: Iterable[Location]
) -> bool:
    place = call.location
    path = text.file_of(place) if place is not None else None
    if place is None or path is None:
        return False
    source = text.sources[path]
    at = source.token_at(source.offset(place.line, place.column))
    objects = {_location(source, place, token) for token in _objects(source, at)}
    if not objects.isdisjoint(places):
        return True
    opening = _arguments(source, at)
    if opening is None:
        return False
    first, last = (source.line_column(source.tokens[i].begin) for i in (opening, source.partners[opening]))
    return any(c.file == place.file and first < (c.line, c.column) < last for c in captures)


def _objects(source: SourceText, at: int) -> Iterator[int]:
    """Of a call that is named by a token: `x` of x.f(), x.y.f(), x(1), x[1].f() and n::x().f()."""
    if source.text_of(at) in ("(", "["):
        at -= 1
        yield at
    while source.text_of(at - 1) in (".", "->"):
        at -= 2
        while at > 0 and source.text_of(at) in (")", "]") and source.partners[at] >= 0:
            at = source.partners[at] - 1
        yield at
        while source.text_of(at - 1) == "::":
            at -= 2
            yield at


def _arguments(source: SourceText, at: int) -> int | None:
    """The bracket that opens a call's arguments: behind its name, or behind an object's that it makes."""
    for opening in (at, at + 1):
        if source.text_of(opening) in ("(", "{") and source.partners[opening] > opening:
            return opening
    return None


def _location(source: SourceText, like: Location, token: int) -> Location:
    return Location(like.file, *source.line_column(source.tokens[max(token, 0)].begin))

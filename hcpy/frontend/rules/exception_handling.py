"""C++ AMP: exception handling (specification, 2.4.3.5): what is in a `try` that is refused, and Windows' own
structured exception handling, whose words clang does not know here.

Takes: a UnitText, and diagnostics or clang's messages.
Gives: the diagnostics without those that a refused `try` brings; a Broken rule for each `__try`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hcpy.core.model import Diagnostic, Location
from hcpy.frontend.clang_ast import Message
from hcpy.frontend.rules.amp_words import IN_AMP
from hcpy.frontend.rules.bodies import Broken
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import device_bodies
from hcpy.frontend.text.unit_text import UnitText

_TRY = f"'try' {IN_AMP}"
_HANDLERS = frozenset(("__except", "__finally"))
_WINDOWS = "'__try' is not supported: structured exception handling is Windows' own"


def without_handled(text: UnitText, found: Collection[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The errors but those about a `throw` in a `try`, and about what its handlers catch."""
    places = [d.location for d in found if d.location is not None and d.message == _TRY]
    handled = [part for place in places for part in _parts(text, place)]
    return tuple(d for d in found if d.location is None or not _is_handled(d, d.location, handled))


class _Part(NamedTuple):
    """A block of a `try`, or what is in the parentheses of a handler; lines and columns."""

    file: str
    begin: tuple[int, int]
    end: tuple[int, int]
    is_block: bool


def _is_handled(found: Diagnostic, at: Location, handled: Sequence[_Part]) -> bool:
    return any(
        part.file == at.file and part.begin < (at.line, at.column) < part.end
        for part in handled
        if not part.is_block or found.message.startswith("'throw' ")
    )


def _parts(text: UnitText, place: Location) -> Iterator[_Part]:
    """Of the `try` at a place."""
    path = text.file_of(place)
    if path is None:
        return
    source = text.sources[path]
    at = source.token_of(place) + 1
    while source.text_of(at) in ("{", "(", "catch"):
        if source.text_of(at) != "catch":
            end = source.partners[at]
            if end < at:
                return
            begin, last = (source.line_column(source.tokens[i].begin) for i in (at, end))
            yield _Part(place.file, begin, last, source.text_of(at) == "{")
            at = end
        at += 1


def structured_exceptions(text: UnitText, messages: Sequence[Message]) -> list[Broken]:
    """Each `__try` whose handler clang failed at."""
    found: list[Broken] = []
    for message in messages:
        path = text.file_of(message.location) if message.location is not None else None
        if path is None or message.location is None:
            continue
        source = text.sources[path]
        at = source.token_of(message.location)
        opener = source.partners[at - 1] if source.text_of(at - 1) == "}" else -1
        if source.text_of(at) not in _HANDLERS or source.text_of(opener - 1) != "__try":
            continue
        place = Location(message.location.file, *source.line_column(source.tokens[opener - 1].begin))
        if all(b.location != place for b in found):
            found.append(Broken(place, f"'__try' {IN_AMP}" if _is_in_amp(text, source, at) else _WINDOWS))
    return found


def _is_in_amp(text: UnitText, source: SourceText, at: int) -> bool:
    known = text.annotations.get(source.path)
    return known is not None and any(first < at < last for first, last in device_bodies(known))

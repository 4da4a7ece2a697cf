"""C++ AMP: what a declaration's specifiers break is one mistake, however many variables it declares.

Takes: errors, in the order of their places.
Gives: those but what is said again of a later variable of the same declaration. The tokens tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from hcpy.core.model import Diagnostic
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText

_BEFORE_NAMES = frozenset(("*", "&", "&&", "const"))


def without_later_variables(text: UnitText, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Of `static int a, b;` in amp-restricted code the error about a."""
    told: set[tuple[Path, int, str]] = set()
    kept: list[Diagnostic] = []
    for diagnostic in found:
        place = diagnostic.location
        path = text.file_of(place) if place is not None else None
        if place is not None and path is not None:
            source = text.sources[path]
            at = source.token_of(place)
            message = _of_any(diagnostic, source.text_of(at))
            is_later = any((path, i, message) in told for i in _earlier_variables(source, at))
            told.add((path, at, message))
            if is_later:
                continue
        kept.append(diagnostic)
    return kept


def _of_any(diagnostic: Diagnostic, name: str) -> str:
    """A message without the variable's name."""
    return diagnostic.message.replace(f"'{name}'", "''")


def _earlier_variables(source: SourceText, name: int) -> Iterator[int]:
    """The tokens before a declarator's, to its declaration's beginning, that may name other variables of it.

    None for the first one: no comma is before its name. A parameter has its type there.
    """
    at = name - 1
    while source.text_of(at) in _BEFORE_NAMES:
        at -= 1
    if source.text_of(at) != ",":
        return
    while at >= 0 and source.text_of(at) not in (";", "{", "(", "["):
        closes = 0 <= source.partners[at] < at
        at = source.partners[at] - 1 if closes else at - 1
        yield at

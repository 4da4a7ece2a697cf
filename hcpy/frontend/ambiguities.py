"""C++ AMP: calls that are ambiguous among what amp-restricted code may call.

clang's HIP mode settles them: of a function that is restricted to amp and one for both it takes the first.
The specification has no such preference, nor has Visual C++. A parse in which the first are for both as well
has the calls that standard C++ refuses; what it says of code for the CPU does not count.

Takes: the parse of all overloads and its UnitText; then the other parse.
Gives: edits for the other parse, none where no such functions are; errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcpy.core.model import Diagnostic, Edit, Location, Part
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import ParsedUnit
from hcpy.frontend.overloads import Function, describe, functions, widen
from hcpy.frontend.text.annotations import BOTH, DEVICE
from hcpy.frontend.text.positions import device_bodies
from hcpy.frontend.text.unit_text import UnitText

_AMBIGUOUS = re.compile(r"\bambiguous\b")
_USING = re.compile(r"^(?:declaration conflicts with target of using|target of using declaration conflicts)")
_OVERLAP = "this and what a using-declaration names have overlapping restrictions"


def ambiguity_edits(parsed: ParsedUnit, text: UnitText) -> list[Edit]:
    """Makes functions for amp alone, that calls by a function for both might mean too, functions for both."""
    if not {BOTH, DEVICE} <= {r for found in text.annotations.values() for r in found.rows()}:
        return []
    groups: dict[str, list[Function]] = {}
    for cursor in functions(parsed, text):
        name = "operator" if cursor._kind_id == ast.CONVERSION else cursor.spelling
        groups.setdefault(name, []).append(describe(parsed, text, cursor))
    return [
        e for group in groups.values() for f in _preferred(group) for e in widen(parsed, text, f, Part.DEVICE)
    ]


def _preferred(group: list[Function]) -> Iterator[Function]:
    """Those of one name that clang prefers. One with a twin for the CPU can't be for both."""
    both = [f for f in group if f.restriction == BOTH]
    on_cpu = {f.signature for f in group if not f.restriction.device}
    for function in group:
        is_alone = function.restriction == DEVICE and function.signature not in on_cpu
        if is_alone and any(function.competes(other) for other in both):
            yield function


def ambiguous_calls(parsed: ParsedUnit, text: UnitText) -> tuple[Diagnostic, ...]:
    """What the other parse says of code that is restricted to amp alone."""
    found: dict[Location, Diagnostic] = {}
    for message in parsed.messages():
        place = message.location
        if not message.is_error or place is None:
            continue
        if _AMBIGUOUS.search(message.text) and _is_amp_alone(text, place):
            found.setdefault(place, Diagnostic("error", place, message.text, message.notes))
        elif _USING.match(message.text):
            found.setdefault(place, Diagnostic("error", place, _OVERLAP, message.notes))
    return tuple(found.values())


def _is_amp_alone(text: UnitText, place: Location) -> bool:
    path = text.file_of(place)
    found = text.annotations.get(path) if path is not None else None
    if found is None:
        return False
    at = found.source.token_of(place)
    return any(first < at < last for first, last in device_bodies(found, is_alone=True))

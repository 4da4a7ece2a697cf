"""C++ AMP: explicit specialisations of members that differ in their restriction alone.

Takes: a ParsedUnit, its UnitText and clang's messages: it can't choose which of the two is meant.
Gives: Edits that leave each part the members and the specialisations for its own side, as functions of both.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.model import Dialect, Edit, Part
from hcpy.frontend.clang_ast import ParsedUnit
from hcpy.frontend.overloads import Function, describe, functions, hide, widen
from hcpy.frontend.text.annotations import BOTH
from hcpy.frontend.text.unit_text import UnitText

_AMBIGUOUS = "ambiguous member function specialization "


def specialised_member_edits(parsed: ParsedUnit, text: UnitText) -> list[Edit]:
    """The edits, where no kernel is launched in what they hide from the device part."""
    chosen = _members(parsed, text)
    if any(f.restriction == BOTH or f.is_launcher for f in chosen):
        return []
    return [edit for function in chosen for edit in _edits(parsed, text, function)]


def _members(parsed: ParsedUnit, text: UnitText) -> list[Function]:
    """The specialisations, and what they may be of: its declarations and definitions."""
    ambiguous = [m for m in parsed.messages() if m.text.startswith(_AMBIGUOUS)]
    if not ambiguous or text.unit.dialect is not Dialect.AMP:
        return []
    made = {m.location for m in ambiguous}
    templates = {note.location for m in ambiguous for note in m.notes}
    all_functions = [describe(parsed, text, cursor) for cursor in functions(parsed, text)]
    members = {_identity(parsed, f) for f in all_functions if parsed.place(f.cursor) in templates}
    return [f for f in all_functions if parsed.place(f.cursor) in made or _identity(parsed, f) in members]


def _identity(parsed: ParsedUnit, function: Function) -> tuple[str, str]:
    parent = parsed.parent(function.cursor)
    return (parent.get_usr() if parent is not None else "", function.signature)


def _edits(parsed: ParsedUnit, text: UnitText, function: Function) -> Iterator[Edit]:
    own, other = (Part.DEVICE, Part.HOST) if function.restriction.device else (Part.HOST, Part.DEVICE)
    yield from hide(parsed, text, function, other)
    yield from widen(parsed, text, function, own)

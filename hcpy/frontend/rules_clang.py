"""C++ AMP: the rules that clang's HIP mode checks by itself, told apart from errors of plain C++.

Takes: libclang's Messages.
Gives: Broken rules at places in the user's text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hcpy.frontend.amp_words import BAD_CANDIDATE, in_words, not_amp, not_cpu, translated
from hcpy.frontend.clang_ast import Message, ParsedUnit
from hcpy.frontend.rules_bodies import Broken
from hcpy.model import Location, Note

_ERROR = 3  # CXDiagnostic_Error
_CALLED = re.compile(
    r"(?:call to (?:\w+ )*?|initialization of |overloaded |operand types .*|function |conversion from )"
    r"'(?P<name>[^']+)'"
)
_MAX_NOTES = 4


def clang_findings(parsed: ParsedUnit, messages: Sequence[Message]) -> tuple[list[Broken], bool]:
    """The broken rules, and whether there are errors of plain C++ besides."""
    found: list[Broken] = []
    plain = False
    for message in messages:
        if message.severity < _ERROR:
            continue
        broken = _amp_error(parsed, message)
        if broken is None:
            plain = True
        elif broken not in found:
            found.append(broken)
    return found, plain


def _amp_error(parsed: ParsedUnit, message: Message) -> Broken | None:
    text = translated(message.text) or _no_candidate(message)
    if text is None or message.location is None:
        return None
    place = _users_place(parsed, message)
    notes = [
        Note(n.location, in_words(n.message))
        for n in message.notes
        if n.location != place and not n.message.startswith("called by")
    ]
    return Broken(place, text, tuple(notes[:_MAX_NOTES]))


def _no_candidate(message: Message) -> str | None:
    """Overload resolution failed because of the restrictions."""
    for note in message.notes:
        found = BAD_CANDIDATE.search(note.message)
        if found is not None:
            called = _CALLED.search(message.text)
            name = called["name"] if called else "this function"
            return not_cpu(name) if found["source"] == "__host__" else not_amp(name)
    return None


def _users_place(parsed: ParsedUnit, message: Message) -> Location:
    """Of an error in a header the innermost place of the user's that led there."""
    for place in (message.location, *(n.location for n in message.notes)):
        if place is not None and parsed.is_users_file(place.file):
            return place
    return message.location or Location("", 0)

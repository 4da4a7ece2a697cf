"""C++ AMP: operands of decltype, sizeof and the like may name functions for the CPU.
clang's HIP mode allows no call of them in code for devices, evaluated or not.

Takes: libclang's messages about a unit.
Gives: Edits that call such functions by their address, about which HIP mode says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hcpy.core.model import Edit
from hcpy.frontend.clang_ast import Message
from hcpy.frontend.rules.amp_words import BAD_CANDIDATE
from hcpy.frontend.text.edits import wrap
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText


def unevaluated_edits(text: UnitText, messages: Sequence[Message]) -> list[Edit]:
    """The edits for all calls that clang refuses in operands that are not evaluated."""
    found: list[Edit] = []
    for message in messages:
        path = text.file_of(message.location) if message.location is not None else None
        if not message.is_error or path is None or message.location is None:
            continue
        if not any(BAD_CANDIDATE.search(note.message) for note in message.notes):
            continue
        source = text.sources[path]
        offset = source.offset(message.location.line, message.location.column)
        if source.is_unevaluated(offset):
            found += _by_address(source, source.token_at(offset))
    return list(dict.fromkeys(found))


def _by_address(source: SourceText, at: int) -> Iterator[Edit]:
    """`name(...)` as `(&name)(...)`; a member's name says nothing without its object."""
    if source.text_of(at - 1) in (".", "->"):
        return
    last = at
    while source.text_of(last + 1) == "::":
        last += 2
    while source.text_of(at - 1) == "::" and at > 1 and source.tokens[at - 2].kind == "name":
        at -= 2
    name = source.tokens[last] if 0 <= last < len(source.tokens) else None
    if name is not None and name.kind == "name" and not name.directive and source.text_of(last + 1) == "(":
        yield from wrap(source, source.tokens[at].begin, name.end, "(&", ")")

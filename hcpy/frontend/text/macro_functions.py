"""HC: functions that macros make. One macro's body may hold a function for kernels and its twin for the CPU.

Takes: the Annotations of a file.
Gives: Edits that blank one of two twins for each part; macros that make one function, which may have a twin
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Edit, Part
from hcpy.frontend.text.annotation_macros import definitions
from hcpy.frontend.text.annotations import (
    BOTH,
    DEVICE,
    NONE,
    Annotations,
    Restriction,
    trailing_region,
)
from hcpy.frontend.text.edits import blank_text
from hcpy.frontend.text.lexer import SourceText

_QUALIFIERS = frozenset(("const", "volatile", "&", "&&"))


@dataclass(frozen=True)
class _Made:
    """A function in a macro's body: its tokens, and what makes two of them the same function."""

    first: int
    last: int
    signature: tuple[str, ...]
    restriction: Restriction


def twin_edits(found: Annotations) -> Iterator[Edit]:
    """Each part sees one of two twins in a macro's body."""
    for _, source, first, last in definitions(found.source):
        made = list(_functions(found, first, last))
        for function in made:
            twins = [f for f in made if f.signature == function.signature]
            others = {
                f.restriction for f in twins if (f.restriction == DEVICE) != (function.restriction == DEVICE)
            }
            if function.restriction != BOTH and others - {BOTH}:
                part = Part.HOST if function.restriction == DEVICE else Part.DEVICE
                yield _blank(source, function, part)


def single_functions(found: Annotations) -> Iterator[tuple[str, Restriction]]:
    """The names of macros that make one function and nothing else, and the clauses in their bodies."""
    for name, _, first, last in definitions(found.source):
        made = list(_functions(found, first, last))
        if len(made) == 1 and (made[0].first, made[0].last) == (first, last):
            yield name.removesuffix("("), made[0].restriction


def _blank(source: SourceText, function: _Made, part: Part) -> Edit:
    """A macro's lines stay together."""
    begin, end = source.tokens[function.first].begin, source.tokens[function.last - 1].end
    lines = [blank_text(line) for line in source.text[begin:end].split("\\\n")]
    return Edit(source.path, begin, end, "\\\n".join(lines), frozenset((part,)))


def _functions(found: Annotations, first: int, last: int) -> Iterator[_Made]:
    """Those of a body, in the classes that it has, too."""
    source, at, start = found.source, first, first
    while at < last:
        text = source.text_of(at)
        made = _function(found, start, at, last) if text == "(" else None
        if made is not None:
            yield made
            at = start = made.last
        elif text in ("{", "}", ";"):
            at = start = at + 1
        else:
            at = source.partners[at] + 1 if text in ("(", "[") and source.partners[at] > at else at + 1
            if text == ":" and source.text_of(at - 2) in ("public", "private", "protected"):
                start = at


def _function(found: Annotations, start: int, opens: int, last: int) -> _Made | None:
    """The one whose parameters open at a token, if there is one."""
    source = found.source
    closes = source.partners[opens]
    if closes < 0 or opens <= start or source.tokens[opens - 1].kind not in ("name", "mark"):
        return None
    clauses, specifiers, at = trailing_region(found, closes + 1)
    while at < last and source.is_macro_parameter(at):  # which may stand for a clause
        at += 1
    if source.text_of(at) in ("->", ":"):
        while at < last and source.text_of(at) not in ("{", ";"):
            at = source.partners[at] + 1 if source.partners[at] > at else at + 1
    if at < last and source.text_of(at) == "{" and source.partners[at] > at:
        end = source.partners[at] + 1
    elif source.text_of(at) == ";" or at == last:
        end = min(at + 1, last)
    else:
        return None
    restriction = NONE
    for clause in (*clauses, *(c for c in found.clauses if start <= c.first < opens)):
        restriction |= clause.restriction
    words = (source.text_of(i) for i, _ in specifiers)
    signature = (
        *_name(source, start, opens),
        *_types(source, opens, closes),
        *(w for w in words if w in _QUALIFIERS),
    )
    return _Made(start, end, signature, restriction)


def _name(source: SourceText, start: int, opens: int) -> tuple[str, ...]:
    """What precedes the parameters: a name, or `operator` and its sign."""
    at = opens - 1
    while at > start and source.tokens[at].kind != "name":
        at -= 1
    return tuple(source.text_of(i) for i in range(at, opens))


def _types(source: SourceText, opens: int, closes: int) -> Iterator[str]:
    """The parameters without the names that they may have."""
    for at in range(opens + 1, closes):
        is_last = source.text_of(at + 1) in (",", ")", "=")
        is_name = (
            source.tokens[at].kind == "name" and at - 1 > opens and source.text_of(at - 1) not in (",", "::")
        )
        if not (is_last and is_name):
            yield source.text_of(at)

"""Finds the macros of a program that stand for annotations.

Takes: its SourceTexts.
Gives: what each name means as an annotation.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from hcpy.frontend.text.annotations import BUILT_IN_MACROS, NONE, RESTRICT_WORDS, Restriction, clause_at
from hcpy.frontend.text.lexer import SourceText


def annotation_macros(sources: Iterable[SourceText]) -> dict[str, Restriction]:
    """The macros of the user's files whose bodies are annotations alone.

    The name of one with parameters ends in "(": what its body says, without what its arguments add.
    """
    macros = dict(BUILT_IN_MACROS)
    bodies: list[tuple[str, SourceText, int, int]] = []
    for source in sources:
        if "#" in source.text and "define" in source.text:
            bodies += definitions(source)
    changed = True
    while changed:
        changed = False
        for name, source, first, last in bodies:
            if name.endswith("(") and name not in macros and _only_restricts(source, first, last):
                words = (RESTRICT_WORDS.get(t.text, NONE) for t in source.tokens[first:last])
                macros[name] = functools.reduce(Restriction.__or__, words, NONE)
            elif name not in macros and (found := _only_clauses(source, first, last, macros)) != NONE:
                macros[name] = found
                changed = True
    return macros


def definitions(source: SourceText) -> Iterable[tuple[str, SourceText, int, int]]:
    """(name, file, first and last token of the body) of each macro; a name with parameters ends in "("."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if (
            token.text == "define"
            and token.directive
            and source.text_of(i - 1) == "#"
            and i + 2 < len(tokens)
        ):
            name, last = tokens[i + 1], i + 2
            while last < len(tokens) and tokens[last].directive == token.directive:
                last += 1
            first, parameters = i + 2, source.text[name.end : name.end + 1] == "("
            if parameters:
                first = source.partners[first] + 1
            if last > first > 0:
                yield name.text + "(" * parameters, source, first, last


def _only_restricts(source: SourceText, first: int, last: int) -> bool:
    """Is the body a row of restrict(...), with anything in the brackets?"""
    while first < last and source.text_of(first) == "restrict" and source.partners[first + 1] > 0:
        first = source.partners[first + 1] + 1
    return first == last


def _only_clauses(
    source: SourceText, first: int, last: int, macros: Mapping[str, Restriction]
) -> Restriction:
    restriction = NONE
    while first < last:
        clause = clause_at(source, first, macros)
        if clause is None or not clause.whole:
            return NONE
        restriction |= clause.restriction
        first = clause.last
    return restriction

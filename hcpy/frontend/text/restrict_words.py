"""`restrict` is a word of the dialects where a clause can be, and a name like any other elsewhere.

Takes: the tokens of the user's files.
Gives: edits that rename variables, functions and members called `restrict`, which the macro of config.hpp
would take for a clause; and, for the parse alone, edits that make clang report clauses in places that the
grammar does not have. clang's preprocessor decides which text is code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hcpy.core.model import Dialect, Edit, Part
from hcpy.frontend.text.annotations import Annotations, Clause, Lambda, Spelling, trailing_region
from hcpy.frontend.text.branches import crosses_directives
from hcpy.frontend.text.edits import BOTH_PARTS
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import region_start

if TYPE_CHECKING:
    from hcpy.frontend.text.unit_text import UnitText

MISPLACED = "a restrict clause comes after the parameters of a function and its qualifiers"
_WORDS = frozenset(("cpu", "amp", "auto", "hc"))
_BEHIND_PARAMETERS = frozenset(("const", "volatile", "noexcept", "mutable", "constexpr", "override", "final"))
_QUALIFIERS = frozenset(("const", "volatile", "&", "&&"))
_VIRTUAL = frozenset(("override", "final"))
_CONDITIONS = frozenset(("if", "while", "for", "switch"))


def renamed_identifiers(sources: Iterable[SourceText]) -> Iterator[Edit]:
    """All of a unit's, where the macro would take one of them for a clause."""
    found = [(s, i) for s in sources if "restrict" in s.text for i in _identifiers(s)]
    if not any(source.text_of(i + 1) == "(" for source, i in found):
        return
    for source, i in found:
        token = source.tokens[i]
        yield Edit(source.path, token.begin, token.end, "restrict_", BOTH_PARTS)


def _identifiers(source: SourceText) -> Iterator[int]:
    for i, token in enumerate(source.tokens):
        if token.text != "restrict" or token.kind != "name":
            continue
        if token.directive and source.text_of(i - 1) in ("define", "undef", "ifdef", "ifndef"):
            continue
        if is_identifier(source, i):
            yield i


def is_identifier(source: SourceText, i: int) -> bool:
    """Is the word `restrict` at token i a name of the program's?"""
    if source.text_of(i + 1) != "(":
        return True
    return not (_names_restrictions(source, i) or _follows_parameters(source, i))


def _names_restrictions(source: SourceText, i: int) -> bool:
    close = source.partners[i + 1]
    words = [t.text for t in source.tokens[i + 2 : max(close, 0)] if t.text != ","]
    named = bool(words) and (_WORDS.issuperset(words) or words in (["__VA_ARGS__"], ["..."]))
    return named and source.text_of(i - 1) not in (".", "->", "::", "return")


def _follows_parameters(source: SourceText, i: int) -> bool:
    """Is it where a clause may be? One with unknown words there is a separate error."""
    before = source.text_of(i - 1)
    if before in ("&", "&&"):
        before = source.text_of(i - 2)
    if before == ")":
        opener = source.partners[i - 1] if source.text_of(i - 1) == ")" else source.partners[i - 2]
        return source.text_of(opener - 1) not in _CONDITIONS
    return before == "]" or before in _BEHIND_PARAMETERS


# --- clauses in places that the grammar does not have --------------------------------------------------
def with_reports(text: UnitText, edits: Sequence[Edit]) -> list[Edit]:
    """The edits for the parse of the split stage: where a clause is reported, no other edit moves it."""
    reports = list(_misplaced_clauses(text))

    def is_reported(edit: Edit) -> bool:
        return any(
            r.file == edit.file and edit.begin < r.end and r.begin < max(edit.end, edit.begin + 1)
            for r in reports
        )

    return [*reports, *(edit for edit in edits if not is_reported(edit))]


def _misplaced_clauses(text: UnitText) -> Iterator[Edit]:
    """C++ AMP alone: HC's annotations may be in many places."""
    if text.unit.dialect is not Dialect.AMP:
        return
    macros = {name for source in text.sources.values() for name in _defined(source)}
    for found in text.annotations.values():
        of_lambdas = {c.first: item for item in found.lambdas for c in _clauses(item)}
        for clause in found.clauses:
            if _is_misplaced(found, clause, of_lambdas.get(clause.first), macros):
                # With its line ends alone: a #line would not count where #if leaves the text out.
                ends = "\n" * found.source.text[clause.begin : clause.end].count("\n")
                report = f'_Pragma("GCC error \\"{MISPLACED}\\""){ends}'
                yield Edit(found.source.path, clause.begin, clause.end, report, frozenset((Part.DEVICE,)))


def _defined(source: SourceText) -> Iterator[str]:
    if "define" in source.text:
        for i, token in enumerate(source.tokens):
            if token.directive and token.text == "define" and source.text_of(i - 1) == "#":
                yield source.text_of(i + 1)


def _clauses(item: Lambda) -> tuple[Clause, ...]:
    return (*item.before, *item.middle, *item.trailing)


def _precedes_qualifier(source: SourceText, clause: Clause, specifiers: Iterable[tuple[int, int]]) -> bool:
    return any(first > clause.first and source.text_of(first) in _QUALIFIERS for first, _ in specifiers)


def _is_misplaced(found: Annotations, clause: Clause, item: Lambda | None, macros: set[str]) -> bool:
    source = found.source
    if clause.spelling not in (Spelling.RESTRICT, Spelling.MACRO) or source.tokens[clause.first].directive:
        return False
    if item is not None:
        if item.parameters < 0 or clause not in item.trailing:
            return True
        return _precedes_qualifier(source, clause, item.specifiers)
    start = region_start(found, clause)
    if start is not None:
        _, specifiers, end = trailing_region(found, start)
        if source.text_of(end) == "->" and crosses_directives(source.tokens, start - 1, end):
            return True
        return _precedes_qualifier(source, clause, specifiers)
    before = clause.first - 1
    while before + 1 in found.ending:
        before = found.ending[before + 1].first - 1
    words = source.text_of(before)
    if words in _VIRTUAL:  # these end a declarator
        return True
    if words in macros or words in _BEHIND_PARAMETERS:  # a macro may hold the parameters
        return False
    return not (words == "]" and source.text_of(source.partners[before] + 1) == "[")

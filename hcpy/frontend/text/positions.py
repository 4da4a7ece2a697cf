"""Moves annotations to where clang parses them, and wraps lambdas that capture by reference (C++ AMP).

Takes: the Annotations of a file.
Gives: Edits for both parts. All of it is done on tokens, before any parse, so that clang can start at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hcpy.core.model import Dialect, Edit
from hcpy.frontend.text.annotations import (
    NONE,
    Annotations,
    Clause,
    Lambda,
    Restriction,
    Spelling,
    behind_requires,
    led_parameters,
    trailing_region,
)
from hcpy.frontend.text.branches import before_directives, crosses_directives
from hcpy.frontend.text.declarators import behind_outer_declarators, names_a_type
from hcpy.frontend.text.edits import BOTH_PARTS, blank, blank_text, insert

_DECLARATION_STARTS = frozenset((";", "{", "}", ">", ":", ")", "", ","))


def moved_annotations(found: Annotations, dialect: Dialect) -> list[Edit]:
    """The edits without which clang does not parse a file's annotations."""
    return list(_amp_edits(found) if dialect is Dialect.AMP else _hc_edits(found))


def wrapped_captures(found: Annotations) -> list[Edit]:
    """C++ AMP: the edits without which clang refuses captures by reference.

    The branches of an #if may have different beginnings of a lambda expression with one end, and the reverse.
    """
    bodies = list(device_bodies(found))
    wrapped = [item for item in found.lambdas if _needs_wrapping(found, item, bodies)]
    ends = {end for item in wrapped for end in _ends(found, item)}
    wrapped += [item for item in found.lambdas if item not in wrapped and item.body_end in ends]
    return list(_wrap(found, (item.open for item in wrapped), ends))


# --- HC: clang ignores the annotations; those that don't parse are blanked -----------------------------
def _hc_edits(found: Annotations) -> Iterator[Edit]:
    seen: set[int] = set()
    for item in found.lambdas:
        plain = item.trailing if item.parameters < 0 else item.middle
        for clause in (*item.before, *(c for c in plain if c.spelling is not Spelling.BRACKETS)):
            yield _blank_clause(found, clause)
        if item.parameters >= 0:
            yield from _hc_trailing(found, item.parameters_end + 1, arrow_is_bad=False)
        seen.update(c.first for c in (*item.before, *item.middle, *item.trailing))
    for clause in found.clauses:
        if clause.first in seen:
            continue
        start = region_start(found, clause)
        if start is None:
            if _misplaced_in_front(found, clause):
                yield _blank_clause(found, clause)
            continue
        clauses, _, _ = trailing_region(found, start)
        seen.update(c.first for c in clauses)
        yield from _hc_trailing(found, start, arrow_is_bad=True)


def _hc_trailing(found: Annotations, start: int, arrow_is_bad: bool) -> Iterator[Edit]:
    """Standard attributes are last after parameters; GNU ones first in a lambda, last in a function."""
    clauses, specifiers, end = trailing_region(found, start)
    if arrow_is_bad and names_a_type(found, start, end):
        yield from (_blank_clause(found, clause) for clause in clauses)
        return
    if behind_outer_declarators(found, end) != end:
        yield from (_blank_clause(found, clause) for clause in clauses)
        return
    arrow = found.source.text_of(end) == "->"
    for clause in clauses:
        gnu = clause.spelling is Spelling.GNU
        before = any(first < clause.first for first, _ in specifiers)
        behind = any(first > clause.first for first, _ in specifiers)
        bad = before if gnu and not arrow_is_bad else behind or (arrow and gnu)
        if bad or (clause.spelling is Spelling.MACRO and (before or behind or arrow)):
            yield _blank_clause(found, clause)


def _misplaced_in_front(found: Annotations, clause: Clause) -> bool:
    """Standard attributes are at the very start of a declaration, and none before `template`."""
    source = found.source
    if _template_behind(found, clause) is not None:
        return True
    if clause.spelling is Spelling.GNU or source.text_of(clause.last) in (";", "=", ","):
        return False
    before = clause.first
    while before in found.ending:
        before = found.ending[before].first
    previous = source.text_of(before - 1)
    same_line = before > 0 and source.tokens[before - 1].directive == source.tokens[clause.first].directive
    return same_line and previous not in _DECLARATION_STARTS and previous != "]"


def _template_behind(found: Annotations, clause: Clause) -> int | None:
    """The `template` that follows a clause, or a row of them."""
    while (following := found.after(clause)) is not None:
        clause = following
    at = clause.last
    is_header = found.source.text_of(at) == "template" and found.source.text_of(at + 1) == "<"
    is_header = is_header and found.source.go_together(clause.first, at)
    return at if is_header else None


def _blank_clause(found: Annotations, clause: Clause) -> Edit:
    return blank(found.source, clause.begin, clause.end)


def region_start(found: Annotations, clause: Clause) -> int | None:
    """The token after the parameter list that a clause follows; None: it is no trailing clause."""
    source = found.source
    at = clause.first - 1
    in_directive = bool(source.tokens[clause.first].directive)
    while (at := at if in_directive else before_directives(source.tokens, at)) >= 0:
        if not source.go_together(at, clause.first):
            return None
        if at + 1 in found.ending:
            at = found.ending[at + 1].first - 1
            continue
        text = source.tokens[at].text
        if text == ")":
            opener = source.partners[at]
            if source.text_of(opener - 1) in ("noexcept", "throw", "__attribute__", "__declspec", "alignas"):
                at = opener - 2
                continue
            return at + 1 if led_parameters(found, clause) is None else None
        if text not in ("const", "volatile", "noexcept", "&", "&&", "mutable", "constexpr"):
            return None
        at -= 1
    return None


# --- C++ AMP: the annotations are GNU attributes, moved to where those parse ---------------------------
def _amp_edits(found: Annotations) -> Iterator[Edit]:
    seen: set[int] = set()
    for item in found.lambdas:
        yield from _amp_lambda(found, item)
        seen.update(c.first for c in (*item.before, *item.middle, *item.trailing))
    for clause in found.clauses:
        if clause.first in seen:
            continue
        start = region_start(found, clause)
        if start is None:
            seen.add(clause.first)
            yield from _amp_in_front(found, clause)
            continue
        clauses, specifiers, end = trailing_region(found, start)
        seen.update(c.first for c in clauses)
        yield from _amp_function(found, clauses, specifiers, start, end)


def attribute(restriction: Restriction) -> str:
    """The macro of config.hpp for a restriction; as long as the shortest spelling that it replaces."""
    if restriction.cpu and restriction.device:
        return "HCRT_B"
    return "HCRT_A" if restriction.device else "HCRT_C"


def _as_attribute(found: Annotations, clause: Clause) -> str:
    """The clause as clang's HIP mode takes it."""
    if clause.spelling is Spelling.RESTRICT or clause.spelling is Spelling.MACRO or clause.name:
        return found.source.text[clause.begin : clause.end]
    return attribute(clause.restriction)


def _is_native(clause: Clause) -> bool:
    return clause.spelling is Spelling.RESTRICT or bool(clause.name) or not clause.whole


def _amp_lambda(found: Annotations, item: Lambda) -> Iterator[Edit]:
    for clause in item.middle:
        yield from _convert(found, clause)
    moved = [_as_attribute(found, c) for c in item.before]
    for clause in item.before:
        yield _blank_clause(found, clause)
    start = item.parameters_end + 1 if item.parameters >= 0 else item.close + 1
    parts = [(c.first, c.last) for c in item.trailing] + list(item.specifiers)
    if moved and not parts:
        end_of_list = found.source.tokens[start - 1].end
        yield insert(found.source, end_of_list, " ".join(moved), _in_directive(found, start - 1))
    elif moved or not _in_order(item.trailing, item.specifiers) or not all(map(_is_native, item.trailing)):
        words = moved + [_as_attribute(found, c) for c in item.trailing]
        words += [_words(found, first, last) for first, last in item.specifiers]
        yield _permuted(found, parts, words)


def _in_order(clauses: Sequence[Clause], specifiers: Sequence[tuple[int, int]]) -> bool:
    """Are all clauses before the specifiers?"""
    return not clauses or not specifiers or clauses[-1].first < specifiers[0][0]


def _amp_function(
    found: Annotations, clauses: Sequence[Clause], specifiers: Sequence[tuple[int, int]], start: int, end: int
) -> Iterator[Edit]:
    words = [_as_attribute(found, c) for c in clauses]
    if names_a_type(found, start, end):
        yield from (_blank_clause(found, clause) for clause in clauses)
        return
    instantiation = _explicit_instantiation(found, start - 1)
    if instantiation is not None:  # clang compares the restrictions before it reads what follows
        for clause in clauses:
            yield _blank_clause(found, clause)
        at = found.source.tokens[instantiation].begin
        yield insert(found.source, at, " ".join(words), _in_directive(found, instantiation))
        return
    crosses = crosses_directives(found.source.tokens, start - 1, end)
    if found.source.text_of(end) == "->":
        if crosses:
            return  # reported as misplaced: the condition can't go to the front as well
        front = _declaration_front(found, start - 1)
        for clause in clauses:
            yield _blank_clause(found, clause)
        if front is not None:
            at = found.source.tokens[front].begin
            yield insert(found.source, at, " ".join(words), _in_directive(found, front))
        return
    behind = behind_outer_declarators(found, end)
    if behind != end:
        for clause in clauses:
            yield _blank_clause(found, clause)
        last = found.source.tokens[behind - 1]
        yield insert(found.source, last.end, " ".join(words), _in_directive(found, behind - 1))
        return
    if specifiers and clauses[0].first < specifiers[-1][0] and crosses:
        yield from _specifiers_first(found, clauses, specifiers, start)
    elif specifiers and clauses[0].first < specifiers[-1][0]:
        parts = [(c.first, c.last) for c in clauses] + list(specifiers)
        yield _permuted(found, parts, [_words(found, a, b) for a, b in specifiers] + words)
        return
    for clause in clauses:
        yield from _convert(found, clause)


def _specifiers_first(
    found: Annotations, clauses: Sequence[Clause], specifiers: Sequence[tuple[int, int]], start: int
) -> Iterator[Edit]:
    """What stands behind clauses and the #endif around them comes before both."""
    tokens = found.source.tokens
    behind = [(first, last) for first, last in specifiers if first > clauses[-1].first]
    for first, last in behind:
        yield blank(found.source, tokens[first].begin, tokens[last - 1].end)
    if behind:
        words = " ".join(_words(found, first, last) for first, last in behind)
        yield insert(found.source, tokens[start - 1].end, words, False)
    for clause in clauses:
        yield from _convert(found, clause)


def _explicit_instantiation(found: Annotations, parameters_end: int) -> int | None:
    """The token after the `template` of `template T f<T>(T) restrict(amp);`; None: it is something else."""
    source = found.source
    at = source.partners[parameters_end]
    while at > 0 and source.text_of(at - 1) not in (";", "{", "}") and source.text_of(at) != "template":
        at -= 1
    is_one = source.text_of(at) == "template" and source.text_of(at + 1) != "<"
    return at + 1 if is_one and source.text_of(at - 1) not in (".", "->", "::") else None


def _declaration_front(found: Annotations, parameters_end: int) -> int | None:
    """The `auto` of a function with a trailing return type."""
    source = found.source
    at = source.partners[parameters_end] - 1
    while at >= 0 and source.tokens[at].text not in (";", "{", "}"):
        if source.tokens[at].text == "auto":
            return at
        if source.tokens[at].text in ")]" and source.partners[at] >= 0:
            at = source.partners[at]
        at -= 1
    return None


def _amp_in_front(found: Annotations, clause: Clause) -> Iterator[Edit]:
    """Clauses before a declaration or within its specifiers: GNU attributes are fine there."""
    source = found.source
    template = _template_behind(found, clause)
    if template is not None:
        behind = source.skip_angles(template + 1)
        yield _blank_clause(found, clause)
        if behind < len(source.tokens):
            at = source.tokens[behind].begin
            yield insert(source, at, _as_attribute(found, clause), _in_directive(found, behind))
    else:
        yield from _convert(found, clause)


def _convert(found: Annotations, clause: Clause) -> Iterator[Edit]:
    """Writes the attribute in the place of a clause that clang does not know."""
    if _is_native(clause):
        return
    text = found.source.text[clause.begin : clause.end]
    yield Edit(
        found.source.path,
        clause.begin,
        clause.end,
        _fitted([attribute(clause.restriction)], text),
        BOTH_PARTS,
    )


def _permuted(found: Annotations, parts: Iterable[tuple[int, int]], words: Iterable[str]) -> Edit:
    """Rewrites the span of some token ranges with the words in another order."""
    ranges = sorted(parts)
    begin = found.source.tokens[ranges[0][0]].begin
    end = found.source.tokens[ranges[-1][1] - 1].end
    return Edit(found.source.path, begin, end, _fitted(words, found.source.text[begin:end]), BOTH_PARTS)


def _fitted(words: Iterable[str], text: str) -> str:
    """The words in the shape of the text that they replace: as many lines, ending in the same column."""
    joined = " ".join(words)
    lines = text.split("\n")
    if len(lines) == 1:
        return joined.ljust(len(text))
    return joined + "\n" * (len(lines) - 1) + blank_text(lines[-1])


def _words(found: Annotations, first: int, last: int) -> str:
    tokens = found.source.tokens
    return " ".join(found.source.text[tokens[first].begin : tokens[last - 1].end].split())


def _in_directive(found: Annotations, index: int) -> bool:
    return bool(found.source.tokens[index].directive)


# --- C++ AMP: captures by reference ------------------------------------------------------------------
def device_bodies(found: Annotations, is_alone: bool = False) -> Iterator[tuple[int, int]]:
    """Token ranges of the bodies of functions and lambdas that run on a device; is_alone: on no CPU."""
    for item in found.lambdas:
        if item.restriction.device and not (is_alone and item.restriction.cpu):
            yield item.body, item.body_end
    for clause in found.clauses:
        is_meant = clause.restriction.device and not (is_alone and clause.restriction.cpu)
        if is_meant and (start := region_start(found, clause)) is not None:
            _, _, at = trailing_region(found, start)
            at = behind_requires(found.source, at)
            together = found.source.go_together  # a macro may end with the clause
            while together(clause.first, at) and found.source.tokens[at].text not in ("{", ";", "}"):
                at += 1
            is_body = together(clause.first, at) and found.source.text_of(at) == "{"
            if is_body and found.source.partners[at] > at:
                yield at, found.source.partners[at]


def _needs_wrapping(found: Annotations, item: Lambda, bodies: Iterable[tuple[int, int]]) -> bool:
    """Clang's HIP mode refuses captures by reference in a device lambda of a host function."""
    if item.restriction == NONE or not item.restriction.device:
        return False
    if not captures_by_reference(found, item):
        return False
    return not any(first < item.open < last for first, last in bodies)


def captures_by_reference(found: Annotations, item: Lambda) -> bool:
    """Does the introducer have & or &name?"""
    source = found.source
    return any(
        source.tokens[i].text == "&" and source.tokens[i - 1].text in ("[", ",")
        for i in range(item.open + 1, item.close)
    )


def _ends(found: Annotations, item: Lambda) -> set[int]:
    """All } that may end a lambda expression: branches of an #if may have one each."""
    between = range(item.body + 1, item.body_end)
    return {item.body_end, *(i for i in between if found.source.partners[i] == item.body)}


def _wrap(found: Annotations, starts: Iterable[int], ends: Iterable[int]) -> Iterator[Edit]:
    """In an unannotated lambda around it, clang counts the enclosing function as one for devices, too."""
    source = found.source
    for i in starts:
        yield insert(source, source.tokens[i].begin, "[&]{return", _in_directive(found, i))
    for i in sorted(ends):
        yield insert(source, source.tokens[i].end, ";}()", _in_directive(found, i))


def has_local_classes(found: Annotations) -> bool:
    """May a function for devices hold a class? Its members need separate annotations for clang.

    What a body includes is in another file, whose classes are taken to be in it.
    """
    tokens = found.source.tokens
    words = ("struct", "class", "union")
    classes = [i for i, t in enumerate(tokens) if t.text in words or (t.directive and t.text == "include")]
    return any(first < i < last for first, last in device_bodies(found) for i in classes)

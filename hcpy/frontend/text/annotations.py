"""Finds the dialects' annotations in the text, in all their spellings, and the lambdas that they belong to.

Takes: a SourceText and the macros that expand to annotations.
Gives: Clauses ([[hc]], __attribute__((amp)), restrict(...), __HC__, __GPU) and Lambdas.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator, Mapping

from hcpy.core.dataclass import dataclass, field
from hcpy.frontend.text.brackets import behind_branches
from hcpy.frontend.text.branches import Forwards
from hcpy.frontend.text.lexer import SourceText


class Spelling(enum.Enum):
    """How a clause is written; it decides where clang can parse it."""

    BRACKETS = "[[hc]]"
    GNU = "__attribute__((hc))"
    RESTRICT = "restrict(amp)"
    MACRO = "__GPU"


@dataclass(frozen=True)
class Restriction:
    """Where a function may be called: on the host (cpu), in kernels (device), or both."""

    cpu: bool
    device: bool

    def __or__(self, other: Restriction) -> Restriction:
        return Restriction(self.cpu or other.cpu, self.device or other.device)


NONE = Restriction(cpu=False, device=False)
CPU = Restriction(cpu=True, device=False)
DEVICE = Restriction(cpu=False, device=True)
BOTH = Restriction(cpu=True, device=True)

_WORDS = {"cpu": CPU, "hc": DEVICE, "amp": DEVICE}
RESTRICT_WORDS = {**_WORDS, "auto": BOTH}
# Macros that hcpy's headers define.
BUILT_IN_MACROS: Mapping[str, Restriction] = {
    "__HC__": DEVICE,
    "__CPU__": CPU,
    "__GPU": BOTH,
    "__GPU_ONLY": DEVICE,
    "__CPU_ONLY": CPU,
}
_GNU_MACROS = frozenset(("__HC__", "__CPU__"))
# What may be between a parameter list and a body besides clauses.
_SPECIFIERS = frozenset(
    ("mutable", "constexpr", "consteval", "static", "const", "volatile", "noexcept", "throw", "&", "&&")
)


@dataclass(frozen=True)
class Clause:
    """One annotation: tokens [first, last) of a file."""

    first: int
    last: int
    begin: int  # bytes
    end: int
    restriction: Restriction
    spelling: Spelling
    name: str = ""  # a macro's name
    whole: bool = True  # False: other attributes are in the same brackets


@dataclass(frozen=True)
class Lambda:
    """A lambda expression: token indexes of its parts, -1 where it lacks one."""

    open: int  # [
    close: int  # ]
    parameters: int  # (
    parameters_end: int  # )
    body: int  # {, or the macro's parameter that stands for all of it
    body_end: int  # }
    before: tuple[Clause, ...] = ()  # before the introducer
    middle: tuple[Clause, ...] = ()  # between introducer and parameters
    trailing: tuple[Clause, ...] = ()
    specifiers: tuple[tuple[int, int], ...] = ()  # token ranges of mutable, noexcept(...), ... in order

    @property
    def restriction(self) -> Restriction:
        """The union of its clauses; NONE where it has none."""
        restriction = NONE
        for clause in (*self.before, *self.middle, *self.trailing):
            restriction |= clause.restriction
        return restriction


@dataclass
class Annotations:
    """What one file holds."""

    source: SourceText
    clauses: list[Clause]
    lambdas: list[Lambda]
    at: dict[int, Clause] = field(default_factory=dict)  # by first token
    ending: dict[int, Clause] = field(default_factory=dict)  # by the token after

    @functools.cached_property
    def lambda_at(self) -> dict[int, Lambda]:
        """By the byte where its introducer begins."""
        return {self.source.tokens[item.open].begin: item for item in self.lambdas}

    def after(self, clause: Clause) -> Clause | None:
        """The clause that follows at once. What a #define ends with does not go on in the next line."""
        return self.at.get(clause.last) if self.source.go_together(clause.first, clause.last) else None

    def rows(self) -> Iterator[Restriction]:
        """The meaning of each row of adjacent clauses."""
        row = NONE
        for clause in self.clauses:
            row |= clause.restriction
            if self.after(clause) is None:
                yield row
                row = NONE


def clause_at(source: SourceText, i: int, macros: Mapping[str, Restriction]) -> Clause | None:
    """The clause that starts with token i."""
    token = source.tokens[i]
    if token.directive and not source.is_in_macro(i):
        return None
    if token.text == "[" and source.text_of(i + 1) == "[":
        return _bracketed(source, i, i + 2, source.partners[i + 1], Spelling.BRACKETS)
    if token.kind != "name":
        return None
    opens = source.text_of(i + 1) == "("
    if token.text == "restrict" and opens:
        return _restrict(source, i)
    if token.text == "__attribute__" and opens and source.text_of(i + 2) == "(":
        return _bracketed(source, i, i + 3, source.partners[i + 2], Spelling.GNU)
    if opens and f"{token.text}(" in macros:
        return _with_arguments(source, i, macros[f"{token.text}("])
    if token.text in macros:
        spelling = Spelling.GNU if token.text in _GNU_MACROS else Spelling.MACRO
        return Clause(i, i + 1, token.begin, token.end, macros[token.text], spelling, token.text)
    return None


def _bracketed(
    source: SourceText, start: int, first: int, inner_end: int, spelling: Spelling
) -> Clause | None:
    """[[...]] or __attribute__((...)) where the list names a restriction."""
    last = inner_end + 2
    if inner_end < first or last > len(source.tokens):
        return None
    words = [t.text for t in source.tokens[first:inner_end] if t.text != ","]
    restriction = NONE
    for word in words:
        restriction |= _WORDS.get(word, NONE)
    if restriction == NONE or "::" in words or "using" in words:
        return None
    whole = all(word in _WORDS for word in words)
    tokens = source.tokens
    return Clause(start, last, tokens[start].begin, tokens[last - 1].end, restriction, spelling, whole=whole)


def _restrict(source: SourceText, i: int) -> Clause | None:
    last = source.partners[i + 1] + 1
    if last <= 0:
        return None
    restriction = NONE
    for token in source.tokens[i + 2 : last - 1]:
        restriction |= RESTRICT_WORDS.get(token.text, NONE)
    tokens = source.tokens
    if restriction == NONE:
        return None
    return Clause(i, last, tokens[i].begin, tokens[last - 1].end, restriction, Spelling.RESTRICT)


def _with_arguments(source: SourceText, i: int, restriction: Restriction) -> Clause | None:
    """The use of a macro that makes a clause of its arguments."""
    last = source.partners[i + 1] + 1
    for token in source.tokens[i + 2 : max(last - 1, 0)]:
        restriction |= RESTRICT_WORDS.get(token.text, NONE)
    if last <= 0 or restriction == NONE:
        return None
    tokens = source.tokens
    begin, end, name = tokens[i].begin, tokens[last - 1].end, tokens[i].text
    return Clause(i, last, begin, end, restriction, Spelling.MACRO, name)


def annotate(source: SourceText, macros: Mapping[str, Restriction]) -> Annotations:
    """All clauses and lambdas of a file."""
    found = Annotations(source, [], [])
    i = 0
    while i < len(source.tokens):
        clause = clause_at(source, i, macros)
        if clause is not None:
            found.clauses.append(clause)
            found.at[clause.first] = clause
            if source.go_together(clause.first, clause.last):
                found.ending[clause.last] = clause
            i = clause.last
        else:
            i += 1
    for i, token in enumerate(source.tokens):
        if token.text == "[" and token.kind == "mark" and _introduces(source, i, found):
            made = _lambda(found, i)
            if made is not None:
                found.lambdas.append(made)
    return found


_BEFORE_LAMBDA = frozenset(("return", "co_return", "co_yield", "co_await", "else", "do", "throw", "case"))


def _introduces(source: SourceText, i: int, found: Annotations) -> bool:
    """Can this [ open a lambda, rather than a subscript, an array bound or an attribute?"""
    if source.text_of(i + 1) == "[" or i in found.at or (source.text_of(i - 1) == "[" and i - 1 in found.at):
        return False
    before = i - 1
    while before + 1 in found.ending:
        before = found.ending[before + 1].first - 1
    if before < 0 or before != i - 1:
        return True
    if _ends_macro_header(source, before):
        return True
    previous = source.tokens[before]
    if previous.kind == "mark":
        return previous.text not in (")", "]", "[", ">")
    return previous.text in _BEFORE_LAMBDA


def _ends_macro_header(source: SourceText, i: int) -> bool:
    """Is token i the last one of `#define NAME` or `#define NAME(a, b)`?"""
    if not source.tokens[i].directive:
        return False
    if source.tokens[i].text == ")":
        i = source.partners[i] - 1
    return source.text_of(i - 1) == "define" and source.text_of(i - 2) == "#"


def _lambda(found: Annotations, i: int) -> Lambda | None:
    """The lambda whose introducer is token i; None: it has no body, so it is something else."""
    source = found.source
    tokens, partners = source.tokens, source.partners
    close = partners[i]
    if close < 0:
        return None
    before: list[Clause] = []
    while (first := before[0].first if before else i) in found.ending:
        before.insert(0, found.ending[first])
    at = close + 1
    if source.text_of(at) == "<":
        at = source.skip_angles(at)
    middle: list[Clause] = []
    while at in found.at:
        middle.append(found.at[at])
        at = middle[-1].last
    parameters = parameters_end = -1
    if source.text_of(at) == "(":
        parameters, parameters_end = at, partners[at]
        if parameters_end < 0:
            return None
        at = parameters_end + 1
    trailing, specifiers, at = trailing_region(found, at)
    at = behind_requires(source, _skip_return_type(source, at))
    if not tokens[i].directive:
        at = behind_branches(tokens, at)
    end = _end_of_body(source, at, bool(trailing))
    if end < 0 or tokens[at].directive != tokens[i].directive:
        return None
    if parameters < 0:
        trailing, middle = [*middle, *trailing], []
    return Lambda(
        i, close, parameters, parameters_end, at, end,
        tuple(before), tuple(middle), tuple(trailing), tuple(specifiers),
    )  # fmt: skip


def _end_of_body(source: SourceText, at: int, has_clause: bool) -> int:
    """Of a body that begins at a token, which a macro's parameter may be; -1: it is none."""
    is_parameter = has_clause and source.is_macro_parameter(at)
    return at if is_parameter else source.partners[at] if source.text_of(at) == "{" else -1


def trailing_region(found: Annotations, at: int) -> tuple[list[Clause], list[tuple[int, int]], int]:
    """Clauses and other specifiers from token `at` on, and the first token that is neither."""
    source = found.source
    clauses: list[Clause] = []
    specifiers: list[tuple[int, int]] = []
    start = at if at in found.at else at - 1
    forwards = Forwards(source.tokens)
    while True:
        at = at if source.tokens[start].directive else forwards.behind(at)
        if not source.go_together(start, at):
            break
        text = source.tokens[at].text
        end = at + 1
        if at in found.at:
            clauses.append(found.at[at])
            at = found.at[at].last
            continue
        if (
            text in ("noexcept", "throw", "__attribute__", "__declspec", "alignas")
            and source.text_of(end) == "("
        ):
            end = source.partners[end] + 1
        elif text == "[" and source.text_of(end) == "[":
            end = source.partners[at] + 1
        elif text not in _SPECIFIERS:
            break
        if end <= at:
            break
        specifiers.append((at, end))
        at = end
    return clauses, specifiers, at


def behind_requires(source: SourceText, at: int) -> int:
    """The token behind a requires clause at token `at`; `at` itself where there is none."""
    if source.text_of(at) != "requires":
        return at
    at += 1
    while at < len(source.tokens) and source.text_of(at) not in ("{", ";", "=", ":"):
        word = source.text_of(at)
        at = source.partners[at] + 1 if word in ("(", "[") and source.partners[at] > at else at + 1
        if word == "requires":  # of an expression: `requires(T x) { x + 1; }`
            behind = source.partners[at] + 1 if source.text_of(at) == "(" else at
            if source.text_of(behind) == "{" and source.partners[behind] > behind:
                at = source.partners[behind] + 1
    return at


def led_parameters(found: Annotations, clause: Clause) -> int | None:
    """The ( of the function that begins after a clause, as in `MACRO(x) [[hc]] int f()`. What precedes
    the clause is then no list of parameters."""
    source, names = found.source, 0
    _, _, at = trailing_region(found, clause.first)
    if source.text_of(at) == "requires":
        return None
    while at < len(source.tokens) and not source.tokens[at].directive:
        if source.text_of(at) == "<":
            at = source.skip_angles(at)
            continue
        names += source.tokens[at].kind == "name"
        if source.tokens[at].kind != "name" and source.text_of(at) not in ("::", "*", "&", "&&"):
            break
        at += 1
    return at if names > 1 and source.text_of(at) == "(" else None


def _skip_return_type(source: SourceText, at: int) -> int:
    """The token after `-> type`; `at` itself where there is none."""
    if source.text_of(at) != "->":
        return at
    while at < len(source.tokens) and source.tokens[at].text not in ("{", ";", "}", ",", ")", "requires"):
        if source.tokens[at].text in "([" and source.partners[at] > at:
            at = source.partners[at]
        elif source.tokens[at].text == "<":
            at = source.skip_angles(at) - 1
        at += 1
    return at

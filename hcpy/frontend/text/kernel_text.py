"""Kernels as their tokens show them: the bodies of lambda expressions and of annotated functions.

Takes: the Annotations of a file, or the GridLaunches of a unit.
Gives: Regions, and what the checks of the text ask of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Location
from hcpy.frontend.microsoft.conditions import windows_only
from hcpy.frontend.text.annotations import (
    Annotations,
    Lambda,
    behind_requires,
    led_parameters,
    trailing_region,
)
from hcpy.frontend.text.grid_launches import GridLaunch
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import region_start


@dataclass(frozen=True)
class Region:
    """One body: tokens between its braces, and those between the parentheses before it."""

    source: SourceText
    first: int  # {
    last: int  # }
    parameters: tuple[int, int]  # ( and )
    item: Lambda | None = None

    def words(self, first: int, last: int) -> list[str]:
        """The texts of tokens [first, last)."""
        return [t.text for t in self.source.tokens[first:last]]

    def location(self, i: int) -> Location:
        """Where a token is."""
        place = self.source.line_column(self.source.tokens[i].begin)
        return Location(str(self.source.path), *place)

    @property
    def start(self) -> Location:
        """What names it: a lambda's introducer, or the body of a function."""
        return self.location(self.item.open if self.item is not None else self.first)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in the body."""
        return frozenset(t.text for t in self.source.tokens[self.first : self.last] if t.kind == "name")

    def enclosing(self, i: int, keyword: str) -> Iterator[tuple[int, int, int]]:
        """The `if` or `for` statements around token i: keyword, and tokens [begin, end) of the body."""
        tokens, partners = self.source.tokens, self.source.partners
        for at in range(self.first, i):
            if tokens[at].text == keyword and self.source.text_of(at + 1) == "(":
                begin = partners[at + 1] + 1
                end = statement_end(self.source, begin)
                if begin <= i < end:
                    yield at, begin, end


def statement_end(source: SourceText, at: int) -> int:
    """The token after the statement that begins at one."""
    tokens, partners = source.tokens, source.partners
    if source.text_of(at) == "{":
        return partners[at] + 1
    if source.text_of(at) in ("if", "for", "while", "switch") and source.text_of(at + 1) == "(":
        return statement_end(source, partners[at + 1] + 1)
    while at < len(tokens) and tokens[at].text not in (";", "}"):
        at = max(at, partners[at]) + 1
    return at + 1


def block_end(source: SourceText, at: int) -> int:
    """The } of the block that a token is in."""
    tokens, partners = source.tokens, source.partners
    while at < len(tokens) and tokens[at].text != "}":
        at = max(at, partners[at]) + 1
    return min(at, len(tokens) - 1)


def call_around(region: Region) -> tuple[int, int] | None:
    """The name and the ) of the call that a lambda expression is an argument of."""
    assert region.item is not None
    source = region.source
    at = region.item.open - 1
    while at >= 0:
        text = source.tokens[at].text
        if text in ")]}" and source.partners[at] >= 0:
            at = source.partners[at]
        elif text == "(":
            return at - 1, source.partners[at]
        elif text in ";{":
            return None
        at -= 1
    return None


def regions(found: Annotations) -> Iterator[Region]:
    """All lambda expressions, and the functions that carry a clause for devices; none that #if leaves out."""
    source = found.source
    of_lambdas: set[int] = set()
    for item in found.lambdas:
        of_lambdas |= {c.first for c in (*item.before, *item.middle, *item.trailing)}
        if not windows_only(source, source.tokens[item.open].begin):
            given = (
                (item.parameters, item.parameters_end) if item.parameters >= 0 else (item.close, item.close)
            )
            yield Region(source, item.body, item.body_end, given, item)
    for clause in found.clauses:
        if clause.first in of_lambdas or not clause.restriction.device:
            continue
        region = _function(found, clause.first)
        if region is not None and not windows_only(source, source.tokens[region.first].begin):
            yield region


def launch_regions(launches: Iterable[GridLaunch]) -> Iterator[Region]:
    """The bodies of functions that launch them; none that #if leaves out."""
    for made in launches:
        if not windows_only(made.source, made.source.tokens[made.first].begin):
            yield Region(made.source, made.first, made.last, made.parameters)


def _function(found: Annotations, clause: int) -> Region | None:
    source = found.source
    start = region_start(found, found.at[clause])
    if start is None:
        opener = led_parameters(found, found.at[clause])
        if opener is None or source.partners[opener] < 0:
            return None
        start = source.partners[opener] + 1
    _, _, at = trailing_region(found, start)
    at = behind_requires(source, at)
    while at < len(source.tokens) and source.tokens[at].text not in ("{", ";", "}"):
        at += 1
    if source.text_of(at) != "{" or source.partners[at] < 0:
        return None
    return Region(source, at, source.partners[at], (source.partners[start - 1], start - 1))

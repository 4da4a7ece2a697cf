"""HC: functions with the attribute hc_grid_launch launch their bodies over the grid of their first parameter.

Takes: the tokens of the user's files.
Gives: GridLaunches, and edits: `void f(grid_launch_parm lp, ...) { body }` becomes
`void f(grid_launch_parm lp, ...) { ::hcrt_grid_launch(lp, [=]() mutable { body }); }`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Edit
from hcpy.frontend.text.edits import insert
from hcpy.frontend.text.lexer import SourceText

_ATTRIBUTE = "hc_grid_launch"
GRID_TYPES = frozenset(("grid_launch_parm", "grid_launch_parm_cxx"))
LAUNCHER = "hcrt_grid_launch"  # the function that the edits call
_ENDS = frozenset((";", "}", "{"))


@dataclass(frozen=True)
class GridLaunch:
    """A function that launches its body: the tokens of its parentheses and of its braces."""

    source: SourceText
    parameters: tuple[int, int]
    first: int
    last: int
    grid: str  # the name of its first parameter


def grid_launches(sources: Sequence[SourceText]) -> Iterator[GridLaunch]:
    """Those of all files; a macro may expand to the attribute."""
    names = {_ATTRIBUTE, *_macros(sources)}
    if len(names) == 1 and not any(_ATTRIBUTE in source.text for source in sources):
        return
    for source in sources:
        if any(name in source.text for name in names):
            for i, token in enumerate(source.tokens):
                if token.text in GRID_TYPES and not token.directive:
                    yield from _launch(source, i, names)


def grid_launch_edits(launches: Iterable[GridLaunch]) -> Iterator[Edit]:
    """The edits of all."""
    for launch in launches:
        tokens = launch.source.tokens
        call = f"::{LAUNCHER}({launch.grid}, [=]() mutable {{"
        yield insert(launch.source, tokens[launch.first].end, call)
        yield insert(launch.source, tokens[launch.last].begin, "});")


def _macros(sources: Iterable[SourceText]) -> Iterator[str]:
    """The macros whose bodies name the attribute."""
    for source in sources:
        for i, token in enumerate(source.tokens if _ATTRIBUTE in source.text else ()):
            if token.text == "define" and token.directive:
                body = (t for t in source.tokens[i + 2 :] if t.directive == token.directive)
                if any(t.text == _ATTRIBUTE for t in body):
                    yield source.tokens[i + 1].text


def _launch(source: SourceText, i: int, names: set[str]) -> Iterator[GridLaunch]:
    """Of the function whose first parameter is of the type at token i."""
    opened = i - 2 if source.text_of(i - 1) == "const" else i - 1
    close = source.partners[opened] if source.text_of(opened) == "(" else -1
    at = i + 1
    while source.text_of(at) in ("&", "const"):
        at += 1
    begin = close + 1
    while source.text_of(begin) in ("[", "__attribute__"):
        begin = source.partners[begin + (source.text_of(begin) != "[")] + 1
    if close < at or source.text_of(begin) != "{" or not _is_marked(source, opened, begin, names):
        return
    yield GridLaunch(source, (opened, close), begin, source.partners[begin], source.tokens[at].text)


def _is_marked(source: SourceText, opened: int, body: int, names: set[str]) -> bool:
    """Has the declaration, tokens up to the body's brace, the attribute?"""
    first = opened
    while first > 0:
        before = source.tokens[first - 1]
        if before.directive or before.text in _ENDS:
            break
        first -= 1
    return any(t.text in names for t in source.tokens[first:body])

"""Coroutines, which need memory from the host's heap and calls through pointers: no kernel has them.

Takes: a function or a lambda expression, which may hold others.
Gives: the word that makes it a coroutine, as a broken rule. Tokens tell: libclang names no such statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.model import Diagnostic, Location
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Broken, Unit

_WORDS = frozenset(("co_await", "co_return", "co_yield"))
_MISTAKE = ": it can't be a coroutine"


def is_coroutine(diagnostic: Diagnostic) -> bool:
    """Is it one of these? The calls that clang makes for a coroutine are refused at the same place."""
    return diagnostic.message.endswith(_MISTAKE)


def check_coroutine(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """The first such word: one is the whole mistake."""
    begin, end = unit.parsed.begin(function), unit.parsed.end(function)
    path = unit.text.file_of(begin)
    if path is None or path != unit.text.file_of(end):
        return
    source = unit.text.sources[path]
    if "co_" not in source.text:
        return
    for token in source.tokens[source.token_of(begin) : source.token_of(end)]:
        if token.text in _WORDS and not token.directive:
            place = Location(begin.file, *source.line_column(token.begin))
            where = "amp-restricted code" if unit.is_amp else "a kernel"
            yield Broken(place, f"'{token.text}' is not allowed in {where}{_MISTAKE}")
            return

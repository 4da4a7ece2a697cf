"""-Wdangling-view: references to views and arrays that may be gone when they are used.

Takes: the Region of a lambda expression.
Gives: Findings.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.model import Note
from hcpy.frontend.text.kernel_text import Region, block_end, call_around
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.warnings.finding import Finding

_LAUNCH = "parallel_for_each"
_ENDS = frozenset("wait get synchronize wait_for create_blocking_marker".split())


def dangling(region: Region) -> Iterator[Finding]:
    """A lambda expression refers to a view or an array whose scope ends with nothing waiting: one that `then`
    is given, or a kernel whose completion_future leaves the scope."""
    call = call_around(region)
    source, item = region.source, region.item
    if call is None or item is None or source.text_of(call[0]) not in ("then", _LAUNCH):
        return
    introducer = region.words(item.open + 1, item.close)
    if "&" not in introducer:
        return
    at = call[1] + 1
    for name, place in _local_views(source, item.open):
        if name not in region.names or not _refers(introducer, name):
            continue
        end = block_end(source, max(place, _last_brace(source, place, at)))
        if any(t.text in _ENDS or t.text == "copy" for t in source.tokens[at:end]):
            continue
        leaves = _leaves if source.text_of(call[0]) == _LAUNCH else _outlives
        if not leaves(source, place, call[0], end):
            continue
        message = (
            f"'{name}' is captured by reference in a function that runs later, and its scope ends "
            "before anything waits for that"
        )
        note = Note(region.location(place), "declared here")
        kernel = region.start if source.text_of(call[0]) == _LAUNCH else None
        yield Finding("dangling-view", region.start, message, (note,), kernel)
        return


def _last_brace(source: SourceText, place: int, at: int) -> int:
    """The first token from `at` on that is in the variable's own block, out of the inner ones."""
    while True:
        end = block_end(source, at)
        if source.partners[end] < place or end >= len(source.tokens) - 1:
            return at
        at = end + 1


def _leaves(source: SourceText, place: int, launch: int, end: int) -> bool:
    """Does the launch's completion_future outlive the block: returned, kept in a container or a variable of
    outside?"""
    first = launch
    while source.text_of(first - 1) not in (";", "{", "}", ")"):
        first -= 1
    if source.text_of(first) == "return":
        return True
    words = [t.text for t in source.tokens[first:launch]]
    if "=" in words:
        target = source.text_of(first + words.index("=") - 1)
        is_declared = words.index("=") > 1
    elif "push_back" in words or "emplace_back" in words:
        target, is_declared = words[0], False
    else:
        return False
    begin = source.partners[end]
    inner = [i for i in range(begin, first) if source.text_of(i) == target]
    is_declared |= bool(inner) and (
        source.tokens[inner[0] - 1].kind == "name" or source.text_of(inner[0] - 1) == ">"
    )
    if not is_declared:
        return True
    returned = (source.text_of(i + 1) for i in range(launch, end) if source.text_of(i) == "return")
    return target in returned


def _outlives(source: SourceText, place: int, then: int, end: int) -> bool:
    """May the future whose `then` is called outlive the variable? The end of its last copy waits: not where
    it is declared after the variable, and only its members are used."""
    if source.text_of(then - 1) != ".":
        return True
    name = source.text_of(then - 2)
    uses = [i for i in range(place + 1, end) if source.text_of(i) == name]
    declared = source.tokens[uses[0] - 1] if uses else None
    if declared is None or declared.kind != "name" or declared.text == "return":
        return True
    return any(source.text_of(i + 1) != "." for i in uses[1:])


def _refers(introducer: list[str], name: str) -> bool:
    """Does [&], [&name] or [&, ...] capture the name by reference?"""
    if name in introducer:
        return introducer[introducer.index(name) - 1] == "&" and introducer[0] != name
    return introducer[0] == "&" and (len(introducer) == 1 or introducer[1] == ",")


def _local_views(source: SourceText, at: int) -> Iterator[tuple[str, int]]:
    """The views and arrays that the blocks around a token declare before it."""
    while at > 0:
        at -= 1
        text = source.tokens[at].text
        if text == "}" and source.partners[at] >= 0:
            at = source.partners[at]
        elif text == "{":
            if source.text_of(at - 1) in (")", "const", "noexcept") and _is_function(source, at):
                return
        elif text in ("array_view", "array") and source.text_of(at + 1) == "<":
            name = source.skip_angles(at + 1)
            if source.tokens[name].kind == "name" and source.text_of(name + 1) in ("(", "{", "=", ";"):
                yield source.tokens[name].text, name


def _is_function(source: SourceText, brace: int) -> bool:
    """Is it the { of a function's body, rather than of a statement's?"""
    close = brace - 1
    while source.text_of(close) in ("const", "noexcept"):
        close -= 1
    return source.text_of(source.partners[close] - 1) not in ("if", "for", "while", "switch", "catch")

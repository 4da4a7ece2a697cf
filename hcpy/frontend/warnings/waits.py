"""-Wmissing-wait: the host reads what a kernel writes through a pointer, and has not waited.

Takes: the Region of a lambda expression, and those of its file.
Gives: Findings. A call of a function that is not known to be harmless counts as a wait.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hcpy.core.model import Note
from hcpy.frontend.text.kernel_text import Region, block_end, call_around, statement_end
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.warnings.finding import Finding

_ENDS_WAIT = frozenset(
    "wait get wait_for wait_until synchronize copy am_copy am_free create_marker is_ready then "
    "get_begin_tick get_end_tick exit".split()
)
_LAUNCH = "parallel_for_each"
_ATOMIC = re.compile(r"(?:__)?atomic_\w+$")
# The host's functions that read memory by pointers.
_READERS = re.compile(r"mem(?:cpy|move|cmp|chr)$")
_HARMLESS = re.compile(
    r"(?:f|s|sn|w)?printf$|puts$|f?putc(?:har)?$|fflush$|assert$|size$|begin$|end$|data$|(?:push|emplace)_back$|"
    r"resize$|reserve$|clear$|empty$|now$|count$|get_extent$|get_default_view$|parallel_for_each$|extent$|index$|"
    r"min$|max$|abs$|sqrt$|static_cast$|sizeof$|decltype$|alignof$|mem(?:cpy|move|cmp|set|chr)$|move$|swap$|"
    r"catch$|if$|for$|while$|switch$|return$|hc$"
)
_AFTER_NAME = frozenset("=,)({;")
_CONTROLS = frozenset(("if", "for", "while", "switch"))


def missing_wait(region: Region, made: list[Region], views: frozenset[str]) -> Iterator[Finding]:
    """At most one: the first access. `made` and `views` are those of the region's file."""
    source = region.source
    at = _launch_end(region)
    if at is None:
        return
    launch = at
    written = set(_written_through(region)) - views
    inside = {r.first: r.last for r in made if r.item is not None}
    while written and at < len(source.tokens):
        text = source.tokens[at].text
        if text == "}":
            if not _is_of_statement(source, source.partners[at]):
                return
            at += 1
            while source.text_of(at) == "else":
                at = statement_end(source, at + 1)
            continue
        if at in inside:
            at = inside[at] + 1
            continue
        if text in ("break", "continue") or _may_wait(source, at, written):
            return
        if text in written and _is_access(source, at):
            message = f"the host reads '{text}', which a kernel writes, without a wait for the kernel"
            notes = (Note(region.location(launch), "launched here; its completion_future has wait()"),)
            yield Finding("missing-wait", region.location(at), message, notes, region.start, text)
            return
        if text in ("return", "throw") and written.isdisjoint(
            t.text for t in source.tokens[at : statement_end(source, at)]
        ):
            return
        at += 1


def names_of_views(source: SourceText) -> frozenset[str]:
    """Names of views and arrays alone, which wait by themselves. The parse knows better; it costs."""
    views: set[str] = set()
    others: set[str] = set()
    for i, token in enumerate(source.tokens):
        if token.text in ("array_view", "array") and source.text_of(i + 1) == "<":
            after = source.skip_angles(i + 1)
            after += source.text_of(after) in ("&", "const")
            views.add(source.text_of(after))
        elif source.text_of(i - 1) in ("*", "const", "auto") and source.text_of(i + 1) in _AFTER_NAME:
            others.add(token.text)
    return frozenset(views - others)


def _launch_end(region: Region) -> int | None:
    """The token after the launch's call, of the lambda expression or of the variable that it initialises."""
    source, item = region.source, region.item
    assert item is not None
    call = call_around(region)
    if call is not None:
        return call[1] + 1 if source.text_of(call[0]) == _LAUNCH else None
    if source.text_of(item.open - 1) != "=" or source.text_of(item.open - 3) not in ("auto", "const"):
        return None
    name, end = source.text_of(item.open - 2), block_end(source, region.last + 1)
    for at in range(region.last, end):
        if source.text_of(at) == _LAUNCH and source.text_of(at + 1) == "(":
            close = source.partners[at + 1]
            if source.text_of(close - 1) == name:
                return close + 1
    return None


def _is_of_statement(source: SourceText, brace: int) -> bool:
    """Is it the { of a statement's block, after which the function goes on?"""
    before = source.text_of(brace - 1)
    if before == ")":
        return source.text_of(source.partners[brace - 1] - 1) in _CONTROLS
    return before in ("else", "do", ";", "{", "}")


def _may_wait(source: SourceText, at: int, written: set[str]) -> bool:
    """A known wait, or a call of a function that may hold one."""
    token = source.tokens[at]
    if token.kind != "name":
        return False
    is_standard = source.text_of(at - 1) == "::" and source.text_of(at - 2) == "std"
    if token.text in _ENDS_WAIT:
        return not is_standard
    if source.text_of(at + 1) != "(" or is_standard or _HARMLESS.match(token.text):
        return False
    if source.text_of(at - 1) in (">", "*", "&") or source.tokens[at - 1].kind == "name":
        return source.text_of(at - 1) == "return" and _waits_inside(source, at, written)
    return _waits_inside(source, at, written)


def _waits_inside(source: SourceText, at: int, written: set[str]) -> bool:
    """The function's body holds a wait, or is not seen; arguments are read before it is called."""
    close = source.partners[at + 1]
    if any(
        t.text in written and _is_access(source, at + 2 + i)
        for i, t in enumerate(source.tokens[at + 2 : close])
    ):
        return False
    name = source.text_of(at)
    for i, token in enumerate(source.tokens):
        if token.text == name and source.text_of(i + 1) == "(" and i != at:
            brace = source.partners[i + 1] + 1
            while source.text_of(brace) in ("const", "noexcept"):
                brace += 1
            if source.text_of(brace) == "{":
                body = source.tokens[brace : source.partners[brace]]
                calls = any(
                    t.kind == "name" and u.text == "(" and not _HARMLESS.match(t.text)
                    for t, u in pairwise(body)
                )
                return calls or not _ENDS_WAIT.isdisjoint(t.text for t in body)
    return True


def _written_through(region: Region) -> Iterator[str]:
    """Names that the kernel's body stores through: `p[i] = `, `*p = `, `p->x = `, an atomic function's."""
    source, tokens = region.source, region.source.tokens
    pointers: dict[str, str] = {}  # a local pointer, and what it was made from
    for i in range(region.first, region.last):
        if tokens[i].kind != "name" or source.text_of(i - 1) in (".", "->", "::"):
            continue
        name = tokens[i].text
        if source.text_of(i + 1) == "=" and source.text_of(i - 1) in ("*", "auto", "const"):
            pointers.setdefault(name, source.text_of(i + 3 if source.text_of(i + 2) == "&" else i + 2))
        if _is_stored_through(source, i) or _is_given_to_atomic(source, i):
            yield name
            if name in pointers:
                yield pointers[name]


def _is_stored_through(source: SourceText, i: int) -> bool:
    before = source.text_of(i - 1)
    if before == "*" and source.text_of(i - 2) in (";", "{", ")"):
        return _assigns(source, i + 1)
    if before == "(" and source.text_of(i - 2) == "*" and source.text_of(i - 3) in (";", "{", ")"):
        return _assigns(source, source.partners[i - 1] + 1)
    behind = i + 1
    while source.text_of(behind) in ("[", ".", "->"):
        behind = source.partners[behind] + 1 if source.text_of(behind) == "[" else behind + 2
    is_pointee = source.text_of(i + 1) in ("[", "->")
    is_counted = source.text_of(i - 1) in "+-" and source.text_of(i - 2) == source.text_of(i - 1)
    return is_pointee and (_assigns(source, behind) or is_counted)


def _is_given_to_atomic(source: SourceText, i: int) -> bool:
    at = i - 2 if source.text_of(i - 1) == "&" else i - 1
    return source.text_of(at) == "(" and _ATOMIC.match(source.text_of(at - 1)) is not None


def _assigns(source: SourceText, at: int) -> bool:
    first, second = source.text_of(at), source.text_of(at + 1)
    if first == "=":
        return second != "="
    return (first in "+-*/%&|^" and second == "=") or (first in "+-" and second == first)


def _is_access(source: SourceText, i: int) -> bool:
    before, behind = source.text_of(i - 1), source.text_of(i + 1)
    is_declared = source.tokens[i - 1].kind == "name" and before not in ("return", "else", "case")
    if before in (".", "->", "::") or is_declared:
        return False
    if behind in ("[", "->") or (
        before == "*" and source.text_of(i - 2) in ("=", "(", ",", "return", ";", "{", "<", "!")
    ):
        return True
    if behind == "," and source.text_of(i + 2) == source.text_of(i) and source.text_of(i + 3) == "+":
        return True  # a range of its elements
    open_ = i - 1
    while source.text_of(open_) not in ("(", ";", "{"):
        open_ = source.partners[open_] - 1 if source.text_of(open_) in (")", "]") else open_ - 1
    is_argument = before == "," and behind in (",", ")", "+")
    return is_argument and _READERS.match(source.text_of(open_ - 1)) is not None

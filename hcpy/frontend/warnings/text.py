"""Warnings that the tokens of a kernel show: waits, barriers, sizes of waves, references that outlive.

Takes: the Annotations of a unit's files, and its GridLaunches.
Gives: Findings; those in lambda expressions count where the parse finds the kernel that they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hcpy.core.model import Dialect, Location, Note
from hcpy.frontend.text.annotations import Annotations
from hcpy.frontend.text.grid_launches import GridLaunch
from hcpy.frontend.text.kernel_text import Region, block_end, launch_regions, regions, statement_end
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.warnings.barriers import missing_barriers

_WAVE = re.compile(
    r"__(?:shfl(?:_up|_down|_xor)?|ballot|any|all|activelane\w+|lane_id|amdgcn_(?:ds|wave|move)_\w+)$"
)
_ASKS_SIZE = re.compile(r"(?i)\w*wave(?:front)?_?size\w*$")
_SIZES = {"32", "64", "32u", "64u", "32U", "64U", "0x20", "0x40"}
_MASKS = {"31", "63", "31u", "63u", "31U", "63U", "0x1f", "0x3f", "0x1F", "0x3F"}
_ENDS_WAIT = frozenset(
    "wait get wait_for wait_until synchronize copy am_copy am_free create_marker is_ready then "
    "get_begin_tick get_end_tick exit".split()
)
_LAUNCH = "parallel_for_each"


@dataclass(frozen=True)
class Finding:
    """A warning at a place, by the name of its flag."""

    flag: str
    location: Location
    message: str
    notes: tuple[Note, ...] = ()
    kernel: Location | None = None  # the lambda that must be a kernel for it to hold
    captured: str = ""  # the pointer that this kernel must capture
    is_mild: bool = False  # a warning, also where the flag's findings are errors


def text_findings(
    annotations: Iterable[Annotations], dialect: Dialect, launches: Iterable[GridLaunch] = ()
) -> Iterator[Finding]:
    """All of a unit's."""
    for region in launch_regions(launches):
        yield from _wave_sizes(region)
        yield from _barriers(region)
    for found in annotations:
        if "parallel_for_each" not in found.source.text and "tile_static" not in found.source.text:
            continue
        made = list(regions(found))
        for region in made:
            yield from _wave_sizes(region)
            yield from _barriers(region)
            if region.item is not None:
                yield from _dangling(region)
                if dialect is Dialect.HC:
                    yield from _missing_wait(region, made)


def _of(region: Region) -> Location | None:
    return region.start if region.item is not None else None


# --- -Wmissing-barrier -----------------------------------------------------------------------------------
def _barriers(region: Region) -> Iterator[Finding]:
    for race in missing_barriers(region):
        message = (
            f"'{race.name}' is written by other work-items of the tile, and no barrier is between "
            "their write and this read"
        )
        notes = (Note(region.location(race.write), "written here"),)
        yield Finding("missing-barrier", region.location(race.read), message, notes, _of(region))


# --- -Wwave-size -----------------------------------------------------------------------------------------
def _wave_sizes(region: Region) -> Iterator[Finding]:
    """A constant 32 or 64 where only the size of a wave makes sense."""
    source = region.source
    if any(map(_ASKS_SIZE.match, region.names)):
        return
    calls = [
        i
        for i in range(region.first, region.last)
        if _WAVE.match(source.tokens[i].text) and source.text_of(i + 1) == "("
    ]
    if not calls:
        return
    for i in range(region.first, region.last):
        if source.tokens[i].kind == "number" and _is_wave_size(region, i, calls):
            message = (
                f"{source.tokens[i].text} stands beside '{source.tokens[calls[0]].text}', and the size of a "
                "wave is another on other devices; use __wavesize()"
            )
            note = Note(region.location(calls[0]), "a wave function is called here")
            yield Finding("wave-size", region.location(i), message, (note,), _of(region))
            return


def _is_wave_size(region: Region, i: int, calls: list[int]) -> bool:
    source = region.source
    text, before, behind = source.tokens[i].text, source.text_of(i - 1), source.text_of(i + 1)
    if text in _MASKS:
        return before == "&" and source.text_of(i - 2) != "&"
    if text not in _SIZES:
        return False
    if before in ("%", "/") or (before == "=" and source.text_of(i - 2) in ("%", "/")):
        return True
    for call in calls:  # the last argument of an exchange is a width
        if call < i < source.partners[call + 1] and before == "," and behind == ")":
            return True
    for at, begin, end in _loops(region):
        if at < i < begin and any(begin <= call < end for call in calls):
            return True
    return False


def _loops(region: Region) -> Iterator[tuple[int, int, int]]:
    source = region.source
    for at in range(region.first, region.last):
        if source.tokens[at].text in ("for", "while") and source.text_of(at + 1) == "(":
            begin = source.partners[at + 1] + 1
            yield at, begin, statement_end(source, begin)


# --- -Wmissing-wait --------------------------------------------------------------------------------------
def _call_around(region: Region) -> tuple[int, int] | None:
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


def _missing_wait(region: Region, made: list[Region]) -> Iterator[Finding]:
    """The host reads what a kernel writes through a pointer, and has not waited."""
    call = _call_around(region)
    source = region.source
    if call is None or source.text_of(call[0]) != _LAUNCH:
        return
    written = set(_written_through(region))
    at = call[1] + 1
    end = block_end(source, at)
    inside = [(r.first, r.last) for r in made if r.item is not None and at < r.first < end]
    while written and at < end:
        text = source.tokens[at].text
        if text in ("return", "throw"):
            end = min(end, statement_end(source, at))
        skipped = next((last for first, last in inside if first == at), None)
        if skipped is not None:
            at = skipped + 1
            continue
        if text in _ENDS_WAIT or text in ("break", "continue"):
            return
        if text in written and _is_access(source, at):
            message = f"the host reads '{text}', which a kernel writes, without a wait for the kernel"
            notes = (Note(region.location(call[0]), "launched here; its completion_future has wait()"),)
            yield Finding("missing-wait", region.location(at), message, notes, region.start, text)
            return
        at += 1


def _written_through(region: Region) -> Iterator[str]:
    """Names that the kernel's body stores through: `p[i] = `, `*p = `."""
    source, tokens = region.source, region.source.tokens
    for i in range(region.first, region.last):
        if tokens[i].kind != "name" or source.text_of(i - 1) in (".", "->", "::"):
            continue
        is_pointee = source.text_of(i - 1) == "*" and source.text_of(i - 2) in (";", "{", ")")
        behind = source.partners[i + 1] + 1 if source.text_of(i + 1) == "[" else i + 1
        if (behind > i + 1 or is_pointee) and _assigns(source, behind):
            yield tokens[i].text


def _assigns(source: SourceText, at: int) -> bool:
    first, second = source.text_of(at), source.text_of(at + 1)
    if first == "=":
        return second != "="
    return (first in "+-*/%&|^" and second == "=") or (first in "+-" and second == first)


def _is_access(source: SourceText, i: int) -> bool:
    before = source.text_of(i - 1)
    if before in (".", "->", "::"):
        return False
    if source.text_of(i + 1) == "[":
        return True
    return before == "*" and source.text_of(i - 2) in ("=", "(", ",", "return", ";", "{", "<", "!")


# --- -Wdangling-view -------------------------------------------------------------------------------------
def _dangling(region: Region) -> Iterator[Finding]:
    """A function passed to `then` refers to a view or an array that may be gone when it is called."""
    call = _call_around(region)
    source, item = region.source, region.item
    if call is None or item is None or source.text_of(call[0]) != "then":
        return
    introducer = region.words(item.open + 1, item.close)
    if "&" not in introducer:
        return
    at = call[1] + 1
    end = block_end(source, at)
    if any(t.text in ("wait", "get") for t in source.tokens[at:end]):
        return
    for name, place in _local_views(source, item.open):
        if name not in region.names or not _refers(introducer, name):
            continue
        message = (
            f"'{name}' is captured by reference in a function that runs later, and its scope ends "
            "before anything waits for that"
        )
        note = Note(region.location(place), "declared here")
        yield Finding("dangling-view", region.start, message, (note,))
        return


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

"""Warnings that the tokens of a kernel show: waits, barriers, sizes of waves, references that outlive.

Takes: the Annotations of a unit's files, and its GridLaunches.
Gives: Findings; those in lambda expressions count where the parse finds the kernel that they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from hcpy.core.model import Dialect, Location, Note
from hcpy.frontend.text.annotations import Annotations
from hcpy.frontend.text.grid_launches import GridLaunch
from hcpy.frontend.text.kernel_text import Region, launch_regions, regions, statement_end
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.warnings.barriers import missing_barriers
from hcpy.frontend.warnings.escapes import dangling
from hcpy.frontend.warnings.finding import Finding
from hcpy.frontend.warnings.waits import missing_wait, names_of_views

_WAVE = re.compile(
    r"__(?:shfl(?:_up|_down|_xor)?|ballot|any|all|activelane\w+|lane_id|amdgcn_(?:ds|wave|move)_\w+)$"
)
# A file without any of these has nothing to warn of.
_TOLD_OF = re.compile(r"parallel_for_each|tile_static|\b__(?:shfl|ballot|any|all|activelane|lane_id|amdgcn_)")
_ASKS_SIZE = re.compile(r"(?i)\w*wave(?:front)?_?size\w*$")
_SIZES = {"32", "64", "32u", "64u", "32U", "64U", "0x20", "0x40"}
_SHIFTS = {"5", "6"}
# `#define WARP 32`, `const int warp = 32;`, `enum { warp = 32 };`
_CONSTANT = re.compile(
    r"(?:^[ \t]*#[ \t]*define[ \t]+|\b(?:constexpr|const)\s[\w\s]*?|\benum\b[^;{}=]*\{\s*)"
    r"(?P<name>[A-Za-z_]\w*)[ \t]*(?:=|\{|[ \t]|\()[ \t]*"
    r"(?P<number>32|64)u?\b[ \t]*\)?[ \t]*(?:$|[;}]|//|/\*)",
    re.MULTILINE,
)
# What is found here; the flags of the others need the parse.
TEXT_FLAGS = frozenset(("missing-wait", "dangling-view", "wave-size", "missing-barrier"))
_EXCHANGE = re.compile(r"__shfl(?:_up|_down|_xor)?$")
_FEW = 8  # tokens of a template's arguments
_WIDTH = 2  # the place among the arguments
_MASKS = {"31", "63", "31u", "63u", "31U", "63U", "0x1f", "0x3f", "0x1F", "0x3F"}


def text_findings(
    annotations: Iterable[Annotations], dialect: Dialect, launches: Iterable[GridLaunch] = ()
) -> Iterator[Finding]:
    """All of a unit's."""
    annotations = list(annotations)
    helpers = _wave_helpers(annotations)
    for region in launch_regions(launches):
        yield from _wave_sizes(region, helpers)
        yield from _barriers(region)
    for found in annotations:
        if not _TOLD_OF.search(found.source.text):
            continue
        made = list(regions(found))
        views = names_of_views(found.source) if dialect is Dialect.HC else frozenset()
        for region in made:
            yield from _wave_sizes(region, helpers)
            yield from _barriers(region)
            if region.item is not None:
                yield from dangling(region)
                if dialect is Dialect.HC:
                    yield from missing_wait(region, made, views)


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
def _wave_helpers(annotations: Iterable[Annotations]) -> frozenset[str]:
    """The functions, and the variables of lambda expressions, that call wave functions, also through others,
    and nothing that asks for the size of a wave."""
    candidates: dict[str, Region] = {}
    for found in annotations:
        candidates |= {name: region for region in regions(found) if (name := _name_of(region))}
    helpers: set[str] = set()
    more = {name for name, region in candidates.items() if any(_WAVE.match(n) for n in region.names)}
    while more:
        helpers |= more
        more = {name for name, region in candidates.items() if region.names & helpers} - helpers
    return frozenset(name for name in helpers if not _asks_size(candidates[name]))


def _name_of(region: Region) -> str:
    """What calls a body: the name before the parameters, or of the variable; empty where neither is."""
    tokens = region.source.tokens
    if region.item is None:
        at = region.parameters[0] - 1
    elif region.source.text_of(region.item.open - 1) == "=":
        at = region.item.open - 2
    else:
        return ""
    return tokens[at].text if at >= 0 and tokens[at].kind == "name" else ""


def _is_called(source: SourceText, name: int) -> bool:
    """Do parentheses follow a name, or a few arguments of a template and then those?"""
    at = name + 1
    if source.text_of(at) == "<":
        at = next((i for i in range(at, at + _FEW) if source.text_of(i) == ">"), at) + 1
    return source.text_of(at) == "("


def _asks_size(region: Region) -> bool:
    constants = _constants(region.source.text)
    return any(_ASKS_SIZE.match(name) and name not in constants for name in region.names)


def _wave_sizes(region: Region, helpers: frozenset[str]) -> Iterator[Finding]:
    """A constant 32 or 64 where only the size of a wave makes sense."""
    source = region.source
    calls = [
        i
        for i in range(region.first, region.last)
        if (_WAVE.match(source.tokens[i].text) and source.text_of(i + 1) == "(")
        or (source.tokens[i].text in helpers and _is_called(source, i))
    ]
    if not calls or _asks_size(region):
        return
    constants = _constants(source.text)
    note = Note(region.location(calls[0]), "a wave function is called here")
    for i in range(region.first, region.last):
        token = source.tokens[i]
        number = token.text if token.kind == "number" else constants.get(token.text, "")
        if number and _is_wave_size(region, i, number, calls):
            message = (
                f"{number} stands beside '{source.tokens[calls[0]].text}', and the size of a "
                "wave is another on other devices; use __wavesize()"
            )
            yield Finding("wave-size", region.location(i), message, (note,), _of(region))
            return
    for call in calls:
        at = _constant_width(region, call)
        if at is not None:
            message = (
                f"a width of {source.tokens[at].text} may be more than a wave has: on the host it is one "
                "work-item, which then gets its own value; ask __wavesize()"
            )
            yield Finding("wave-size", region.location(at), message, (), _of(region))
            return


def _constant_width(region: Region, call: int) -> int | None:
    """The number that an exchange has as its width, but for 1, which every wave has."""
    source = region.source
    begin, end = call + 1, source.partners[call + 1]
    if not _EXCHANGE.match(source.tokens[call].text):
        return None
    commas, i = [], begin + 1
    while i < end:
        if source.text_of(i) == "<":  # of a template's arguments, or less: how many commas count is unknown
            return None
        commas += [i] if source.text_of(i) == "," else []
        i = max(i, source.partners[i]) + 1
    is_number = len(commas) == _WIDTH and source.tokens[end - 1].kind == "number"
    return end - 1 if is_number and commas[-1] == end - 2 and source.text_of(end - 1) != "1" else None


@lru_cache(maxsize=8)
def _constants(text: str) -> dict[str, str]:
    """A file's names for 32 and 64: macros, constants, enumerators."""
    return {m["name"]: m["number"] for m in _CONSTANT.finditer(text)}


def _is_wave_size(region: Region, i: int, text: str, calls: list[int]) -> bool:
    source = region.source
    before, behind = source.text_of(i - 1), source.text_of(i + 1)
    shifted = i - 2 if before == ">>" else i - 3
    if text in _SHIFTS and before in (">>", ">") and source.text_of(shifted) == "]":
        return source.text_of(source.partners[shifted] - 1) == "local"
    if text in _MASKS:
        return before == "&" and source.text_of(i - 2) != "&"
    if text not in _SIZES:
        return False
    if before in ("%", "/") or (before == "=" and source.text_of(i - 2) in ("%", "/")):
        return True
    for call in calls:  # the last argument of an exchange is a width
        is_last = call < i < source.partners[call + 1] and before == "," and behind == ")"
        if is_last and _EXCHANGE.match(source.tokens[call].text):
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

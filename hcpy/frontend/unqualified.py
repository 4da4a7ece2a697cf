"""Names of a dialect's in a source without `using namespace`: the mistake is told once, with what mends it.

Takes: clang's diagnostics, each with its notes.
Gives: of the errors that one missing using-directive brings the first, and all others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hcpy.core.diagnostics import without_escapes
from hcpy.core.model import Dialect

_HEAD = re.compile(r"^(?P<line>[^\n|]+?:\d+):\d+: (?:fatal )?error: (?P<text>.*)$", re.MULTILINE)
_UNKNOWN = re.compile(
    r"(?:use of undeclared identifier|no template named|unknown type name) '(?P<name>\w+)'"
    r"(?P<guess>; did you mean '(?P<space>[\w:]*)::(?P<meant>\w+)'\?)?$"
)
_SPACES = {Dialect.HC: ("hc", "Kalmar"), Dialect.AMP: ("concurrency", "Concurrency", "Kalmar")}
# What clang has no guess for: names of the standard library's are as near, or nearer.
_NAMES = frozenset(
    "accelerator accelerator_view array array_view completion_future copy copy_async extent index "
    "parallel_for_each tile_barrier tiled_extent tiled_index".split()
)
_SUGGESTED = re.compile(r"; did you mean '[\w:]+'\?")
_QUOTED = re.compile(r"^ *\d+ \| (?P<text>.*)$", re.MULTILINE)


def without_repeats(found: Sequence[str], dialect: Dialect) -> list[str]:
    """Not the later names of the namespace, nor what was declared with one, nor errors of such a line."""
    plain = [without_escapes(block) for block in found]
    heads = [_HEAD.search(block) for block in plain]
    unknown = [_UNKNOWN.match(head["text"]) if head is not None else None for head in heads]
    if not any(match is not None and _is_guessed(match, dialect) for match in unknown):
        return list(found)
    kept: list[str] = []
    lines: set[str] = set()
    declared: set[str] = set()
    for block, text, head, match in zip(found, plain, heads, unknown, strict=True):
        if head is None:
            kept.append(block)
            continue
        is_name = match is not None and (_is_guessed(match, dialect) or match["name"] in _NAMES)
        if is_name and match is not None and not lines:
            kept.append(_with_directive(block, match["name"], dialect))
        elif is_name or head["line"] in lines or (match is not None and match["name"] in declared):
            is_name = True
        else:
            kept.append(block)
        if is_name:
            lines.add(head["line"])
            declared |= _words(text)
    return kept


def _is_guessed(match: re.Match[str], dialect: Dialect) -> bool:
    """Does clang know the name, in the dialect's namespace?"""
    return match["space"] in _SPACES[dialect] and match["meant"] == match["name"]


def _words(block: str) -> set[str]:
    quoted = _QUOTED.search(block)
    return set(re.findall(r"\w+", quoted["text"])) if quoted is not None else set()


def _with_directive(block: str, name: str, dialect: Dialect) -> str:
    space = _SPACES[dialect][0]
    first, rest = block.split("\n", 1) if "\n" in block else (block, "")
    said = f"'{name}'; 'using namespace {space};' makes it '{space}::{name}'"
    return "\n".join((_SUGGESTED.sub("", first).replace(f"'{name}'", said, 1), rest))

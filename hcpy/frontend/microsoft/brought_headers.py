"""Standard headers that Microsoft's <amp.h> brings along, for sources that use their names without them.

Takes: the SourceTexts of a unit, and the macros that they and the flags define. Comments, string literals and
branches that are not taken here are no uses.
Gives: the headers that none of the files includes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hcpy.frontend.microsoft.conditions import live_code
from hcpy.frontend.microsoft.words import (
    C_HEADERS,
    C_NAMES,
    FUTURE_MEMBERS,
    HEADERS_OF_NAMES,
    NAMES_WITH_STD,
)
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.sources import literal_includes

_USING_STD = re.compile(r"\busing\s+namespace\s+std\b")
_QUALIFIED = re.compile(r"\bstd\s*::\s*(\w+)")
_CALLED = re.compile(r"(?<![\w.>:\"])(\w+)\s*[<(]")
_TYPE = re.compile(r"(?<![\w.>:\"])(\w+)(?=\s+\w+\s*[;=({,)]|\s*::)|<\s*(\w+)(?=\s*[,>])|,\s*(\w+)(?=\s*>)")
_OWN_TYPE = re.compile(
    r"\btypedef\b[^;{}]*?\b(\w+)\s*;|\busing\s+(\w+)\s*=|\b(?:class|struct|union|enum|namespace)\s+(\w+)"
    r"|#[ \t]*define[ \t]+(\w+)"
)
# Of the C library: the bare name means it, also without a using-directive.
_OF_C = re.compile(r"(?<![\w.>\"])(\w+)\b(?=\s*[(;,)+*/-]|\s+\w)|\b([A-Z]\w*)\b")
_MEMBER = re.compile(r"(?:\.|->)\s*(\w+)\s*\(")


def missing_headers(files: Iterable[SourceText], defined: frozenset[str]) -> Iterator[str]:
    """Standard headers whose names the files use and that none of them includes."""
    files = list(files)
    included = {a or b for source in files for a, b in literal_includes(source)}
    if not any(_is_amp(name) for name in included):
        return
    texts = [live_code(source, defined) for source in files]
    of_c = _names(_OF_C, texts)
    qualified = _names(_QUALIFIED, texts)
    # Without std::, `array` is concurrency's.
    bare = _bare(texts) if any(_USING_STD.search(text) for text in texts) else set()
    members = _names(_MEMBER, texts)
    if not members.isdisjoint(FUTURE_MEMBERS):
        qualified.add("future")
    for header in sorted(HEADERS_OF_NAMES.keys() | NAMES_WITH_STD):
        if header in included or C_NAMES.get(header) in included:
            continue
        used = of_c if header in C_HEADERS else qualified if header == "array" else qualified | bare
        names = HEADERS_OF_NAMES.get(header, "").split()
        if used.intersection(names) or qualified.intersection(NAMES_WITH_STD.get(header, "").split()):
            yield header


def _names(pattern: re.Pattern[str], texts: Iterable[str]) -> set[str]:
    return {name for text in texts for match in pattern.finditer(text) for name in match.groups() if name}


def _bare(texts: Iterable[str]) -> set[str]:
    """Names without std:: that are called, given arguments, types or scopes, but for own types and scopes."""
    return _names(_CALLED, texts) | (_names(_TYPE, texts) - _names(_OWN_TYPE, texts))


def _is_amp(name: str) -> bool:
    return re.fullmatch(r"amp\w*\.h", name, re.IGNORECASE) is not None

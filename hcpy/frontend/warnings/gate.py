"""Do the tokens of a unit show that the parse would find a warning? It costs as much as a compiler run.

Takes: a UnitText.
Gives: False where there is nothing to find.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from hcpy.core.model import Dialect
from hcpy.frontend.text.kernel_text import Region, launch_regions, regions, statement_end
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.warnings.text import text_findings

# What names a variable whose class owns memory of the host; the parse knows better.
_CONTAINER = re.compile(
    r"\b(?:vector|string|deque|list|map|set|unordered_\w+|multi(?:map|set)|priority_queue|function|any|"
    r"shared_ptr|unique_ptr|weak_ptr|make_shared|make_unique|valarray|stack|queue|\w*stream)\b"
)

# What the rules refuse in kernels (rules/host_objects.py, rules/bodies.py), and what makes such.
_REFUSED = re.compile(
    r"\b(?:j?thread|(?:shared_)?future|promise|packaged_task|condition_variable\w*|path|regex|random_device|"
    r"locale|accelerator(?:_view)?|completion_future|to_w?string|malloc|calloc|realloc\w*|free|aligned_alloc|"
    r"posix_memalign|memalign|valloc|strn?dup)\b"
)
_HEADS = frozenset(("if", "for", "while", "switch", "catch", "constexpr"))  # before ( but no function's name

# Class templates that hold what they are made of.
_HOLDERS = frozenset("array optional pair tuple variant expected".split())
_DESTRUCTOR = re.compile(r"~\s*(\w+)\s*\(")


def may_warn(text: UnitText) -> bool:
    """HC: do the tokens show that the parse would find a warning? It costs as much as a compiler run."""
    unit = text.unit
    if unit.dialect is not Dialect.HC:
        return True
    found = text.annotations.values()
    if any(True for _ in text_findings(found, unit.dialect, text.launches)):
        return True
    sources = tuple(text.sources.values())
    refused = {word for s in sources for found in (_CONTAINER, _REFUSED) for word in found.findall(s.text)}
    owners = _owners(sources) | refused | _holding(sources, refused)
    for launched in launch_regions(text.launches):
        words = {*launched.names, *launched.words(*launched.parameters)}
        if not words.isdisjoint(owners):
            return True
    return any(_is_suspicious(region, owners) for one in found for region in regions(one))


def _is_suspicious(region: Region, owners: frozenset[str]) -> bool:
    """May it hold memory of the host, or `this`, or tile_static without tiles?"""
    item = region.item
    if "tile_static" in region.names and not _has_tiles(region):
        return True
    if item is None:
        return False
    if "parallel_for_each" in region.names and item.restriction.device:
        return True
    introducer = set(region.words(item.open + 1, item.close))
    if "this" in introducer and "*" not in introducer:
        return True
    if introducer & {"=", "&"} and "this" not in introducer and _in_member(region):
        return True
    return not owners.isdisjoint(region.names | introducer)


def _has_tiles(region: Region) -> bool:
    return any("tile" in word for word in region.words(*region.parameters))


def _owners(sources: Sequence[SourceText]) -> frozenset[str]:
    """The names after `std::vector<float>` and `Owner`.

    Also those that `auto` declares from such, parameters that are given such, and functions that use them or
    call such functions.
    """
    known = {word for s in sources for found in (_CONTAINER, _DESTRUCTOR) for word in found.findall(s.text)}
    refused = {word for s in sources for word in _REFUSED.findall(s.text)}
    if not known and not refused:
        return frozenset()
    names = {name for s in sources for name in _using(s, refused)}
    while True:
        classes = {name for s in sources for name in _classes(s, known)}
        more = {name for s in sources for name in _declared(s, known | classes, names)}
        more |= {name for s in sources for name in _using(s, names | more)}
        given = {name for s in sources for name in _called_with(s, known, names | more)}
        more |= {name for s in sources for name in _parameters(s, given)}
        if classes <= known and more <= names:
            return frozenset(names)
        known |= classes
        names |= more


def _classes(source: SourceText, known: set[str]) -> Iterator[str]:
    """Those derived from a known one, and other names of known ones."""
    for i, token in enumerate(source.tokens):
        if token.text in ("struct", "class") and source.text_of(i + 2) in (":", "final"):
            if not known.isdisjoint(t.text for t in source.tokens[i + 2 : _until(source, i + 2, "{;")]):
                yield source.text_of(i + 1)
        elif token.text == "typedef" or (token.text == "using" and source.text_of(i + 2) == "="):
            end = statement_end(source, i)
            if not known.isdisjoint(t.text for t in source.tokens[i + 2 : end]):
                yield source.text_of(i + 1) if token.text == "using" else source.text_of(end - 2)


def _holding(sources: Sequence[SourceText], words: set[str]) -> set[str]:
    """The classes in whose definitions one of the words is, or the name of such a class."""
    found: set[str] = set()
    more = words
    while more:
        known = words | found
        more = {name for s in sources for name in _with_members(s, known)} - found
        found |= more
    return found


def _with_members(source: SourceText, words: set[str]) -> Iterator[str]:
    uses = [i for i, token in enumerate(source.tokens) if token.text in words]
    for i, token in enumerate(source.tokens) if uses else ():
        if token.text in ("struct", "class") and source.text_of(i + 2) in ("{", ":", "final"):
            brace = _until(source, i + 2, "{;")
            first = bisect_left(uses, brace)
            if first < len(uses) and uses[first] < source.partners[brace]:
                yield source.text_of(i + 1)


def _until(source: SourceText, at: int, ends: str) -> int:
    while at < len(source.tokens) and source.text_of(at) not in ends:
        at += 1
    return at


def _bodies(source: SourceText) -> Iterator[tuple[int, int]]:
    """The ( of the parameters and the { of the body of each function."""
    tokens, partners = source.tokens, source.partners
    for i, token in enumerate(tokens):
        at = i - 1
        while token.text == "{" and source.text_of(at) in ("const", "noexcept", "override", "final", "]"):
            at = partners[at] - 1 if source.text_of(at) == "]" else at - 1
        is_body = token.text == "{" and source.text_of(at) == ")" and partners[at] > 0
        if is_body and source.text_of(partners[at] - 1) not in _HEADS:
            yield partners[at], i


def _using(source: SourceText, names: set[str]) -> Iterator[str]:
    """The functions in whose bodies one of the names is."""
    uses = [i for i, token in enumerate(source.tokens) if token.text in names]
    for open_, brace in _bodies(source):
        first = bisect_left(uses, brace)
        if first < len(uses) and uses[first] < source.partners[brace]:
            yield source.text_of(open_ - 1)


def _called_with(source: SourceText, known: set[str], names: set[str]) -> Iterator[str]:
    """What is called with one of the names, or with an object of a known class."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.text not in names and token.text not in known:
            continue
        at = i - 1
        while source.text_of(at) in ("::", "std", "*", "&"):
            at -= 1
        is_alone = token.text in known or source.text_of(i + 1) in (",", ")")
        if is_alone and source.text_of(at) in ("(", ","):
            while at > 0 and source.text_of(at) not in ";{}(":
                at = source.partners[at] - 1 if source.text_of(at) in ")]" else at - 1
            if source.text_of(at) == "(" and tokens[at - 1].kind == "name":
                yield source.text_of(at - 1)


def _parameters(source: SourceText, functions: set[str]) -> Iterator[str]:
    """The parameters of these functions whose types are one word: a template's parameter, or an alias."""
    for open_, _ in _bodies(source):
        if source.text_of(open_ - 1) in functions:
            first = open_ + 1
            for i in range(first, source.partners[open_] + 1):
                if source.text_of(i) in (",", ")"):
                    words = [t.text for t in source.tokens[first:i] if t.text not in ("const", "&", "&&")]
                    if len(words) == 2:
                        yield words[1]
                    first = i + 1


def _declared(source: SourceText, known: set[str], names: set[str]) -> Iterator[str]:
    """The variables and functions of known classes, and what `auto` makes of those."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.text == "auto":
            yield from _deduced(source, i, known | names)
            continue
        is_holder = token.text in _HOLDERS and source.text_of(i + 1) == "<"
        if token.kind != "name" or not (is_holder or token.text in known):
            continue
        at = source.skip_angles(i + 1) if source.text_of(i + 1) == "<" else i + 1
        if is_holder and known.isdisjoint(t.text for t in tokens[i + 1 : at]):
            continue
        while source.text_of(at) in ("&", "&&", "*", "const"):
            at += 1
        if at < len(tokens) and tokens[at].kind == "name":
            yield source.text_of(at)


def _deduced(source: SourceText, auto: int, owners: set[str]) -> Iterator[str]:
    """The names that `auto x = ...` or `auto [x, y] = ...` declares from what owns memory."""
    at = auto + 1
    while source.text_of(at) in ("&", "&&", "*", "const"):
        at += 1
    end = source.partners[at] if source.text_of(at) == "[" else at
    if source.text_of(end + 1) in ("=", "(", "{", ":"):
        made = (t.text for t in source.tokens[end + 2 : statement_end(source, auto)])
        if not owners.isdisjoint(made):
            yield from (t.text for t in source.tokens[at : end + 1] if t.kind == "name")


def _in_member(region: Region) -> bool:
    """Is the lambda expression in a class, or in a function whose name is qualified?"""
    source = region.source
    at = region.first - 1
    while at > 0:
        text = source.tokens[at].text
        if text in ")]}" and source.partners[at] >= 0:
            at = source.partners[at]
        elif text == "{" and _heads_member(source, at):
            return True
        at -= 1
    return False


def _heads_member(source: SourceText, brace: int) -> bool:
    """Is it the { of a class, or of a function as `Owner::run`?"""
    at = brace - 1
    while at > 0 and source.text_of(at) not in (";", "{", "}"):
        text = source.text_of(at)
        if text in ("class", "struct"):
            return True
        if text == ")" and source.partners[at] >= 0:
            at = source.partners[at]
            if source.text_of(at - 2) == "::":
                return True
        at -= 1
    return False

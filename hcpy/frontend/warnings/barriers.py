"""Tells where a work-item reads what others wrote to tile_static memory with no barrier between.

Takes: the Region of a kernel or a function.
Gives: Races. It follows the text from top to bottom, and reports only what is sure: indices that name another
work-item's element. `-hc-check` finds at run time what it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hcpy.core.dataclass import dataclass, field
from hcpy.frontend.text.grid_launches import GRID_TYPES
from hcpy.frontend.text.kernel_text import Region, statement_end

_BARRIER = re.compile(r"(?i)\w*(?:barrier|fence|sync)\w*$")
_LITERAL = re.compile(r"\d+[uUlL]*$")
_OWN = re.compile(r"local|workitem_id")  # tells the work-items of a tile apart
_NO_CALLS = frozenset(("if", "for", "while", "switch", "return", "printf", "assert"))
_JUMPS = frozenset(("return", "break", "continue"))
_OTHER_ELEMENT = frozenset("+-^%~")
# The other one of two: x is 0 or 1.
_FLIPS = ("1-x", "1-(x)", "1u-x", "x^1", "1^x", "!x", "~x&1", "(x+1)%2", "(x+1)&1")


class Race(NamedTuple):
    """A variable's name, and the tokens of the write and of the read."""

    name: str
    write: int
    read: int


class _Access(NamedTuple):
    token: int
    subscripts: tuple[str, ...]
    guards: frozenset[int]  # the `if (x == y)` around it


@dataclass
class _State:
    region: Region
    dimensions: dict[str, int] = field(default_factory=dict)  # the tile_static variables
    aliases: dict[str, str] = field(default_factory=dict)  # const locals, and what they mean
    pending: dict[str, list[_Access]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    waiting: list[tuple[int, str, _Access]] = field(
        default_factory=list
    )  # writes, until their statements end
    outside: list[dict[str, int]] = field(default_factory=list)  # the variables before each #if around

    def finish_writes(self, i: int) -> None:
        """Those take effect whose statements end before the token."""
        for _, name, access in [w for w in self.waiting if w[0] <= i]:
            self.pending.setdefault(name, []).append(access)
        self.waiting = [w for w in self.waiting if w[0] > i]

    def forget_writes(self) -> None:
        self.pending.clear()
        self.waiting.clear()

    def pass_condition(self, directive: str) -> None:
        """One branch of the preprocessor's does not see what another one declares or writes."""
        if directive in ("if", "ifdef", "ifndef"):
            self.outside.append(dict(self.dimensions))
        elif directive in ("else", "elif", "elifdef", "elifndef") and self.outside:
            self.dimensions = dict(self.outside[-1])
            self.forget_writes()
        elif directive == "endif" and self.outside:
            self.outside.pop()


def missing_barriers(region: Region) -> Iterator[Race]:
    """At most one for each variable."""
    if "tile_static" not in region.names:
        return
    state = _State(region)
    source, tokens = region.source, region.source.tokens
    tile = _tile_name(region)
    for i in range(region.first + 1, region.last):
        state.finish_writes(i)
        token = tokens[i]
        if token.kind != "name":
            continue
        if token.directive:
            if source.text_of(i - 1) == "#":
                state.pass_condition(token.text)
        elif token.text == "tile_static":
            _declare(state, i)
        elif _BARRIER.match(token.text) or _waits(region, i) or _may_wait(region, i, tile):
            state.forget_writes()
        elif token.text in ("const", "int", "auto", "unsigned", "size_t"):
            _alias(state, i)
        elif token.text in state.dimensions and source.text_of(i - 1) not in (".", "->", "::"):
            named, behind = _access(state, i)
            if named is None or source.text_of(i - 1) in ("&", "tile_static"):
                continue
            if _writes(region, behind):
                state.waiting.append((_end(region, i), token.text, named))
            if token.text not in state.told and not _only_writes(region, behind):
                others = state.pending.get(token.text, ())
                race = next((write for write in others if _conflict(state, write, named)), None)
                if race is not None:
                    state.told.add(token.text)
                    yield Race(token.text, race.token, i)


def _tile_name(region: Region) -> str:
    """The kernel's tiled_index, or a function's parameter of that type, or of a grid's."""
    words = region.words(*region.parameters)
    for i, word in enumerate(words):
        if word in ("tiled_index", "tile_barrier") or word in GRID_TYPES:
            at = region.parameters[0] + i + 1
            if region.source.text_of(at) == "<":
                at = region.source.skip_angles(at)
            while region.source.text_of(at) in ("&", "const"):
                at += 1
            return region.source.text_of(at)
    return ""


def _waits(region: Region, i: int) -> bool:
    """`b.wait()`: a tile_barrier may have any name."""
    source = region.source
    return source.tokens[i].text.startswith("wait") and source.text_of(i - 1) in (".", "->")


def _may_wait(region: Region, i: int, tile: str) -> bool:
    """Has the function called here the tile, or is its call or a macro a statement? It may have a barrier."""
    return _hands_on(region, i, tile) or _is_statement_call(region, i) or _is_macro(region, i)


def _is_macro(region: Region, i: int) -> bool:
    """`SYNC;`: a name alone would do nothing."""
    source = region.source
    is_alone = source.text_of(i + 1) == ";" and source.text_of(i - 1) in (";", "{", "}", ")", ":", "else")
    return is_alone and source.tokens[i].text not in _JUMPS


def _is_statement_call(region: Region, i: int) -> bool:
    """`meet();`, `c.step();`: what gives no value is called for what it does."""
    source = region.source
    name = source.tokens[i].text
    if source.text_of(i + 1) != "(" or name in _NO_CALLS or name.startswith("atomic_"):
        return False
    start = i
    while source.text_of(start - 1) in (".", "->", "::"):
        start -= 2
    closing = source.partners[i + 1]
    return source.text_of(closing + 1) == ";" and source.text_of(start - 1) in (";", "{", "}")


def _hands_on(region: Region, i: int, tile: str) -> bool:
    """Is the tile an argument? The function may have a barrier."""
    source = region.source
    if not tile or source.tokens[i].text != tile:
        return False
    return source.text_of(i + 1) in (",", ")") and source.text_of(i - 1) in ("(", ",", "&")


def _declare(state: _State, i: int) -> None:
    source = state.region.source
    end = statement_end(source, i)
    for at in range(i + 1, end):
        if source.tokens[at].kind == "name" and source.text_of(at + 1) in ("[", ";", ","):
            dimensions, behind = 0, at + 1
            while source.text_of(behind) == "[":
                dimensions, behind = dimensions + 1, source.partners[behind] + 1
            if source.text_of(behind) in (";", ","):
                state.dimensions[source.tokens[at].text] = dimensions


def _alias(state: _State, i: int) -> None:
    """`const int l = t.local[0];`: the name means the expression."""
    source = state.region.source
    at = i + 1
    while source.text_of(at) in ("const", "int", "unsigned", "auto"):
        at += 1
    if source.tokens[at].kind == "name" and source.text_of(at + 1) == "=" and source.text_of(at + 2) != "=":
        end = statement_end(source, at) - 1
        name = source.tokens[at].text
        words = state.region.words(at + 2, end)
        if "," not in words and name not in _assigned(state.region, end):
            state.aliases[name] = _text(state, at + 2, end)


def _assigned(region: Region, first: int) -> set[str]:
    """The names that are assigned or counted after a token."""
    source = region.source
    found = set()
    for i in range(first, region.last):
        counted = source.text_of(i - 1) == source.text_of(i - 2) and source.text_of(i - 1) in ("+", "-")
        if source.tokens[i].kind == "name" and (counted or _writes(region, i + 1)):
            found.add(source.tokens[i].text)
    return found


def _text(state: _State, first: int, last: int) -> str:
    """An expression without blanks, its aliases resolved."""
    return "".join(state.aliases.get(word, word) for word in state.region.words(first, last))


def _access(state: _State, i: int) -> tuple[_Access | None, int]:
    """The element that is named at token i; None: the whole array, as an argument perhaps."""
    source = state.region.source
    subscripts: list[str] = []
    at = i + 1
    while source.text_of(at) == "[":
        subscripts.append(_text(state, at + 1, source.partners[at]))
        at = source.partners[at] + 1
    if len(subscripts) != state.dimensions[source.tokens[i].text]:
        return None, at
    while (
        source.text_of(at) == "." and source.tokens[at + 1].kind == "name" and source.text_of(at + 2) != "("
    ):
        at += 2
    return _Access(i, tuple(subscripts), _guards(state.region, i)), at


def _guards(region: Region, i: int) -> frozenset[int]:
    found = set()
    for at, begin, _ in region.enclosing(i, "if"):
        words = region.words(at + 1, begin)
        if any(a == "=" and b == "=" for a, b in pairwise(words)) or "!" in words:
            found.add(at)
    return frozenset(found)


def _writes(region: Region, at: int) -> bool:
    source = region.source
    first, second = source.text_of(at), source.text_of(at + 1)
    if first == "=":
        return second != "=" and source.text_of(at - 1) not in ("=", "!", "<", ">")
    return (first in tuple("+-*/%&|^") and second == "=") or (first in ("+", "-") and second == first)


def _only_writes(region: Region, at: int) -> bool:
    return region.source.text_of(at) == "=" and _writes(region, at)


def _end(region: Region, i: int) -> int:
    """After the statement that token i is in."""
    source = region.source
    while i < region.last and source.tokens[i].text not in (";", "}"):
        i = max(i, source.partners[i]) + 1 if source.tokens[i].text in "([{" else i + 1
    return i


def _conflict(state: _State, write: _Access, read: _Access) -> bool:
    """Does the read surely name what another work-item wrote?"""
    if write.guards & read.guards:
        return False  # one work-item does both
    if not write.subscripts:
        return bool(write.guards)  # one wrote, all read
    pairs = tuple(zip(write.subscripts, read.subscripts, strict=True))
    if write.subscripts == read.subscripts or any(_are_apart(state, write, read, w, r) for w, r in pairs):
        return False
    if len(write.subscripts) > 1 and sorted(write.subscripts) == sorted(read.subscripts):
        return True  # transposed
    if any(_is_unknown(state, read, w, r) for w, r in pairs):
        return False
    own_row = any(w == r and _OWN.search(w) for w, r in pairs)
    return any(_differ(state, read, w, r) for w, r in pairs if not (own_row and _is_uniform(state, write, w)))


def _differ(state: _State, read: _Access, written: str, wanted: str) -> bool:
    if written == wanted or _LITERAL.match(written):
        return False
    if _LITERAL.match(wanted):
        return not read.guards
    rest = _without(wanted, written)
    if rest is not None:
        return bool(_OTHER_ELEMENT.intersection(rest))
    return _counter(state, read, wanted, written) is not None


def _are_apart(state: _State, write: _Access, read: _Access, written: str, wanted: str) -> bool:
    """Does an `if` around both say that no other work-item writes what is read?

    One dimension's answer is enough: rows of others are others', whatever the columns are. So are those of
    the other one of two buffers.
    """
    if not _OWN.search(written) and any(form.replace("x", written) == wanted for form in _FLIPS):
        return True
    rest = _without(wanted, written)
    if rest is not None:
        return _is_above(state, write, read, written, rest)
    words = _counter(state, read, wanted, written)
    if words is None:
        return False
    limit = _limit(state, words, wanted)
    apart = {f"{written}>{wanted}", f"{wanted}<{written}"}  # as in LU: the others' rows come after
    if limit:
        apart |= {f"{written}>{limit}", f"{limit}<{written}", f"{written}>={limit}"}
    return _is_within(state, write, read, apart)


def _is_unknown(state: _State, read: _Access, written: str, wanted: str) -> bool:
    """Two variables, as of the buffers of one step, of which no loop says that they meet?"""
    both_names = written.isidentifier() and wanted.isidentifier()
    return both_names and written != wanted and _counter(state, read, wanted, written) is None


def _is_uniform(state: _State, access: _Access, name: str) -> bool:
    """Is it the variable of a loop around the access that begins alike for all work-items?"""
    region = state.region
    heads = (region.words(at + 1, begin) for at, begin, _ in region.enclosing(access.token, "for"))
    return any(
        pair[0] == name and pair[1] == "=" and _LITERAL.match(pair[2]) and pair[3] == ";"
        for head in heads
        for pair in zip(head, head[1:], head[2:], head[3:], strict=False)
    )


def _without(text: str, part: str) -> str | None:
    """What is left of an index without a part; None where it has no such part."""
    rest, count = re.subn(rf"(?<!\w){re.escape(part)}(?!\w)", "", text, count=1)
    return rest if count else None


def _is_above(state: _State, write: _Access, read: _Access, written: str, rest: str) -> bool:
    """`if (l < s)` around a write to [l] and a read of [l + s], as in reductions of several members."""
    step = rest.strip("+")
    return "+" in rest and _is_within(state, write, read, {f"{written}<{step}", f"{step}>{written}"})


def _counter(state: _State, read: _Access, name: str, written: str) -> Sequence[str] | None:
    """The head of a loop around the read whose variable it is, where the written index does not have that."""
    region = state.region
    for at, begin, _ in region.enclosing(read.token, "for"):
        words = region.words(at + 1, begin)
        if name in words[: words.index(";")] if ";" in words else False:
            return None if re.search(rf"\b{re.escape(name)}\b", written) else words
    return None


def _limit(state: _State, words: Sequence[str], name: str) -> str:
    """x of `for (int name = 0; name < x; ...)`; empty where the loop ends otherwise."""
    first = words.index(";") + 1
    condition = words[first : words.index(";", first) if ";" in words[first:] else first]
    is_one = condition[:2] == [name, "<"] and "=" not in condition
    return "".join(state.aliases.get(word, word) for word in condition[2:]) if is_one else ""


def _is_within(state: _State, write: _Access, read: _Access, conditions: set[str]) -> bool:
    """Are both in an `if` with one of the conditions?"""
    both = set(state.region.enclosing(write.token, "if")) & set(state.region.enclosing(read.token, "if"))
    return any(_text(state, at + 2, begin - 1) in conditions for at, begin, _ in both)

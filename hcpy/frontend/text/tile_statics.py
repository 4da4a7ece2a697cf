"""Gives tile_static variables whose type may have a constructor storage that no code initialises.

clang's HIP mode refuses the initialisation, its SYCL mode would guard it; the dialects leave such variables
uninitialised. `tile_static T a[4];` becomes a variable of hcrt::detail::TileStorage<T[4]> (config.hpp) and a
reference to what is in it, which lambdas use without a capture.

A macro of the program's that means `tile_static` counts as the word, and a macro's body may declare such a
variable.

Takes: a file's tokens.
Gives: Edits for both parts. All of it is done on tokens, before any parse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hcpy.core.model import Edit
from hcpy.frontend.text.annotation_macros import definitions
from hcpy.frontend.text.edits import BOTH_PARTS
from hcpy.frontend.text.lexer import SourceText, Token

# Types that surely have no constructor: their declarations stay as they are.
_PLAIN = re.compile(
    r"(?:volatile|unsigned|signed|char|short|int|long|float|double|bool|wchar_t|half|u?int(?:8|16|32|64)?_t|size_t"
    r"|u(?:char|short|int|long)|std|::)$"
)
_OPEN = frozenset("([")
# What makes a declaration something else than `type name[..], name[..];`.
_OTHER = frozenset(
    ("=", "{", "}", "(", "*", "&", "&&", "struct", "class", "union", "enum", "const", "static")
)


# A type that a template's parameter decides, without its `typename`.
_BARE_DEPENDENT = re.compile(r"(?!typename\b).*>\s*::\s*\w+$")


WORD = "tile_static"
_WORDS = frozenset((WORD, f"__attribute__(({WORD}))"))
# What other compilers call such memory, in a macro that means `tile_static` here.
_SHARED = re.compile(r"\b(?:\w*shared\w*|static)\b")


def tile_static_macros(sources: Iterable[SourceText]) -> frozenset[str]:
    """The macros of the user's files that have the word in their bodies, by whatever others."""
    bodies = [found for source in sources if "define" in source.text for found in definitions(source)]
    known = {WORD}
    size = 0
    while size != len(known):
        size = len(known)
        for name, source, first, last in bodies:
            if any(source.text_of(i) in known for i in range(first, last)):
                known.add(name.removesuffix("("))
    return frozenset(known - {WORD})


def plain_macros(sources: Iterable[SourceText]) -> frozenset[str]:
    """The macros that mean `tile_static` and nothing else, in each definition that is one for hcpy."""
    texts: dict[str, set[str]] = {}
    for source in sources:
        if "define" in source.text:
            for name, _, first, last in definitions(source):
                texts.setdefault(name, set()).add(_text(source, first, last))
    return frozenset(
        name
        for name, found in texts.items()
        if not found.isdisjoint(_WORDS) and all(text in _WORDS or _SHARED.search(text) for text in found)
    )


def stored_tile_statics(
    source: SourceText, lax: bool = False, macros: frozenset[str] = frozenset()
) -> Iterator[Edit]:
    """The edits of one file; lax: a type may lack its `typename`, Visual C++'s way; macros: plain ones."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.text != WORD and token.text not in macros:
            continue
        if token.directive and not source.is_in_macro(i):
            continue
        first, after = _as_attribute(source, i)
        last = _semicolon(tokens, i, after)
        text = _rewritten(source, i, after, last, lax) if last is not None else None
        if last is None or text is None:
            if first < i:
                yield _as_word(source, first, after)
            continue
        if source.text_of(last) == ";" and tokens[last].directive == token.directive:
            end = tokens[last].end
        else:  # the body of a macro, after whose use the semicolon is
            end, text = tokens[last - 1].end, text.rstrip(";")
        if not token.directive:
            line, column = source.line_column(end)
            text += f"\n#line {line}\n{' ' * (column - 1)}"
        yield Edit(source.path, tokens[first].begin, end, text, BOTH_PARTS)


def _as_attribute(source: SourceText, word: int) -> tuple[int, int]:
    """Where the word, or `__attribute__((tile_static))`, which is hcc's, begins, with a `static` before it.

    And the token after it.
    """
    first, after = word, word + 1
    before = [source.text_of(i) for i in range(word - 3, word)]
    if before == ["__attribute__", "(", "("] and source.text_of(after) == source.text_of(after + 1) == ")":
        first, after = word - 3, word + 3
    is_static = source.text_of(first - 1) == "static" and not source.tokens[first].directive
    return first - is_static, after


def _as_word(source: SourceText, first: int, after: int) -> Edit:
    """The word in the place of the attribute, and of a `static` before it; the columns stay."""
    begin, end = source.tokens[first].begin, source.tokens[after - 1].end
    blanks = "".join(c if c == "\n" else " " for c in source.text[begin + len(WORD) : end])
    return Edit(source.path, begin, end, WORD + blanks, BOTH_PARTS)


def _semicolon(tokens: Sequence[Token], word: int, first: int) -> int | None:
    """The token that ends a declaration: its semicolon, or the one after the macro's body that it is in."""
    for i in range(first, len(tokens)):
        if tokens[i].directive != tokens[word].directive:
            return i if tokens[word].directive else None
        if tokens[i].text in _OTHER:
            return None
        if tokens[i].text == ";":
            return i
    return len(tokens) if tokens[word].directive else None


def _parameters(source: SourceText, at: int) -> frozenset[str]:
    """Those of the macro that a token is in."""
    if not source.tokens[at].directive:
        return frozenset()
    first = at
    while first and source.tokens[first - 1].directive == source.tokens[at].directive:
        first -= 1
    opening = first + 3  # after `#`, `define` and the name
    if source.tokens[first + 2].end != source.tokens[opening].begin:
        return frozenset()
    return frozenset(t.text for t in source.tokens[opening : max(source.partners[opening], opening)])


def _rewritten(source: SourceText, word: int, first: int, last: int, lax: bool) -> str | None:
    """The declarations after `tile_static` to the token before `last`; None: they stay as they are."""
    parameters = _parameters(source, word)
    pieces = _split_at_commas(source, first, last)
    declarators = [_declarator(source, *piece) for piece in pieces]
    name = declarators[0][0]
    words = [t.text for t in source.tokens[first:name]]
    if not words or source.tokens[name].kind != "name" or all(map(_PLAIN.match, words)):
        return None
    is_body = source.tokens[word].directive and source.text_of(last) != ";"
    if is_body and source.text_of(name) not in parameters:
        return None  # a type alone, perhaps
    kind = _text(source, first, name)
    if lax and _BARE_DEPENDENT.match(kind):
        kind = f"typename {kind}"
    made = []
    for (at, dimensions), (_, end) in zip(declarators, pieces, strict=True):
        if source.tokens[at].kind != "name":
            return None
        bounds = _text(source, dimensions, end) if dimensions < end else ""
        if ">" in bounds:
            return None
        variable = source.text_of(at)
        stored = f"hcpy_tile_{'##' if variable in parameters else ''}{variable}"
        made.append(
            f"__attribute__((no_destroy)) {source.text_of(word)} "
            f"::hcrt::detail::TileStorage<{kind} {bounds}> "
            f"{stored}; constexpr auto& {variable} = {stored}.value;"
        )
    return " ".join(made)


def _split_at_commas(source: SourceText, first: int, last: int) -> list[tuple[int, int]]:
    """Token ranges between the commas that are in no brackets and no template list."""
    pieces = []
    start = i = first
    while i < last:
        text = source.text_of(i)
        if text == "<":
            i = source.skip_angles(i) - 1
        elif text in _OPEN and source.partners[i] > i:
            i = source.partners[i]
        elif text == ",":
            pieces.append((start, i))
            start = i + 1
        i += 1
    return [*pieces, (start, last)]


def _declarator(source: SourceText, first: int, last: int) -> tuple[int, int]:
    """The tokens of a declarator's name and of its first bound, or what follows it."""
    i = first
    while i < last and source.text_of(i) != "[":
        i = source.skip_angles(i) if source.text_of(i) == "<" else i + 1
    return i - 1, i


def _text(source: SourceText, first: int, last: int) -> str:
    tokens = source.tokens
    return " ".join(source.text[tokens[first].begin : tokens[last - 1].end].split())

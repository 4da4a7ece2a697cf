"""Gives tile_static variables whose type may have a constructor storage that no code initialises.

clang's HIP mode refuses the initialisation, its SYCL mode would guard it; the dialects leave such variables
uninitialised. `tile_static T a[4];` becomes a variable of hcrt::detail::TileStorage<T[4]> (config.hpp) and a
reference to what is in it, which lambdas use without a capture.

Takes: a file's tokens.
Gives: Edits for both parts. All of it is done on tokens, before any parse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hcpy.core.model import Edit
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


def stored_tile_statics(source: SourceText, lax: bool = False) -> Iterator[Edit]:
    """The edits of one file; lax: a type may lack its `typename`, as Visual C++ has it."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.text == "tile_static" and source.text_of(i - 1) not in (
            "define",
            "ifdef",
            "ifndef",
            "undef",
        ):
            last = _semicolon(tokens, i)
            text = _rewritten(source, i + 1, last, lax) if last is not None else None
            if last is not None and text is not None:
                end = tokens[last].end
                if not token.directive:
                    line, column = source.line_column(end)
                    text += f"\n#line {line}\n{' ' * (column - 1)}"
                yield Edit(source.path, token.begin, end, text, BOTH_PARTS)


def _semicolon(tokens: Sequence[Token], first: int) -> int | None:
    for i in range(first, len(tokens)):
        if tokens[i].directive != tokens[first].directive or tokens[i].text in _OTHER:
            return None
        if tokens[i].text == ";":
            return i
    return None


def _rewritten(source: SourceText, first: int, last: int, lax: bool) -> str | None:
    """The declarations for tokens [first, last); None: they stay as they are."""
    pieces = _split_at_commas(source, first, last)
    declarators = [_declarator(source, *piece) for piece in pieces]
    name = declarators[0][0]
    words = [t.text for t in source.tokens[first:name]]
    if not words or source.tokens[name].kind != "name" or all(map(_PLAIN.match, words)):
        return None
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
        made.append(
            f"__attribute__((no_destroy)) tile_static ::hcrt::detail::TileStorage<{kind} {bounds}> "
            f"hcpy_tile_{variable}; constexpr auto& {variable} = hcpy_tile_{variable}.value;"
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

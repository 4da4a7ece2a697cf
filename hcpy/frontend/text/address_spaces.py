"""HC: address spaces that programs for AMD's compiler name. They mean the same without clang's attribute.

Takes: the tokens of the user's files.
Gives: edits: `__attribute__((address_space(3))) float* p` becomes `float* p`, as every pointer here may lead
to any memory; a static variable of space 3 becomes one of tile memory, and one of another space a device
variable, which it is without a word. A macro that means the attribute counts as it, and so does the section
of hcc's tile_static.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hcpy.core.model import Edit
from hcpy.frontend.text.annotation_macros import definitions
from hcpy.frontend.text.edits import BOTH_PARTS, blank
from hcpy.frontend.text.lexer import SourceText

_ATTRIBUTE = "address_space"
_SECTION = '"clamp_opencl_local"'
_TILE = "3"
_TILE_MEMORY = "HCRT_TILE_MEMORY"  # of include/hcrt/detail/config.hpp
_POINTER = frozenset(("*", "&", "&&"))
_ENDS = frozenset((";", "=", ",", ")", "{", "}", "[", ">", "("))
# __attribute__ ( ( address_space ( 3 ) ) )
_LENGTH = 9


def address_space_edits(sources: Sequence[SourceText]) -> Iterator[Edit]:
    """Those of all files."""
    if not any(_names_one(source) for source in sources):
        return
    macros = {
        name: space
        for source in sources
        for name, _, first, last in definitions(source)
        if last - first == _LENGTH and (space := _space(source, first))
    }
    for source in sources:
        if _names_one(source) or any(name in source.text for name in macros):
            yield from _edits(source, macros)


def _names_one(source: SourceText) -> bool:
    return _ATTRIBUTE in source.text or _SECTION in source.text


def _edits(source: SourceText, macros: Mapping[str, str]) -> Iterator[Edit]:
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.directive and not source.is_in_macro(i):
            continue
        if token.text in macros:
            space, last = macros[token.text], i + 1
        elif token.text == "__attribute__" and (space := _space(source, i)):
            last = i + _LENGTH
        else:
            continue
        if source.text_of(i - 1) in macros and token.directive:
            continue  # the body of a macro that means the attribute: its uses change
        begin, end = token.begin, tokens[last - 1].end
        if space == _TILE and not _of_pointer(source, last):
            yield Edit(source.path, begin, end, _TILE_MEMORY, BOTH_PARTS)
        else:
            yield blank(source, begin, end)


def _space(source: SourceText, i: int) -> str:
    """The space that an attribute of those tokens names; empty: they are something else."""
    words = [token.text for token in source.tokens[i : i + _LENGTH]]
    if words[:3] != ["__attribute__", "(", "("] or words[4:5] != ["("] or words[6:] != [")"] * 3:
        return ""
    if words[3] == "section":
        return _TILE if words[5] == _SECTION else ""
    return words[5] if words[3] == _ATTRIBUTE else ""


def _of_pointer(source: SourceText, at: int) -> bool:
    """Is the type that goes on at a token one of pointers? What a macro's body leaves open is."""
    directive = source.tokens[at - 1].directive
    while at < len(source.tokens) and source.tokens[at].directive == directive:
        text = source.text_of(at)
        if text in _POINTER:
            return True
        if text in _ENDS:
            return False
        at = source.skip_angles(at) if text == "<" else at + 1
    return True

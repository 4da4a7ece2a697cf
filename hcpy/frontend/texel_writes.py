"""Texels that a kernel assigns to: clang's errors say nothing of textures.

Takes: an error of clang's, and the lines of its file.
Gives: the error, in words about textures where it is of a texel.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hcpy.core.diagnostics import without_escapes

_REFUSED = re.compile(
    r"(?P<head>error: (?:\033\[[0-9;]*m)*)(?:expression is not assignable|no viable overloaded '[^']*='"
    r"|cannot take the address of an rvalue of type '[^']*')"
)
_NO_SUBSCRIPT = re.compile(
    r"(?P<head>error: (?:\033\[[0-9;]*m)*)type '[^']*\bwriteonly_texture_view<[^']*'(?: \(aka '[^']*'\))?"
    r" does not provide a (?:subscript|call) operator"
)
_MARKED = re.compile(r"^ *\d+ \| (?P<text>.*)\n *\| (?P<marks>[ ~^]*)", re.MULTILINE)
_ALIAS = re.compile(
    r"\btypedef\b[^;{}]*\btexture(?:_view)?\s*<[^;{}]*>[\s&]*(?P<typedef>\w+)\s*;"
    r"|\busing\s+(?P<using>\w+)\s*=[^;{}]*\btexture(?:_view)?\s*<"
)
_OBJECT = re.compile(r"[+-]*&? *(?P<name>\w+) *[\[(]")
_WRITTEN = "textures are written by set(), which a texture, a texture_view and a writeonly_texture_view have"
_NO_ELEMENTS = "a writeonly_texture_view has no elements that can be read or assigned: it is written by set()"


def with_texture(block: str, lines: Sequence[str]) -> str:
    """The error as it is where the object is no texture of the file's."""
    block = _NO_SUBSCRIPT.sub(lambda found: found["head"] + _NO_ELEMENTS, block, count=1)
    refused = _REFUSED.search(block)
    if refused is None:
        return block
    name = _assigned(without_escapes(block))
    if name is None or not _is_texture(name, lines):
        return block
    text = f"{refused['head']}a texel of '{name}' is no object in memory: {_WRITTEN}"
    return block[: refused.start()] + text + block[refused.end() :]


def _assigned(block: str) -> str | None:
    """The object whose element the marks below the quoted line begin with."""
    marked = _MARKED.search(block)
    if marked is None or not marked["marks"].strip():
        return None
    begin = len(marked["marks"]) - len(marked["marks"].lstrip())
    found = _OBJECT.match(marked["text"][begin:])
    return found["name"] if found is not None else None


def _is_texture(name: str, lines: Sequence[str]) -> bool:
    """Does the file declare the name, as a texture, its view or a reference to one?"""
    kinds = [r"\btexture(?:_view)?\s*<[^;{}]*?[>&,]"]
    aliases = {found["typedef"] or found["using"] for line in lines for found in _ALIAS.finditer(line)}
    kinds += [rf"\b{alias}\b(?:\s*<[^;{{}}]*?>)?(?:\s*const\b)?\s*&{{0,2}}" for alias in sorted(aliases)]
    declared = re.compile(rf"(?:{'|'.join(kinds)})\s*\b{name}\s*[({{;,)=]")
    return any(declared.search(line) for line in lines)

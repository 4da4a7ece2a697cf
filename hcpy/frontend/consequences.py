"""Errors of clang's that another one brings: one mistake is told once.

Takes: clang's diagnostics, each with its notes.
Gives: those that say something new.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hcpy.core.diagnostics import without_escapes

_HEAD = re.compile(
    r"^(?P<place>(?P<line>[^\n|]+?:\d+):\d+): (?:fatal )?(?P<kind>error|warning): (?P<text>.*)$", re.MULTILINE
)
_MEANT = re.compile(r"; did you mean '(?:\w+::)*(?P<name>\w+)'\?$")
_CALLED = re.compile(r"no matching (?:member )?function for call to '(?P<name>\w+)'")
_NO_KERNEL = "the kernel can't be called with the index of its compute domain"
_INSTANCE = re.compile(r"^(?P<place>[^\n|]+?:\d+:\d+): note: in instantiation of ", re.MULTILINE)
# Of a source without its dialect's header.
_NO_DIALECT = re.compile(r"use of undeclared identifier '(?:hc|[cC]oncurrency)'")
_NO_NAMESPACE = re.compile(r"expected namespace name(?:.|\n)*? namespace (?:hc|[cC]oncurrency);")
_SIZED_LATE = "variable length arrays "
_NO_SIZE = "variable length array declaration cannot have "


def without_consequences(found: Sequence[str]) -> list[str]:
    """Not a call of the name that was meant, whose kernel was not seen; nor a kernel whose own body has an
    error; nor a warning where an error is; nor anything behind an unknown namespace of a dialect's."""
    plain = [without_escapes(block) for block in found]
    heads = [_HEAD.search(block) for block in plain]
    meant: set[tuple[str, str]] = set()
    instances: set[str] = set()
    errors = [head for head in heads if head is not None and head["kind"] == "error"]
    refused = {head["place"] for head in errors}
    refused |= {head["line"] for head in errors if head["text"].startswith(_NO_SIZE)}
    kept: list[str] = []
    for block, text, head in zip(found, plain, heads, strict=True):
        if head is not None and _follows(head, text, meant, instances, refused):
            continue
        kept.append(block)
        if head is not None and head["kind"] == "error":
            correction = _MEANT.search(head["text"])
            if correction is not None:
                meant.add((head["line"], correction["name"]))
            instances |= _launches(text)
            if _NO_DIALECT.match(head["text"]) or _NO_NAMESPACE.match(text[head.start("text") :]):
                break
    return kept


def _launches(block: str) -> set[str]:
    """The outermost of the places that make an instance: the user's own."""
    return {note["place"] for note in list(_INSTANCE.finditer(block))[-1:]}


def _follows(
    head: re.Match[str], block: str, meant: set[tuple[str, str]], instances: set[str], refused: set[str]
) -> bool:
    if head["kind"] == "warning":
        return head["place"] in refused or (head["text"].startswith(_SIZED_LATE) and head["line"] in refused)
    call = _CALLED.match(head["text"])
    if call is not None:
        return (head["line"], call["name"]) in meant
    return _NO_KERNEL in head["text"] and not instances.isdisjoint(_launches(block))

"""C++ AMP: members of classes that are local to a function for devices are for devices, too.

Takes: a ParsedUnit and its UnitText.
Gives: Edits that annotate them, because clang's HIP mode would take them for host functions.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.model import Edit
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.text.annotations import NONE, Restriction
from hcpy.frontend.text.edits import insert
from hcpy.frontend.text.positions import attribute, has_local_classes
from hcpy.frontend.text.unit_text import UnitText

_ATTRIBUTES = frozenset((ast.CUDA_DEVICE_ATTR, ast.CUDA_HOST_ATTR))


def local_class_edits(parsed: ParsedUnit, text: UnitText) -> list[Edit]:
    """The edits of all local classes."""
    if not any(map(has_local_classes, text.annotations.values())):
        return []
    edits: list[Edit] = []
    for declaration in parsed.declarations():
        if declaration._kind_id in ast.FUNCTIONS:
            edits += _in_function(parsed, text, declaration)
    return list(dict.fromkeys(edits))


def _in_function(parsed: ParsedUnit, text: UnitText, function: Cursor) -> Iterator[Edit]:
    """Classes in the function's own body, and in the lambdas of a host function."""
    around = [(function, _restriction(parsed, function))]
    while around:
        cursor, restriction = around.pop()
        for child in parsed.children(cursor):
            if child._kind_id == ast.LAMBDA:
                own = _lambda_restriction(parsed, text, child)
                around.append((child, own if own.device or own.cpu else restriction))
            elif child._kind_id in ast.CLASSES:
                if restriction.device:
                    yield from _annotate_members(parsed, text, child, restriction)
            else:
                around.append((child, restriction))


def _lambda_restriction(parsed: ParsedUnit, text: UnitText, item: Cursor) -> Restriction:
    """libclang shows a lambda's attributes in some positions only."""
    known = text.lambda_at(parsed.place(item))
    return _restriction(parsed, item) | (known[1].restriction if known is not None else NONE)


def _restriction(parsed: ParsedUnit, function: Cursor) -> Restriction:
    kinds = _kinds(parsed, function)
    return Restriction(cpu=ast.CUDA_HOST_ATTR in kinds, device=ast.CUDA_DEVICE_ATTR in kinds)


def _kinds(parsed: ParsedUnit, cursor: Cursor) -> set[int]:
    return {c._kind_id for c in parsed.children(cursor)}


def _annotate_members(
    parsed: ParsedUnit, text: UnitText, owner: Cursor, restriction: Restriction
) -> Iterator[Edit]:
    for member in parsed.children(owner):
        if member._kind_id in ast.CLASSES:
            yield from _annotate_members(parsed, text, member, restriction)
        elif member._kind_id in ast.FUNCTIONS and _ATTRIBUTES.isdisjoint(_kinds(parsed, member)):
            begin = parsed.begin(member)
            path = text.file_of(begin)
            if path is not None:
                source = text.sources[path]
                first = source.token_of(begin)
                if source.text_of(first) == "template":
                    first = source.skip_angles(first + 1)
                yield insert(source, source.tokens[first].begin, attribute(restriction))

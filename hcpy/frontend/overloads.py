"""HC: gives each part only the overloads that are callable in it.

Takes: a ParsedUnit and its UnitText.
Gives: Edits that blank [[cpu]] functions for the device part and [[hc]] ones for the host part where calls of
both can compete. An attribute that takes part in overload resolution would change the mangled names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.annotations import CPU, DEVICE, NONE, Restriction
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.edits import blank
from hcpy.frontend.unit_text import UnitText
from hcpy.model import Edit, Part

_ARITHMETIC = frozenset(
    (
        *(
            "BOOL",
            "CHAR_U",
            "CHAR_S",
            "SCHAR",
            "UCHAR",
            "WCHAR",
            "CHAR16",
            "CHAR32",
            "SHORT",
            "HALF",
            "FLOAT16",
            "USHORT",
            "INT",
            "UINT",
        ),
        *(
            "LONG",
            "ULONG",
            "LONGLONG",
            "ULONGLONG",
            "FLOAT",
            "DOUBLE",
            "LONGDOUBLE",
            "HALF",
            "FLOAT128",
            "ENUM",
        ),
    )
)


@dataclass(frozen=True)
class _Function:
    cursor: Cursor
    restriction: Restriction
    signature: str
    parameters: tuple[str, ...]  # their types without const and &


def overload_edits(parsed: ParsedUnit, text: UnitText) -> list[Edit]:
    """The edits of all overload sets that differ in restriction."""
    if not any(c.restriction == DEVICE for found in text.annotations.values() for c in found.clauses):
        return []
    groups: dict[tuple[int, str, int], list[_Function]] = {}
    for cursor in parsed.declarations():
        if cursor._kind_id in ast.FUNCTIONS:
            parent = parsed.parent(cursor)
            function = _describe(parsed, text, cursor)
            key = (
                parsed.hash_of(parent) if parent is not None else 0,
                cursor.spelling,
                len(function.parameters),
            )
            groups.setdefault(key, []).append(function)
    return [edit for group in groups.values() if len(group) > 1 for edit in _separate(parsed, text, group)]


def _describe(parsed: ParsedUnit, text: UnitText, cursor: Cursor) -> _Function:
    children = parsed.children(cursor)
    body = next((parsed.begin(c) for c in children if c._kind_id == ast.COMPOUND), None)
    restriction = text.restriction(parsed.begin(cursor), parsed.place(cursor), body)
    types = tuple(_bare_type(c) for c in children if c._kind_id == ast.PARM_DECL)
    return _Function(cursor, restriction, cursor.displayname, types)


def _bare_type(parameter: Cursor) -> str:
    """A parameter's type as far as it decides whether calls of two overloads can compete."""
    kind = parameter.type.get_canonical()
    if ast.type_kind(kind) in ("LVALUEREFERENCE", "RVALUEREFERENCE"):
        kind = kind.get_pointee()
    if ast.type_kind(kind) in ("UNEXPOSED", "DEPENDENT", "AUTO", "INVALID"):
        return "?"
    if ast.type_kind(kind) in _ARITHMETIC:
        return "number"
    return str(kind.spelling).replace("const ", "")


def _compete(one: _Function, other: _Function) -> bool:
    """Can one call fit both?"""
    return all("?" in (a, b) or a == b for a, b in zip(one.parameters, other.parameters, strict=True))


def _separate(parsed: ParsedUnit, text: UnitText, group: list[_Function]) -> Iterator[Edit]:
    devices = [f for f in group if f.restriction == DEVICE]
    cpus = [f for f in group if f.restriction == CPU]
    # Without an annotation a function is the CPU's where an [[hc]] one has its signature; else it is both's.
    signatures = {f.signature for f in devices}
    cpus += [f for f in group if f.restriction == NONE and f.signature in signatures]
    for function in devices:
        if any(_compete(function, cpu) for cpu in cpus):
            yield from _hide(parsed, text, function, Part.HOST)
    for function in cpus:
        if any(_compete(function, device) for device in devices):
            yield from _hide(parsed, text, function, Part.DEVICE)


def _hide(parsed: ParsedUnit, text: UnitText, function: _Function, part: Part) -> Iterator[Edit]:
    """Blank a declaration from its first annotation to its body's end or semicolon."""
    begin, end = parsed.begin(function.cursor), parsed.end(function.cursor)
    path = text.file_of(begin)
    if path is None:
        return
    found = text.annotations[path]
    source = found.source
    first = source.token_at(source.offset(begin.line, begin.column))
    while first in found.ending:
        first = found.ending[first].first
    last = source.token_at(source.offset(end.line, end.column))
    has_body = any(c._kind_id == ast.COMPOUND for c in parsed.children(function.cursor))
    if not has_body:
        while last < len(source.tokens) and source.tokens[last - 1].text != ";":
            last += 1
    yield blank(source, source.tokens[first].begin, source.tokens[last - 1].end, frozenset((part,)))

"""C++ AMP: who may make and end an object of a class. Of tile_static variables clang does not ask, as what
stores them neither constructs nor destroys.

Takes: a variable's cursor and the class that it is of.
Gives: the default constructor or the destructor that is hidden from the code around the variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Unit


def hidden_member(unit: Unit, variable: Cursor, kind: Any) -> Cursor | None:
    """Of the class itself, then of its bases and members; None: nothing is hidden."""
    around = set(_classes_around(unit, variable))
    return _hidden_in(unit, kind, around, is_base=False)


def _hidden_in(unit: Unit, kind: Any, around: set[int], is_base: bool) -> Cursor | None:
    kind = element_of(kind)
    owner = kind.get_declaration()
    if ast.type_kind(kind) != "RECORD" or not unit.parsed.is_users(owner) or "(lambda at" in kind.spelling:
        return None
    visible = ("PUBLIC", "PROTECTED") if is_base else ("PUBLIC",)
    methods = clang_types.methods(kind)
    needed = [m for m in methods if m._kind_id == ast.DESTRUCTOR or m.is_default_constructor()]
    hidden = next((m for m in needed if m.access_specifier.name not in visible), None)
    if hidden is not None and not (_names(unit, owner) & around) and not _has_friends(unit, owner):
        return hidden
    if any(m.is_default_constructor() and not m.is_default_method() for m in methods):
        return None  # it makes the parts
    inner = around | _names(unit, owner)
    found = (_hidden_in(unit, base.type, inner, is_base=True) for base in clang_types.bases(kind))
    parts = (_hidden_in(unit, member.type, inner, is_base=False) for member in clang_types.fields(kind))
    return next((m for m in (*found, *parts) if m is not None), None)


def element_of(kind: Any) -> Any:
    """Of an array, however many dimensions it has."""
    kind = kind.get_canonical()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type()
    return kind


def is_initialised(unit: Unit, member: Cursor) -> bool:
    """Has a member an initialiser in its class? An array's bounds are among its parts, too."""
    parts = [child for child in unit.parsed.children(member) if child.kind.is_expression()]
    if "ARRAY" not in ast.type_kind(member.type.get_canonical()):
        return bool(parts)
    return any(
        part._kind_id == ast.INIT_LIST or "ARRAY" in ast.type_kind(part.type.get_canonical())
        for part in parts
    )


def _names(unit: Unit, owner: Cursor) -> set[int]:
    """A class, and the template that it is an instance of."""
    return {unit.parsed.hash_of(owner.canonical), unit.parsed.hash_of(unit.parsed.pattern(owner).canonical)}


def _has_friends(unit: Unit, owner: Cursor) -> bool:
    return any(c._kind_id == ast.FRIEND for c in unit.parsed.children(unit.parsed.pattern(owner)))


def _classes_around(unit: Unit, variable: Cursor) -> Iterator[int]:
    scope = variable.semantic_parent
    while scope is not None and scope.semantic_parent is not None:
        if scope._kind_id in ast.CLASSES:
            yield from _names(unit, scope)
        scope = scope.semantic_parent

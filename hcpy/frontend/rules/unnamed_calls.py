"""HC: what a kernel's code calls without naming it: destructors, and what constructors and destructors call
for the bases and members of their object.

Takes: a function or a lambda expression of a ParsedUnit.
Gives: Calls. Classes of libraries are left to clang.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Call, Unit, call_target, evaluated
from hcpy.frontend.rules.statements import specifiers

_WORD = "tile_static"


def unnamed_calls(unit: Unit, function: Cursor) -> Iterator[Call]:
    """Of one body, and of the constructor or destructor that it is of."""
    if function._kind_id == ast.CONSTRUCTOR:
        yield from _of_constructor(unit, function)
    elif function._kind_id == ast.DESTRUCTOR:
        for kind in _parts(unit, function):
            yield from _end(unit, function, kind)
    for cursor, _ in evaluated(unit, function):
        if cursor._kind_id in (ast.VAR_DECL, ast.PARM_DECL):
            if cursor.storage_class.name != "STATIC":  # those end with the program, if they ever do
                yield from _end(unit, cursor, cursor.type)
        elif cursor._kind_id == ast.CALL and _makes_temporary(unit, cursor):
            yield from _end(unit, cursor, cursor.type)
        elif cursor._kind_id == ast.INIT_LIST and not unit.parsed.children(cursor):
            yield from _initialisers(unit, cursor.type, frozenset())


def _makes_temporary(unit: Unit, call: Cursor) -> bool:
    """Does a function return an object? What constructors make is looked at as a variable or a member; what
    `new` makes does not end by itself."""
    target = call_target(unit.parsed, call)
    if target is None or target._kind_id == ast.CONSTRUCTOR or target._kind_id not in ast.FUNCTIONS:
        return False
    return "REFERENCE" not in ast.type_kind(target.result_type.get_canonical())


def _end(unit: Unit, at: Cursor, kind: Any) -> Iterator[Call]:
    """The destructor of an object of a type."""
    for found in _of_class(unit, kind):
        ends = [m for m in clang_types.methods(found) if m._kind_id == ast.DESTRUCTOR]
        for destructor in ends:
            if not destructor.is_default_method():
                yield Call(unit.parsed.place(at), destructor, destructor.displayname)
                return
        for part in _parts_of(found):
            yield from _end(unit, at, part)


def _of_class(unit: Unit, kind: Any) -> list[Any]:
    """The user's class that a type is, or an array's elements are; a union ends none of its members."""
    kind = kind.get_canonical()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type()
    if ast.type_kind(kind) != "RECORD" or "(lambda at" in kind.spelling:
        return []
    declared = kind.get_declaration()
    return [kind] if unit.parsed.is_users(declared) and declared._kind_id != ast.UNION_DECL else []


def _parts(unit: Unit, function: Cursor) -> list[Any]:
    owner = unit.parsed.parent(function)
    return _parts_of(owner.type.get_canonical()) if owner is not None and _of_class(unit, owner.type) else []


def _parts_of(kind: Any) -> list[Any]:
    """The types of the bases and members."""
    return [part.type for part in (*clang_types.bases(kind), *clang_types.fields(kind))]


def _of_constructor(unit: Unit, function: Cursor) -> Iterator[Call]:
    """It makes the bases and members that its initialisers leave out; a copy takes the other object's."""
    owner = unit.parsed.parent(function)
    if owner is None or not _of_class(unit, owner.type):
        return
    is_made = function.is_default_method()
    if is_made and not function.is_default_constructor():
        return
    kinds = (ast.INITIALISED_MEMBER, ast.TYPE_REF, ast.TEMPLATE_REF)
    children = [] if is_made else unit.parsed.children(function)
    named = frozenset(_bare(c.spelling) for c in children if c._kind_id in kinds)
    if _bare(owner.spelling) not in named:  # else another constructor does it
        yield from _initialisers(unit, owner.type, named)


def _initialisers(unit: Unit, kind: Any, named: frozenset[str]) -> Iterator[Call]:
    """What is called for the bases and members of a class but those that are `named`."""
    for found in _of_class(unit, kind):
        for base in clang_types.bases(found):
            if _bare(base.type.spelling) not in named:
                yield from _default(unit, base, base.type)
        for member in clang_types.fields(found):
            if member.spelling in named:
                continue
            if not any(c.kind.is_expression() for c in unit.parsed.children(member)):
                yield from _default(unit, member, member.type)
                continue
            for cursor, _ in evaluated(unit, member):
                target = call_target(unit.parsed, cursor) if cursor._kind_id == ast.CALL else None
                if target is not None and target._kind_id in ast.FUNCTIONS:
                    yield Call(unit.parsed.place(cursor), target, target.displayname)


def _default(unit: Unit, at: Cursor, kind: Any) -> Iterator[Call]:
    """The default constructor of a base or a member."""
    for found in _of_class(unit, kind):
        made = [m for m in clang_types.methods(found) if m.is_default_constructor()]
        for constructor in made:
            if not constructor.is_default_method():
                yield Call(unit.parsed.place(at), constructor, constructor.displayname)
                return
        yield from _initialisers(unit, found, frozenset())


def _bare(name: str) -> str:
    """`struct a::b<int>` and `b` are one."""
    return name.partition("<")[0].split("::")[-1].split(" ")[-1]


def check_tile_static_member(unit: Unit, declaration: Cursor) -> Iterator[Broken]:
    """A class has no tile_static members: the word's macro would make them static ones."""
    if declaration._kind_id not in (ast.VAR_DECL, FIELD_DECL):
        return
    owner = unit.parsed.parent(declaration)
    if owner is None or owner._kind_id not in ast.CLASSES:
        return
    path = unit.text.file_of(unit.parsed.place(declaration))
    if path is None or _WORD not in unit.text.sources[path].text:
        return
    if _WORD in specifiers(unit, declaration):
        text = f"the tile_static variable '{declaration.spelling}' is only allowed in a function"
        yield Broken(unit.parsed.place(declaration), text)

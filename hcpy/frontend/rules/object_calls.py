"""HC: what making, copying and ending an object of the user's calls, for its bases and members as well.

Takes: a type, and the cursor at whose place the calls are.
Gives: Calls. Classes of libraries are left to clang.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.access import is_initialised
from hcpy.frontend.rules.bodies import Call, Unit, call_target, cursors_of_body
from hcpy.frontend.text.annotations import CPU


def class_of(unit: Unit, kind: Any) -> list[Any]:
    """The user's class that a type is, or an array's elements are; a union ends none of its members."""
    kind = kind.get_canonical()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type()
    if ast.type_kind(kind) != "RECORD" or "(lambda at" in kind.spelling:
        return []
    declared = kind.get_declaration()
    return [kind] if unit.parsed.is_users(declared) and declared._kind_id != ast.UNION_DECL else []


def parts_of(kind: Any) -> list[Cursor]:
    """The bases and members."""
    return [*clang_types.bases(kind), *clang_types.fields(kind)]


def bare_name(name: str) -> str:
    """`struct a::b<int>` and `b` are one."""
    return name.partition("<")[0].split("::")[-1].split(" ")[-1]


def chosen(unit: Unit, candidates: list[Cursor]) -> Cursor | None:
    """Of several functions one that a kernel may call."""
    callable_ones = [c for c in candidates if unit.restriction(c) != CPU]
    return next(iter((*callable_ones, *candidates)), None)


def ends(unit: Unit, at: Cursor, kind: Any) -> Iterator[Call]:
    """The destructor of an object of a type."""
    for found in class_of(unit, kind):
        destructors = [m for m in clang_types.methods(found) if m._kind_id == ast.DESTRUCTOR]
        for destructor in destructors:
            if not destructor.is_default_method():
                yield Call(unit.parsed.place(at), destructor, destructor.displayname)
                return
        for part in parts_of(found):
            yield from ends(unit, at, part.type)


def copies(unit: Unit, at: Cursor, kind: Any, is_moved: bool = False) -> Iterator[Call]:
    """The constructor that copies, or moves, an object."""
    for found in class_of(unit, kind):
        methods = clang_types.methods(found)
        moving = [m for m in methods if m.is_move_constructor()] if is_moved else []
        constructor = chosen(unit, moving or [m for m in methods if m.is_copy_constructor()])
        if constructor is not None and not constructor.is_default_method():
            yield Call(unit.parsed.place(at), constructor, constructor.displayname)
            return
        for part in parts_of(found):
            yield from copies(unit, at, part.type, is_moved)


def defaults(unit: Unit, kind: Any, named: frozenset[str]) -> Iterator[Call]:
    """What is called for the bases and members of a class but those that are `named`."""
    for found in class_of(unit, kind):
        for base in clang_types.bases(found):
            if bare_name(base.type.spelling) not in named:
                yield from _default(unit, base, base.type)
        for member in clang_types.fields(found):
            if member.spelling in named:
                continue
            if not is_initialised(unit, member):
                yield from _default(unit, member, member.type)
                continue
            for cursor in cursors_of_body(unit, member):
                target = call_target(unit.parsed, cursor) if cursor._kind_id == ast.CALL else None
                if target is not None and target._kind_id in ast.FUNCTIONS:
                    yield Call(unit.parsed.place(cursor), target, target.displayname)


def _default(unit: Unit, at: Cursor, kind: Any) -> Iterator[Call]:
    """The default constructor of a base or a member."""
    for found in class_of(unit, kind):
        made = [m for m in clang_types.methods(found) if m.is_default_constructor()]
        for constructor in made:
            if not constructor.is_default_method():
                yield Call(unit.parsed.place(at), constructor, constructor.displayname)
                return
        yield from defaults(unit, found, frozenset())

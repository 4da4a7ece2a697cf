"""HC: what a kernel's code calls without naming it: destructors, what constructors and destructors call for
the bases and members of their object, copies, and the steps of a loop over a range.

Takes: a function or a lambda expression of a ParsedUnit.
Gives: Calls. Classes of libraries are left to clang.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Call, Unit
from hcpy.frontend.rules.initialiser_lists import calls_of_list
from hcpy.frontend.rules.object_calls import bare_name, class_of, copies, defaults, ends, parts_of
from hcpy.frontend.rules.range_loops import calls_of_range_loop
from hcpy.frontend.rules.statements import specifiers


def unnamed_calls(
    unit: Unit, function: Cursor, cursors: Iterable[Cursor], temporaries: Iterable[Cursor]
) -> Iterator[Call]:
    """Of one body, whose cursors_of_body and temporaries are given, and of the constructor or destructor that
    it is of."""
    if function._kind_id == ast.CONSTRUCTOR:
        yield from _of_constructor(unit, function)
    elif function._kind_id == ast.DESTRUCTOR:
        for kind in _parts(unit, function):
            yield from ends(unit, function, kind)
    for cursor in cursors:
        kind = cursor._kind_id
        if kind in (ast.VAR_DECL, ast.PARM_DECL):
            if cursor.storage_class.name != "STATIC":  # those end with the program, if they ever do
                yield from ends(unit, cursor, cursor.type)
        elif kind == ast.INIT_LIST:
            yield from calls_of_list(unit, cursor, cursor.type)
        elif kind == ast.FOR_RANGE:
            yield from calls_of_range_loop(unit, cursor)
        elif kind == ast.LAMBDA:
            yield from _of_captures(unit, cursor)
    for cursor in temporaries:
        yield from ends(unit, cursor, cursor.type)


def _of_captures(unit: Unit, expression: Cursor) -> Iterator[Call]:
    """The copies that a lambda expression in a kernel takes: libclang shows what is copied."""
    for child in unit.parsed.children(expression):
        if child._kind_id == ast.UNEXPOSED_EXPR:
            yield from copies(unit, child, child.type)


def _parts(unit: Unit, function: Cursor) -> list[Any]:
    owner = unit.parsed.parent(function)
    return [p.type for found in (class_of(unit, owner.type) if owner else ()) for p in parts_of(found)]


def _of_constructor(unit: Unit, function: Cursor) -> Iterator[Call]:
    """It makes the bases and members that its initialisers leave out; a copy that clang makes takes the other
    object's."""
    owner = unit.parsed.parent(function)
    if owner is None or not class_of(unit, owner.type):
        return
    is_made = function.is_default_method()
    if is_made and not function.is_default_constructor():
        for part in parts_of(owner.type.get_canonical()):
            yield from copies(unit, part, part.type, bool(function.is_move_constructor()))
        return
    kinds = (ast.INITIALISED_MEMBER, ast.TYPE_REF, ast.TEMPLATE_REF)
    children = [] if is_made else unit.parsed.children(function)
    named = frozenset(bare_name(c.spelling) for c in children if c._kind_id in kinds)
    if bare_name(owner.spelling) not in named:  # else another constructor does it
        yield from defaults(unit, owner.type, named)


def check_tile_static_member(unit: Unit, declaration: Cursor) -> Iterator[Broken]:
    """A class has no tile_static members: the word's macro would make them static ones."""
    if declaration._kind_id not in (ast.VAR_DECL, FIELD_DECL):
        return
    owner = unit.parsed.parent(declaration)
    if owner is None or owner._kind_id not in ast.CLASSES:
        return
    path = unit.text.file_of(unit.parsed.place(declaration))
    words = unit.text.tile_static_words
    if path is None or all(word not in unit.text.sources[path].text for word in words):
        return
    if not words.isdisjoint(specifiers(unit, declaration)):
        text = f"the tile_static variable '{declaration.spelling}' is only allowed in a function"
        yield Broken(unit.parsed.place(declaration), text)

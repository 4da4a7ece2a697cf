"""C++ AMP: what pointers and references to functions may be made of (specification, 2.3.1): a function
that has all the restrictions which the pointer's type names.

Takes: a Unit and the user's declarations.
Gives: the functions that are not restricted to amp where a pointer's type is (casts may gain restrictions),
and calls in code for the CPU through pointers for amp alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import not_cpu
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Unit
from hcpy.frontend.rules.expressions import declared
from hcpy.frontend.text.annotations import DEVICE, Annotations, Restriction
from hcpy.frontend.text.positions import region_start

_VARIABLES = frozenset((ast.VAR_DECL, ast.PARM_DECL, FIELD_DECL))
_PASSED_ON = frozenset((ast.UNEXPOSED_EXPR, ast.PAREN, ast.UNARY_OPERATOR))
_Places = frozenset[tuple[Path, int]]


def check_pointers(unit: Unit, declarations: Iterable[Cursor]) -> Iterator[Broken]:
    """Initialisers, assignments and arguments."""
    places = frozenset(
        (path, offset) for path, found in unit.text.annotations.items() for offset, _ in _restricted(found)
    )
    if not places:
        return
    alone = frozenset(
        (path, offset)
        for path, found in unit.text.annotations.items()
        for offset, restriction in _restricted(found)
        if restriction == DEVICE
    )
    for declaration in declarations:
        if declaration._kind_id in _VARIABLES or declaration._kind_id in ast.FUNCTIONS:
            on_cpu = declaration._kind_id in ast.FUNCTIONS and not unit.restriction(declaration).device
            for cursor in (declaration, *unit.parsed.walk(declaration)):
                yield from _check(unit, cursor, places)
                if on_cpu and cursor._kind_id == ast.CALL:
                    yield from _check_call(unit, cursor, alone)


def _check_call(unit: Unit, call: Cursor, alone: _Places) -> Iterator[Broken]:
    """Through a pointer to functions for amp alone, in a function of the CPU."""
    callee = unit.parsed.children(call)[:1]
    while callee and callee[0]._kind_id in _PASSED_ON:
        callee = unit.parsed.children(callee[0])[-1:]
    is_named = bool(callee) and callee[0]._kind_id in (ast.DECL_REF, ast.MEMBER_REF)
    target = unit.parsed.called(callee[0]) if is_named else None
    if target is not None and _is_restricted(unit, target, alone):
        yield Broken(unit.parsed.place(call), not_cpu(target.spelling), (declared(unit, target),))


def _restricted(found: Annotations) -> Iterator[tuple[int, Restriction]]:
    """Where the names are of pointers to functions, and of their types, that are restricted to amp."""
    source = found.source
    for clause in found.clauses:
        start = region_start(found, clause) if clause.restriction.device else None
        if start is None:
            continue
        name = source.partners[start - 1] - 1
        statement = name
        while statement > 0 and source.text_of(statement - 1) not in (";", "{", "}"):
            statement -= 1
        if source.text_of(statement) == "using" and source.text_of(statement + 2) == "=":
            name = statement + 1
        elif source.text_of(name) == ")":
            name -= 1
        elif source.text_of(statement) != "typedef":
            continue
        if source.tokens[name].kind == "name":
            yield source.tokens[name].begin, clause.restriction


def _check(unit: Unit, cursor: Cursor, places: _Places) -> Iterator[Broken]:
    kind = cursor._kind_id
    if kind in _VARIABLES:
        if _is_restricted(unit, cursor, places):
            for child in unit.parsed.children(cursor)[-1:]:
                yield from _check_value(unit, child)
    elif kind == ast.BINARY_OPERATOR and cursor.spelling == "=":
        target, value = unit.parsed.children(cursor)
        variable = unit.parsed.called(target)
        if variable is not None and _is_restricted(unit, variable, places):
            yield from _check_value(unit, value)
    elif kind == ast.CALL:
        function = unit.parsed.called_by(cursor)
        if function is None or not unit.parsed.is_users(function):
            return
        parameters = [c for c in unit.parsed.children(function) if c._kind_id == ast.PARM_DECL]
        arguments = list(cursor.get_arguments())
        for parameter, argument in zip(parameters, arguments, strict=False):
            if _is_restricted(unit, parameter, places):
                yield from _check_value(unit, argument)


def _is_restricted(unit: Unit, variable: Cursor, places: _Places) -> bool:
    """Does its declarator, or the type that it names, have a clause for amp?"""
    if variable._kind_id not in _VARIABLES:
        return False
    named = [c for c in unit.parsed.children(variable) if c._kind_id == ast.TYPE_REF]
    for cursor in (variable, *(t for c in named if (t := unit.parsed.called(c)) is not None)):
        place = unit.parsed.place(cursor)
        path, offset = unit.text.file_of(place), unit.text.offset(place)
        if path is not None and offset is not None and (path, offset) in places:
            return True
    return False


def _check_value(unit: Unit, value: Cursor) -> Iterator[Broken]:
    while value._kind_id in _PASSED_ON:
        inner = unit.parsed.children(value)
        if not inner:
            return
        value = inner[-1]
    target = unit.parsed.called(value) if value._kind_id == ast.DECL_REF else None
    if target is None or target._kind_id not in ast.FUNCTIONS or unit.restriction(target).device:
        return
    if not _has_twin(unit, target):
        text = f"'{target.spelling}' is not restricted to amp, as the functions of the pointer's type are"
        yield Broken(unit.parsed.place(value), text, (declared(unit, target),))


def _has_twin(unit: Unit, function: Cursor) -> bool:
    """Is there an overload for amp of the same type? clang's types have no restrictions: it takes the one for
    the code that it reads."""
    parent = unit.parsed.parent(function)
    kind = function.type.get_canonical()
    return any(
        c.spelling == function.spelling
        and c._kind_id == function._kind_id
        and c.type.get_canonical() == kind
        and unit.restriction(c).device
        for c in (unit.parsed.children(parent) if parent is not None else ())
    )

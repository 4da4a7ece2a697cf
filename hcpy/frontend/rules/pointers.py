"""C++ AMP: what pointers and references to functions may be made of (specification, 2.3.1): a function, or
a pointer, that has all the restrictions which the pointer's type names. A cast in C's style may gain some.

Takes: a Unit and the user's declarations.
Gives: the values that lack a restriction of the pointer's type, calls in code for the CPU through pointers
for amp alone, and types of variadic functions for amp. clang's types have no restrictions: they are read off
the declarators, and where the text does not show them, as with auto, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from hcpy.core.model import Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import not_cpu
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Unit
from hcpy.frontend.rules.expressions import declared
from hcpy.frontend.text.annotations import CPU, DEVICE, NONE, Annotations, Restriction
from hcpy.frontend.text.positions import region_start

_VARIABLES = frozenset((ast.VAR_DECL, ast.PARM_DECL, FIELD_DECL))
_NAMES = frozenset((ast.DECL_REF, ast.MEMBER_REF))
_PASSED_ON = frozenset((ast.UNEXPOSED_EXPR, ast.PAREN, ast.UNARY_OPERATOR))
_POINTERS = frozenset(("POINTER", "LVALUEREFERENCE", "RVALUEREFERENCE", "MEMBERPOINTER"))
_ARRAYS = frozenset(("CONSTANTARRAY", "INCOMPLETEARRAY"))
_OTHER_BODY = ast.CLASSES | {ast.LAMBDA}
_Places = Mapping[tuple[Path, int], Restriction]


def check_pointers(unit: Unit, declarations: Iterable[Cursor]) -> Iterator[Broken]:
    """Initialisers, assignments, arguments and results."""
    places = {
        (path, offset): restriction
        for path, found in unit.text.annotations.items()
        for offset, restriction in _restricted(found)
    }
    check = _Pointers(unit, places)
    for_amp = any(restriction.device for restriction in places.values()) or _has_cast(unit)
    for declaration in declarations:
        is_function = declaration._kind_id in ast.FUNCTIONS
        if declaration._kind_id in _VARIABLES | ast.ALIASES:
            yield from check.look(declaration)
        if for_amp and (is_function or declaration._kind_id in _VARIABLES):
            if is_function and unit.restriction(declaration).device:
                continue  # it can't have such pointers
            for cursor in unit.parsed.walk(declaration):
                yield from check.look(cursor)
                if is_function and cursor._kind_id == ast.CALL:
                    yield from check.call(cursor)
            if is_function:
                yield from check.function(declaration)


def _has_cast(unit: Unit) -> bool:
    """Is there a clause in the type of a static_cast?"""
    return any(
        _cast_clause(found, word + 1) is not None
        for found in unit.text.annotations.values()
        if "static_cast" in found.source.text
        for word in range(len(found.source.tokens))
        if found.source.text_of(word) == "static_cast"
    )


def _cast_clause(found: Annotations, opening: int) -> Restriction | None:
    """The last clause between a cast's angle brackets, which is that of the functions it points to."""
    if found.source.text_of(opening) != "<":
        return None
    last = found.source.skip_angles(opening)
    inside = [c.restriction for c in found.clauses if opening < c.first < last]
    return inside[-1] if inside else None


def _restricted(found: Annotations) -> Iterator[tuple[int, Restriction]]:
    """Where the names are of pointers to functions, and of their types, that have a clause."""
    source = found.source
    for clause in found.clauses:
        start = region_start(found, clause)
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
            while source.text_of(name) == "]":
                name = source.partners[name] - 1
        elif source.text_of(statement) != "typedef":
            continue
        if source.tokens[name].kind == "name":
            yield source.tokens[name].begin, clause.restriction


class _Pointers:
    """What the declarators of one unit say."""

    def __init__(self, unit: Unit, places: _Places) -> None:
        self._unit = unit
        self._parsed = unit.parsed
        self._places = places

    def look(self, cursor: Cursor) -> Iterator[Broken]:
        """A declaration or an expression that turns a value into a pointer."""
        kind, children = cursor._kind_id, self._parsed.children(cursor)
        if kind in ast.ALIASES:
            yield from self.declarator(cursor)
        elif kind in _VARIABLES:
            yield from self.declarator(cursor)
            yield from self._values(children[-1:], self._of_variable(cursor))
        elif kind == ast.BINARY_OPERATOR and cursor.spelling == "=":
            variable = self._parsed.called(children[0])
            if variable is not None:
                yield from self._values(children[1:], self._of_variable(variable))
        elif kind == ast.STATIC_CAST:
            yield from self._values(children[-1:], self._of_cast(cursor))
        elif kind == ast.CALL:
            function = self._parsed.called_by(cursor)
            if function is None or not self._parsed.is_users(function):
                return
            parameters = [c for c in self._parsed.children(function) if c._kind_id == ast.PARM_DECL]
            for parameter, argument in zip(parameters, list(cursor.get_arguments()), strict=False):
                yield from self._values((argument,), self._of_variable(parameter))

    def declarator(self, named: Cursor) -> Iterator[Broken]:
        """Functions that are restricted to amp have no `...`, and so have their types (2.1)."""
        known = self._at(named)
        if known is None or not known.device:
            return
        kind = named.type.get_canonical()
        while ast.type_kind(kind) in _POINTERS | _ARRAYS:
            is_array = ast.type_kind(kind) in _ARRAYS
            kind = kind.element_type if is_array else kind.get_pointee()
        if ast.type_kind(kind) == "FUNCTIONPROTO" and kind.is_function_variadic():
            text = f"the variadic functions of '{named.spelling}' can't be restricted to amp"
            yield Broken(self._parsed.place(named), text)

    def call(self, call: Cursor) -> Iterator[Broken]:
        """Through a pointer to functions for amp alone, in a function of the CPU."""
        callee = self._parsed.children(call)[:1]
        while callee and callee[0]._kind_id in _PASSED_ON:
            callee = self._parsed.children(callee[0])[-1:]
        is_named = bool(callee) and callee[0]._kind_id in _NAMES
        target = self._parsed.called(callee[0]) if is_named else None
        if target is not None and self._of_variable(target) == DEVICE:
            place = self._parsed.place(call)
            yield Broken(place, not_cpu(target.spelling), (declared(self._unit, target),))

    def function(self, function: Cursor) -> Iterator[Broken]:
        """What it returns, and what a constructor initialises members with."""
        wanted = self._of_result(function)
        children = self._parsed.children(function)
        stack = list(children) if wanted is not None else []
        while stack:
            top = stack.pop()
            if top._kind_id == ast.RETURN:
                yield from self._values(self._parsed.children(top), wanted)
            elif top._kind_id not in _OTHER_BODY:
                stack += self._parsed.children(top)
        for name, value in pairwise(children):
            member = self._parsed.called(name) if name._kind_id == ast.INITIALISED_MEMBER else None
            if member is not None:
                yield from self._values((value,), self._of_variable(member))

    # --- what a type names ---------------------------------------------------------------------------
    def _of_variable(self, variable: Cursor) -> Restriction | None:
        """What its declarator, or the type that it names, says of the functions; None: it points to none, or
        that is not known."""
        if variable._kind_id not in _VARIABLES:
            return None
        known = self._at(variable)
        if known is not None:
            return known
        found = self._of_type(variable.type)
        return None if found == CPU and self._has_clause(variable) else found

    def _of_cast(self, cast: Cursor) -> Restriction | None:
        """A clause may stand in the type that is written."""
        found = self._of_type(cast.type)
        begin = self._parsed.begin(cast)
        path = self._unit.text.file_of(begin)
        known = self._unit.text.annotations.get(path) if path is not None else None
        if found != CPU or known is None:
            return found
        clause = _cast_clause(known, known.source.token_of(begin) + 1)
        return found if clause is None else clause

    def _of_result(self, function: Cursor) -> Restriction | None:
        """Of a type with a name alone: else the clause that ends a declarator may be either's."""
        kind = function.result_type if function._kind_id != ast.FUNCTION_TEMPLATE else None
        return self._of_type(kind) if kind is not None and ast.type_kind(kind) == "TYPEDEF" else None

    def _of_type(self, kind: Any) -> Restriction | None:
        for _ in range(64):
            name = ast.type_kind(kind)
            if name in _POINTERS:
                kind = kind.get_pointee()
            elif name in _ARRAYS:
                kind = kind.element_type
            elif name == "ELABORATED":
                kind = kind.get_named_type()
            elif name == "TYPEDEF":
                alias: Cursor = kind.get_declaration()
                if alias._kind_id not in ast.ALIASES:
                    return None
                known = self._at(alias)
                if known is not None:
                    return known
                kind = alias.underlying_typedef_type
            else:
                return CPU if name == "FUNCTIONPROTO" else None
        return None

    def _at(self, declaration: Cursor) -> Restriction | None:
        place = self._parsed.place(declaration)
        path, offset = self._unit.text.file_of(place), self._unit.text.offset(place)
        return None if path is None or offset is None else self._places.get((path, offset))

    def _has_clause(self, variable: Cursor) -> bool:
        """Is there any on its lines? Then its declarator may be one whose name is not found."""
        path = self._unit.text.file_of(self._parsed.place(variable))
        found = self._unit.text.annotations.get(path) if path is not None else None
        if found is None:
            return False
        begin, end = self._parsed.begin(variable), self._parsed.end(variable)
        first = found.source.offset(begin.line, begin.column)
        last = found.source.offset(end.line, end.column)
        return any(first <= clause.begin < last for clause in found.clauses)

    # --- what a value has ----------------------------------------------------------------------------
    def _values(self, values: Iterable[Cursor], wanted: Restriction | None) -> Iterator[Broken]:
        stack = list(values)[::-1] if wanted is not None else []
        while stack and wanted is not None:
            value = stack.pop()
            children = self._parsed.children(value)
            if value._kind_id in _PASSED_ON:
                stack += children[-1:]
            elif value._kind_id == ast.INIT_LIST:
                stack += children[::-1]
            elif value._kind_id == ast.CONDITIONAL:
                stack += children[:0:-1]
            elif value._kind_id == ast.LAMBDA:  # in a list
                yield from self._lambda(value, self._parsed.place(value), wanted)
            elif value._kind_id in _NAMES or value._kind_id == ast.CALL:
                yield from self._named(value, wanted)

    def _named(self, value: Cursor, wanted: Restriction) -> Iterator[Broken]:
        target = self._parsed.called(value)
        if target is None:
            return
        where, note = self._parsed.place(value), (declared(self._unit, target),)
        if target._kind_id in ast.FUNCTIONS and value._kind_id != ast.CALL:
            sets = self._twins(target)
            if any(_covers(has, wanted) for has in sets):
                return
            if len(sets) > 1:
                text = f"no '{target.spelling}' is restricted to both cpu and amp"
            elif not sets[0].cpu:
                yield Broken(where, not_cpu(target.spelling), note)
                return
            else:
                text = f"'{target.spelling}' is not restricted to amp"
            yield Broken(where, f"{text}, as the functions of the pointer's type are", note)
            return
        is_call = value._kind_id == ast.CALL
        has = self._of_result(target) if is_call and target._kind_id in ast.FUNCTIONS else None
        has = has if is_call else self._of_variable(target)
        if target._kind_id == ast.CONVERSION:
            yield from self._lambda(target, where, wanted)
        if has is not None and not _covers(has, wanted):
            lacks = "cpu" if wanted.cpu and not has.cpu else "amp"
            text = f"the functions of '{target.spelling}' are not restricted to {lacks}"
            yield Broken(where, f"{text}, as those of the pointer's type are", note)

    def _lambda(self, made: Cursor, where: Location, wanted: Restriction) -> Iterator[Broken]:
        """One that is turned into a pointer, or its conversion. In amp-restricted code, which has no pointers
        to functions, it needs no clause."""
        known = self._unit.text.lambda_at(self._parsed.place(made))
        if known is None:
            return
        found, item = known
        around = (o for o in found.lambdas if o.body < item.open < o.body_end)
        has = CPU if item.restriction == NONE else item.restriction
        if _covers(has, wanted) or any(o.restriction.device for o in around):
            return
        text = "the lambda is not restricted to amp, as the functions of the pointer's type are"
        yield Broken(where, not_cpu("operator()") if wanted.cpu and not has.cpu else text)

    def _twins(self, function: Cursor) -> list[Restriction]:
        """The restrictions of the overloads of its type: clang takes the one for the code that it reads."""
        parent = self._parsed.parent(function)
        kind = function.type.get_canonical()
        sets = [self._set_of(function)]
        for other in self._parsed.children(parent) if parent is not None else ():
            if (
                other.spelling == function.spelling
                and other._kind_id == function._kind_id
                and other.type.get_canonical() == kind
            ):
                sets.append(self._set_of(other))
        return list(dict.fromkeys(sets))

    def _set_of(self, function: Cursor) -> Restriction:
        found = self._unit.restriction(function)
        return CPU if found == NONE else found


def _covers(has: Restriction, wanted: Restriction) -> bool:
    return (has.cpu or not wanted.cpu) and (has.device or not wanted.device)

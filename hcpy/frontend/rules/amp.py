"""C++ AMP: all rules on the code of one function or lambda expression that is restricted to amp.

Takes: its cursor, an instance's where it is a template.
Gives: a Body. Functions that may not be called are left out of its calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from hcpy.core.model import Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import not_amp, not_cpu
from hcpy.frontend.rules.bodies import (
    Body,
    Broken,
    Call,
    Context,
    Unit,
    call_target,
    evaluated,
    is_consteval,
    is_specialisation,
)
from hcpy.frontend.rules.built_in_operators import check_built_in
from hcpy.frontend.rules.declarations import check_lambda_operator, check_lambda_specifiers, check_signature
from hcpy.frontend.rules.expressions import check_call, check_expression, declared, is_lambdas, name_of
from hcpy.frontend.rules.libraries import is_for_cpu
from hcpy.frontend.rules.objects import check_ended, check_parts, default_initialisers, refused_call
from hcpy.frontend.rules.statements import check_statement, check_type, check_variable, without_targets
from hcpy.frontend.text.annotations import NONE
from hcpy.frontend.text.positions import device_bodies

_NAMED = (ast.FUNCTION_DECL, ast.CXX_METHOD, ast.CONVERSION, ast.CONSTRUCTOR)


def _check_head(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """Parameters, specifiers and result."""
    if function._kind_id == ast.LAMBDA:
        for child in unit.parsed.children(function):
            if child._kind_id == ast.PARM_DECL:
                yield from check_type(unit, child)
        yield from check_lambda_specifiers(unit, function)
        yield from check_lambda_operator(unit, function)
    elif _is_first(unit, function):
        yield from check_signature(unit, function)
    yield from check_parts(unit, function)


def amp_body(unit: Unit, function: Cursor) -> Body:
    """What the body breaks, and what it calls."""
    body = Body()
    own = unit.restriction(function)
    body.broken += _check_head(unit, function)
    children = unit.parsed.children(function)
    own_parameters = {unit.parsed.place(c) for c in children if c._kind_id == ast.PARM_DECL}
    faulty: list[tuple[int, int]] = []
    members = default_initialisers(unit, function)
    for cursor, context in chain(evaluated(unit, function), *(evaluated(unit, m) for m in members)):
        kind = cursor._kind_id
        if kind == ast.PARM_DECL and unit.parsed.place(cursor) in own_parameters:
            continue
        if unit.text.is_unevaluated(unit.parsed.place(cursor)):
            continue
        if kind == ast.VAR_DECL or kind == ast.PARM_DECL:
            found = list(check_variable(unit, cursor, own.cpu))
            body.broken += found
            if found:
                faulty.append(_extent(unit, cursor))
            continue
        if kind == ast.LAMBDA:
            body.broken += check_lambda_operator(unit, cursor)
        if kind == ast.CALL:
            _look_at_call(unit, cursor, context, body)
            if own.cpu:
                body.broken += _check_cpu_part(unit, cursor, context)
            if not _is_inside(unit, cursor, faulty):
                body.broken += check_ended(unit, unit.parsed.place(cursor), cursor.type)
        if not context.is_constant:
            body.broken += check_built_in(unit, cursor)
        is_faulty = kind in (ast.STRING_LITERAL, ast.DECL_REF) and _is_inside(unit, cursor, faulty)
        is_faulty |= context.is_faulty
        body.broken += check_statement(unit, cursor)
        body.broken += check_expression(unit, cursor, context._replace(is_faulty=is_faulty))
    body.broken = without_targets(body.broken)
    if unit.parsed.pattern(function) != function:
        body.broken = list(_each_type_once(body.broken))
    return body


def _each_type_once(broken: list[Broken]) -> Iterator[Broken]:
    """In an instance the same template argument is in many places."""
    told: set[str] = set()
    for found in broken:
        if not found.kind or found.kind not in told:
            yield found
            told.add(found.kind)


def _is_first(unit: Unit, function: Cursor) -> bool:
    """Of several declarations the first one is checked. That of an explicit specialisation follows one which
    clang made in its place."""
    first = function.canonical
    is_made = unit.parsed.place(first) == unit.parsed.place(function) and is_specialisation(unit, function)
    return bool(first == function) or is_made


def _extent(unit: Unit, cursor: Cursor) -> tuple[int, int]:
    begin, end = unit.parsed.begin(cursor), unit.parsed.end(cursor)
    return unit.text.offset(begin) or 0, unit.text.offset(end) or 0


def _is_inside(unit: Unit, cursor: Cursor, extents: list[tuple[int, int]]) -> bool:
    if not extents:
        return False
    at = unit.text.offset(unit.parsed.place(cursor)) or 0
    return any(first <= at < last for first, last in extents)


def _look_at_call(unit: Unit, cursor: Cursor, context: Context, body: Body) -> None:
    target = call_target(unit.parsed, cursor)
    if target is None:
        return
    body.broken += check_call(unit, cursor, target)
    if target._kind_id not in ast.FUNCTIONS:
        return
    if not unit.parsed.is_users(target):
        if not context.is_constant and is_for_cpu(unit, target):
            body.broken.append(Broken(place_of_name(unit, cursor, target), not_amp(target.spelling)))
        return
    if target._kind_id == ast.CONVERSION and is_lambdas(unit, target):
        return  # to a function pointer: overload resolution found no operator() that it may call
    place = unit.parsed.place(cursor)
    is_constant = context.is_constant or is_consteval(unit, target)
    refused = [] if is_constant else list(_check_restriction(unit, cursor, target))
    body.broken += refused
    if not refused:
        is_dependent = unit.parsed.is_dependent(cursor)
        body.calls.append(Call(place, target, target.displayname, is_constant, is_dependent))


def _check_cpu_part(unit: Unit, cursor: Cursor, context: Context) -> Iterator[Broken]:
    """Code for both calls nothing that is for amp alone. clang sees that in functions that it makes code for:
    not in members, inline functions and templates that nothing calls. An overload for the CPU may be meant
    there, which this part of the unit does not have."""
    target = call_target(unit.parsed, cursor)
    if target is None or target._kind_id not in _NAMED or not unit.parsed.is_users(target):
        return
    if unit.text.mentions_passes or unit.parsed.pattern(target) != target:
        return  # the CPU's part may have other calls, and of templates it has other ones
    restriction = unit.restriction(target)
    if (
        target.spelling in unit.on_cpu
        or context.is_constant
        or restriction.cpu
        or not restriction.device
        or is_lambdas(unit, target)
    ):
        return
    siblings = unit.parsed.children(target.semantic_parent) if target.semantic_parent is not None else []
    if any(c.spelling == target.spelling and unit.restriction(c) != restriction for c in siblings):
        return
    yield Broken(
        place_of_name(unit, cursor, target), not_cpu(name_of(unit, target)), (declared(unit, target),)
    )


def _check_restriction(unit: Unit, cursor: Cursor, target: Cursor) -> Iterator[Broken]:
    """clang reports most calls of functions for the host, but takes constexpr ones for both."""
    if target._kind_id in (ast.CONSTRUCTOR, ast.DESTRUCTOR) or target.is_default_method():
        culprit = None if is_lambdas(unit, target) else refused_call(unit, target)
        if culprit is not None:
            yield Broken(
                place_of_name(unit, cursor, target), not_amp(culprit.spelling), (declared(unit, culprit),)
            )
        return
    if target._kind_id not in (ast.FUNCTION_DECL, ast.CXX_METHOD, ast.CONVERSION):
        return
    if is_lambdas(unit, target):
        if target._kind_id == ast.CXX_METHOD and _is_for_cpu(unit, target):
            place = place_of_name(unit, cursor, target)
            yield Broken(place, not_amp(target.spelling), (_lambda_note(unit, target),))
        return
    if not unit.restriction(target).device:
        place = place_of_name(unit, cursor, target)
        yield Broken(place, not_amp(name_of(unit, target)), (declared(unit, target),))


def place_of_name(unit: Unit, call: Cursor, target: Cursor) -> Location:
    """Where the called name or operator is: clang's own errors are there, after all qualifiers."""
    for child in unit.parsed.children(call):
        callee = _innermost(unit, child)
        if callee._kind_id in (ast.DECL_REF, ast.MEMBER_REF) and callee.spelling == target.spelling:
            place = unit.parsed.place(callee)
            if place.file:  # a conversion's has none
                return place
    return unit.parsed.place(call) if unit.parsed.place(call).file else unit.parsed.begin(call)


def _innermost(unit: Unit, expression: Cursor) -> Cursor:
    """Without parentheses and implicit conversions around it."""
    inner: Sequence[Cursor] = (expression,)
    while inner and inner[0]._kind_id in (ast.UNEXPOSED_EXPR, ast.PAREN):
        expression = inner[0]
        inner = unit.parsed.children(expression)
    return inner[0] if inner else expression


def _is_for_cpu(unit: Unit, operator: Cursor) -> bool:
    """Is a lambda's call operator for the CPU? Without a clause it has that of the code around it."""
    known = unit.text.lambda_at(unit.parsed.place(operator))
    if known is None:
        return False  # a macro's product
    found, item = known
    if item.restriction != NONE:
        return not item.restriction.device
    return not any(first < item.open < last for first, last in device_bodies(found))


def _lambda_note(unit: Unit, operator: Cursor) -> Note:
    return Note(unit.parsed.place(operator), "the lambda is here")

"""HC: the objects without a name that end in a function's body.

Takes: a function or a lambda expression of a ParsedUnit.
Gives: the expressions that make them. An object that becomes a variable, a member, a parameter or a result
ends there, not here.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Unit, call_target, own_parts

_CASTS = frozenset((ast.C_CAST, ast.STATIC_CAST, ast.FUNCTIONAL_CAST))
_WRAPPERS = frozenset((ast.UNEXPOSED_EXPR, ast.PAREN, ast.CONDITIONAL)) | _CASTS
# The object that an operand makes is theirs.
_KEEPERS = frozenset((ast.RETURN, ast.INIT_LIST, ast.NEW))


def temporaries(unit: Unit, function: Cursor) -> Iterator[Cursor]:
    """In the text's order."""
    parsed = unit.parsed
    makes_members = function._kind_id == ast.CONSTRUCTOR
    children = own_parts(unit, function)
    stack = [(c, not makes_members or c._kind_id == ast.COMPOUND) for c in children[::-1]]
    while stack:
        top, ends_here = stack.pop()
        if top._kind_id in (ast.SIZEOF, ast.PARM_DECL) or top._kind_id in ast.CLASSES:
            continue
        if ends_here and _makes_object(unit, top) and parsed.place(top).file:
            yield top
        inner = parsed.children(top)
        stack += [(c, _ends(unit, top, c, at, len(inner), ends_here)) for at, c in enumerate(inner)][::-1]


def _makes_object(unit: Unit, expression: Cursor) -> bool:
    """Does it construct an object, or call a function that returns one?"""
    if expression._kind_id == ast.INIT_LIST:
        return True
    if expression._kind_id != ast.CALL:
        return False
    target = call_target(unit.parsed, expression)
    if target is None or target._kind_id not in ast.FUNCTIONS:
        return False
    return target._kind_id == ast.CONSTRUCTOR or not _is_reference(target.result_type)


def _is_reference(kind: Cursor) -> bool:
    return "REFERENCE" in ast.type_kind(kind.get_canonical())


def _ends(unit: Unit, top: Cursor, child: Cursor, at: int, count: int, ends_here: bool) -> bool:
    """Does an object that a child makes end within the expression or statement around it?"""
    kind = top._kind_id
    if kind in _WRAPPERS:
        return ends_here or (kind in _CASTS and _is_reference(top.type))
    if kind == ast.VAR_DECL:
        return _is_reference(top.type)
    if kind == ast.LAMBDA:
        return bool(child._kind_id == ast.COMPOUND)
    if kind == ast.BINARY_OPERATOR and top.spelling == ",":
        return ends_here or at < count - 1
    if kind == ast.CALL:
        return _ends_with_call(unit, top, child, ends_here)
    return kind not in _KEEPERS


def _ends_with_call(unit: Unit, call: Cursor, child: Cursor, ends_here: bool) -> bool:
    """A parameter of the user's function ends in that function."""
    target = call_target(unit.parsed, call)
    if target is None:
        return True
    if target.is_copy_constructor() or target.is_move_constructor():
        return ends_here  # which C++17 and most compilers leave out
    if not unit.parsed.is_users(target):
        return True
    parameters = [c for c in unit.parsed.children(target) if c._kind_id == ast.PARM_DECL]
    arguments = [a for a in call.get_arguments() if a is not None]
    skipped = max(len(arguments) - len(parameters), 0)  # the object of an operator
    for parameter, argument in zip(parameters, arguments[skipped:], strict=False):
        if argument == child:
            return _is_reference(parameter.type)
    return True

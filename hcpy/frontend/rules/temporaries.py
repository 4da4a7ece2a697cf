"""HC: the objects without a name that end in a function's body.

Takes: a function or a lambda expression of a ParsedUnit.
Gives: the expressions that make them. An object that becomes a variable, a member, a parameter or a result
ends there, not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Unit, call_target, own_parts

_CASTS = frozenset((ast.C_CAST, ast.STATIC_CAST, ast.FUNCTIONAL_CAST))
_WRAPPERS = frozenset((ast.UNEXPOSED_EXPR, ast.PAREN, ast.CONDITIONAL)) | _CASTS
_UNSEEN = ast.CLASSES | {ast.SIZEOF, ast.PARM_DECL}
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
        kind = top._kind_id
        if kind in _UNSEEN:
            continue
        target = call_target(parsed, top) if kind == ast.CALL else None
        if ends_here and _makes_object(kind, target) and parsed.place(top).file:
            yield top
        inner = parsed.children(top)
        stack += zip(inner[::-1], _ends(unit, top, target, inner, ends_here)[::-1], strict=True)


def _makes_object(kind: int, target: Cursor | None) -> bool:
    """Does an expression construct an object, or call a function that returns one?"""
    if kind == ast.INIT_LIST:
        return True
    if target is None or target._kind_id not in ast.FUNCTIONS:
        return False
    return target._kind_id == ast.CONSTRUCTOR or not _is_reference(target.result_type)


def _is_reference(kind: Cursor) -> bool:
    return "REFERENCE" in ast.type_kind(kind.get_canonical())


def _ends(
    unit: Unit, top: Cursor, target: Cursor | None, inner: Sequence[Cursor], ends_here: bool
) -> list[bool]:
    """Of each child: does an object that it makes end within the expression or statement around it?"""
    kind = top._kind_id
    if kind == ast.CALL:
        return _ends_with_call(unit, top, target, inner, ends_here)
    if kind == ast.LAMBDA:
        return [c._kind_id == ast.COMPOUND for c in inner]
    if kind == ast.BINARY_OPERATOR and not ends_here and top.spelling == ",":
        return [True] * (len(inner) - 1) + [False] * bool(inner)
    if kind in _WRAPPERS:
        end = ends_here or (kind in _CASTS and _is_reference(top.type))
    elif kind == ast.VAR_DECL:
        end = _is_reference(top.type)
    else:
        end = kind not in _KEEPERS
    return [end] * len(inner)


def _ends_with_call(
    unit: Unit, call: Cursor, target: Cursor | None, inner: Sequence[Cursor], ends_here: bool
) -> list[bool]:
    """A parameter of the user's function ends in that function."""
    if target is None:
        return [True] * len(inner)
    if target.is_copy_constructor() or target.is_move_constructor():
        return [ends_here] * len(inner)  # which C++17 and most compilers leave out
    if not unit.parsed.is_users(target):
        return [True] * len(inner)
    parameters = [c for c in unit.parsed.children(target) if c._kind_id == ast.PARM_DECL]
    arguments = [a for a in call.get_arguments() if a is not None]
    skipped = max(len(arguments) - len(parameters), 0)  # the object of an operator
    theirs = [a for p, a in zip(parameters, arguments[skipped:], strict=False) if not _is_reference(p.type)]
    return [all(a != child for a in theirs) for child in inner]

"""Which functions launch kernels, or make the instances of templates that may.

Takes: a function's cursor in a ParsedUnit.
Gives: whether a part that lacks its body may lack kernels.
"""

from __future__ import annotations

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.kernels import LAUNCH

_NAMES = frozenset((ast.CALL, ast.DECL_REF, ast.MEMBER_REF))


def may_launch(parsed: ParsedUnit, function: Cursor) -> bool:
    """Does it launch a kernel, or name an instance of a template of the user's?"""
    return any(_makes_kernel(parsed, cursor) for cursor in parsed.walk(function))


def _makes_kernel(parsed: ParsedUnit, cursor: Cursor) -> bool:
    if cursor._kind_id == ast.OVERLOADED_REF:  # only an instance shows which
        return any(f._kind_id == ast.FUNCTION_TEMPLATE for f in parsed.overloads(cursor))
    if cursor._kind_id not in _NAMES:
        return False
    if cursor.spelling == LAUNCH:
        return True
    target, called = parsed.target(cursor), parsed.called(cursor)
    return target is not None and parsed.is_users(target) and target != called

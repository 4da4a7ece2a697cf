"""Which functions launch kernels: by themselves, or through the instances of templates that they make.

Takes: a function's cursor in a ParsedUnit.
Gives: whether a part that lacks its body may lack kernels.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.kernels import LAUNCH

_NAMES = frozenset((ast.CALL, ast.DECL_REF, ast.MEMBER_REF))


def may_launch(parsed: ParsedUnit, function: Cursor) -> bool:
    """Does it launch a kernel, or name a template of the user's that does? Other functions stay."""
    todo, seen = [function], {parsed.hash_of(function)}
    while todo:
        for cursor in parsed.walk(todo.pop()):
            if cursor.spelling == LAUNCH and cursor._kind_id in (*_NAMES, ast.OVERLOADED_REF):
                return True
            for template in _templates(parsed, cursor):
                if parsed.hash_of(template) not in seen:
                    seen.add(parsed.hash_of(template))
                    todo.append(template)
    return False


def _templates(parsed: ParsedUnit, cursor: Cursor) -> Iterator[Cursor]:
    """The user's templates, and members of class templates, that a cursor names an instance of."""
    if cursor._kind_id == ast.TEMPLATE_REF:  # a class, whose members the code may call
        target = parsed.target(cursor)
        named = [target] if target is not None and target._kind_id in ast.CLASSES else []
    elif cursor._kind_id == ast.OVERLOADED_REF:  # only an instance shows which
        named = [f for f in parsed.overloads(cursor) if f._kind_id == ast.FUNCTION_TEMPLATE]
    elif cursor._kind_id in _NAMES:
        target = parsed.target(cursor)
        named = [target] if target is not None and target != parsed.called(cursor) else []
    else:
        return
    yield from (f for f in named if parsed.is_users(f))

"""HC: what a loop over a range calls without naming it.

Takes: a CXXForRangeStmt, of which libclang shows the variable, the range and the body.
Gives: Calls of begin and end, and of the iterator's operators, where the classes are the user's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Call, Unit
from hcpy.frontend.rules.object_calls import chosen, class_of

# The iterator's operators that are called so, and with how many parameters as members.
_STEPS = (("operator!=", 1), ("operator++", 0))


def calls_of_range_loop(unit: Unit, loop: Cursor) -> Iterator[Call]:
    """Those of members; of free functions overload resolution is clang's."""
    expressions = [c for c in unit.parsed.children(loop) if c.kind.is_expression()]
    if not expressions:
        return
    at = expressions[0]  # the second is the body, where it is one expression
    begin = _member(unit, _type_of(at.type), "begin", 0)
    if begin is None:
        return
    end = _member(unit, _type_of(at.type), "end", 0)
    steps = [_member(unit, _type_of(begin.result_type), name, count) for name, count in _STEPS]
    for function in (begin, end, *steps):
        if function is not None:
            yield Call(unit.parsed.place(at), function, function.displayname)


def _type_of(kind: Any) -> Any:
    kind = kind.get_canonical()
    return kind.get_pointee().get_canonical() if "REFERENCE" in ast.type_kind(kind) else kind


def _member(unit: Unit, kind: Any, name: str, count: int) -> Cursor | None:
    """The member function that such a call takes; one that a kernel may call is the better one."""
    if ast.type_kind(kind) != "RECORD":
        return None
    methods = [m for found in class_of(unit, kind) for m in clang_types.methods(found)]
    named = [m for m in methods if m.spelling == name and len(list(m.get_arguments())) == count]
    return chosen(unit, named)

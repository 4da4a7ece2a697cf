"""HC: pointers to array_views, and to objects with such, that a kernel holds. A launch binds the views of the
object that one points to: those after it, which C++ would reach by arithmetic, have no elements there.

Takes: a Unit and a Kernel.
Gives: the places where a kernel goes from such a pointer to another object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Unit
from hcpy.frontend.rules.expressions import declared
from hcpy.frontend.rules.types import library_class

_VIEWS = frozenset(("array_view", "texture_view", "writeonly_texture_view"))
_INTEGER_LITERAL = 106
_DEEPEST = 8  # classes within classes


def check_view_pointers(unit: Unit, kernel: Kernel) -> Iterator[Broken]:
    """Subscripts other than 0, and pointer arithmetic."""
    if kernel.is_lambda:
        held = {unit.parsed.hash_of(u.variable) for u in kernel.captures if u.variable is not None}
    else:
        held = {unit.parsed.hash_of(f) for f in clang_types.fields(kernel.cursor.semantic_parent.type)}
    for cursor in unit.parsed.walk(kernel.cursor):
        pointer = _moved(unit, cursor)
        target = unit.parsed.called(pointer) if pointer is not None else None
        if target is None or (target._kind_id != FIELD_DECL and unit.parsed.hash_of(target) not in held):
            continue
        if target._kind_id == FIELD_DECL and not _is_of_held(unit, pointer, held):
            continue
        if _has_views(target.type.get_canonical().get_pointee(), 0):
            text = (
                f"'{target.spelling}' is a pointer to one object: a kernel does not have the array_views of "
                "those around it; capture an array of them"
            )
            yield Broken(unit.parsed.place(cursor), text, (declared(unit, target),))


def _moved(unit: Unit, cursor: Cursor) -> Cursor | None:
    """The variable or member whose neighbours an expression names: `p[1]`, `p + 1`, `p += n`, `++p`."""
    kind = cursor._kind_id
    if kind not in (ast.SUBSCRIPT, ast.BINARY_OPERATOR, ast.COMPOUND_ASSIGNMENT, ast.UNARY_OPERATOR):
        return None
    operands = unit.parsed.children(cursor)
    if kind == ast.SUBSCRIPT:
        if len(operands) == 2 and _is_zero(unit, operands[1]):
            return None
    elif not _is_pointer(cursor.type) or cursor.spelling == "=":
        return None
    for operand in (_innermost(unit, o) for o in operands):
        if operand._kind_id in (ast.DECL_REF, ast.MEMBER_REF) and _is_pointer(operand.type):
            made, pointee = cursor.type.get_canonical(), operand.type.get_canonical().get_pointee()
            if kind == ast.SUBSCRIPT or made.get_pointee() == pointee:  # &p is no neighbour
                return operand
    return None


def _innermost(unit: Unit, operand: Cursor) -> Cursor:
    """Without parentheses and implicit conversions around it."""
    while operand._kind_id in (ast.UNEXPOSED_EXPR, ast.PAREN):
        inner = unit.parsed.children(operand)
        if len(inner) != 1:
            break
        operand = inner[0]
    return operand


def _is_zero(unit: Unit, index: Cursor) -> bool:
    index = _innermost(unit, index)
    offset = unit.text.offset(unit.parsed.place(index))
    path = unit.text.file_of(unit.parsed.place(index))
    if index._kind_id != _INTEGER_LITERAL or offset is None or path is None:
        return False
    source = unit.text.sources[path]
    return source.text_of(source.token_at(offset)) == "0"


def _is_pointer(kind: Any) -> bool:
    return ast.type_kind(kind.get_canonical()) == "POINTER"


def _is_of_held(unit: Unit, member: Cursor, held: set[int]) -> bool:
    """Is a member one of what the kernel holds, and not of an object that its body makes?"""
    while True:
        inner = [c for c in unit.parsed.children(member) if c._kind_id not in (ast.TYPE_REF,)]
        if not inner:
            target = unit.parsed.called(member)
            return member._kind_id != ast.DECL_REF or (
                target is not None and unit.parsed.hash_of(target) in held
            )
        member = inner[0]


def _has_views(kind: Any, depth: int) -> bool:
    """Is it a view, or a class that has some?"""
    kind = kind.get_canonical()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type().get_canonical()
    if ast.type_kind(kind) != "RECORD" or depth > _DEEPEST:
        return False
    known = library_class(kind.get_declaration().type)  # without its const
    if known:
        return known in _VIEWS
    inner = [f.type for f in clang_types.fields(kind)] + [b.type for b in clang_types.bases(kind)]
    return any(_has_views(k, depth + 1) for k in inner)

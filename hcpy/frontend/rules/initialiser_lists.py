"""HC: the constructors that a list in braces calls for the parts of an object.

Takes: a list, of which libclang shows the text's form: no conversions, and no parts that it leaves out.
Gives: Calls, where the parts are told apart without overload resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Call, Unit
from hcpy.frontend.rules.object_calls import bare_name, chosen, class_of, copies, defaults, parts_of

_PLACES = frozenset((ast.DECL_REF, ast.MEMBER_REF, ast.SUBSCRIPT))


def calls_of_list(unit: Unit, listed: Cursor, kind: Any) -> Iterator[Call]:
    """Of a list that makes an object, or an array, of a type."""
    elements = unit.parsed.children(listed)
    if "ARRAY" in ast.type_kind(kind.get_canonical()):
        for element in elements:
            yield from _element(unit, element, kind.get_canonical().get_array_element_type())
        return
    for found in class_of(unit, kind):
        if _constructors(found):
            return  # one of them is called, and shown
        named = _designated(unit, elements)
        if not named:
            parts = parts_of(found)[: len(elements)]
            pairs = list(zip(parts, elements, strict=False))
            if any(_leaves_braces_out(unit, element, part.type) for part, element in pairs):
                return  # which part an element belongs to is clang's to say
            for part, element in pairs:
                yield from _element(unit, element, part.type)
            named = frozenset(part.spelling or bare_name(part.type.spelling) for part in parts)
            named |= {bare_name(part.type.spelling) for part in parts if part._kind_id == ast.BASE_SPECIFIER}
        yield from defaults(unit, found, named)


def _constructors(kind: Any) -> list[Cursor]:
    """Those that the class has by the program's words."""
    methods = clang_types.methods(kind)
    return [m for m in methods if m._kind_id == ast.CONSTRUCTOR and not m.is_default_method()]


def _designated(unit: Unit, elements: Sequence[Cursor]) -> frozenset[str]:
    """The members that `.name =` names."""
    inner = [c for element in elements for c in unit.parsed.children(element)[:1]]
    return frozenset(c.spelling for c in inner if c._kind_id == ast.INITIALISED_MEMBER)


def _leaves_braces_out(unit: Unit, element: Cursor, kind: Any) -> bool:
    """Is a part an aggregate that some elements of the list around it make?"""
    if element._kind_id == ast.INIT_LIST:
        return False
    if "ARRAY" in ast.type_kind(kind.get_canonical()):
        return True
    return any(not _constructors(found) and not _is_same(element, found) for found in class_of(unit, kind))


def _is_same(element: Cursor, kind: Any) -> bool:
    return bare_name(element.type.get_canonical().spelling) == bare_name(kind.spelling)


def _element(unit: Unit, element: Cursor, kind: Any) -> Iterator[Call]:
    """What makes a part of an element."""
    if element._kind_id == ast.INIT_LIST:
        yield from calls_of_list(unit, element, kind)
        return
    if "ARRAY" in ast.type_kind(kind.get_canonical()):
        return
    for found in class_of(unit, kind):
        if _is_same(element, found):
            if element._kind_id in _PLACES:
                yield from copies(unit, element, found)
            return
        given = ast.type_kind(element.type.get_canonical())
        if given in ("RECORD", "INVALID", "UNEXPOSED", "DEPENDENT"):
            return  # it may convert itself
        single = [m for m in _constructors(found) if len(list(m.get_arguments())) == 1]
        single = [m for m in single if not (m.is_copy_constructor() or m.is_move_constructor())]
        constructor = chosen(unit, single)
        if constructor is not None:
            yield Call(unit.parsed.place(element), constructor, constructor.displayname)

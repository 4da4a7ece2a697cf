"""C++ AMP: what amp-restricted code calls without naming it (specification, 2.3): constructors, assignments
and destructors of an object, of its bases and of its members.

Takes: constructors, operators and types of a ParsedUnit.
Gives: the first of these functions that is not restricted to amp. Classes of libraries are left to clang.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcpy.core.model import Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.access import element_of, hidden_member, is_initialised
from hcpy.frontend.rules.amp_words import not_amp, not_cpu
from hcpy.frontend.rules.bodies import Broken, Unit
from hcpy.frontend.rules.expressions import declared
from hcpy.frontend.rules.object_calls import bare_name, parts_of
from hcpy.frontend.rules.types import library_class
from hcpy.frontend.text.annotations import DEVICE

# Classes of the headers that are only made of an object or a part of the launch.
_MADE_OF_OTHERS = frozenset(
    (
        "array",
        "array_view",
        "texture",
        "texture_view",
        "writeonly_texture_view",
        "tile_barrier",
        "tiled_index",
    )
)
_DEFAULT, _COPY, _ASSIGN, _DESTROY = "default", "copy", "assign", "destroy"


def refused_call(unit: Unit, target: Cursor) -> Cursor | None:
    """Of a constructor, a destructor or an assignment that is called: what is not for devices."""
    if not target.is_default_method():
        return next((c for c in _meant(unit, target) if not unit.restriction(c).device), None)
    owner = unit.parsed.parent(target)
    purpose = _purpose(target)
    return _of_parts(unit, owner.type, purpose) if owner is not None and purpose else None


def _meant(unit: Unit, target: Cursor) -> list[Cursor]:
    """The function itself. A constructor that `using B::B;` makes has no clause: those of B with its
    parameters are meant, of which one for devices will do."""
    owner = unit.parsed.parent(target)
    if (
        target._kind_id != ast.CONSTRUCTOR
        or owner is None
        or bare_name(owner.spelling) == bare_name(target.spelling)
    ):
        return [target]
    found = [c for c in _constructors_of_bases(owner.type, bare_name(target.spelling)) if _alike(c, target)]
    return [c for c in found if unit.restriction(c).device][:1] or found or [target]


def _constructors_of_bases(kind: Any, name: str) -> Iterator[Cursor]:
    """Of the bases with a name, direct or not."""
    for base in clang_types.bases(kind.get_canonical()):
        if bare_name(base.type.get_canonical().spelling) == name:
            methods = clang_types.methods(base.type.get_canonical())
            yield from (m for m in methods if m._kind_id == ast.CONSTRUCTOR)
        yield from _constructors_of_bases(base.type, name)


def _alike(function: Cursor, other: Cursor) -> bool:
    """Have two functions the same parameters?"""

    def parameters(of: Cursor) -> list[str]:
        return [t.get_canonical().spelling for t in clang_types.argument_types(of.type)]

    return parameters(function) == parameters(other)


def refused_destructor(unit: Unit, kind: Any) -> Cursor | None:
    """What the end of an object's life calls."""
    return _of_class(unit, kind, _DESTROY)


def check_ended(unit: Unit, place: Location, kind: Any) -> Iterator[Broken]:
    """An object of this type ends in amp-restricted code."""
    culprit = refused_destructor(unit, kind)
    if culprit is not None:
        yield Broken(place, not_amp(culprit.spelling), (declared(unit, culprit),))


def check_made(unit: Unit, place: Location, variable: Cursor, name: str, kind: Any) -> Iterator[Broken]:
    """A tile_static variable, which has no initialiser: its class needs a default constructor for devices,
    though none runs."""
    lacking = _without_default(unit, kind)
    if lacking:
        text = f"the tile_static variable '{name}' can't be made: '{lacking}' has no default constructor"
        yield Broken(place, text)
        return
    hidden = hidden_member(unit, variable, kind)
    if hidden is not None:
        what = "destructor" if hidden._kind_id == ast.DESTRUCTOR else "default constructor"
        access = hidden.access_specifier.name.lower()
        owner = hidden.semantic_parent.type.spelling
        text = f"the tile_static variable '{name}' can't be made: the {what} of '{owner}' is {access}"
        yield Broken(place, text, (declared(unit, hidden),))
        return
    culprit = _of_class(unit, kind, _DEFAULT)
    if culprit is not None:
        yield Broken(place, not_amp(culprit.spelling), (declared(unit, culprit),))


def _without_default(unit: Unit, kind: Any) -> str:
    """Of a type and what it holds: the class that has no default constructor; empty where each has one."""
    kind = element_of(kind)
    if library_class(kind) in _MADE_OF_OTHERS:
        return str(kind.spelling)
    declaration = kind.get_declaration()
    if ast.type_kind(kind) != "RECORD" or not unit.parsed.is_users(declaration):
        return ""
    made = [m for m in clang_types.methods(kind) if m._kind_id == ast.CONSTRUCTOR]
    default = [m for m in made if m.is_default_constructor()]
    if any(not m.is_default_method() and not m.is_deleted_method() for m in default):
        return ""
    if any(
        c._kind_id == ast.FUNCTION_TEMPLATE for c in unit.parsed.children(unit.parsed.pattern(declaration))
    ):
        return ""  # perhaps a constructor that all its arguments may be left out of
    if any(m.is_deleted_method() for m in default) or any(
        not m.is_default_method() for m in made if not default
    ):
        return str(kind.spelling)
    return "" if declaration._kind_id == ast.UNION_DECL else _part_without_default(unit, kind)


def _part_without_default(unit: Unit, kind: Any) -> str:
    """The same for bases and members: what clang makes binds no reference and sets no constant."""
    members = [m for m in clang_types.fields(kind) if not is_initialised(unit, m)]
    for member in members:
        inner = element_of(member.type)
        is_constant = inner.is_const_qualified() and ast.type_kind(inner) != "RECORD"
        if is_constant or ast.type_kind(inner) in ("LVALUEREFERENCE", "RVALUEREFERENCE"):
            return str(kind.spelling)
    parts = (*clang_types.bases(kind), *members)
    return next((found for part in parts if (found := _without_default(unit, part.type))), "")


def check_parts(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """A constructor makes the bases and members that its initialisers leave out; a destructor ends them."""
    owner = unit.parsed.parent(function)
    if owner is None or function._kind_id not in (ast.CONSTRUCTOR, ast.DESTRUCTOR):
        return
    is_made = function._kind_id == ast.CONSTRUCTOR
    named = _initialised_by(unit, function) if is_made else set()
    if bare_name(owner.spelling) in named:
        return  # another constructor does it
    purpose = _DEFAULT if is_made else _DESTROY
    culprit = _of_parts(unit, owner.type, purpose, named)
    if culprit is not None:
        yield Broken(unit.parsed.place(function), not_amp(culprit.spelling), (declared(unit, culprit),))
    elif unit.restriction(function).cpu and not unit.text.mentions_passes:
        culprit = _amp_alone(unit, owner.type, purpose, named)
        if culprit is not None:
            yield Broken(unit.parsed.place(function), not_cpu(culprit.spelling), (declared(unit, culprit),))


def _amp_alone(unit: Unit, kind: Any, purpose: str, named: set[str]) -> Cursor | None:
    """Of the bases and members but those that are `named`: what makes, or ends, one, and is for amp alone.

    clang sees that in functions that the CPU's part calls.
    """
    kind = kind.get_canonical()
    for part in parts_of(kind):
        name = bare_name(part.type.spelling) if part._kind_id == ast.BASE_SPECIFIER else part.spelling
        held = element_of(part.type)
        if name in named or (purpose == _DEFAULT and is_initialised(unit, part)):
            continue
        if ast.type_kind(held) != "RECORD" or not unit.parsed.is_users(held.get_declaration()):
            continue
        called = [m for m in clang_types.methods(held) if _serves(m, purpose) and not m.is_default_method()]
        if called and all(_is_amp_alone(unit, m) for m in called):
            return called[0]
    return None


def _is_amp_alone(unit: Unit, method: Cursor) -> bool:
    return unit.parsed.pattern(method) == method and unit.restriction(method) == DEVICE


def default_initialisers(unit: Unit, function: Cursor) -> Iterator[Cursor]:
    """The members whose initialisers in the class a constructor runs: libclang shows them nowhere in it."""
    owner = unit.parsed.parent(function)
    if owner is None or function._kind_id != ast.CONSTRUCTOR or not _has_body(unit, function):
        return
    named = _initialised_by(unit, function)
    if bare_name(owner.spelling) in named:
        return
    for member in clang_types.fields(owner.type.get_canonical()):
        if member.spelling not in named and is_initialised(unit, member):
            yield member


def _has_body(unit: Unit, function: Cursor) -> bool:
    return any(child._kind_id == ast.COMPOUND for child in unit.parsed.children(function))


def _initialised_by(unit: Unit, constructor: Cursor) -> set[str]:
    """The members and classes that a constructor's initialisers name."""
    kinds = (ast.INITIALISED_MEMBER, ast.TYPE_REF, ast.TEMPLATE_REF)
    return {bare_name(c.spelling) for c in unit.parsed.children(constructor) if c._kind_id in kinds}


def _purpose(function: Cursor) -> str:
    if function._kind_id == ast.DESTRUCTOR:
        return _DESTROY
    if function._kind_id == ast.CONSTRUCTOR:
        return _DEFAULT if function.is_default_constructor() else _COPY
    return _ASSIGN if function.spelling == "operator=" else ""


def _of_parts(unit: Unit, kind: Any, purpose: str, named: set[str] | None = None) -> Cursor | None:
    """The same for each base and member but those that are `named`."""
    kind = kind.get_canonical()
    for base in clang_types.bases(kind):
        if bare_name(base.type.spelling) not in (named or ()):
            found = _of_class(unit, base.type, purpose)
            if found is not None:
                return found
    for member in clang_types.fields(kind):
        if member.spelling in (named or ()) or (purpose == _DEFAULT and is_initialised(unit, member)):
            continue
        found = _of_class(unit, member.type, purpose)
        if found is not None:
            return found
    return None


def _of_class(unit: Unit, kind: Any, purpose: str) -> Cursor | None:
    kind = element_of(kind)
    if ast.type_kind(kind) != "RECORD" or not unit.parsed.is_users(kind.get_declaration()):
        return None
    if "(lambda at" in kind.spelling:
        return None
    candidates = [m for m in clang_types.methods(kind) if _serves(m, purpose)]
    made = [m for m in candidates if not m.is_default_method()]
    if any(unit.restriction(m).device for m in made):
        return None
    if made and len(made) == len(candidates):
        return made[0]
    return _of_parts(unit, kind, purpose)


def _serves(method: Cursor, purpose: str) -> bool:
    kind = method._kind_id
    if purpose == _DESTROY:
        return bool(kind == ast.DESTRUCTOR)
    if purpose == _ASSIGN:
        return bool(kind == ast.CXX_METHOD and method.spelling == "operator=")
    if kind != ast.CONSTRUCTOR:
        return False
    if purpose == _DEFAULT:
        return bool(method.is_default_constructor())
    return bool(method.is_copy_constructor() or method.is_move_constructor())

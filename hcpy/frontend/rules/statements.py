"""C++ AMP's rules on statements and local declarations (specification, 2.4.3.5 to 2.4.3.7).

Takes: a statement's or a local declaration's cursor.
Gives: the rules that it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.dataclass import replace
from hcpy.core.model import Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import IN_AMP
from hcpy.frontend.rules.bodies import Broken, Unit
from hcpy.frontend.rules.expressions import bare_type, unsupported
from hcpy.frontend.rules.objects import check_ended, check_made
from hcpy.frontend.rules.types import VOLATILE, stored_type

_OTHER_STORAGE = frozenset(("static", "extern", "thread_local", "register", "mutable"))
_STORED = "hcpy_tile_"  # how tile_statics.py names such variables
_FORBIDDEN = {
    ast.TRY: "'try'",
    ast.GOTO: "'goto'",
    ast.INDIRECT_GOTO: "'goto'",
    ast.LABEL: "a label",
    ast.GCC_ASM: "'asm'",
    ast.MS_ASM: "'asm'",
}


def check_statement(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    """The rules on one statement."""
    what = _FORBIDDEN.get(cursor._kind_id)
    if what is not None:
        yield Broken(unit.parsed.place(cursor), f"{what} {IN_AMP}")


def without_targets(broken: list[Broken]) -> list[Broken]:
    """The label that a goto names is no separate mistake."""
    if not any(found.message.startswith(_FORBIDDEN[ast.GOTO]) for found in broken):
        return broken
    return [found for found in broken if not found.message.startswith(_FORBIDDEN[ast.LABEL])]


def is_tile_static(unit: Unit, variable: Cursor) -> bool:
    """Is it declared tile_static?"""
    return any(c._kind_id == ast.CUDA_SHARED_ATTR for c in unit.parsed.children(variable))


def check_variable(unit: Unit, cursor: Cursor, is_host_code: bool) -> Iterator[Broken]:
    """The rules on a local variable or a parameter of a nested lambda."""
    if cursor._kind_id == ast.VAR_DECL:
        if any(c.spelling.startswith(_STORED) for c in unit.parsed.walk(cursor)):
            return  # the name of what is stored: that is looked at itself
        if is_tile_static(unit, cursor):
            yield from _check_tile_static(unit, cursor, is_host_code)
            return
        yield from _check_storage(unit, cursor)
    if "VARIABLEARRAY" in ast.type_kind(cursor.type.get_canonical()):
        yield Broken(unit.parsed.place(cursor), f"an array of variable length {IN_AMP}")
        return
    yield from check_type(unit, cursor)


def specifiers(unit: Unit, declaration: Cursor) -> Iterator[str]:
    """The words of a declaration before its name."""
    begin, place = unit.parsed.begin(declaration), unit.parsed.place(declaration)
    if declaration.spelling.startswith(_STORED):  # its columns are those of the line as it was written anew
        place = _own_place(unit, place, declaration.spelling.removeprefix(_STORED))
    path = unit.text.file_of(begin)
    if path is None or path != unit.text.file_of(place):
        return
    source = unit.text.sources[path]
    first = source.token_of(begin)
    last = source.token_of(place)
    # An edit may have moved the beginning after what precedes it.
    while first > 0 and source.text_of(first - 1) in _OTHER_STORAGE:
        first -= 1
    yield from (source.text_of(i) for i in range(first, last))


def _check_storage(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    place, name = unit.parsed.place(cursor), cursor.spelling
    storage = cursor.storage_class.name
    if cursor.tls_kind.name != "NONE":
        yield Broken(place, f"the thread_local variable '{name}' {IN_AMP}")
    elif storage == "STATIC" and cursor.type.is_const_qualified() and not _is_constant(unit, cursor):
        yield Broken(
            place, f"the static constant '{name}' needs a constant initialiser in amp-restricted code"
        )
    elif storage == "EXTERN" or (storage == "STATIC" and not cursor.type.is_const_qualified()):
        yield Broken(
            place, f"the local variable '{name}' with the storage class '{storage.lower()}' {IN_AMP}"
        )


def _is_constant(unit: Unit, variable: Cursor) -> bool:
    """Is it made of literals and other constants?"""
    for cursor in unit.parsed.walk(variable):
        target = unit.parsed.called(cursor) if cursor._kind_id == ast.DECL_REF else None
        if target is None or target._kind_id not in (ast.VAR_DECL, ast.PARM_DECL):
            continue
        if target._kind_id == ast.PARM_DECL or not target.type.get_canonical().is_const_qualified():
            return False
    return True


def check_type(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    """The type of a variable that is not tile_static."""
    if "(lambda at" in cursor.type.get_canonical().spelling:
        return  # its captures are checked where it is written
    is_parameter = cursor._kind_id == ast.PARM_DECL
    fault = unit.types.of_parameter(cursor.type) if is_parameter else unit.types.of_local(cursor.type)
    if fault is None:
        yield from check_ended(unit, unit.parsed.place(cursor), cursor.type)
        return
    what = f"'{cursor.spelling}' of" if cursor.spelling else "a parameter of"
    text = unsupported(what, cursor.type.spelling, fault.reason)
    yield Broken(unit.parsed.place(cursor), text, fault.notes, bare_type(cursor.type))


def _own_place(unit: Unit, place: Location, name: str) -> Location:
    """Of a variable in a line that tile_statics.py has written anew: where the user's line has its name."""
    path = unit.text.file_of(place)
    if path is None:
        return place
    source = unit.text.sources[path]
    first = source.token_at(source.offset(place.line, 1))
    for i in range(max(first, 0), len(source.tokens)):
        line, column = source.line_column(source.tokens[i].begin)
        if line > place.line:
            break
        if source.tokens[i].text == name and line == place.line:
            return replace(place, column=column)
    return place


def misplaced_tile_static(name: str) -> str:
    """The message for a variable in code for the CPU."""
    return f"the tile_static variable '{name}' is only allowed in functions restricted to amp alone"


def _check_tile_static(unit: Unit, cursor: Cursor, is_host_code: bool) -> Iterator[Broken]:
    name = cursor.spelling.removeprefix(_STORED)
    place = _own_place(unit, unit.parsed.place(cursor), name)
    if is_host_code:
        yield Broken(place, misplaced_tile_static(name))
    words = _OTHER_STORAGE.intersection(specifiers(unit, cursor))
    if words:
        text = f"the tile_static variable '{name}' can't be '{min(words)}' as well"
        yield Broken(place, text)
    kind = cursor.type.get_canonical()
    if ast.type_kind(kind) in ("POINTER", "LVALUEREFERENCE", "RVALUEREFERENCE"):
        yield Broken(place, f"the tile_static variable '{name}' can't be a pointer or a reference")
        return
    fault = unit.types.of_tile_static(kind)
    if fault is not None and fault.reason != VOLATILE:  # programs for hcc have volatile ones
        kind = stored_type(cursor.type)
        text = unsupported(f"the tile_static variable '{name}' of", kind.spelling, fault.reason)
        yield Broken(place, text, fault.notes, bare_type(kind))
    elif fault is None and not unit.text.unit.ms_compat:  # Visual C++ may not ask, as no constructor runs
        kind = stored_type(cursor.type)
        yield from check_made(unit, place, cursor, name, kind)
        yield from check_ended(unit, place, kind)


def tile_statics_on_host(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """tile_static variables of a function for the CPU, or of what is initialised there."""
    begin, end = unit.parsed.begin(function), unit.parsed.end(function)
    path = unit.text.file_of(begin)
    source = unit.text.sources[path] if path is not None else None
    if source is None or "tile_static" not in source.text:
        return
    first = source.offset(begin.line, begin.column)
    last = source.offset(end.line, end.column)
    if "tile_static" not in source.text[first:last]:
        return
    stack = [*unit.parsed.children(function)]
    while stack:
        top = stack.pop()
        if top._kind_id == ast.LAMBDA and _is_for_devices(unit, top):
            continue
        if top._kind_id == ast.VAR_DECL and is_tile_static(unit, top):
            yield Broken(unit.parsed.place(top), misplaced_tile_static(top.spelling))
        if top._kind_id not in ast.CLASSES:
            stack += unit.parsed.children(top)


def _is_for_devices(unit: Unit, lambda_: Cursor) -> bool:
    """The text at its place tells it, but for one that a macro writes: there its call operator does."""
    if unit.restriction(lambda_).device:
        return True
    operators = (m for m in clang_types.methods(lambda_.type) if m.spelling == "operator()")
    return any(unit.restriction(method).device for method in operators)

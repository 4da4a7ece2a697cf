"""C++ AMP's rules on statements and local declarations (specification, 2.4.3.5 to 2.4.3.7).

Takes: a statement's or a local declaration's cursor.
Gives: the rules that it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.amp_words import IN_AMP
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules_bodies import Broken, Unit
from hcpy.frontend.rules_expressions import bare_type, unsupported
from hcpy.frontend.rules_types import VOLATILE

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


def is_tile_static(unit: Unit, variable: Cursor) -> bool:
    """Is it declared tile_static?"""
    return any(c._kind_id == ast.CUDA_SHARED_ATTR for c in unit.parsed.children(variable))


def check_variable(unit: Unit, cursor: Cursor, is_host_code: bool) -> Iterator[Broken]:
    """The rules on a local variable or a parameter of a nested lambda."""
    if cursor._kind_id == ast.VAR_DECL:
        if is_tile_static(unit, cursor):
            yield from _check_tile_static(unit, cursor, is_host_code)
            return
        yield from _check_storage(unit, cursor)
    yield from check_type(unit, cursor)


def _check_storage(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    place, name = unit.parsed.place(cursor), cursor.spelling
    storage = cursor.storage_class.name
    if cursor.tls_kind.name != "NONE":
        yield Broken(place, f"the thread_local variable '{name}' {IN_AMP}")
    elif storage == "EXTERN" or (storage == "STATIC" and not cursor.type.is_const_qualified()):
        yield Broken(
            place, f"the local variable '{name}' with the storage class '{storage.lower()}' {IN_AMP}"
        )


def check_type(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    """The type of a variable that is not tile_static."""
    if "(lambda at" in cursor.type.get_canonical().spelling:
        return  # its captures are checked where it stands
    fault = unit.types.of_local(cursor.type)
    if fault is not None:
        what = f"'{cursor.spelling}' of" if cursor.spelling else "a parameter of"
        text = unsupported(what, cursor.type.spelling, fault.reason)
        yield Broken(unit.parsed.place(cursor), text, fault.notes, bare_type(cursor.type))


def misplaced_tile_static(name: str) -> str:
    """The message for a variable in code for the CPU."""
    return f"the tile_static variable '{name}' is only allowed in functions restricted to amp alone"


def _check_tile_static(unit: Unit, cursor: Cursor, is_host_code: bool) -> Iterator[Broken]:
    place, name = unit.parsed.place(cursor), cursor.spelling
    if is_host_code:
        yield Broken(place, misplaced_tile_static(name))
    kind = cursor.type.get_canonical()
    if ast.type_kind(kind) in ("POINTER", "LVALUEREFERENCE", "RVALUEREFERENCE"):
        yield Broken(place, f"the tile_static variable '{name}' can't be a pointer or a reference")
        return
    fault = unit.types.of_value(kind)
    if fault is not None and fault.reason != VOLATILE:  # programs for hcc have volatile ones
        text = unsupported(f"the tile_static variable '{name}' of", cursor.type.spelling, fault.reason)
        yield Broken(place, text, fault.notes, bare_type(kind))

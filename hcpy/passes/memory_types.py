"""Gives memory other types where no value has such a type any more.

Takes a module, the types that are meant, and what they become, which asks for no alignment; leaves the module
as it is where that would move something.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.ir import Opcode


def change_memory(module: ir.Module, is_meant: Callable[[ir.Type], bool], change: ir.Change) -> None:
    search = ir.TypeSearch(is_meant)
    found = [instruction for function in module.definitions for instruction in search.find(function)]
    if any(is_meant(value.type) for i in found for value in (i, *i.operands)):
        return
    own = [i.allocated_type for i in found if i.opcode is Opcode.ALLOCA]
    if all(_lies_alike(type_, is_meant) for type_ in (*(v.value_type for v in module.variables), *own)):
        ir.change_types(module, change)


def _lies_alike(type_: ir.Type, is_meant: Callable[[ir.Type], bool]) -> bool:
    """Is such a type nowhere in a structure that aligns it?"""
    if type_.is_array:
        return _lies_alike(type_.element, is_meant)
    elements = type_.elements if type_.is_struct else []
    if not all(_lies_alike(element, is_meant) for element in elements):
        return False
    return not type_.is_struct or type_.is_packed or not any(map(is_meant, elements))

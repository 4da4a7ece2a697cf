"""Gives memory other types where no value has such a type any more.

Takes a module, the types that are meant, and what they become, which may ask for less alignment; leaves the
module as it is where a value has such a type.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.core.dataclass import replace


def change_memory(module: ir.Module, is_meant: Callable[[ir.Type], bool], change: ir.Change) -> None:
    search = ir.TypeSearch(is_meant)
    found = [instruction for function in module.definitions for instruction in search.find(function)]
    if not any(is_meant(value.type) for i in found for value in (i, *i.operands)):
        ir.change_types(module, replace(change, keeps_places=True))

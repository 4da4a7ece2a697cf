"""Gives undefined functions other names.

Takes a Module and the new names by the old; changes the declarations and every use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hcpy import ir
from hcpy.ir.rewrite import rename as rename_one


def rename(module: ir.Module, renamed: Mapping[str, str]) -> None:
    """Those of these names that the module has."""
    for old, new in renamed.items():
        function = module.function(old)
        if function is not None and function.is_declaration:
            rename_one(module, function, new)


def rename_undefined(module: ir.Module, new_name: Callable[[str], str | None]) -> None:
    """Every undefined function for which there is a new name."""
    for function in module.functions:
        if function.is_declaration and (new := new_name(function.name)) is not None:
            rename_one(module, function, new)

"""Tells which symbols of a device module are functions that units share.

Takes: symbols and the names of the unit's annotated functions.
Gives: what other units may define or call.
"""

from __future__ import annotations

from pathlib import Path

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.core.demangle import demangle, is_provided, plain_name
from hcpy.core.model import ExternalNames

_VISIBLE = frozenset((ir.Linkage.EXTERNAL, ir.Linkage.WEAK_ANY, ir.Linkage.WEAK_ODR))


@dataclass(frozen=True)
class SharedSymbols:
    """Does a module have any of them?"""

    undefined: bool
    exported: bool


def find_shared(path: Path, names: ExternalNames) -> SharedSymbols:
    """What a module's file declares and defines; kernels may not reach the undefined ones. In the worker."""
    with ir.Module.read(path) as module:
        undefined = exported = False
        for function in module.functions:
            if function.is_declaration:
                undefined = undefined or is_undefined(function, names)
            else:
                exported = exported or is_exported(function, names)
        return SharedSymbols(undefined, exported)


def is_undefined(function: ir.Function, names: ExternalNames) -> bool:
    """May other units have to define it?"""
    return function.is_declaration and not function.is_intrinsic and is_annotated(function.name, names)


def is_exported(function: ir.Function, names: ExternalNames) -> bool:
    """An annotated function that another unit may call: no other unit has it as well, as those in headers."""
    if function.is_declaration or function.is_kernel:
        return False
    linkage = function.linkage
    if linkage in _VISIBLE:
        return is_annotated(function.name, names)
    # clang's HIP mode makes what is instantiated explicitly internal.
    return linkage is ir.Linkage.INTERNAL and _is_instantiated(function.name, names)


def is_annotated(symbol: str, names: ExternalNames) -> bool:
    """May it be one of the unit's annotated functions?"""
    if not symbol.startswith("_Z"):
        return symbol in names.c_functions
    if is_provided(symbol):
        return False
    return names.anything or not names.functions.isdisjoint(plain_name(symbol)[-1:])


def _is_instantiated(symbol: str, names: ExternalNames) -> bool:
    """A template's instance, by its own name or its class's."""
    if not names.instantiated or "<" not in demangle(symbol) or "(anonymous" in demangle(symbol):
        return False
    return not names.instantiated.isdisjoint(plain_name(symbol)[-2:]) and is_annotated(symbol, names)

"""Finds the kernels of a module: entries, the user's call operators they run, and their records.

Takes a module; gives entries before optimisation, and names for people.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from hcpy import ir
from hcpy.core.demangle import kernel_name
from hcpy.core.model import Location

ENTRY_PREFIX = "_ZN4hcrt6detail5entryI"  # hcrt::detail::entry: C++ AMP's kernels on x86 have no convention


def find_entries(module: ir.Module) -> tuple[str, ...]:
    """The names of the kernels that the module defines, in its order."""
    return tuple(function.name for function in module.definitions if is_entry(function))


def is_entry(function: ir.Function) -> bool:
    """Is it a kernel?"""
    return function.is_kernel or function.name.startswith(ENTRY_PREFIX)


def byval_type(function: ir.Function) -> ir.Type | None:
    """The type of the function object that an entry takes by value; None: it takes a pointer."""
    if not function.arguments:
        return None
    given = function.parameter_attributes(0)
    found = given.get("byval") or given.get("byref")
    return found.type if found is not None else None


def is_inside(file: str, folder: str) -> bool:
    """Does a file, as debug information names it, lie in a folder? The folder is absolute."""
    prefix = folder.rstrip("/") + "/"
    return file.startswith(prefix) or _resolved(file).startswith(prefix)


@cache
def _resolved(file: str) -> str:
    """Functions are many, their files few."""
    return os.path.realpath(file)


def call_operator(
    entry: ir.Function, include_folder: str, graph: ir.CallGraph
) -> tuple[str, Location | None]:
    """The user's function that an entry calls, and its place: the first one that is not in our headers."""
    for function in graph.reachable((entry,)):
        if function.is_declaration or function == entry:
            continue
        location = graph.location_of(function)
        if location is not None and not is_inside(location.file, include_folder):
            return function.name, location
    return entry.name, entry.location


def display_name(operator: str, location: Location | None) -> str:
    """A kernel's name for people: `main::lambda at saxpy.cpp:12`."""
    name = kernel_name(operator)
    if location is None:
        return name
    return f"{name} at {Path(location.file).name}:{location.line}"

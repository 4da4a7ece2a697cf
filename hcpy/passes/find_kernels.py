"""Finds the kernels of a module: entries, the user's call operators behind them, and their records.

Takes a parsed module; gives entry names before optimisation and KernelRecords after it.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from hcpy.model import Location
from hcpy.passes.demangle import kernel_name
from hcpy.passes.irtext import Function, Module

ENTRY_PREFIX = "_ZN4hcrt6detail5entryI"  # hcrt::detail::entry: C++ AMP's kernels on x86 have no convention
KERNEL_CONVENTIONS = frozenset(("ptx_kernel", "spir_kernel", "amdgpu_kernel"))
_BYVAL = re.compile(r"\bby(?:val|ref)\(")


def find_entries(module: Module) -> tuple[str, ...]:
    """The names of the kernels that the module defines, in its order."""
    return tuple(
        name
        for name, function in module.functions.items()
        if not function.is_declaration
        and (function.calling_convention in KERNEL_CONVENTIONS or name.startswith(ENTRY_PREFIX))
    )


def byval_type(function: Function) -> str | None:
    """The type of the function object that an entry takes by value; None: it takes a pointer."""
    if not function.parameters or (match := _BYVAL.search(function.parameters[0])) is None:
        return None
    text = function.parameters[0][match.end() :]
    depth = 1
    quoted = False
    for at, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif not quoted:
            depth += (c == "(") - (c == ")")
            if not depth:
                return text[:at]
    return None


def reachable(module: Module, roots: Iterable[str]) -> Iterator[str]:
    """Every function that calls lead to from the roots, in call order."""
    found = set(queue := deque(dict.fromkeys(roots)))
    while queue:
        name = queue.popleft()
        yield name
        function = module.functions.get(name)
        for call in function.calls() if function is not None else ():
            if call.callee is not None and call.callee not in found:
                found.add(call.callee)
                queue.append(call.callee)


def is_inside(file: str, folder: str) -> bool:
    """Does a file, as debug information names it, lie in a folder? The folder is absolute."""
    prefix = folder.rstrip("/") + "/"
    return file.startswith(prefix) or _resolved(file).startswith(prefix)


@cache
def _resolved(file: str) -> str:
    """Functions are many, their files few."""
    return os.path.realpath(file)


def call_operator(module: Module, entry: str, include_folder: str) -> tuple[str, Location | None]:
    """The user's function behind an entry and its place: the first one called that is not in our headers."""
    for name in reachable(module, (entry,)):
        function = module.functions.get(name)
        if function is None or function.is_declaration or name == entry:
            continue
        location = module.metadata.subprogram_location(function.dbg)
        if location is not None and not is_inside(location.file, include_folder):
            return name, location
    return entry, module.metadata.subprogram_location(module.functions[entry].dbg)


def display_name(operator: str, location: Location | None) -> str:
    """A kernel's name for people: `main::lambda at saxpy.cpp:12`."""
    name = kernel_name(operator)
    if location is None:
        return name
    return f"{name} at {Path(location.file).name}:{location.line}"

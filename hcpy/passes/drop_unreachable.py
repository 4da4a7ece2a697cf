"""Removes what no kernel reaches, before LLVM has to read it.

Takes a Lowering; leaves its module with the entries and what they name, directly or not. Constructors of
globals, llvm.used and HIP's __hip_cuid_ go: the runtime gives globals their values.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from hcpy.passes.irtext import NAME, Function, Global, Module, unquote
from hcpy.passes.lowering import Lowering

_SYMBOL = re.compile(rf"@({NAME})")


def named_in(item: Function | Global) -> Iterable[str]:
    """Every symbol that a function or a variable's initialiser names, in order."""
    if isinstance(item, Global):
        return (unquote(name) for name in _SYMBOL.findall(item.initializer))
    around = (unquote(name) for name in _SYMBOL.findall(item.after_parameters))  # personality, prefix
    return dict.fromkeys((*item.references(), *around))


def reached(module: Module, roots: Iterable[str]) -> dict[str, None]:
    """Every symbol that the roots lead to, themselves included, in order; calls alone: see reachable()."""
    found = dict.fromkeys(roots)
    for name in (work := list(found)):
        item = module.functions.get(name) or module.globals.get(name)
        for other in named_in(item) if item is not None else ():
            if other not in found:
                found[other] = None
                work.append(other)
    return found


def run(lowering: Lowering) -> None:
    keep(lowering.module, reached(lowering.module, lowering.entries))


def keep(module: Module, kept: Container[str]) -> None:
    """Removes all other functions and variables."""
    module.items = [i for i in module.items if isinstance(i, str) or i.name in kept]
    module.functions = {n: f for n, f in module.functions.items() if n in kept}
    module.globals = {n: g for n, g in module.globals.items() if n in kept}

"""Removes what no kernel reaches, before LLVM has to read it.

Takes a Lowering; leaves its module with the entries and what they name, directly or not. Constructors of
globals, llvm.used and HIP's __hip_cuid_ go: the runtime gives globals their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hcpy.passes.irtext import NAME, Function, Global, unquote
from hcpy.passes.lowering import Lowering

_SYMBOL = re.compile(rf"@({NAME})")


def named_in(item: Function | Global) -> Iterable[str]:
    """Every symbol that a function or a variable's initialiser names."""
    if isinstance(item, Global):
        return (unquote(name) for name in _SYMBOL.findall(item.initializer))
    names = set(item.references())
    names.update(unquote(name) for name in _SYMBOL.findall(item.after_parameters))  # personality, prefix
    return names


def run(lowering: Lowering) -> None:
    module = lowering.module
    parts: dict[str, Function | Global] = {**module.functions, **module.globals}
    kept: set[str] = set(lowering.entries)
    work = list(kept)
    while work:
        for name in named_in(parts[work.pop()]):
            if name in parts and name not in kept:
                kept.add(name)
                work.append(name)
    module.items = [i for i in module.items if isinstance(i, str) or i.name in kept]
    module.functions = {n: f for n, f in module.functions.items() if n in kept}
    module.globals = {n: g for n, g in module.globals.items() if n in kept}

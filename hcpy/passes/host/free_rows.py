"""A function of one work-item as it is off all edges (inside.py): it asks nothing.

Loops that only work-items off the edges enter (`if (x < r || ...) copy; else for (...)`) are the same for all
of those, so that strips run them together.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.host.cfg import natural_loops
from hcpy.passes.host.code import Code, read
from hcpy.passes.host.copied_code import copy_function
from hcpy.passes.host.launch import CLEAR, INDEX, OF_STRIPS, used_by
from hcpy.passes.host.uniformity import analyse

_FOLD = "instsimplify,simplifycfg,instsimplify,loop-simplify,lcssa"


def without_edges(module: ir.Module, function: ir.Function) -> ir.Function:
    """A new function; the choices by CLEAR of the given one are made in it."""
    made, _ = copy_function(module, function, f"{function.name}.free")
    clear = made.arguments[INDEX[CLEAR]]
    clear.replace_uses(clear.type.const(1))
    ir.run_passes(made, _FOLD, None)
    return made


def some_enter(module: ir.Module, code: Code, *, asks_edges: bool) -> bool:
    """Do only some work-items of a strip enter each loop, off the edges, too? No strip runs those for all."""
    if not _are_for_some(code):
        return False
    if not asks_edges or CLEAR not in used_by(code.function):
        return True
    function = without_edges(module, code.function)
    found = _are_for_some(read(function))
    function.erase()
    return found


def _are_for_some(code: Code) -> bool:
    loops = natural_loops(code)
    under = analyse(code, OF_STRIPS[False]).under if loops else ()
    return bool(loops) and all(header in under for header in loops)

"""A function of one work-item as it is off all edges (inside.py): it asks nothing.

Loops that only work-items off the edges enter (`if (x < r || ...) copy; else for (...)`) are the same for all
of those, so that strips run them together.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.host.copied_code import copy_function
from hcpy.passes.host.launch import CLEAR, INDEX

_FOLD = "instsimplify,simplifycfg,instsimplify,loop-simplify,lcssa"


def without_edges(module: ir.Module, function: ir.Function) -> ir.Function:
    """A new function; the choices by CLEAR of the given one are made in it."""
    made, _ = copy_function(module, function, f"{function.name}.free")
    clear = made.arguments[INDEX[CLEAR]]
    clear.replace_uses(clear.type.const(1))
    ir.run_passes(made, _FOLD, None)
    return made

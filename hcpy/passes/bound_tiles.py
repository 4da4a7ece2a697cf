"""Says for ptxas how large a kernel's tiles are, and how many of them a multiprocessor is to hold at once.

Takes a Lowering whose module is optimised for PTX. Kernels of the headers' algorithms say so by a call of
`__hcrt_bound_tiles(items, tiles)`, which is removed. Without it ptxas gives a kernel all registers that make
it short: a radix sort's took 221 of them, with which a multiprocessor has no place for its tile.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_FUNCTION = "__hcrt_bound_tiles"


def run(lowering: Lowering) -> None:
    declared = lowering.module.function(_FUNCTION)
    if declared is None:
        return
    for call in declared.call_sites:
        items, tiles = (operand.value for operand in call.operands if isinstance(operand, ir.Integer))
        attributes = call.function.attributes
        attributes.add_text("nvvm.maxntid", str(items))
        attributes.add_text("nvvm.minctasm", str(tiles))
        call.erase()
    declared.erase()

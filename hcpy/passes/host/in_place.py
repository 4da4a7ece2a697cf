"""Work-items that read beside what they write: `t[x] = t[x - 1] + t[x + 1]`, every second one of them.

A vector that is loaded one element beside what the vector before it has just stored waits until that is
in the cache: processors hand on what was stored to loads that lie within it. Where a row of a tile is
short it is run as a single vector, which loads all that it reads before it stores.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode

_MOST_BYTES = 64  # of a row's elements: two of AVX2's registers


def reads_beside(layout: ir.Layout, function: ir.Function, length: int) -> bool:
    """Does it, in rows of that length that fit in registers?"""
    stores = list(function.instructions_of(Opcode.STORE))
    written = {ir.base_of(store.pointer) for store in stores}
    if not any(
        ir.base_of(load.pointer) in written and not _is_same_place(load.pointer, stores)
        for load in function.instructions_of(Opcode.LOAD)
    ):
        return False
    return all(layout.size(store.operand(0).type) * length <= _MOST_BYTES for store in stores)


def _is_same_place(pointer: ir.Value, stores: list[ir.Instruction]) -> bool:
    return any(_is_same(pointer, store.pointer) for store in stores)


def _is_same(one: ir.Value, other: ir.Value) -> bool:
    """Are they one address, maybe computed twice?"""
    if one == other:
        return True
    if not (isinstance(one, ir.Instruction) and isinstance(other, ir.Instruction)):
        return False
    if one.opcode is not Opcode.GEP or other.opcode is not Opcode.GEP:
        return False
    return (
        one.source_type == other.source_type
        and all(map(_is_same, one.operands, other.operands))
        and len(one.operands) == len(other.operands)
    )

"""Work-items of a tile that do little else than store to places apart: `s[2 * step * l] += s[...]`.

Takes the Code of a function of one work-item, without loops; gives whether such work-items are run one by
one. AVX-512 has an instruction that stores a vector's elements to places of their own, and LLVM's vectoriser
takes it for cheap. It takes as long as the stores one by one, on AMD's processors longer, and what is loaded
from places apart is gathered on top. Other work pays for that in vector code, where there is enough.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Code, Node, Op
from hcpy.passes.host.simd.shapes import UNIFORM, Shapes
from hcpy.passes.host.simd.structure import Structure

_ITS_WORTH = 3  # operations on what a work-item stores that pay for one store to a place apart
_ACCESSES = frozenset((Opcode.LOAD, Opcode.STORE))


def mostly_scatters(module: ir.Module, code: Code) -> bool:
    """Only of code that all work-items go through: one by one, branches are foreseen wrong."""
    if any(len(block.successors) > 1 for block in code.blocks):
        return False
    stores = [op for op in code.ops() if op.opcode is Opcode.STORE]
    if not stores:
        return False
    shapes = Shapes(module, code, Structure(code))
    apart = [op for op in stores if shapes.of.get(op.operands[1], UNIFORM).stride is None]
    return bool(apart) and _work(stores) <= _ITS_WORTH * len(apart)


def _work(stores: list[Op]) -> int:
    """The operations on what is stored, but for those that say where it is loaded from."""
    pending: list[Node] = [store.operands[0] for store in stores]
    seen: set[Op] = set()
    while pending:
        node = pending.pop()
        if not isinstance(node, Op) or node in seen or node.opcode in _ACCESSES:
            continue
        seen.add(node)
        pending += node.uses
    return sum(op.opcode is not Opcode.PHI and op.opcode not in ir.CASTS for op in seen)

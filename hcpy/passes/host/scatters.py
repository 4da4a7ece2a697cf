"""Work-items of a tile that do little else than store to places apart: `s[2 * step * l] += s[...]`.

Takes the Code of a function of one work-item, without loops; gives whether such work-items are run one by
one. AVX-512 has an instruction that stores a vector's elements to places of their own, and LLVM's vectoriser
takes it for cheap. It takes as long as the stores one by one, on AMD's processors longer, and what is loaded
from places apart is gathered on top. Other work pays for that in vector code, where there is enough.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Code, Fixed, Node, Op
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
    places = [op.operands[1] for op in stores if shapes.of.get(op.operands[1], UNIFORM).stride is None]
    apart = sum(any(_goes_far(op, shapes) for op in _made_of([place])) for place in places)
    values = _made_of([store.operands[0] for store in stores])
    work = sum(op.opcode is not Opcode.PHI and op.opcode not in ir.CASTS for op in values)
    return apart > 0 and work <= _ITS_WORTH * apart


def _goes_far(op: Op, shapes: Shapes) -> bool:
    """Is it a product by a number of the launch or the round? Neighbours are that far from each other."""
    if shapes.of.get(op, UNIFORM).stride is not None:
        return False
    if op.opcode is Opcode.MUL:
        return not any(isinstance(factor, Fixed) for factor in op.operands)
    return op.opcode is Opcode.SHL and not isinstance(op.operands[1], Fixed)


def _made_of(values: list[Node]) -> set[Op]:
    """The operations that give the values, from what was loaded on."""
    pending = list(values)
    seen: set[Op] = set()
    while pending:
        node = pending.pop()
        if not isinstance(node, Op) or node in seen or node.opcode in _ACCESSES:
            continue
        seen.add(node)
        pending += node.uses
    return seen

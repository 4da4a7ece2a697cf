"""Loops that go far from round to round: `for (i = id; i < n; i += all)`.

A strip's work-items then read a line of one page after the other, which no processor foresees. Takes a load
of a strip's row; gives by how much its place grows in each round, where that may be far.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host.code import Node, Op
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.steps import PASSED_ON
from hcpy.passes.host.simd.structure import Level

ROUNDS = 16  # so many ahead: their work takes as long as memory
_FAR = 1024  # bytes; what is nearer is foreseen


@dataclass(frozen=True)
class Stride:
    """Of a place: `step` elements of `size` bytes in each round."""

    step: Node
    size: int


def stride_of(op: Op, shapes: Shapes) -> Stride | None:
    level = shapes.structure.level_of[op.block]
    place = op.operands[0]
    if not level.depth or not isinstance(place, Op) or place.opcode is not Opcode.GEP:
        return None
    if len(place.operands) != 2 or _changes(place.operands[0], level):
        return None
    step = _step(place.operands[1], level)
    size = shapes.module.layout.size(place.instruction.source_type)
    if step is None or (isinstance(step, Op) and not shapes.of[step].is_uniform):
        return None
    if isinstance(step.value, ir.Integer) and abs(step.value.signed) * size < _FAR:
        return None
    return Stride(step, size)


def _changes(node: Node, level: Level) -> bool:
    return isinstance(node, Op) and node.block in level.blocks


def _step(node: Node, level: Level) -> Node | None:
    """What is added to an index in each round."""
    while isinstance(node, Op) and node.block in level.blocks:
        if node.opcode is Opcode.PHI:
            return _added(node, level)
        if node.opcode in PASSED_ON:
            node = node.operands[0]
        elif node.opcode is Opcode.ADD:
            changing = [operand for operand in node.operands if _changes(operand, level)]
            if len(changing) != 1:
                return None
            node = changing[0]
        else:
            return None
    return None


def _added(phi: Op, level: Level) -> Node | None:
    if phi.block is not level.header:
        return None
    backs = {edge.source for edge in level.backs}
    following = {value for value, block in phi.incoming if block in backs}
    (after, *others) = following
    if others or not isinstance(after, Op) or after.opcode is not Opcode.ADD:
        return None
    first, second = after.operands
    by = second if first is phi else first if second is phi else None
    return None if by is None or _changes(by, level) else by

"""Which work-items leave a block by which edge.

Takes a block's terminator and the mask of the block; gives a mask for each edge.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.code import Block, Op
from hcpy.passes.host.simd.lanes import Mask, Strip
from hcpy.passes.host.simd.structure import Edge


def edge_masks(strip: Strip, block: Block, edges: list[Edge], bits: ir.Value | None) -> dict[Edge, Mask]:
    """bits: of the block's work-items, of which there is one. Others may have poison, which is frozen."""
    end = block.terminator
    if len(edges) < 2:
        return {edge: Mask(bits) for edge in edges}
    wanted: dict[Edge, ir.Value] = {}
    is_uniform = strip.shape(end.operands[0]).is_uniform
    for target, condition in _conditions(strip, end, is_uniform):
        edge = Edge(block, target)
        known = wanted.get(edge)
        wanted[edge] = condition if known is None else strip.w.build.binary(Opcode.OR, known, condition)
    if is_uniform:
        return {edge: Mask(bits, condition) for edge, condition in wanted.items()}
    return {edge: Mask(strip.both(bits, strip.as_bits(c))) for edge, c in wanted.items()}


def _conditions(strip: Strip, end: Op, is_uniform: bool) -> list[tuple[Block, ir.Value]]:
    """For each target, perhaps more than once, when it is taken."""
    build, node = strip.w.build, end.operands[0]
    asked = strip.scalar(node) if is_uniform else build.freeze(strip.vector(node))
    every = asked.type.scalar.const(1)
    if end.opcode is Opcode.BR:
        ones = every if is_uniform else strip.spread(every, 0)
        return [(end.targets[0], asked), (end.targets[1], build.binary(Opcode.XOR, asked, ones))]
    found: list[tuple[Block, ir.Value]] = []
    other: ir.Value | None = None
    for (number, _), target in zip(end.instruction.cases, end.targets[1:], strict=True):
        wanted = number if is_uniform else strip.spread(number, 0)
        is_case = build.compare(IntPredicate.EQ, asked, wanted)
        other = is_case if other is None else build.binary(Opcode.OR, other, is_case)
        found.append((target, is_case))
    assert other is not None
    one = strip.w.i1.const(1)
    ones = one if is_uniform else strip.spread(one, 0)
    return [(end.targets[0], build.binary(Opcode.XOR, other, ones)), *found]

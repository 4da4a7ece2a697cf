"""Gives each region its own blocks.

Takes a function's uniformity; where two uniform blocks lead into the same divergent code, the second gets a
copy of it, and a uniform branch into divergent code gets a separate block to begin the region. Other blocks
may not use what is copied: UsedOutside names such values, which keep_in_variables mends (kept_values.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import dominates, immediate_dominators
from hcpy.passes.host.code import Block, Node, Op
from hcpy.passes.host.errors import UsedOutside
from hcpy.passes.host.regions import Region
from hcpy.passes.host.uniformity import Uniformity


def split_edges_into_divergence(uniformity: Uniformity) -> None:
    code = uniformity.code
    for block in list(code.blocks):
        if block in uniformity.under or uniformity.has_divergent_branch(block) or len(block.successors) < 2:
            continue
        for target in block.successors:
            if target in uniformity.under:
                edge = code.add_block(f"{block.name}.to{len(code.blocks)}")
                code.add_branch(edge, target)
                _retarget(block.terminator, {target: edge})
                for phi in target.phis:
                    given = next(v for v, b in phi.incoming if b is block)
                    others = [(v, b) for v, b in phi.incoming if b is not block]
                    phi.set_incoming([*others, (given, edge)])  # several edges have become one


def _retarget(terminator: Op, mapping: Mapping[Block, Block]) -> None:
    terminator.targets = [mapping.get(target, target) for target in terminator.targets]


def copy_blocks(uniformity: Uniformity, region: Region, shared: list[Block]) -> None:
    """Replaces the region's blocks that another region has by copies."""
    code = uniformity.code
    suffix = f".c{len(code.blocks)}"
    own = {block for block in region.blocks if block not in shared}
    _check_uses(uniformity, region, set(shared))
    blocks = {block: code.add_block(block.name + suffix) for block in shared}
    values: dict[Node, Node] = {}
    for block, copy in blocks.items():
        uniformity.under.add(copy)
        for op in block.ops:
            new = Op(op.source, op.opcode, code.next_number(), copy)
            new.callee = op.callee
            copy.ops.append(new)
            values[op] = new
            if op in uniformity.divergent:
                uniformity.divergent.add(new)
    for block in shared:
        for op in block.ops:
            _fill_copy(op, values, blocks, own)
    for block in own:
        _retarget(block.terminator, blocks)
    for block in code.blocks:
        if block not in blocks and block not in blocks.values():
            for phi in block.phis:
                more = [(values.get(v, v), blocks[b]) for v, b in phi.incoming if b in blocks]
                if more:
                    phi.set_incoming([*phi.incoming, *more])
    for segment in region.segments:
        segment.blocks = [blocks.get(b, b) for b in segment.blocks]


def _fill_copy(op: Op, values: Mapping[Node, Node], blocks: Mapping[Block, Block], own: set[Block]) -> None:
    """The copy gets the edges from the region; the original keeps the others."""
    new = values[op]
    assert isinstance(new, Op)
    if op.opcode is Opcode.PHI:
        kept = [(v, b) for v, b in op.incoming if b in own or b in blocks]
        new.set_incoming([(values.get(v, v), blocks.get(b, b)) for v, b in kept])
        op.set_incoming([(v, b) for v, b in op.incoming if b not in own])
    else:
        new.set_operands([values.get(v, v) for v in op.operands])
        new.targets = [blocks.get(t, t) for t in op.targets]


def _check_uses(uniformity: Uniformity, region: Region, copied: set[Block]) -> None:
    """What is copied may be used in the copies and in phis after them only."""
    values = {op for block in copied for op in block.ops}
    outside: dict[ir.Instruction, None] = {}
    for block in uniformity.code.blocks:
        if block not in copied:
            for op in block.ops:
                used = {v for v, b in op.incoming if b not in copied} if op.incoming else op.uses
                outside.update((v.instruction, None) for v in used if isinstance(v, Op) and v in values)
    outside.update((op.instruction, None) for op in _of_rounds_before(region, copied))
    if outside:
        raise UsedOutside(list(outside))


def _of_rounds_before(region: Region, copied: set[Block]) -> Iterator[Op]:
    """Values that a copy uses before it computes them: the region enters a loop in the middle."""
    inside = set(region.blocks)
    graph = {block: [to for to in block.successors if to in inside] for block in inside}
    above = immediate_dominators(graph, region.head)
    uses = (
        (value, place)
        for block in copied
        for op in block.ops
        for value, place in op.incoming or [(value, block) for value in op.uses]
    )
    for value, place in uses:
        if not isinstance(value, Op) or value.block not in copied or place not in above:
            continue
        if not dominates(above, value.block, place):
            yield value

"""Cuts a function into regions that are run work-item by work-item.

Takes a function's uniformity; gives a Cut, and owns the Code from here on: it adds blocks and copies.
Blocks under divergent control belong to the region of the uniform block that leads to them. Of a group,
only barriers need the cut: loops without barriers and straight lines are put together again.
"""

from __future__ import annotations

from hcpy.ir import Opcode
from hcpy.passes.host.cfg import natural_loops, predecessors_of, reachable, successors_of
from hcpy.passes.host.code import EXIT, Block
from hcpy.passes.host.copies import copy_blocks, split_edges_into_divergence
from hcpy.passes.host.errors import BEYOND, NotPossible
from hcpy.passes.host.regions import Cut, Region, Segment
from hcpy.passes.host.uniformity import Uniformity

_Regions = dict[Block, Region]  # by their heads


def cut(uniformity: Uniformity, join_loops: bool) -> Cut:
    code = uniformity.code
    split_edges_into_divergence(uniformity)
    regions: _Regions = {}
    owned: set[Block] = set()
    for block in list(code.blocks):
        if block not in uniformity.under:
            region = regions[block] = _region_of(block, uniformity)
            shared = [b for b in region.blocks if b in owned]
            if shared:
                copy_blocks(uniformity, region, shared)
            owned.update(region.blocks)
    if join_loops:
        _join_loops(uniformity, regions)
    _join_chains(uniformity, regions)
    return Cut(uniformity, list(regions.values()))


def _region_of(block: Block, uniformity: Uniformity) -> Region:
    graph = successors_of(uniformity.code)
    uniform = {b for b in graph if b not in uniformity.under}
    inside = reachable(graph, graph[block], uniform)
    if not inside and not uniformity.has_divergent_branch(block):
        return Region([Segment([block])], block)
    members = {block, *inside}
    exits = {t for b in (block, *inside) for t in graph[b] if t in uniform}
    if len(exits) > 1 or any(source in members for source, _ in uniformity.code.barriers):
        raise NotPossible(BEYOND)
    order = [b for b in graph if b in members and b is not block]
    return Region([Segment([block, *order])], None, exits.pop() if exits else EXIT)


def _join_loops(uniformity: Uniformity, regions: _Regions) -> None:
    """Each outermost uniform loop without barriers, left towards one block only, becomes one region."""
    code = uniformity.code
    barred = {source for source, _ in code.barriers}
    loops = {
        header: blocks
        for header, blocks in natural_loops(code).items()
        if header in regions and not blocks & barred
    }
    graph = successors_of(code)
    for header, blocks in sorted(loops.items(), key=lambda item: -len(item[1])):
        if header not in regions or regions[header].has_loop:
            continue
        members = [r for head, r in regions.items() if head in blocks]
        inside = {b for r in members for b in r.blocks}
        exits = {t for b in inside for t in graph[b] if t not in inside}
        returns = any(b.terminator.opcode is Opcode.RET for b in inside)
        if len(exits) + returns != 1 or any(m.has_loop for m in members):
            continue
        order = [header, *(b for b in graph if b in inside and b is not header)]
        for member in members:
            del regions[member.head]
        regions[header] = Region([Segment(order, is_loop=True)], None, exits.pop() if exits else EXIT)


def _join_chains(uniformity: Uniformity, regions: _Regions) -> None:
    """Appends a region to the only one that leads to it."""
    sources = predecessors_of(uniformity.code)
    barriers = uniformity.code.barriers
    changed = True
    while changed:
        changed = False
        for first in list(regions.values()):
            if len(first.targets) != 1 or first.targets[0] not in regions:
                continue
            second = regions[first.targets[0]]
            if first.tail is not None and (first.tail, second.head) in barriers:
                continue
            own = set(first.blocks)
            if second.segments[0].is_loop:
                own.update(second.segments[0].blocks)
            if second is first or not own.issuperset(sources[second.head]):
                continue
            del regions[second.head]
            first.segments += second.segments
            first.tail, first.exit = second.tail, second.exit
            changed = True
            break

"""Host target: cuts a function into regions that are run work-item by work-item.

Takes a function and its uniformity; gives regions between which control flow is the same for all work-
items. Blocks under divergent control belong to the region of the uniform block that leads to them. Of a
group, only barriers need the cut: loops without barriers and straight lines are put together again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hcpy.passes.host_cfg import EXIT, natural_loops, reachable, successors_of
from hcpy.passes.host_context import BARRIER
from hcpy.passes.host_copy import copy_blocks, split_edges_into_divergence
from hcpy.passes.host_ir import Block, Function, Instruction
from hcpy.passes.host_region import NotUniform, Region, Segment
from hcpy.passes.host_uniform import Uniformity


@dataclass
class Cut:
    """A function in regions, in the order of its blocks."""

    function: Function
    regions: list[Region]
    barrier_edges: set[tuple[str, str]] = field(default_factory=set)


def split_at_barriers(function: Function) -> set[tuple[str, str]]:
    """Ends a block at each barrier, which is taken out; gives the edges that were barriers."""
    edges: set[tuple[str, str]] = set()
    blocks: dict[str, Block] = {}
    last_piece: dict[str, str] = {}
    for block in function.blocks.values():
        piece = Block(block.name)
        blocks[piece.name] = piece
        for instruction in block.instructions:
            if instruction.callee == BARRIER:
                target = Block(f"{block.name}.b{len(edges)}")
                piece.instructions.append(Instruction("", f"br label {target.name}", "br"))
                edges.add((piece.name, target.name))
                blocks[target.name] = target
                piece = target
            else:
                piece.instructions.append(instruction)
        last_piece[block.name] = piece.name
    for block in blocks.values():
        for phi in block.phis:
            phi.incoming = tuple((v, last_piece.get(b, b)) for v, b in phi.incoming)
            phi.text = f"phi {phi.type} " + ", ".join(f"[ {v}, {b} ]" for v, b in phi.incoming)
    function.blocks = blocks
    return edges


def cut(uniformity: Uniformity, barrier_edges: set[tuple[str, str]], join_loops: bool) -> Cut:
    function = uniformity.function
    split_edges_into_divergence(uniformity)
    regions: dict[str, Region] = {}
    owned: set[str] = set()
    for name in list(function.blocks):
        if name not in uniformity.under:
            regions[name] = _region_of(function.blocks[name], uniformity)
            shared = [b for b in regions[name].blocks if b in owned]
            if shared:
                copy_blocks(uniformity, regions[name], shared)
            owned.update(regions[name].blocks)
    graph = successors_of(function)
    if join_loops:
        _join_loops(function, regions, barrier_edges)
    _join_chains(function, graph, regions, barrier_edges)
    return Cut(function, list(regions.values()), barrier_edges)


def _region_of(block: Block, uniformity: Uniformity) -> Region:
    graph = successors_of(uniformity.function)
    uniform = {n for n in graph if n not in uniformity.under}
    inside = reachable(graph, graph[block.name], uniform)
    if not inside and not uniformity.has_divergent_branch(block):
        return Region([Segment([block.name])], block.name)
    exits = {t for n in [block.name, *inside] for t in graph[n] if t in uniform}
    if len(exits) > 1:
        raise NotUniform("the control flow around a barrier goes beyond what the host target can run")
    order = [n for n in graph if n in set(inside)]
    return Region([Segment([block.name, *order])], "", exits.pop() if exits else EXIT)


def _join_loops(function: Function, regions: dict[str, Region], barrier_edges: set[tuple[str, str]]) -> None:
    """Each outermost uniform loop without barriers, left towards one block only, becomes one region."""
    barred = {source for source, _ in barrier_edges}
    loops = {
        header: blocks
        for header, blocks in natural_loops(function).items()
        if header in regions and not blocks & barred
    }
    graph = successors_of(function)
    for header, blocks in sorted(loops.items(), key=lambda item: -len(item[1])):
        if header not in regions or regions[header].has_loop:
            continue
        members = [r for name, r in regions.items() if name in blocks]
        inside = {b for r in members for b in r.blocks}
        exits = {t for b in inside for t in graph[b] if t not in inside}
        returns = any(function.blocks[b].terminator.opcode == "ret" for b in inside)
        if len(exits) + returns != 1 or any(m.has_loop for m in members):
            continue
        order = [header, *(n for n in graph if n in inside and n != header)]
        for member in members:
            del regions[member.head]
        regions[header] = Region([Segment(order, is_loop=True)], "", exits.pop() if exits else EXIT)


def _join_chains(
    function: Function,
    graph: dict[str, list[str]],
    regions: dict[str, Region],
    barrier_edges: set[tuple[str, str]],
) -> None:
    """Appends a region to the only one that leads to it."""
    sources = function.predecessors()
    changed = True
    while changed:
        changed = False
        for first in list(regions.values()):
            targets = graph[first.tail] if first.tail else [first.exit]
            if len(targets) != 1 or targets[0] not in regions or (first.tail, targets[0]) in barrier_edges:
                continue
            second = regions[targets[0]]
            own = set(first.blocks) | (
                set(second.segments[0].blocks) if second.segments[0].is_loop else set()
            )
            if second is first or not set(sources[second.head]) <= own:
                continue
            del regions[second.head]
            first.segments += second.segments
            first.tail, first.exit = second.tail, second.exit
            changed = True
            break

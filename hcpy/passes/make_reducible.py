"""Gives loops with several entries, as `goto` makes them, one entry each.

Takes a module. The host target's stages know no other loops, and PoCL hangs or dies where such a loop stands
beside barriers.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.host.cfg import immediate_dominators, post_order
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    make_reducible(lowering.module)


def make_reducible(module: ir.Module, machine: ir.Machine | None = None) -> None:
    if any(is_irreducible(function) for function in module.definitions):
        ir.run_passes(module, "function(lower-switch,fix-irreducible)", machine)


def is_irreducible(function: ir.Function) -> bool:
    """Does an edge lead back to a block that does not dominate its source?"""
    graph = {block: block.successors for block in function.blocks}
    number = {block: n for n, block in enumerate(post_order(graph, function.entry))}
    back = [(b, t) for b in number for t in graph[b] if number[t] >= number[b]]
    if not back:
        return False
    dominators = immediate_dominators(graph, function.entry)
    return any(not _dominates(dominators, target, source) for source, target in back)


def _dominates(dominators: dict[ir.Block, ir.Block], block: ir.Block, other: ir.Block) -> bool:
    while other != block and dominators[other] != other:
        other = dominators[other]
    return other == block

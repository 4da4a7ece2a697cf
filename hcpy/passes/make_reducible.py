"""Gives loops with several entries, as `goto` makes them, one entry each.

Takes a module. The host target's stages and Vulkan know no other loops, and PoCL hangs or dies where a kernel
with barriers has such a loop. A block before the loop leads to the entry that is asked for, by a variable.
LLVM's pass of that purpose (fix-irreducible of LLVM 22) breaks phis, or makes loops without an end, on some
random control flow. Values go through variables meanwhile, which LLVM makes values again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hcpy import ir
from hcpy.passes.host.cfg import dominates, immediate_dominators, post_order, reverse
from hcpy.passes.lowering import Lowering
from hcpy.passes.ways import choose, lead_through, number_of_way

Graph = dict[ir.Block, list[ir.Block]]


def run(lowering: Lowering) -> None:
    lowering.had_several_entries = frozenset(f.name for f in make_reducible(lowering.module))


def make_reducible(module: ir.Module, machine: ir.Machine | None = None) -> list[ir.Function]:
    """Those that had such loops. The others keep their code: a `goto` of one kernel is none of theirs."""
    mended = list(filter(is_irreducible, module.definitions))
    for function in mended:
        ir.run_passes(function, "lower-switch,reg2mem", machine)
        while is_irreducible(function):
            _mend(function)
        ir.run_passes(function, "mem2reg,dce,loop-simplify", machine)
    return mended


def is_irreducible(function: ir.Function) -> bool:
    """Does an edge lead back to a block that does not dominate its source?"""
    graph = {block: block.successors for block in function.blocks}
    number = {block: n for n, block in enumerate(post_order(graph, function.entry))}
    back = [(b, t) for b in number for t in graph[b] if number[t] >= number[b]]
    if not back:
        return False
    dominators = immediate_dominators(graph, function.entry)
    return any(not dominates(dominators, target, source) for source, target in back)


def _mend(function: ir.Function) -> None:
    """One loop of each nest: that changes its inner ones."""
    graph = {block: block.successors for block in function.blocks}
    order = post_order(graph, function.entry)
    graph = {block: graph[block] for block in order[::-1]}
    sources = reverse(graph)
    found = list(_entries(graph, sources, graph))
    assert found, function.name
    for entries in found:
        _dispatch(function, entries, sources)


def _entries(graph: Graph, sources: Graph, inside: Collection[ir.Block]) -> Iterator[list[ir.Block]]:
    """Of loops that have several: the outer ones first, then those within, without their headers.

    All blocks are in the graph's order, so that the same program makes the same code.
    """
    for part in _components(graph, inside):
        if len(part) == 1:
            continue
        entries = [b for b in part if any(s not in part for s in sources.get(b, ()))]
        if len(entries) > 1:
            yield entries
        else:
            yield from _entries(graph, sources, {b: None for b in part if b not in entries})


def _components(graph: Graph, inside: Collection[ir.Block]) -> Iterator[dict[ir.Block, None]]:
    """The strongly connected parts of some blocks."""
    within = {b: [t for t in graph[b] if t in inside] for b in inside}
    seen: set[ir.Block] = set()
    order: list[ir.Block] = []
    for block in within:
        if block not in seen:
            order += post_order(within, block, seen)
    backward = reverse(within)
    taken: set[ir.Block] = set()
    for block in reversed(order):
        if block not in taken:
            part = set(post_order(backward, block, taken))
            yield {b: None for b in within if b in part} if len(part) > 1 else {block: None}


def _dispatch(function: ir.Function, entries: list[ir.Block], sources: Graph) -> None:
    """All ways to the entries lead through one block."""
    which = number_of_way(function, "hcrt.way")
    meeting = choose(function, which, entries)
    for number, entry in enumerate(entries):
        for source in sources[entry]:
            lead_through(source, entry, which, number, meeting)

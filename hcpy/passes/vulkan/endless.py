"""Gives loops that never end a way out that is never taken: a loop of SPIR-V has one.

Takes a kernel that ends by returning alone. `for (;;)` behind a condition that nobody meets, or a loop whose
condition LLVM can't tell from one that never changes, is fine on other targets.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.host.cfg import post_order, reachable, reverse


def leave_endless_loops(module: ir.Module, function: ir.Function) -> None:
    if not _endless(function):
        return
    ir.run_passes(function, "lower-switch,reg2mem")
    while blocks := _endless(function):
        _leave(module, function, blocks)
    ir.run_passes(function, "mem2reg,dce,loop-simplify")


def _endless(function: ir.Function) -> list[ir.Block]:
    """The blocks behind which no way returns, each after what it leads to but by an edge back."""
    graph = {block: block.successors for block in function.blocks}
    ends = [block for block, targets in graph.items() if not targets]
    nothing: list[ir.Block] = []
    returning = set(reachable(reverse(graph), ends, nothing))
    return [block for block in post_order(graph, function.entry) if block not in returning]


def _leave(module: ir.Module, function: ir.Function, blocks: list[ir.Block]) -> None:
    """By the first edge back."""
    number = {block: n for n, block in enumerate(blocks)}
    edges = ((block, target) for block in blocks for target in block.successors)
    source, target = next((s, t) for s, t in edges if number[t] >= number[s])
    between, end = function.append_block("hc.on"), function.append_block("hc.never")
    source.terminator.retarget(target, between)
    with ir.Builder.at_end(end) as build:
        build.ret()
    with ir.Builder.at_end(between) as build:
        zero = hidden_zero(module, build)
        never = build.compare(ir.IntPredicate.NE, zero, zero.type.const(0))
        build.branch_if(never, end, target)

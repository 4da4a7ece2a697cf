"""Ends lanes that are no work-items at once.

Takes a kernel before its control flow is structured. Mesa's lavapipe runs rows of a tile in whole vectors.
The lanes beyond a row's end read nothing, so that what they compute is anything, and loops and their barriers
turn as long as they want to. Elsewhere a work-item's place is always below its group's size.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.hidden_zero import ask_launch
from hcpy.passes.host.cfg import post_order

_LOCAL_ID, _LOCAL_SIZE = "_Z12get_local_idj", "_Z14get_local_sizej"


def end_spare_lanes(module: ir.Module, function: ir.Function) -> None:
    if not _has_loop(function):
        return
    work = function.entry
    start, end = work.split_before(work.first_after_allocas), function.append_block("hc.spare")
    with ir.Builder.at_end(end) as build:
        build.ret()
    with ir.Builder.at_end(start) as build:
        # Of the fastest dimension, whose rows the lanes are.
        place, size = (ask_launch(module, build, name) for name in (_LOCAL_ID, _LOCAL_SIZE))
        is_spare = build.compare(ir.IntPredicate.UGE, place, size)
        build.branch_if(is_spare, end, work)


def _has_loop(function: ir.Function) -> bool:
    graph = {block: block.successors for block in function.blocks}
    number = {block: n for n, block in enumerate(post_order(graph, function.entry))}
    return any(number[target] >= number[block] for block in number for target in graph[block])

"""Ends lanes that are no work-items at once.

Takes a kernel before its control flow is structured. Mesa's lavapipe runs rows of a tile in whole vectors.
The lanes beyond a row's end read nothing, so that what they compute is anything, and loops and their barriers
turn as long as they want to. Elsewhere a work-item's place is always below its group's size. In rows of one
work-item Mesa takes the place for 0 in all lanes: there the lane's number says it, on devices that libhcrt
knows to be so. Others have work-items of several rows in a wave.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.hidden_zero import ask_launch
from hcpy.passes.host.cfg import post_order

_LOCAL_ID, _LOCAL_SIZE = "_Z12get_local_idj", "_Z14get_local_sizej"
_CONVENTION = ir.CallingConvention.SPIR_FUNCTION
_LANE, _ROWS_APART = "_Z22get_sub_group_local_idv", "__hcrt_vulkan_rows_are_apart"


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
        types, one = build.types, build.types.i64.const(1)
        lane, are_apart = (
            build.call(module.declare(name, types.function(type_, []), _CONVENTION), [])
            for name, type_ in ((_LANE, types.i32), (_ROWS_APART, types.i1))
        )
        is_alone = build.binary(ir.Opcode.AND, are_apart, build.compare(ir.IntPredicate.EQ, size, one))
        number = build.select(is_alone, build.cast(ir.Opcode.ZEXT, lane, types.i64), place)
        is_spare = build.compare(ir.IntPredicate.UGE, number, size)
        build.branch_if(is_spare, end, work)


def _has_loop(function: ir.Function) -> bool:
    graph = {block: block.successors for block in function.blocks}
    number = {block: n for n, block in enumerate(post_order(graph, function.entry))}
    return any(number[target] >= number[block] for block in number for target in graph[block])

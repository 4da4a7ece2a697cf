"""Keeps loops that wait at several barriers from being unrolled, for OpenCL.

Takes a Lowering that is not optimised yet. Unrolled, a loop of twelve turns with two barriers has 24, and
Intel's runtime for CPUs carries what lives across each of them: its pass for that then ends the process
(docs/devices.md). What the source says of unrolling a loop stays.
"""

from __future__ import annotations

from hcpy.ir.metadata import Node
from hcpy.passes.barrier_parts import waiting
from hcpy.passes.loops import Loops, mark_loops, rolled_mark
from hcpy.passes.lowering import Lowering

_FEW = 1  # barriers of a loop that may be unrolled: nothing lives between two of one turn


def run(lowering: Lowering) -> None:
    module = lowering.module
    waits = waiting(module)
    mark = rolled_mark(module)
    marked: dict[Node, Node] = {}
    for function in module.definitions:
        barriers = [call.block for call in function.calls() if call.callee in waits]
        if len(barriers) <= _FEW:
            continue
        loops = Loops.of(function)
        for header, blocks in loops.blocks.items():
            if sum(block in blocks for block in barriers) > _FEW:
                mark_loops(loops.ends[header], mark, marked)

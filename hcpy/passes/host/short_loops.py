"""Host target, second stage: which short loops are unrolled before the kernels' stages see them.

Takes a function of one work-item; gives the branches that close loops of a few rounds within longer ones. A
strip is cut at each loop: with one over three coordinates in one over all clusters, what a work-item has
loaded of its own point would be loaded anew for each cluster. Short loops that no longer one is around stay
for now: rows that are no whole number of strips take less time with them.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import loops_of

MOST_ROUNDS = 8


def short_inner_loops(function: ir.Function) -> list[ir.Instruction]:
    graph = {block: block.successors for block in function.blocks}
    loops = loops_of(graph, function.entry)
    if len(loops) < 2:
        return []
    closing = {
        header: [block.terminator for block in graph if block in blocks and header in graph[block]]
        for header, blocks in loops.items()
    }
    short = {header for header, ends in closing.items() if all(_is_short(end) for end in ends)}
    long = [blocks for header, blocks in loops.items() if header not in short]
    inner = [header for header in loops if header in short and any(header in blocks for blocks in long)]
    return [end for header in inner for end in closing[header]]


def _is_short(end: ir.Instruction) -> bool:
    """By the number that it compares with; LLVM counts the rounds before it unrolls anything."""
    if end.opcode is not Opcode.BR or not end.is_conditional:
        return False
    asked = end.condition
    if not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
        return False
    return any(isinstance(o, ir.Integer) and abs(o.signed) <= MOST_ROUNDS for o in asked.operands)

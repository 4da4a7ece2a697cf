"""Loops of LLVM's functions, and what LLVM is told of unrolling them.

Takes a function; gives its loops. Takes the branches that close loops; adds and takes away marks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir.metadata import Node, distinct_with_self, text_node, tuple_of, value_node
from hcpy.passes.host.cfg import loops_of

LOOP = "llvm.loop"


@dataclass(frozen=True)
class Loops:
    """Of one function: where its blocks go; of each loop, by its header, the blocks and what closes it."""

    graph: dict[ir.Block, list[ir.Block]]
    blocks: dict[ir.Block, set[ir.Block]]
    ends: dict[ir.Block, list[ir.Instruction]]

    @staticmethod
    def of(function: ir.Function) -> Loops:
        graph = {block: block.successors for block in function.blocks}
        loops = loops_of(graph, function.entry)
        before = defaultdict[ir.Block, list[ir.Block]](list)
        for block, following in graph.items():
            for other in dict.fromkeys(following):
                before[other].append(block)
        ends = {
            header: [block.terminator for block in before[header] if block in blocks]
            for header, blocks in loops.items()
        }
        return Loops(graph, loops, ends)

    @property
    def inside(self) -> set[ir.Block]:
        """The blocks of all loops."""
        return set().union(*self.blocks.values())


# --- marks ---
def rolled_mark(module: ir.Module) -> Node:
    """What keeps a loop of the user a loop for now. The number distinguishes it from the user's own wish."""
    parts = (text_node(module.context, "llvm.loop.unroll.disable"), value_node(module.context, _one(module)))
    return tuple_of(module.context, parts)


def unrolled_mark(module: ir.Module) -> Node:
    """What has a loop unrolled regardless of the cost."""
    parts = (text_node(module.context, "llvm.loop.unroll.full"), value_node(module.context, _one(module)))
    return tuple_of(module.context, parts)


def _one(module: ir.Module) -> ir.Value:
    return module.types.i32.const(1)


def mark_loops(closing: Iterable[ir.Instruction], mark: Node, marked: dict[Node, Node]) -> bool:
    """Marks the loops that terminators close, where the source says nothing of unrolling them. marked: so
    far. Is one marked?"""
    for terminator in closing:
        loop = terminator.metadata(LOOP)
        if loop is None:
            continue
        if loop not in marked:
            marked[loop] = _with(loop, mark)
        terminator.set_metadata(LOOP, marked[loop])
    return any(loop != new for loop, new in marked.items())


def _with(loop: Node, mark: Node) -> Node:
    """A loop's node with the mark; the user's own wish about unrolling comes first."""
    parts = [part for part in loop.operands[1:] if part is not None]
    if any(_hint(part).startswith("llvm.loop.unroll") for part in parts):
        return loop
    return distinct_with_self(loop.context, [*parts, mark])


def _hint(part: Node) -> str:
    operands = part.operands
    return operands[0].text if operands and operands[0] is not None else ""


def let_unroll(closing: Iterable[ir.Instruction], mark: Node) -> bool:
    """Takes the mark back from loops that these terminators close; did one have it?"""
    freed: dict[Node, Node | None] = {}
    for terminator in closing:
        loop = terminator.metadata(LOOP)
        if loop is None:
            continue
        if loop not in freed:
            operands = [part for part in loop.operands[1:] if part is not None]
            kept = [part for part in operands if part != mark]
            freed[loop] = distinct_with_self(loop.context, kept) if len(kept) < len(operands) else None
        if (new := freed[loop]) is not None:
            terminator.set_metadata(LOOP, new)
    return any(new is not None for new in freed.values())

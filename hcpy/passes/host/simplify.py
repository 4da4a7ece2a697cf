"""Host target, second stage: brings the kernels into the form that the kernels' stages read.

Takes a prepared module; leaves in it each kernel as one function in SSA form, everything inlined. No pass is
run that would drop nsw (Reassociate) or contract (GVN) from the arithmetic.

Loops of the user stay loops, for strips keep more rows of a tile in registers than unrolled code would;
where a private array is indexed in them they are unrolled after all, so that the array falls apart into
values.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.host.cfg import immediate_dominators, post_order
from hcpy.passes.host.prepare import let_unroll, rolled_mark

_CLEAN = "sroa<preserve-cfg>,simplifycfg,instcombine<no-verify-fixpoint>"
_UNROLL = f"loop(loop-rotate),loop-unroll,{_CLEAN},dce"


def simplify(module: ir.Module, machine: ir.Machine) -> None:
    ir.run_passes(module, f"always-inline,globaldce,function({_CLEAN},{_UNROLL})", machine)
    _make_reducible(module, machine)
    mark = rolled_mark(module)
    if let_unroll([f for f in module.definitions if _has_array(f)], mark):
        ir.run_passes(module, f"function({_UNROLL})", machine)
    let_unroll(module.definitions, mark)


def _make_reducible(module: ir.Module, machine: ir.Machine) -> None:
    """Loops with several entries, as `goto` makes them, get one: the kernels' stages know no others."""
    if any(_is_irreducible(function) for function in module.definitions):
        ir.run_passes(module, "function(lower-switch,fix-irreducible)", machine)


def _is_irreducible(function: ir.Function) -> bool:
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


def _has_array(function: ir.Function) -> bool:
    return any(
        i.opcode is ir.Opcode.ALLOCA and i.allocated_type.is_array for i in function.entry.instructions()
    )

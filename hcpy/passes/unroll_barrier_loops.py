"""Short loops with barriers run several rounds at a time on NVIDIA GPUs.

Takes a Lowering whose module is optimised for PTX. LLVM unrolls no loop of unknown length that holds a
convergent call, because the rounds that are left over are counted by a new branch. A loop with a barrier
has the same number of rounds in all work-items of a tile, so that branch is taken by all or none. Other
convergent calls, such as shuffles, may be made by some work-items alone: their loops stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.metadata import distinct_with_self, text_node, tuple_of, value_node
from hcpy.passes.loops import LOOP, Loops
from hcpy.passes.lowering import Lowering

ROUNDS, MOST = 4, 64  # at a time; instructions of a round
_BARRIER = "llvm.nvvm.barrier"
_WISH = "llvm.loop.unroll"
_UNROLL = "loop(loop-rotate),loop-unroll<O3;no-partial;no-peeling;no-runtime;no-upperbound>"
_CLEAN = "early-cse,instcombine<no-verify-fixpoint>,simplifycfg"


def run(lowering: Lowering) -> None:
    module = lowering.module
    for function in lowering.kernels:
        ends = [] if function.is_declaration else list(_short_loops(function))
        if not ends:
            continue
        for end in ends:
            _mark(module, end)
        _let_copy(function)
        ir.run_passes(function, _UNROLL)
        _keep_together(function)
        ir.run_passes(function, _CLEAN)


def _short_loops(function: ir.Function) -> Iterator[ir.Instruction]:
    """What closes each innermost loop with barriers, and no other convergent call."""
    loops = Loops.of(function)
    for header, blocks in loops.blocks.items():
        ends = loops.ends[header]
        if len(ends) != 1 or any(other is not header and other in blocks for other in loops.blocks):
            continue
        body = [instruction for block in blocks for instruction in block.instructions()]
        convergent = [call for call in body if call.opcode is Opcode.CALL and _is_convergent(call)]
        if len(body) <= MOST and convergent and all(map(_is_barrier, convergent)) and not _is_wished(ends[0]):
            yield ends[0]


def _is_barrier(call: ir.Instruction) -> bool:
    callee = call.callee if call.opcode is Opcode.CALL else None
    return callee is not None and callee.name.startswith(_BARRIER)


def _is_convergent(call: ir.Instruction) -> bool:
    callee = call.callee
    return "convergent" in call.attributes or callee is None or "convergent" in callee.attributes


def _is_wished(end: ir.Instruction) -> bool:
    """Does the source say something of unrolling it, or has LLVM done so?"""
    loop = end.metadata(LOOP)
    parts = loop.operands[1:] if loop is not None else ()
    hints = (part.operands for part in parts if part is not None)
    return any(hint and hint[0] is not None and hint[0].text.startswith(_WISH) for hint in hints)


def _mark(module: ir.Module, end: ir.Instruction) -> None:
    loop = end.metadata(LOOP)
    kept = [part for part in loop.operands[1:] if part is not None] if loop is not None else []
    rounds = value_node(module.context, module.types.i32.const(ROUNDS))
    wish = tuple_of(module.context, (text_node(module.context, f"{_WISH}.count"), rounds))
    end.set_metadata(LOOP, distinct_with_self(module.context, [*kept, wish]))


def _barriers(function: ir.Function) -> Iterator[ir.Attributes]:
    """The attributes of each call, and of what it calls."""
    for call in function.instructions_of(Opcode.CALL):
        if _is_barrier(call) and call.callee is not None:
            yield call.attributes
            yield call.callee.attributes


def _let_copy(function: ir.Function) -> None:
    for attributes in list(_barriers(function)):
        attributes.remove("convergent")


def _keep_together(function: ir.Function) -> None:
    for attributes in list(_barriers(function)):
        attributes.add("convergent")

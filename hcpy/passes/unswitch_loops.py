"""Loops that ask the launch the same question in each round ask it once, before: each answer has its loop.

Takes a Lowering whose module is optimised for PTX. LLVM does that for processors alone, as it cannot tell
what all threads of a warp answer alike. A texture's format is such a question: with its answer the loop over
a filter's taps is unrolled, and a texel is one load.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.lowering import Lowering

_UNSWITCH = "loop-mssa(simple-loop-unswitch<nontrivial>)"
_CLEAN = "simplifycfg,instcombine<no-verify-fixpoint>"
_FULLY = "no-partial;no-peeling;no-runtime;no-upperbound"
_AFTER = f"{_CLEAN},loop-unroll<O3;{_FULLY}>,{_CLEAN},early-cse,simplifycfg"
_PURE = frozenset(
    (
        *(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.SHL, Opcode.LSHR),
        *(Opcode.ASHR, Opcode.TRUNC, Opcode.ZEXT, Opcode.SEXT, Opcode.ICMP, Opcode.GEP, Opcode.FREEZE),
        Opcode.SELECT,
    )
)


def run(lowering: Lowering) -> None:
    for function in lowering.kernels:
        if not function.is_declaration and asks_the_launch(function):
            # Without a machine: LLVM takes the branches for a processor's.
            ir.run_passes(function, _UNSWITCH)
            ir.run_passes(function, _AFTER)


def asks_the_launch(function: ir.Function) -> bool:
    """Is there such a question, and none whose answers may differ between threads?"""
    graph = {block: block.successors for block in function.blocks}
    given = frozenset(function.arguments)
    found = False
    for blocks in loops_of(graph, function.entry).values():
        for end in (block.terminator for block in graph if block in blocks):
            if end.opcode is not Opcode.BR or not end.is_conditional:
                continue
            asked = end.condition
            if not isinstance(asked, ir.Instruction) or asked.block in blocks:
                continue
            if not _is_of_launch(asked, given):
                return False
            found = True
    return found


def _is_of_launch(value: ir.Value, given: frozenset[ir.Value]) -> bool:
    """Does a value follow from the kernel's arguments, and what lies in them, alone?"""
    if not isinstance(value, ir.Instruction):
        return value.is_constant or value in given
    if value.opcode is Opcode.LOAD:
        return _is_member(value.pointer, given)
    return value.opcode in _PURE and all(_is_of_launch(operand, given) for operand in value.operands)


def _is_member(pointer: ir.Value, given: frozenset[ir.Value]) -> bool:
    while isinstance(pointer, ir.Instruction) and pointer.opcode in (Opcode.GEP, Opcode.ADDRSPACE_CAST):
        if not all(index.is_constant for index in pointer.operands[1:]):
            return False
        pointer = pointer.operand(0)
    return pointer in given

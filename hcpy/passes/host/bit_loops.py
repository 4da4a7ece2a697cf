"""Loops that count the bits of a number: `while (v) { v &= v - 1; ++count; }`, `while (v >>= 1) ++count;`.

Takes a module of kernels; has LLVM put the processor's instruction in the place of such loops, which differ
between work-items, so that strips run as often as their longest one. LLVM knows them by the architecture: the
one that is given must have the instruction; for others the code generator writes it out, without a loop.

Other loops that LLVM's pass would change (copies, lengths of texts, checksums by tables) stay: in vector code
they are faster as they are.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.ir import Opcode

_KEPT = tuple(f"disable-loop-idiom-{what}" for what in "memset memcpy strlen wcslen hashrecognize".split())
_PASSES = "loop(loop-idiom,loop-deletion),simplifycfg,instcombine<no-verify-fixpoint>"
_SHIFTS = frozenset((Opcode.SHL, Opcode.LSHR, Opcode.ASHR))
_MOST_CODE = 12  # instructions of a round


def count_at_once(module: ir.Module, machine: ir.Machine) -> None:
    """machine: of an architecture with such instructions."""
    for function in module.definitions:
        if not any(map(_may_count, function.blocks)):
            continue
        ir.set_options(*(f"-{option}" for option in _KEPT))
        try:
            ir.run_passes(function, _PASSES, machine)
        finally:
            ir.set_options(*(f"-{option}=0" for option in _KEPT))


def _may_count(block: ir.Block) -> bool:
    """Is it a loop that goes on while a number is not 0, of which each round takes a bit?"""
    end = block.terminator
    if end.opcode is not Opcode.BR or not end.is_conditional or block not in block.successors:
        return False
    ops = list(block.instructions())
    if len(ops) > _MOST_CODE or any(op.opcode in (Opcode.LOAD, Opcode.STORE, Opcode.CALL) for op in ops):
        return False
    asked = end.condition
    if not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
        return False
    return any(_takes_a_bit(phi, block.phis) for phi in block.phis)


def _takes_a_bit(phi: ir.Instruction, phis: Collection[ir.Instruction]) -> bool:
    new = next((value for value, block in phi.incoming if block == phi.block), None)
    if not isinstance(new, ir.Instruction) or phi not in new.operands:
        return False
    if new.opcode in _SHIFTS:
        by = new.operand(1)
        return isinstance(by, ir.Integer) and by.value == 1
    if new.opcode is not Opcode.AND:
        return False
    (other,) = [operand for operand in new.operands if operand != phi] or [phi]
    return isinstance(other, ir.Instruction) and other.opcode is Opcode.ADD and other.operand(0) == phi

"""Keeps LLVM from taking sums apart that are written in a few lines and have billions of terms.

Takes a module. `t = a + b; a = b; b = t`, sixty times one after the other, is a sum of sums of sums, each
part of two others. Where such a number is compared, LLVM 22's constraint-elimination makes a list of all its
terms, shared ones each time, and has no end. That pass is left out of the pipeline for such modules.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode

WITHOUT = "-enable-constraint-elimination=false"  # the pipeline, for all modules from here on
_WITH = "-enable-constraint-elimination=true"
_MOST_TERMS = 4096
_SUMS = frozenset(
    (
        *(Opcode.ADD, Opcode.SUB, Opcode.OR, Opcode.XOR, Opcode.SHL, Opcode.MUL, Opcode.GEP),
        *(Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC),
    )
)


def optimise(module: ir.Module, machine: ir.Machine, tuning: ir.Tuning) -> None:
    """Runs LLVM's pipeline of level 2. Where it unrolls loops, there may be such sums on the way."""
    are_there = tuning.unroll or any(map(_has_long_sums, module.definitions))
    if are_there:
        ir.set_options(WITHOUT)
    try:
        ir.run_passes(module, "default<O2>", machine, tuning)
    finally:
        if are_there:
            ir.set_options(_WITH)


def _has_long_sums(function: ir.Function) -> bool:
    terms: dict[ir.Value, int] = {}
    for block in function.blocks:
        for instruction in block.instructions():
            if instruction.opcode in _SUMS:
                # Definitions come before uses but for phis, which are no sums; a block's place may be later.
                terms[instruction] = sum(terms.get(operand, 1) for operand in instruction.operands)
                if terms[instruction] > _MOST_TERMS:
                    return True
    return False

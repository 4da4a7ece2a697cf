"""Host target, second stage: `or`s of values that share no bits are sums again.

Takes a kernel's function; changes it. LLVM's optimiser writes 8 * i + k as 8 * i | k, and says that the bits
are disjoint. What asks how an address differs between work-items, or from round to round, knows sums.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode


def write_sums(function: ir.Function) -> bool:
    """Whether there were some."""
    found = [op for op in function.instructions_of(Opcode.OR) if op.type.is_integer and op.is_disjoint]
    for op in found:
        with ir.Builder.before(op) as build:
            op.replace(build.add(op.operand(0), op.operand(1), "hc.sum", nuw=True, nsw=True))
    return bool(found)

"""Makes loops of functions that call themselves last, for devices without recursion.

Takes a Lowering whose module is as clang made it; the rules were checked on it.
Gives functions whose last call, as of `gcd(b, a % b)`, or last but for an operation that may come in any
order, as of `n * factorial(n - 1)`, is a branch to their begin. What calls itself elsewhere keeps that call.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

# LLVM's sees such calls where results and arguments are values, not memory.
_PASSES = "sroa,simplifycfg,tailcallelim,simplifycfg"


def run(lowering: Lowering) -> None:
    definitions = lowering.module.definitions
    found = [f for f in definitions if any(call.function == f for call in f.call_sites)]
    for function in found:
        ir.run_passes(function, _PASSES)
    if found:
        lowering.graph = ir.CallGraph()

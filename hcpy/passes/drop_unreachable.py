"""Removes what no kernel reaches, before LLVM has to work on it.

Takes a Lowering; leaves its module with the entries and what they name, directly or not. Constructors of
globals, llvm.used and HIP's __hip_cuid_ go: the runtime gives globals their values.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    module = lowering.module
    # LLVM drops aliases that nobody uses when it optimises.
    module.keep(ir.References(module).reached((*lowering.kernels, *module.aliases)))

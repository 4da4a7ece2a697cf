"""Takes freezes of pointers away, which LLVM's SPIR-V back end gives types that do not fit.

Takes a Lowering whose module is optimised for SPIR-V. LLVM 22 casts a pointer to the type that a phi or a
store has, but not one that comes by a freeze: the module is then invalid. Its freezes are copies in any case.
Run it after all passes of LLVM, which could make use of what is frozen.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for freeze in list(function.instructions_of(ir.Opcode.FREEZE)):
            if freeze.type.is_pointer:
                freeze.replace(freeze.operand(0))

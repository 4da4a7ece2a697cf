"""Lets OpenCL devices fuse multiplications and additions where the source allows it.

Takes a Lowering; SPIR-V cannot say `contract` at an instruction, only forbid it for an entry, which the back
end does unless the module has OpenCL's metadata.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_ENABLE = "opencl.enable.FP_CONTRACT"
_OPERATIONS = (ir.Opcode.FADD, ir.Opcode.FSUB, ir.Opcode.FMUL)


def run(lowering: Lowering) -> None:
    module = lowering.module
    operations = (i for function in module.definitions for i in function.instructions_of(*_OPERATIONS))
    if any(ir.FastMath.CONTRACT in operation.fast_math for operation in operations):
        module.mark(_ENABLE)

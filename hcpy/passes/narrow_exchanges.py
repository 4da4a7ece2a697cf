"""Compare-and-exchange for the work-items of the device, as the headers ask for, on PTX.

Takes a Lowering whose module is not optimised yet. clang forgets the scope on NVPTX; LLVM then writes
`atom.sys` for an exchange, where every other atomic operation is `.gpu`, and not every system has atomics of
all its processors on the host's memory. Those of other headers, std::atomic's, stay the system's.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.lowering import Lowering

_SCOPE = "device"  # of LLVM's NVPTX: `.gpu`


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for exchange in function.instructions_of(ir.Opcode.CMPXCHG):
            frames = exchange.frames  # our device library has none
            if not frames or is_inside(frames[0].location.file, lowering.include_folder):
                exchange.set_scope(_SCOPE)

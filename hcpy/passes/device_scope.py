"""Atomic operations are ordered for the work-items of the device, on OpenCL.

Takes a Lowering of SPIR-V. clang takes those of std::atomic and of the compiler's own functions for the whole
system's: the scope CrossDevice, which is an extra of OpenCL's devices (__opencl_c_atomic_scope_all_devices).
Mesa's rusticl refuses the module. hc:: and Concurrency:: operations are the device's in any case.
"""

from __future__ import annotations

from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering
from hcpy.passes.narrow_atomics import ACCESSES, is_atomic

_SCOPE = "device"


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for access in function.instructions_of(*ACCESSES, Opcode.FENCE):
            if access.opcode is Opcode.FENCE or is_atomic(access):
                access.set_scope(_SCOPE)

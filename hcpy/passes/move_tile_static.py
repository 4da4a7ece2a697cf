"""Moves tile_static variables to group memory: addrspace(3), without initialiser.

Takes a Lowering; HIP mode puts the variables there itself, SYCL mode leaves them in global memory, marked by
their section. Group memory has no initial value, even where the source gives one.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.rewrite import in_space
from hcpy.passes.lowering import Lowering

SECTION = "hcpy.tile_static"
PRIVATE_SPACE, GROUP_SPACE = 0, 3  # of pointers, in the GPU targets and in SPIR-V


def run(lowering: Lowering) -> None:
    module = lowering.module
    for found in module.variables:
        if found.section != SECTION:
            continue
        is_there = found.address_space == GROUP_SPACE
        variable = found if is_there else in_space(module, found, GROUP_SPACE)
        variable.section = ""
        variable.is_readonly = False
        variable.initializer = variable.value_type.undef()
        variable.linkage = ir.Linkage.INTERNAL

"""Leaves group memory and barriers to kernels: functions that have them are inlined, and their callers.

Takes a Lowering for OpenCL. In OpenCL C such variables are those of kernels alone, and a driver may know them
there alone: PoCL gives each work-group its own where a kernel names them, and nothing where a function does.
A pointer that is given to a function may point there. Where a function waits, Intel's compiler takes short
integers of its caller that wrap for ones that grow on, and PoCL computes anew behind the barrier what may
have changed (docs/devices.md). Run it again after LLVM's optimiser, which makes a variable of a parameter
that is given the same one in each call.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.barrier_parts import waiting
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE


def run(lowering: Lowering) -> None:
    module, entries = lowering.module, set(lowering.kernels)
    shared = [variable for variable in module.variables if variable.address_space == GROUP_SPACE]
    todo = [user.function for variable in shared for user in ir.instructions_using(variable)]
    todo += [function for function in waiting(module) if not function.is_declaration]
    found: set[ir.Function] = set()
    while todo:
        function = todo.pop()
        if function in found or function in entries:
            continue
        found.add(function)
        function.attributes.remove("noinline", "optnone")
        function.attributes.add("alwaysinline")
        for call in function.call_sites:
            call.attributes.remove("noinline")
            todo.append(call.function)
    if found:
        ir.run_passes(module, "always-inline,globaldce")

"""Makes ends that nothing reaches returns, in kernels that call wave functions.

Takes a Lowering whose module is optimised for SPIR-V. Intel's OpenCL compiler for CPUs does not vectorise
kernels with OpUnreachable, as behind a call through a pointer that leads nowhere. Where it does not do so,
wave functions that only some work-items call are wrong, and sub_group_ballot ends the process.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.waves_in_branches import calls_waves


def run(lowering: Lowering) -> None:
    calls = ir.CallGraph()
    waves = [function for function in lowering.kernels if calls_waves(function, calls)]
    for function in calls.reachable(waves):
        if not function.is_declaration:
            _return(function)


def _return(function: ir.Function) -> None:
    for end in list(function.instructions_of(ir.Opcode.UNREACHABLE)):
        with ir.Builder.before(end) as build:
            build.ret(None if function.result.is_void else function.result.null())
        end.erase()

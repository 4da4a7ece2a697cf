"""Runs LLVM's pipeline over a module.

Takes a module and a target machine; gives the module optimised. The target machines are llvmlite's, whose
LLVM has all targets: modules go there and back as bitcode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy import ir
from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    import llvmlite.binding as llvm
else:
    llvm = lazy("llvmlite.binding")


def to_llvmlite(bitcode: bytes) -> llvm.ModuleRef:
    """The module in llvmlite's LLVM. Its context is its own: in a shared one, types of other modules take the
    names of this one's."""
    return llvm.parse_bitcode(bitcode, llvm.create_context())


def optimised(module: ir.Module, machine: llvm.TargetMachine) -> ir.Module:
    """The module after the pipeline; the one that was given is closed."""
    code = module.bitcode()
    module.close()
    other = to_llvmlite(code)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    # GPUs have no vectors worth it.
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
    options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(other, builder)
    return ir.Module.parse(other.as_bitcode())

"""Runs LLVM's pipeline over a module.

Takes a module and a target machine; gives the module optimised. The target machines are llvmlite's, whose
LLVM has all targets: modules go there and back as bitcode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy import ir
from hcpy.core.lazy import lazy
from hcpy.passes import unroll_array_loops
from hcpy.passes.long_sums import WITHOUT

if TYPE_CHECKING:
    import llvmlite.binding as llvm
else:
    llvm = lazy("llvmlite.binding")

_USUAL_BOUND = 8  # LLVM's own


def to_llvmlite(bitcode: bytes) -> llvm.ModuleRef:
    """The module in llvmlite's LLVM. Its context is its own: in a shared one, types of other modules take the
    names of this one's."""
    return llvm.parse_bitcode(bitcode, llvm.create_context())


def optimised(module: ir.Module, machine: llvm.TargetMachine) -> ir.Module:
    """The module after the pipeline; the one that was given is closed."""
    code = module.bitcode()
    module.close()
    return _optimised(code, machine)


def without_arrays(module: ir.Module, machine: llvm.TargetMachine) -> ir.Module:
    """The same, with loops unrolled that choose elements of private arrays, where fewer remain by that."""
    code = module.bitcode()
    usual = optimised(module, machine)
    places = unroll_array_loops.places(usual)
    if not places:
        return usual
    with ir.Module.parse(code) as marked:
        if not unroll_array_loops.mark(marked, places):
            return usual
        code = marked.bitcode()
    # Of other loops, the greater bound keeps LLVM from unrolling those that it unrolls in part.
    llvm.set_option("", f"-unroll-max-upperbound={unroll_array_loops.MOST_ROUNDS}")
    with _optimised(code, machine, unrolls=False) as forced:  # but for those that are marked
        llvm.set_option("", f"-unroll-max-upperbound={_USUAL_BOUND}")
        unrolled = _optimised(forced.bitcode(), machine)
    usual, other = (unrolled, usual) if unroll_array_loops.is_better(unrolled, usual) else (usual, unrolled)
    other.close()
    return usual


def _optimised(code: bytes, machine: llvm.TargetMachine, unrolls: bool = True) -> ir.Module:
    other = to_llvmlite(code)
    llvm.set_option("", WITHOUT)  # loops are unrolled on the way
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    # GPUs have no vectors worth it.
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
    options.loop_unrolling = unrolls
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(other, builder)
    return ir.Module.parse(other.as_bitcode())

"""Runs LLVM's pipeline over a module and checks it.

Takes IR text or a parsed module and a target machine; gives the module optimised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import llvmlite.binding as llvm


@dataclass(frozen=True)
class Tuning:
    """What differs between targets in LLVM's -O3."""

    vectorise: bool = False  # loops and straight-line code
    inlining_threshold: int | None = None


def optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, tuning: Tuning) -> None:
    import llvmlite.binding as llvm  # costs 0.1 s and more: only where code is made

    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = tuning.vectorise
    options.loop_interleaving = tuning.vectorise
    options.slp_vectorization = tuning.vectorise
    options.loop_unrolling = True
    if tuning.inlining_threshold is not None:
        options.inlining_threshold = tuning.inlining_threshold
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)

"""Runs a pass of the GPU-like targets on a small module that clang would have to be coaxed into making."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import llvmlite.binding as llvm

from hcpy import ir
from hcpy.core.model import Dialect, Target, Toolchain, TranslationUnit
from hcpy.passes.lowering import Lowering, Pass

_LAYOUT = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
HOST = f'target datalayout = "{_LAYOUT}"\ntarget triple = "x86_64-unknown-linux-gnu"\n'
NOWHERE = Path("nowhere")


def lowering_of(
    text: str, entries: tuple[str, ...] = (), target: str = "spirv", fast_math: bool = False
) -> Lowering:
    unit = TranslationUnit(NOWHERE, Dialect.HC, (), (), NOWHERE, fast_math=fast_math)
    tools = Toolchain(NOWHERE, NOWHERE, NOWHERE, NOWHERE, None)
    return Lowering(unit, Target(target), tools, ir.Module.parse(text.encode()), entries, {})


def after(step: Pass, text: str, entries: tuple[str, ...] = (), target: str = "spirv") -> str:
    """The module as the pass leaves it, which LLVM takes."""
    lowering = lowering_of(text, entries, target)
    step(lowering)
    lowering.module.verify()
    return str(lowering.module)


@contextmanager
def execution(text: str) -> Iterator[llvm.ExecutionEngine]:
    """The functions of a module, to be called on this CPU."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=0)
    with llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine) as engine:
        engine.finalize_object()
        yield engine

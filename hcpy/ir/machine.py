"""LLVM's passes by name, and the host's code generator: libLLVM has x86 alone.

Takes a Module and a Machine; runs pipelines over it in place and makes object files of it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from ctypes import byref, c_char_p, c_void_p
from functools import cache

from hcpy.core.dataclass import dataclass
from hcpy.ir.capi import C, encoded
from hcpy.ir.functions import Function
from hcpy.ir.module import IrError, Module

_LEVEL, _PIC, _DEFAULT_MODEL = 3, 2, 0  # LLVMCodeGenLevelAggressive, LLVMRelocPIC, LLVMCodeModelDefault
_ASSEMBLY, _OBJECT = 0, 1


@dataclass(frozen=True)
class Machine:
    """A code generator of one x86 processor."""

    handle: int

    @staticmethod
    def x86(triple: str, processor: str) -> Machine:
        """`processor` as clang's -march= has it."""
        _initialise()
        target, message = c_void_p(), c_char_p()
        if C.GetTargetFromTriple(encoded(triple), byref(target), byref(message)):
            raise IrError((message.value or b"").decode("utf-8", "replace"))
        handle = C.CreateTargetMachine(
            target, encoded(triple), encoded(processor), b"", _LEVEL, _PIC, _DEFAULT_MODEL
        )
        return Machine(handle)

    def object_code(self, module: Module) -> bytes:
        """The module as a relocatable object file."""
        return self._emit(module, _OBJECT)

    def assembly(self, module: Module) -> str:
        return self._emit(module, _ASSEMBLY).decode("utf-8", "surrogateescape")

    def _emit(self, module: Module, kind: int) -> bytes:
        buffer, message = c_void_p(), c_char_p()
        if C.TargetMachineEmitToMemoryBuffer(self.handle, module.handle, kind, byref(message), byref(buffer)):
            raise IrError((message.value or b"").decode("utf-8", "replace"))
        code = ctypes.string_at(C.GetBufferStart(buffer), C.GetBufferSize(buffer))
        C.DisposeMemoryBuffer(buffer)
        return code


@cache
def _initialise() -> None:
    """Once a process."""
    for part in (
        "TargetInfo",
        "Target",
        "TargetMC",
        "AsmPrinter",
        "AsmParser",
    ):  # the last for inline assembler
        getattr(C, f"InitializeX86{part}")()


def set_options(*options: str) -> None:
    """LLVM's own command-line options, for all that this process makes from here on."""
    words = [b"hcpy", *map(encoded, options)]
    C.ParseCommandLineOptions(len(words), (c_char_p * len(words))(*words), None)


@dataclass(frozen=True)
class Tuning:
    """What a pipeline of LLVM's may do."""

    vectorise: bool = False  # loops and straight-line code
    unroll: bool = True


def run_passes(
    over: Module | Function,
    passes: str | Iterable[str],
    machine: Machine | None = None,
    tuning: Tuning | None = None,
) -> None:
    """Passes by name, as `opt -passes=` takes them: over a module, or a function's over one function."""
    names = passes if isinstance(passes, str) else ",".join(passes)
    options = C.CreatePassBuilderOptions()
    if tuning is not None:
        C.PassBuilderOptionsSetLoopVectorization(options, tuning.vectorise)
        C.PassBuilderOptionsSetSLPVectorization(options, tuning.vectorise)
        C.PassBuilderOptionsSetLoopInterleaving(options, tuning.vectorise)
        C.PassBuilderOptionsSetLoopUnrolling(options, tuning.unroll)
    run = C.RunPasses if isinstance(over, Module) else C.RunPassesOnFunction
    error = run(over.handle, encoded(names), machine.handle if machine else None, options)
    C.DisposePassBuilderOptions(options)
    if error:
        text = C.GetErrorMessage(error)
        words = ctypes.string_at(text).decode("utf-8", "replace")
        C.DisposeErrorMessage(text)
        raise IrError(words)

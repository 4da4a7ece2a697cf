"""Finds which intrinsics of a module a back end can't do, after it ended a process on the module.

Takes a lowered module that kept its debug information; gives errors at the calls. Each intrinsic is compiled
alone, in a child, since the back end ends that too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from hcpy import ir
from hcpy.core.model import Diagnostic
from hcpy.passes.call_chain import CallChains
from hcpy.passes.lowering import Lowering

# They become no code, and lie beside what they are about: alone LLVM refuses them.
_NO_CODE = ("llvm.lifetime.", "llvm.invariant.", "llvm.assume", "llvm.experimental.noalias")
Emit = Callable[[ir.Module], object]  # makes code of a module, or ends the process


def impossible_intrinsics(lowering: Lowering, emit: Emit) -> Iterator[Diagnostic]:
    """An error at the first call of each; `lowering` has the optimised module."""
    chains = CallChains(lowering)
    first: dict[str, ir.Instruction] = {}
    for function in dict.fromkeys([*chains.functions, *lowering.module.definitions]):
        for call in function.calls() if not function.is_declaration else ():
            if call.callee_name.startswith("llvm.") and not call.callee_name.startswith(_NO_CODE):
                first.setdefault(call.callee_name, call)
    for intrinsic, call in first.items():
        if not _is_possible(lowering.module, call, emit):
            text = f"the target '{lowering.target}' can't compile LLVM's '{intrinsic}', which this needs"
            yield chains.error(text, call.function, call)


def _is_possible(module: ir.Module, call: ir.Instruction, emit: Emit) -> bool:
    text = _alone(module, call)
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        emit(ir.Module.parse(text.encode()))
        os._exit(0)
    except BaseException:
        os._exit(1)


def _alone(module: ir.Module, call: ir.Instruction) -> str:
    """A module with one function that passes its parameters on; what must be a constant stays one."""
    callee = call.callee
    assert callee is not None
    types, parameters, given = [], [], []
    for n, argument in enumerate(call.arguments):
        immediate = "immarg" in callee.parameter_attributes(n)
        types.append(f"{argument.type} immarg" if immediate else str(argument.type))
        if immediate or argument.type.kind is ir.TypeKind.METADATA:
            given.append(str(argument))
        else:
            parameters.append(f"{argument.type} %p{n}")
            given.append(f"{argument.type} %p{n}")
    result, given_back = callee.result, callee.result
    assigned, ending = ("", "ret void") if result.is_void else ("%r = ", f"ret {result} %r")
    if result.is_struct:  # which no function of SPIR-V gives as it is
        given_back = result.elements[0]
        ending = f"%first = extractvalue {result} %r, 0\n  ret {given_back} %first"
    return f"""target triple = "{module.triple}"
target datalayout = "{module.data_layout}"
declare {result} @{callee.name}({", ".join(types)})
define {given_back} @hcpy_alone({", ".join(parameters)}) {{
  {assigned}call {result} @{callee.name}({", ".join(given)})
  {ending}
}}
"""

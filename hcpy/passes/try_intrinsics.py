"""Finds which intrinsics of a module a back end can't do, after it ended a process on the module.

Takes a lowered module that kept its debug information; gives errors at the calls. Each intrinsic is compiled
alone, in a child, since the back end ends that too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from hcpy.model import Diagnostic
from hcpy.passes.call_chain import CallChains
from hcpy.passes.irtext import Call, Function, Module
from hcpy.passes.lowering import Lowering

Emit = Callable[[str], object]  # makes code of IR text, or ends the process


def impossible_intrinsics(lowering: Lowering, emit: Emit) -> Iterator[Diagnostic]:
    """An error at the first call of each; `lowering` has the optimised module."""
    module = lowering.module
    chains = CallChains(lowering)
    first: dict[str, tuple[str, Call]] = {}
    for name in dict.fromkeys([*chains.functions, *module.functions]):
        function = module.functions.get(name)
        for call in function.calls() if function is not None and not function.is_declaration else ():
            if call.callee is not None and call.callee.startswith("llvm."):
                first.setdefault(call.callee, (name, call))
    for intrinsic, (name, call) in first.items():
        declared = module.functions.get(intrinsic)
        if declared is not None and not _is_possible(module, declared, call, emit):
            text = f"the target '{lowering.target}' can't compile LLVM's '{intrinsic}', which this needs"
            yield chains.error(text, name, call.dbg)


def _is_possible(module: Module, declared: Function, call: Call, emit: Emit) -> bool:
    text = _alone(module, declared, call)
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        emit(text)
        os._exit(0)
    except BaseException:
        os._exit(1)


def _alone(module: Module, declared: Function, call: Call) -> str:
    """A module with one function that passes its parameters on; what must be a constant stays one."""
    result = declared.return_type
    parameters, given = [], []
    for n, (parameter, argument) in enumerate(zip(declared.parameters, call.arguments(), strict=False)):
        if "immarg" in parameter.split() or parameter.split()[0] == "metadata":
            given.append(argument)
            continue
        type_ = parameter if parameter.startswith(("<", "{", "[")) else parameter.split()[0]
        parameters.append(f"{type_} %p{n}")
        given.append(f"{type_} %p{n}")
    assigned, ending = ("", "ret void") if result == "void" else ("%r = ", f"ret {result} %r")
    lines = [i for i in module.items if isinstance(i, str) and i.startswith(("target ", "attributes #", "%"))]
    return "\n".join(
        [
            *lines,
            declared.text(),
            f"define {result} @hcpy_alone({', '.join(parameters)}) {{",
            f"  {assigned}call {result} @{declared.name}({', '.join(given)})",
            f"  {ending}",
            "}",
            "",
        ]
    )

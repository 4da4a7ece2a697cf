"""Gives LLVM's maths intrinsics with two results (frexp, modf, sincos) a body that calls the C function.

Takes a Lowering of a GPU-like target, before the C functions are mapped: the back ends have no such
intrinsics, or stop at them, and C's functions take a place for the second result.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Function, Module
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename

_PAIR = re.compile(r"llvm\.(frexp|modf|sincos)\.f(32|64)(?:\.i32)?$")


def run_ptx(lowering: Lowering) -> None:
    _run(lowering.module, "ptr", "")


def run_spirv(lowering: Lowering) -> None:
    _run(lowering.module, "ptr addrspace(4)", "spir_func ")


def run_amdgcn(lowering: Lowering) -> None:
    """Its stack has an address space of its own; the back end has frexp."""
    _run(lowering.module, "ptr", "", 5)


def _run(module: Module, pointer: str, convention: str, stack: int = 0) -> None:
    found = {name: match for name in module.functions if (match := _PAIR.match(name)) is not None}
    if stack:
        found = {name: match for name, match in found.items() if match.group(1) != "frexp"}
    renamed = {name: f"__hcrt_pair_{m.group(1)}_f{m.group(2)}" for name, m in found.items()}
    rename(module, renamed)
    for old, match in found.items():
        module.remove(module.functions[renamed[old]])
        type_ = "float" if match.group(2) == "32" else "double"
        function = match.group(1) + ("f" if type_ == "float" else "")
        parameters = f"{type_}, {pointer}" + (f", {pointer}" if match.group(1) == "sincos" else "")
        result = "void" if match.group(1) == "sincos" else type_
        if function not in module.functions:
            module.add(Function(function, f"declare {convention}{result} @{function}({parameters})"))
        call = f"call {convention}{result} @{function}"
        module.add(_pair_function(renamed[old], match.group(1), type_, pointer, call, stack))


def _pair_function(name: str, operation: str, type_: str, pointer: str, call: str, stack: int) -> Function:
    second = "i32" if operation == "frexp" else type_
    pair = f"{{ {type_}, {second} }}"
    body = []
    places = ("first", "second") if operation == "sincos" else ("second",)
    for place in places:
        if stack:
            body.append(f"  %{place}.stack = alloca {second}, addrspace({stack})")
            body.append(f"  %{place}.own = addrspacecast ptr addrspace({stack}) %{place}.stack to ptr")
        else:
            body.append(f"  %{place}.own = alloca {second}")
        if pointer == "ptr":
            body.append(f"  %{place}.place = getelementptr i8, ptr %{place}.own, i64 0")
        else:
            body.append(f"  %{place}.place = addrspacecast ptr %{place}.own to {pointer}")
    if operation == "sincos":
        body.append(f"  {call}({type_} %x, {pointer} %first.place, {pointer} %second.place)")
        body.append(f"  %first = load {type_}, ptr %first.own")
    else:
        body.append(f"  %first = {call}({type_} %x, {pointer} %second.place)")
    body += [
        f"  %second = load {second}, ptr %second.own",
        f"  %half = insertvalue {pair} poison, {type_} %first, 0",
        f"  %both = insertvalue {pair} %half, {second} %second, 1",
        f"  ret {pair} %both",
    ]
    header = f"define internal {pair} @{name}({type_} %x) alwaysinline nounwind {{"
    return Function(name, header, ["entry:", *body])

"""Gives __hcrt_dynamic_group_memory() its meaning on each GPU-like target.

Takes a Lowering. PTX: an external shared array, which the driver places behind the static ones. SPIR-V: a
second argument of the entries that need it, handed down through the calls.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Global, Module, find_close, parse_call, quote
from hcpy.passes.lowering import Lowering

FUNCTION = "__hcrt_dynamic_group_memory"
_SHARED = "__hcrt_dynamic_group"
_ARGUMENT = "%hcrt.dynamic.group"
_RESULT = re.compile(r"^(\s*%[^ ]+ = ).*?(, !dbg !\d+)?$")


def users(module: Module) -> set[str]:
    """The functions that call it, directly or through others."""
    callers: dict[str, set[str]] = {}
    for function in module.functions.values():
        for call in function.calls():
            callers.setdefault(call.callee or "", set()).add(function.name)
    found: set[str] = set()
    work = [FUNCTION]
    while work:
        for caller in callers.get(work.pop(), ()):
            if caller not in found:
                found.add(caller)
                work.append(caller)
    return found


def use_external_array(lowering: Lowering) -> None:
    """PTX."""
    module = lowering.module
    found = users(module)
    lowering.dynamic_group = frozenset(found.intersection(lowering.entries))
    if not found:
        return
    _replace(module, found, f"ptr addrspacecast (ptr addrspace(3) @{_SHARED} to ptr)")
    module.add(Global(_SHARED, ["external", "addrspace(3)"], False, "[0 x i8]", "", ["align 16"]))


def use_argument(lowering: Lowering) -> None:
    """SPIR-V."""
    module = lowering.module
    found = users(module)
    lowering.dynamic_group = frozenset(found.intersection(lowering.entries))
    if not found:
        return
    for name in found:
        function = module.functions[name]
        function.parameters = [*function.parameters, f"ptr addrspace(3) {_ARGUMENT}"]
        function.body = [_pass_on(line, found) for line in function.body]
    generic = f"{_ARGUMENT}.generic"
    for name in found:
        body = module.functions[name].body
        first = next(i for i, line in enumerate(body) if line.startswith(" "))
        body.insert(first, f"  {generic} = addrspacecast ptr addrspace(3) {_ARGUMENT} to ptr addrspace(4)")
    _replace(module, found, f"ptr addrspace(4) {generic}")


def _pass_on(line: str, found: set[str]) -> str:
    call = parse_call(line)
    if call is None or call.callee not in found:
        return line
    opening = line.index(f"@{quote(call.callee)}(") + len(quote(call.callee)) + 1
    closing = find_close(line, opening)
    comma = ", " if line[opening + 1 : closing].strip() else ""
    return f"{line[:closing]}{comma}ptr addrspace(3) {_ARGUMENT}{line[closing:]}"


def _replace(module: Module, found: set[str], pointer: str) -> None:
    """Each call becomes the pointer; an unused result needs nothing."""
    for name in found:
        function = module.functions[name]
        body: list[str] = []
        for line in function.body:
            call = parse_call(line)
            if call is None or call.callee != FUNCTION:
                body.append(line)
            elif (result := _RESULT.match(line)) is not None:
                body.append(f"{result.group(1)}getelementptr i8, {pointer}, i64 0{result.group(2) or ''}")
        function.body = body
    if FUNCTION in module.functions:
        module.remove(module.functions[FUNCTION])

"""Reports what is left for a linker that devices do not have, after optimisation.

Takes a Lowering whose module is optimised; adds an error for each undefined function or variable that kernels
still use, and for instructions that the target does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hcpy.passes.call_chain import CallChains
from hcpy.passes.demangle import demangle
from hcpy.passes.irtext import parse_call, quote
from hcpy.passes.lowering import Lowering

_DBG = re.compile(r"!dbg !(\d+)")


@dataclass(frozen=True)
class Limits:
    """What a target can't do, beyond calling what nobody defines."""

    known: re.Pattern[str]  # undefined symbols that the device's driver or compiler provides
    indirect_calls: bool = True
    instructions: tuple[
        tuple[re.Pattern[str], str], ...
    ] = ()  # what must not stand in a line, and what it is


def check_externals(lowering: Lowering, limits: Limits) -> None:
    module = lowering.module
    missing = {
        name: f"call to '{demangle(name)}' which has no device code"
        for name, function in module.functions.items()
        if function.is_declaration and not name.startswith("llvm.") and not limits.known.match(name)
    }
    missing |= {
        name: _variable_text(name)
        for name, variable in module.globals.items()
        if variable.is_declaration and not limits.known.match(name)
    }
    if not missing and limits.indirect_calls and not limits.instructions:
        return
    chains = CallChains(lowering)
    patterns = {name: re.compile(re.escape(f"@{quote(name)}") + r"(?![-\w$.])") for name in missing}
    for name in dict.fromkeys([*chains.functions, *module.functions]):
        function = module.functions.get(name)
        if function is None or function.is_declaration:
            continue
        for line in function.body:
            for text in _findings(lowering, line, missing, patterns, limits):
                found = _DBG.search(line)
                error = chains.error(text, name, int(found.group(1)) if found else None)
                if error not in lowering.diagnostics:
                    lowering.diagnostics.append(error)


def _findings(
    lowering: Lowering,
    line: str,
    missing: dict[str, str],
    patterns: dict[str, re.Pattern[str]],
    limits: Limits,
) -> Iterator[str]:
    if "@" in line:
        for name in [n for n in missing if quote(n) in line and patterns[n].search(line)]:
            yield missing.pop(name)
    if not limits.indirect_calls and "call " in line:
        call = parse_call(line)
        if call is not None and call.is_indirect:
            yield f"call through a pointer is not possible on the target '{lowering.target.kind}'"
    for pattern, what in limits.instructions:
        if pattern.search(line):
            yield f"{what} is not possible on the target '{lowering.target.kind}'"


def _variable_text(name: str) -> str:
    readable = demangle(name)
    if name.startswith("_ZT"):
        return f"'{readable}' has no device copy: its class's virtual functions are defined elsewhere"
    return f"'{readable}' has no device copy"

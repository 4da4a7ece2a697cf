"""Reports what is left for a linker that devices do not have, after optimisation.

Takes a Lowering whose module is optimised; adds an error for each undefined function or variable that kernels
still use, and for instructions that the target does not have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hcpy import ir
from hcpy.passes.call_chain import CallChains
from hcpy.passes.demangle import demangle
from hcpy.passes.lowering import Lowering

Beyond = Callable[[ir.Instruction], "str | None"]


@dataclass(frozen=True)
class Limits:
    """What a target can't do, beyond calling what nobody defines."""

    is_known: Callable[[str], bool]  # an undefined symbol that the device's driver or compiler provides
    indirect_calls: bool = True
    # For one module: what the target can't do of an instruction, in words; None: it can.
    impossible: Callable[[], Beyond] | None = None


def check_externals(lowering: Lowering, limits: Limits) -> None:
    missing = _missing(lowering.module, limits)
    if not missing and limits.indirect_calls and limits.impossible is None:
        return
    chains = CallChains(lowering)
    beyond = limits.impossible() if limits.impossible is not None else None
    for function in dict.fromkeys([*chains.functions, *lowering.module.definitions]):
        if function.is_declaration:
            continue
        for instruction in function.instructions():
            impossible = _impossible(instruction, limits, beyond)
            texts = [
                *_undefined(instruction, missing),
                *(f"{what} on the target '{lowering.target.kind}'" for what in impossible),
            ]
            for text in texts:
                error = chains.error(text, function, instruction)
                if error not in lowering.diagnostics:
                    lowering.diagnostics.append(error)


def _missing(module: ir.Module, limits: Limits) -> dict[ir.Symbol, str]:
    """The undefined symbols, and what is to be said of each."""
    found: dict[ir.Symbol, str] = {}
    for function in module.functions:
        name = function.name
        if function.is_declaration and not name.startswith("llvm.") and not limits.is_known(name):
            found[function] = f"call to '{demangle(name)}' which has no device code"
    for variable in module.variables:
        if variable.is_declaration and not limits.is_known(variable.name):
            found[variable] = _variable_text(variable.name)
    return found


def _undefined(instruction: ir.Instruction, missing: dict[ir.Symbol, str]) -> list[str]:
    """What is to be said of the undefined symbols that an instruction names; each is told of once."""
    if not missing:
        return []
    named = [s for operand in instruction.operands for s in ir.symbols_in(operand) if s in missing]
    return [missing.pop(symbol) for symbol in dict.fromkeys(named)]


def _impossible(instruction: ir.Instruction, limits: Limits, beyond: Beyond | None) -> list[str]:
    found = []
    if not limits.indirect_calls and instruction.is_call and instruction.is_indirect:
        found.append("call through a pointer is not possible")
    if beyond is not None and (what := beyond(instruction)) is not None:
        found.append(f"{what} is not possible")
    return found


def _variable_text(name: str) -> str:
    readable = demangle(name)
    if name.startswith("_ZT"):
        return f"'{readable}' has no device copy: its class's virtual functions are defined elsewhere"
    return f"'{readable}' has no device copy"

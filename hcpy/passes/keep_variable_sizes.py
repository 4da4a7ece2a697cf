"""Keeps variables as large as they are.

Takes a Lowering whose module is optimised for SPIR-V. LLVM 22's back end finds out what a pointer points to
by its uses, and makes a variable of that type, not of the variable's own: a group array that is used as an
incoming value of a phi alone becomes one element, a private array of addresses with stores of several types
at its beginning one address. What is written to the rest is written to other variables. Through a pointer to
bytes, which is made first, a variable keeps its type. Run it last: nothing that would simplify an address 0
bytes further runs after it.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.passes.hold_over_barriers import NAME as HELD
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE

_LIFETIME = "llvm.lifetime."


def run(lowering: Lowering) -> None:
    module = lowering.module
    for function in module.definitions:
        for variable in list(function.instructions_of(ir.Opcode.ALLOCA)):
            if not variable.operand(0).is_constant:
                continue  # an array of variable length: spirv_limits names it
            if not variable.name.startswith(HELD):  # libhcrt knows its loads and stores
                _use_bytes(function, variable, variable.uses)
    for shared in module.variables:
        if shared.address_space != GROUP_SPACE or shared.is_declaration:
            continue
        uses: dict[ir.Function, list[ir.Use]] = {}
        for use in shared.uses:
            if isinstance(use.user, ir.Instruction):
                uses.setdefault(use.user.function, []).append(use)
        for function, found in uses.items():
            _use_bytes(function, shared, found)


def _use_bytes(function: ir.Function, variable: ir.Value, uses: Iterable[ir.Use]) -> None:
    uses = [use for use in uses if not _is_lifetime(use.user)]
    if not uses:
        return
    with ir.Builder.before(_place(function, variable)) as build:
        # The builder would make no instruction for a constant.
        frozen = build.freeze(variable)
        assert isinstance(frozen, ir.Instruction)
        begin = build.offset(frozen, 0)
    for use in uses:
        use.set(begin)
    frozen.replace(variable)


def _place(function: ir.Function, variable: ir.Value) -> ir.Instruction:
    """Behind the local variables at the beginning, or behind the variable itself where others come first: the
    values of specialize.py do."""
    block = variable.block if isinstance(variable, ir.Instruction) else function.entry
    behind = iter(block.instructions())
    if isinstance(variable, ir.Instruction):
        next(at for at in behind if at == variable)
    return next(at for at in behind if at.opcode is not ir.Opcode.ALLOCA)


def _is_lifetime(user: ir.Value) -> bool:
    return isinstance(user, ir.Instruction) and user.callee_name.startswith(_LIFETIME)

"""Gives volatile private variables with one store another one, on SPIR-V.

Takes a Lowering whose module is optimised. PoCL 7.1 computes again what such a variable was given, loads from
memory included, where the variable is read: others, or the work-item itself, may have stored there meanwhile
(docs/devices.md). All other variables with one store are values by now.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for variable in list(function.instructions_of(Opcode.ALLOCA)):
            stores = list(_stores(variable))
            if len(stores) == 1 and stores[0].is_volatile:
                _store_first(variable)


def _stores(variable: ir.Instruction) -> Iterator[ir.Instruction]:
    for user in variable.users:
        if isinstance(user, ir.Instruction) and user.opcode is Opcode.STORE and user.operand(1) == variable:
            yield user


def _store_first(variable: ir.Instruction) -> None:
    behind = variable.following
    assert behind is not None
    with ir.Builder.before(behind) as build:
        build.store(variable.allocated_type.null(), variable).is_volatile = True

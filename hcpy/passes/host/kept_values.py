"""Puts values into variables, one each: every use reads them again.

Takes instructions of one function that the cut would copy with their blocks, though others use them
(copies.py): where a block has copies, no single one of them is what a later block means. A variable is; a
work-item finds in it what the copy wrote that it ran.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.ir import Opcode


def keep_in_variables(values: Iterable[ir.Instruction]) -> None:
    for value in values:
        _keep(value)


def _keep(value: ir.Instruction) -> None:
    with ir.Builder.before(value.function.entry.first_after_phis) as build:
        variable = build.alloca(value.type, f"{value.name or 'hc'}.kept")
    read: dict[ir.Block, ir.Value] = {}  # at the ends of blocks, for phis
    for use in value.uses:
        user = use.user
        assert isinstance(user, ir.Instruction)
        if user.opcode is Opcode.PHI:
            source = user.incoming[use.index][1]
            if source not in read:
                read[source] = _read(source.terminator, variable)
            use.set(read[source])
        else:
            use.set(_read(user, variable))
    following = value.following if value.opcode is not Opcode.PHI else value.block.first_after_phis
    assert following is not None
    with ir.Builder.before(following) as build:
        build.store(value, variable)


def _read(user: ir.Instruction, variable: ir.Instruction) -> ir.Value:
    with ir.Builder.before(user) as build:
        return build.load(variable.allocated_type, variable, variable.name)

"""Splits phis of structures into one phi for each member.

LLVM makes them of loops around a compare-and-exchange, and the SPIR-V back end can't select them.

Takes a Lowering whose module is optimised. A structure that is used otherwise than member by member stays.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        phis = [phi for phi in function.instructions_of(ir.Opcode.PHI) if phi.type.is_struct]
        if phis:
            _split(_plain(phis))


def _plain(phis: list[ir.Instruction]) -> list[ir.Instruction]:
    """Those that are used by extractvalue and other such phis alone."""
    found = set(phis)
    while True:
        kept = {phi for phi in found if all(_is_extract(user) or user in found for user in phi.users)}
        if kept == found:
            return [phi for phi in phis if phi in found]
        found = kept


def _is_extract(user: ir.Value) -> bool:
    return (
        isinstance(user, ir.Instruction) and user.opcode is ir.Opcode.EXTRACT_VALUE and len(user.indices) == 1
    )


def _split(phis: list[ir.Instruction]) -> None:
    members: dict[ir.Value, list[ir.Instruction]] = {}
    for phi in phis:
        with ir.Builder.before(phi) as build:
            members[phi] = [build.phi(type_, (), f"member{n}") for n, type_ in enumerate(phi.type.elements)]
    for phi in phis:
        for value, block in phi.incoming:
            for new, part in zip(members[phi], _parts(value, block, members), strict=True):
                new.add_incoming([(part, block)])
    for phi in phis:
        for user in phi.users:
            if isinstance(user, ir.Instruction) and user.opcode is ir.Opcode.EXTRACT_VALUE:
                user.replace(members[phi][user.indices[0]])
    for phi in phis:
        phi.replace_uses(phi.type.poison())
    for phi in phis:
        phi.erase()


def _parts(value: ir.Value, block: ir.Block, members: dict[ir.Value, list[ir.Instruction]]) -> list[ir.Value]:
    """The members of a structure that comes from a block."""
    if value in members:
        return list(members[value])
    if isinstance(value, ir.Constant):
        return list(value.elements())
    with ir.Builder.before(block.terminator) as build:
        return [build.extract_value(value, number) for number in range(value.type.count)]

"""Keeps Intel's OpenCL compiler for CPUs from taking an index that answers two questions for all work-items'.

Takes a Lowering whose module is optimised for SPIR-V. `a[x ? y : 0] = z`, where y is 0 or 1 and x decides the
way to it, that compiler joins to one condition, and in its vectors then stores one work-item's z in all
private arrays. Here the constant on such a way is a number that the compiler cannot know. Run it before
place_launch_data.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.lowering import Lowering

_SAME = (Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for phi in list(function.instructions_of(Opcode.PHI)):
            if phi.type.is_integer and phi.type.width > 1 and _is_answer(phi) and _is_index(phi):
                _hide(lowering.module, phi)


def _is_answer(phi: ir.Instruction) -> bool:
    """Is it a constant on one way, and on the others one of two by a condition?"""
    values = [value for value, _ in phi.incoming]
    asked = [value for value in values if not isinstance(value, ir.Integer)]
    return 0 < len(asked) < len(values) and all(map(_is_condition, asked))


def _is_condition(value: ir.Value) -> bool:
    if not isinstance(value, ir.Instruction):
        return False
    if value.opcode is Opcode.SELECT:
        return all(isinstance(side, ir.Integer) for side in value.operands[1:])
    return value.opcode in (Opcode.ZEXT, Opcode.SEXT) and value.operand(0).type.width == 1


def _is_index(value: ir.Instruction) -> bool:
    users = [user for user in value.users if isinstance(user, ir.Instruction)]
    return any(u.opcode is Opcode.GEP or (u.opcode in _SAME and _is_index(u)) for u in users)


def _hide(module: ir.Module, phi: ir.Instruction) -> None:
    made: dict[ir.Block, ir.Value] = {}  # a switch may lead here by several edges, with one value
    for value, block in phi.incoming:
        if not isinstance(value, ir.Integer):
            made[block] = value
        elif block not in made:
            with ir.Builder.before(block.terminator) as build:
                build.at_location(phi.debug_location)
                made[block] = build.binary(Opcode.XOR, hidden_zero(module, build, phi.type), value)
    with ir.Builder.before(phi) as build:
        new = build.phi(phi.type, [(made[block], block) for _, block in phi.incoming])
    phi.replace(new)

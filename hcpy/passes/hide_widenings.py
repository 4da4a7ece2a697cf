"""Keeps Intel's OpenCL compiler for CPUs from widening sums with ids that have left 32 bits.

Takes a Lowering whose module is optimised for SPIR-V. Where a sum that may wrap is widened with its sign,
`(long)(int)(id << 29)`, `(long)(int)(id * 0x10000001u)`, that compiler's vectoriser computes the first
work-item's value in 64 bits and adds what the others differ by: what has left the 32 bits comes back. Here
the sum has a zero added that the compiler cannot know. Sums that are nothing but indices stay as they are:
those are within an array, and do not leave 32 bits. Run it before place_launch_data.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import zero_of
from hcpy.passes.lowering import Lowering

_WIDENINGS = (Opcode.SEXT, Opcode.SITOFP)
_SUMS = (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.AND, Opcode.OR, Opcode.XOR)
_OF_INDICES = (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL)
_WIDTH = 32
_DEEPEST = 6


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        found = [w for w in function.instructions_of(*_WIDENINGS) if _may_be_wrong(w)]
        if not found:
            continue
        zero = zero_of(lowering.module, function, ir.Types(function.context).i32)
        for widening in found:
            with ir.Builder.before(widening) as build:
                build.at_location(widening.debug_location)
                widening.set_operand(0, build.binary(Opcode.XOR, widening.operand(0), zero))


def _may_be_wrong(widening: ir.Instruction) -> bool:
    source = widening.operand(0)
    if not source.type.is_integer or source.type.width != _WIDTH or not _may_wrap(source, _DEEPEST):
        return False
    return widening.opcode is Opcode.SITOFP or not _is_index(widening, _DEEPEST)


def _may_wrap(value: ir.Value, depth: int) -> bool:
    """Is it made of a sum that may have left its bits?"""
    if not isinstance(value, ir.Instruction) or not depth:
        return False
    if value.opcode in _OF_INDICES and not value.nsw:
        return True
    return value.opcode in _SUMS and any(_may_wrap(operand, depth - 1) for operand in value.operands)


def _is_index(value: ir.Instruction, depth: int) -> bool:
    """Is it used for addresses alone?"""
    for user in value.users:
        if not isinstance(user, ir.Instruction) or not depth:
            return False
        is_step = user.opcode in _OF_INDICES and _is_index(user, depth - 1)
        if user.opcode is not Opcode.GEP and not is_step:
            return False
    return True

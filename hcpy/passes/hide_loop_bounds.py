"""Keeps Intel's OpenCL compiler for CPUs from making vectors of the loops that a work-item runs.

Takes a Lowering whose module is optimised for SPIR-V. What that compiler does not run in vectors of
work-items, as the last ones of a launch that do not fill one, it searches for loops to make vectors of
(`auto-vec-dir-insert`), and many of these are wrong: `for (i = 0; i < 60; ++i) a[i] = a[i + 4] * 3 + w[i]` on
a private array, written in OpenCL C, too. It does so where it can tell how often a loop turns. Here it
cannot: the number that decides has a zero added that the compiler does not know and that belongs to the turn.
libhcrt has it be 0 for all other devices (backends/opencl/loop_bounds.hpp). Run it before place_launch_data.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import takes_zero, zero_of
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering

_JOINS = (Opcode.AND, Opcode.OR, Opcode.SELECT, Opcode.XOR, Opcode.FREEZE)
_NAME = "hcpy.zero"  # backends/opencl/loop_bounds.cpp knows it


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        found = dict(_deciding(function))
        if not found:
            continue
        zero = zero_of(lowering.module, function)
        zero.name = _NAME
        for comparison, number in found.items():
            _hide(comparison, number, zero)


def _deciding(function: ir.Function) -> Iterator[tuple[ir.Instruction, int]]:
    """Comparisons that end a loop, and which of their operands the turn decides."""
    loops = Loops.of(function)
    for blocks in loops.blocks.values():
        for block in blocks:
            last = block.terminator
            if last.opcode is not Opcode.BR or all(target in blocks for target in block.successors):
                continue
            for comparison in _comparisons(last.condition, blocks):
                number = next((n for n in (0, 1) if _is_inside(comparison.operand(n), blocks)), None)
                if number is not None and takes_zero(comparison.operand(number).type):
                    yield comparison, number


def _comparisons(condition: ir.Value, blocks: set[ir.Block]) -> Iterator[ir.Instruction]:
    pending, seen = [condition], set[ir.Value]()
    while pending:
        value = pending.pop()
        if value in seen or not isinstance(value, ir.Instruction) or value.block not in blocks:
            continue
        seen.add(value)
        if value.opcode is Opcode.ICMP:
            yield value
        elif value.opcode in _JOINS:
            pending += value.operands


def _is_inside(value: ir.Value, blocks: set[ir.Block]) -> bool:
    return isinstance(value, ir.Instruction) and value.block in blocks


def _hide(comparison: ir.Instruction, number: int, zero: ir.Value) -> None:
    """`a < b` becomes `a < (b ^ (a & 0))`."""
    turn, bound = comparison.operand(number), comparison.operand(1 - number)
    with ir.Builder.before(comparison) as build:
        build.at_location(comparison.debug_location)
        if turn.type.is_pointer:
            place = build.cast(Opcode.PTRTOINT, turn, build.types.i64)
            hidden = build.offset(bound, build.binary(Opcode.AND, place, zero))
        else:
            own = zero if turn.type == zero.type else build.cast(Opcode.TRUNC, zero, turn.type)
            hidden = build.binary(Opcode.XOR, bound, build.binary(Opcode.AND, turn, own))
        comparison.set_operand(1 - number, hidden)

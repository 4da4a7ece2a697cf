"""Keeps Intel's OpenCL compiler for CPUs from adding floating-point numbers in another order.

Takes a Lowering whose module is optimised for SPIR-V. Work-items that do not fill a vector that compiler runs
one by one, and vectorises their loops: of a sum it makes several, which it adds at the end, though nothing
allows it to (`auto-vec-dir-insert`). So the loop gets a whole number that each turn makes of the one before,
in a way that no vector has; what follows the loop takes of it as much as a zero leaves that the compiler
cannot know. A loop that is unrolled has nothing of it left. Loops with several ends, or whose end depends on
floating-point numbers, it leaves alone, and those that wait at a barrier. Run it before hold_over_barriers
and place_launch_data.
"""

from __future__ import annotations

from collections.abc import Container

from hcpy import ir
from hcpy.ir import FastMath, Opcode
from hcpy.passes.barrier_parts import waiting
from hcpy.passes.hidden_zero import hidden_zero, with_zero
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering

_WIDTHS = (16, 32, 64)


def run(lowering: Lowering) -> None:
    waits = waiting(lowering.module)
    for function in lowering.module.definitions:
        if not any(phi.type.is_floating for phi in function.instructions_of(Opcode.PHI)):
            continue
        loops = Loops.of(function)
        for header, blocks in loops.blocks.items():
            if len(loops.ends[header]) == 1 and _is_counted(blocks, waits):
                _keep(lowering.module, header, blocks, loops.ends[header][0])


def _is_counted(blocks: set[ir.Block], waits: Container[ir.Function]) -> bool:
    """Has the loop one end, which depends on a comparison of integers, and no barrier?"""
    leaving = [b.terminator for b in blocks if any(target not in blocks for target in b.successors)]
    if len(leaving) != 1 or leaving[0].opcode is not Opcode.BR:
        return False
    condition = leaving[0].condition
    if not isinstance(condition, ir.Instruction) or condition.opcode is not Opcode.ICMP:
        return False
    return not any(i.is_call and i.callee in waits for block in blocks for i in block.instructions())


def _keep(module: ir.Module, header: ir.Block, blocks: set[ir.Block], end: ir.Instruction) -> None:
    """Has the first sum that is needed behind the loop depend on a chain."""
    for phi in header.phis:
        if not phi.type.is_floating or phi.type.width not in _WIDTHS:
            continue
        last = next(value for value, block in phi.incoming if block == end.block)
        sums = _made_of(phi, blocks)
        if last not in sums or _may_be_reordered(sums):
            continue
        outer = next((use for value in sums for use in value.uses if _is_outside(use, blocks)), None)
        if outer is not None:
            _take(module, outer, _chain(header, blocks, end), blocks)
            return


def _made_of(phi: ir.Instruction, blocks: set[ir.Block]) -> dict[ir.Value, None]:
    """The floating-point numbers in a loop that depend on one that it begins a turn with, and that one."""
    found: dict[ir.Value, None] = {phi: None}
    waiting_ = [phi]
    while waiting_:
        for user in waiting_.pop().users:
            if not isinstance(user, ir.Instruction) or user.type != phi.type:
                continue
            if user.block in blocks and user not in found:
                found[user] = None
                waiting_.append(user)
    return found


def _may_be_reordered(sums: dict[ir.Value, None]) -> bool:
    return any(
        isinstance(value, ir.Instruction) and value.can_be_fast and value.fast_math & FastMath.REASSOC
        for value in sums
    )


def _is_outside(use: ir.Use, blocks: set[ir.Block]) -> bool:
    return isinstance(use.user, ir.Instruction) and use.user.block not in blocks


def _chain(header: ir.Block, blocks: set[ir.Block], end: ir.Instruction) -> ir.Instruction:
    """A number for each turn, which that of the turn before alone tells."""
    i32 = ir.Types(header.function.context).i32
    with ir.Builder.before(header.first_after_phis) as build:
        number = build.phi(i32, [(i32.const(0), b) for b in header.predecessors if b not in blocks])
    with ir.Builder.before(end) as build:
        following = build.binary(Opcode.XOR, build.mul(number, i32.const(3)), i32.const(1))
    number.add_incoming([(following, end.block)])
    return number


def _take(module: ir.Module, outer: ir.Use, chain: ir.Instruction, blocks: set[ir.Block]) -> None:
    """Has a use of a sum behind its loop depend on the chain."""
    user = outer.user
    assert isinstance(user, ir.Instruction)
    if user.opcode is not Opcode.PHI:
        outer.set(_with(module, user, outer.value, chain))
        return
    source = user.incoming[outer.index][1]
    if source not in blocks:
        outer.set(_with(module, source.terminator, outer.value, chain))
        return
    pairs = [(chain if b in blocks else chain.type.const(0), b) for _, b in user.incoming]
    with ir.Builder.before(user.block.first_after_phis) as build:
        carried = build.phi(chain.type, pairs)
    uses = user.uses
    new = _with(module, user.block.first_after_phis, user, carried)
    for use in uses:
        use.set(new)


def _with(module: ir.Module, place: ir.Instruction, number: ir.Value, chain: ir.Value) -> ir.Value:
    """The number, as nobody but us knows."""
    with ir.Builder.before(place) as build:
        zero = hidden_zero(module, build)
        none = build.binary(Opcode.AND, build.cast(Opcode.ZEXT, chain, zero.type), zero)
        return with_zero(build, number, none)

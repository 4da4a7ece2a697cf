"""Hides addresses in group memory where Intel's OpenCL compiler for CPUs would lose some of them.

Takes a Lowering whose module is optimised for SPIR-V. That compiler gives each group a place for such a
variable late, and leaves uses of it that are constants at another, which no work-item wrote:
- it makes a switch of comparisons of one number with constants, then one access of those that the branches
  end with, and a table of their addresses, whose entries are 0 (branch_to_addresses.py has the switches that
  are in the module);
- where addresses are compared, subtracted or chosen between, as std::sort does, any of the uses in the
  kernel, the first store before a barrier included.
Only constants are lost: here addresses have an offset that is always 0, which the compiler cannot know. Run
it after expand_constants and before place_launch_data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from hcpy import ir
from hcpy.ir.rewrite import COPIES
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE

_EQUALITIES = (ir.IntPredicate.EQ, ir.IntPredicate.NE)
_ADDRESSES = (*ir.POINTER_CASTS, ir.Opcode.GEP, ir.Opcode.FREEZE)
_STEPS = (ir.Opcode.ADD, ir.Opcode.TRUNC, ir.Opcode.SEXT, ir.Opcode.ZEXT)


def run(lowering: Lowering) -> None:
    found: dict[ir.Function, list[ir.Use]] = defaultdict(list)
    for shared in lowering.module.variables:
        if shared.address_space == GROUP_SPACE:
            for use in shared.uses:
                if isinstance(use.user, ir.Instruction):
                    found[use.user.function].append(use)
    for function, uses in found.items():
        users = [use.user for use in uses if isinstance(use.user, ir.Instruction)]
        several = len({user.block for user in users}) > 1
        if any(_is_value(use) for use in uses) or (several and _compares_in_turn(function)):
            _hide(lowering.module, function, uses)


def _is_value(use: ir.Use) -> bool:
    """Is the address more than the place of an access? Atomic operations may be calls here."""
    user = use.user
    if not isinstance(user, ir.Instruction):
        return False
    if user.opcode in _ADDRESSES:
        return any(_is_value(further) for further in user.uses)
    if user.is_call:
        return user.callee_name.startswith(COPIES)
    return not (user.accesses_memory_by_pointer and user.pointer == use.value)


def _compares_in_turn(function: ir.Function) -> bool:
    """Is one number compared with several constants?"""
    compared: dict[Hashable, set[int]] = defaultdict(set)
    for comparison in function.instructions_of(ir.Opcode.ICMP):
        constant = comparison.operand(1)
        if comparison.predicate in _EQUALITIES and isinstance(constant, ir.Integer):
            root, moved = _root(comparison.operand(0))
            compared[root].add(constant.signed - moved)
    return any(len(constants) > 1 for constants in compared.values())


def _root(value: ir.Value) -> tuple[Hashable, int]:
    """What a number is made of by adding constants, and what was added; calls for the same id are one."""
    moved = 0
    while isinstance(value, ir.Instruction) and value.opcode in _STEPS:
        if not value.is_cast:
            constant = value.operand(1)
            if not isinstance(constant, ir.Integer):
                break
            moved += constant.signed
        value = value.operand(0)
    if isinstance(value, ir.Instruction) and value.is_call:
        return (value.callee_name, *value.arguments), moved
    return value, moved


def _hide(module: ir.Module, function: ir.Function, uses: Iterable[ir.Use]) -> None:
    made: dict[ir.Value, ir.Value] = {}
    place = function.entry.first_after_allocas
    with ir.Builder.before(place) as build:
        zero = hidden_zero(module, build)
        for use in uses:
            if use.value not in made:
                made[use.value] = build.offset(use.value, zero)
    for use in uses:
        use.set(made[use.value])

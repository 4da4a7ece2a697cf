"""Keeps a value that a loop hands on from turn to turn from Intel's OpenCL compiler for CPUs.

Takes a Lowering whose module is optimised for SPIR-V. In `while (n--) { t = a + b; a = b; b = t; }` the next
a is this turn's b, a phi of the same block. That compiler's vectoriser (`vplan-vec`) ends the process for
such a loop. Here the next a is b and a zero that it cannot know. What has no integer of its size goes on as
it is: keep_scalar keeps its kernel from the vectoriser. Run it before keep_scalar and place_launch_data.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.lowering import Lowering

_WIDEST = 64


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        phis = [phi for phi in function.instructions_of(Opcode.PHI) if hands_on(phi)]
        hidden = [phi for phi in phis if _can_hide(phi.type)]
        if hidden:
            with ir.Builder.before(function.entry.first_after_allocas) as build:
                zero = hidden_zero(lowering.module, build)
            for phi in hidden:
                _hide(phi, zero)


def hands_on(phi: ir.Instruction) -> bool:
    """Is its next value another variable's of this turn?"""
    return any(_is_another(value, phi) for value, _ in phi.incoming)


def _is_another(value: ir.Value, phi: ir.Instruction) -> bool:
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.PHI:
        return False
    return bool(value != phi and value.block == phi.block)


def _can_hide(type_: ir.Type) -> bool:
    return type_.is_pointer or ((type_.is_integer or type_.is_floating) and type_.width <= _WIDEST)


def _hide(phi: ir.Instruction, zero: ir.Value) -> None:
    made: dict[ir.Block, ir.Value] = {}  # a switch may lead here by several edges, with one value
    for value, block in phi.incoming:
        if not _is_another(value, phi):
            made[block] = value
        elif block not in made:
            with ir.Builder.before(block.terminator) as build:
                build.at_location(phi.debug_location)
                made[block] = _with_zero(build, value, zero)
    with ir.Builder.before(phi) as build:
        new = build.phi(phi.type, [(made[block], block) for _, block in phi.incoming])
    phi.replace(new)


def _with_zero(build: ir.Builder, value: ir.Value, zero: ir.Value) -> ir.Value:
    type_ = value.type
    if type_.is_pointer:
        return build.offset(value, zero)
    integer = build.types.integer(type_.width)
    bits = value if type_.is_integer else build.cast(Opcode.BITCAST, value, integer)
    mask = zero if integer == zero.type else build.cast(Opcode.TRUNC, zero, integer)
    mixed = build.binary(Opcode.XOR, bits, mask)
    return mixed if type_.is_integer else build.cast(Opcode.BITCAST, mixed, type_)

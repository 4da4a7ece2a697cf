"""Keeps Intel's OpenCL compiler for CPUs from breaking loops that hand a value on from turn to turn.

Takes a Lowering whose module is optimised for SPIR-V. In `while (n--) { t = a + b; a = b; b = t; }` the next
a is what b is in this turn. Where a loop's variable gets what another one of it, or of a loop around it or in
it, has now, the vectoriser of that compiler may end the process; and of such a loop in code that it runs
work-item by work-item it makes vectors (`auto-vec-dir-insert`) and gets the last values wrong. Here what is
handed on has a zero added that the compiler does not know: it is then another number of this turn, as any.
Run it before place_launch_data.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import takes_zero, with_zero, zero_of
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        handed = _handed_on(function)
        if not handed:
            continue
        zero = zero_of(lowering.module, function)
        hidden = {phi: _hidden(phi, sources, zero) for phi, sources in handed.items()}
        for phi, values in hidden.items():  # which are made by now: what is handed on may be replaced
            pairs = [(values.get(block, value), block) for value, block in phi.incoming]
            with ir.Builder.before(phi) as build:
                phi.replace(build.phi(phi.type, pairs))


def _handed_on(function: ir.Function) -> dict[ir.Instruction, dict[ir.Block, ir.Value]]:
    """Variables of loops, the blocks from which they get another's value, and that value."""
    loops = Loops.of(function)
    found: dict[ir.Instruction, dict[ir.Block, ir.Value]] = {}
    for header, inside in loops.blocks.items():
        for phi in header.phis:
            given = {b: v for v, b in phi.incoming if b in inside and _is_variable(v, phi, loops)}
            if given:
                found[phi] = given
    return found


def _is_variable(value: ir.Value, phi: ir.Instruction, loops: Loops) -> bool:
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.PHI or value == phi:
        return False
    return takes_zero(value.type) and value.block in loops.blocks


def _hidden(
    phi: ir.Instruction, sources: dict[ir.Block, ir.Value], zero: ir.Value
) -> dict[ir.Block, ir.Value]:
    hidden: dict[ir.Block, ir.Value] = {}
    for block, value in sources.items():
        with ir.Builder.before(block.terminator) as build:
            build.at_location(phi.debug_location)
            hidden[block] = with_zero(build, value, zero)
    return hidden

"""Keeps Intel's OpenCL compiler for CPUs from giving a zero the sign of what was cut to it.

Takes a Lowering whose module is optimised for SPIR-V. What becomes an integer and then floating point again,
`(float)(int)x`, that compiler truncates as floating point where it makes no vectors: -0.5 becomes -0, though
the integer 0 has no sign. Here the integer gets a zero that the compiler cannot know. Run it before
place_launch_data.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.lowering import Lowering

_WIDENINGS = (Opcode.SEXT, Opcode.ZEXT)
_BACK = (Opcode.SITOFP, Opcode.UITOFP)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for cut in list(function.instructions_of(Opcode.FPTOSI, Opcode.FPTOUI)):
            if cut.type.is_integer and _comes_back(cut):
                _hide(lowering.module, cut)


def _comes_back(number: ir.Instruction) -> bool:
    users = [user for user in number.users if isinstance(user, ir.Instruction)]
    return any(u.opcode in _BACK or (u.opcode in _WIDENINGS and _comes_back(u)) for u in users)


def _hide(module: ir.Module, cut: ir.Instruction) -> None:
    uses, place = cut.uses, cut.following
    assert place is not None
    with ir.Builder.before(place) as build:
        build.at_location(cut.debug_location)
        hidden = build.binary(Opcode.XOR, cut, hidden_zero(module, build, cut.type))
    for use in uses:
        use.set(hidden)

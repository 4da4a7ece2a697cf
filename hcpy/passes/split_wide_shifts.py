"""Makes shifts of integers of more than 64 bits by a variable shifts of halves, on PTX.

Takes a Lowering whose module is optimised for PTX. LLVM 22's code generator shifts the upper half by 64 bits
and more, which a device takes for 64, and which LLVM's own rules say is never done: it makes the shift one
without the sign where only the last bit is asked for. A negative `_BitInt(65)`, shifted by 64, was 1.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.split_wide_integers import funnel
from hcpy.passes.wide_halves import HALF, WIDE, Halves, is_wide


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for shift in list(function.instructions_of(Opcode.SHL, Opcode.LSHR, Opcode.ASHR)):
            is_number = shift.type.is_integer and HALF < shift.type.width <= WIDE
            if is_number and not isinstance(shift.operand(1), ir.Integer):
                _split(lowering.module, shift)
    for function in lowering.module.functions:
        intrinsic = read_intrinsic(function.name)
        if intrinsic is not None and intrinsic.name in ("fshl", "fshr") and intrinsic.types == (f"i{WIDE}",):
            for call in function.call_sites:
                _split_funnel(lowering.module, call, intrinsic.name)


def _split(module: ir.Module, shift: ir.Instruction) -> None:
    type_ = shift.type
    with ir.Builder.before(shift) as build:
        build.at_location(shift.debug_location)
        number, wide, pair = shift.operand(0), build.types.integer(WIDE), build.types.i64.vector(2)
        if not is_wide(type_):
            number = build.cast(Opcode.SEXT if shift.opcode is Opcode.ASHR else Opcode.ZEXT, number, wide)
        halves = Halves(build, module)
        parts = halves.parts(build.cast(Opcode.BITCAST, number, pair))
        by = build.cast(Opcode.TRUNC, shift.operand(1), build.types.i64)
        made = build.cast(Opcode.BITCAST, halves.whole(halves.shift(shift.opcode, parts, by)), wide)
        shift.replace(made if is_wide(type_) else build.cast(Opcode.TRUNC, made, type_))


def _split_funnel(module: ir.Module, call: ir.Instruction, name: str) -> None:
    """A rotation, mostly."""
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        halves, pair = Halves(build, module), build.types.i64.vector(2)
        values = [build.cast(Opcode.BITCAST, value, pair) for value in call.arguments]
        made = halves.whole(funnel(halves, name, values))
        call.replace(build.cast(Opcode.BITCAST, made, call.type))

"""Takes the greater and the lesser of 8 and 16 bits in 32, on PTX.

Takes a Lowering whose module is optimised for PTX. From sm_90 on ptxas of CUDA 13.0, which is the compiler in
the driver 580, makes one instruction of such a limit by a constant and the question whether the constant won
(`max.s16 %r, %x, 7; setp.eq.b16 %p, %r, 7`). That instruction works on two halves of a register and gives an
answer for each, both in %p: the upper half's, of zeros, is the one that stays. Code generation makes limits
of choices by comparisons and of saturated sums, too.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import SIGNED_ORDERS, UNSIGNED_ORDERS, Opcode
from hcpy.passes.lowering import Lowering
from hcpy.passes.widened import constant

_LIMITS = ("smax", "smin", "umax", "umin")
_WIDENED = {*_LIMITS, *(f"vector.reduce.{name}" for name in _LIMITS), "usub.sat"}
_SUMS = {"uadd.sat": Opcode.ADD, "sadd.sat": Opcode.ADD, "ssub.sat": Opcode.SUB}


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for call in list(function.instructions_of(Opcode.CALL)):
            name = call.callee_name.removeprefix("llvm.").rpartition(".")[0]
            if (name in _WIDENED or name in _SUMS) and _is_narrow(call.type):
                _widen_call(lowering.module, call, name)
        for choice in list(function.instructions_of(Opcode.SELECT)):
            if _is_narrow(choice.type):
                _widen_choice(choice)


def _is_narrow(type_: ir.Type) -> bool:
    return type_.scalar.is_integer and 1 < type_.scalar.width <= 16


def _wide(build: ir.Builder, value: ir.Value, *, signed: bool) -> ir.Value:
    return build.cast(Opcode.SEXT if signed else Opcode.ZEXT, value, value.type.with_scalar(build.types.i32))


def _widen_call(module: ir.Module, call: ir.Instruction, name: str) -> None:
    signed = name.removeprefix("vector.reduce.").startswith("s")
    with ir.Builder.before(call) as build:
        build.at_location(call.debug_location)
        operands = [_wide(build, value, signed=signed) for value in call.arguments]
        type_ = operands[0].type
        if name in _SUMS:
            made = build.binary(_SUMS[name], operands[0], operands[1])
            width = call.type.scalar.width - signed
            bounds = {"smin" if signed else "umin": (1 << width) - 1}
            if signed:
                bounds["smax"] = -(1 << width)
            for limit, bound in bounds.items():
                limiting = module.intrinsic(f"llvm.{limit}", [type_])
                made = build.call(limiting, [made, constant(type_, bound)])
        else:
            made = build.call(module.intrinsic(f"llvm.{name}", [type_]), operands)
        call.replace(build.trunc(made, call.type))


def _widen_choice(choice: ir.Instruction) -> None:
    """Of what is compared, or a constant."""
    condition, *sides = choice.operands
    if not (isinstance(condition, ir.Instruction) and condition.opcode is Opcode.ICMP):
        return
    predicate, compared = condition.predicate, condition.operands
    if predicate not in SIGNED_ORDERS | UNSIGNED_ORDERS or compared[0].type != choice.type:
        return
    if not all(side in compared or isinstance(side, ir.Constant) for side in sides):
        return
    signed = predicate in SIGNED_ORDERS
    with ir.Builder.before(choice) as build:
        build.at_location(choice.debug_location)
        wide = {value: _wide(build, value, signed=signed) for value in (*compared, *sides)}
        answer = build.compare(predicate, wide[compared[0]], wide[compared[1]])
        made = build.select(answer, wide[sides[0]], wide[sides[1]])
        choice.replace(build.trunc(made, choice.type))

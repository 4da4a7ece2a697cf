"""Hides complements from Intel's OpenCL compiler for CPUs where it would write an instruction that is none.

Takes a Lowering whose module is optimised for SPIR-V. That compiler (`x86-scalar-to-vector`) computes
extremes of 32 and 64 bits, and what is computed around them, in vector registers. A complement there is an
exclusive or with a register of ones, which `vpcmpeqd` makes. Over a call the register is one of the upper
sixteen of AVX-512, which `vpcmpeqd` does not have: the process ends with SIGILL. Beside extremes, complements
here are exclusive ors with a number that the compiler does not know. Run it before place_launch_data.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import AtomicOperation, Opcode
from hcpy.passes.hidden_zero import hidden_zero
from hcpy.passes.hide_extremes import is_extreme
from hcpy.passes.lowering import Lowering

_WIDTHS = (32, 64)
_ATOMIC = (AtomicOperation.MAX, AtomicOperation.MIN, AtomicOperation.UMAX, AtomicOperation.UMIN)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        found = [i for i in function.instructions_of(Opcode.XOR) if _is_complement(i)]
        widths = {width for width in _WIDTHS if found and _has_extremes(function, width)}
        hidden = [i for i in found if i.type.width in widths]
        if hidden:
            _hide(lowering.module, function, hidden)


def _is_complement(value: ir.Instruction) -> bool:
    ones = value.operand(1)
    return isinstance(ones, ir.Integer) and ones.signed == -1


def _has_extremes(function: ir.Function, width: int) -> bool:
    calls = function.instructions_of(Opcode.CALL, Opcode.SELECT)
    if any(is_extreme(call, width) for call in calls):
        return True
    atomics = function.instructions_of(Opcode.ATOMIC_RMW)
    return any(a.atomic_operation in _ATOMIC and a.type.width == width for a in atomics)


def _hide(module: ir.Module, function: ir.Function, complements: list[ir.Instruction]) -> None:
    with ir.Builder.before(function.entry.first_after_allocas) as build:
        types = build.types
        wide = build.sub(hidden_zero(module, build), types.i64.const(1))
        ones = {64: wide, 32: build.trunc(wide, types.i32)}
    for complement in complements:
        complement.set_operand(1, ones[complement.type.width])

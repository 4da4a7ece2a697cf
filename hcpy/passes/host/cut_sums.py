"""Sums of 64 bits that are cut to 32 bits are sums of what is cut.

Takes a module of kernels after the stages; changes it. Indices are 64 bits wide (indices.py), and what a
kernel asks of the same numbers (`x < n` of ints, for a mask) cuts them. LLVM's vectoriser makes a number that
a loop counts as a vector of 32 bits where it is cut by itself, but takes the sum of it and another one as two
vectors of 64 bits, which AVX2 puts together by a dozen instructions.

What is extended again stays whole: LLVM knows that as the number that was cut.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode

_SUMS = frozenset((Opcode.ADD, Opcode.SUB))
_LINEAR = _SUMS | {Opcode.MUL, Opcode.SHL, Opcode.PHI, Opcode.SELECT}
_EXTENSIONS = frozenset((Opcode.SEXT, Opcode.ZEXT))
_DEEPEST = 4


def take_apart(module: ir.Module) -> None:
    for function in module.definitions:
        for cut in list(function.instructions_of(Opcode.TRUNC)):
            if _is_narrowed(cut) and _is_sum(cut.operand(0)) and not _is_extended(cut):
                with ir.Builder.before(cut) as build:
                    cut.replace(_cut(build, cut.operand(0), 0))


def _is_narrowed(cut: ir.Instruction) -> bool:
    types = cut.operand(0).type, cut.type
    return all(kind.is_integer for kind in types) and [kind.width for kind in types] == [64, 32]


def _is_sum(value: ir.Value) -> bool:
    return isinstance(value, ir.Instruction) and value.opcode in _SUMS


def _is_extended(cut: ir.Instruction) -> bool:
    pending, seen = [cut], {cut}
    while pending:
        for user in pending.pop().users:
            if not isinstance(user, ir.Instruction) or user in seen:
                continue
            if user.opcode in _EXTENSIONS:
                return True
            if user.opcode in _LINEAR:
                seen.add(user)
                pending.append(user)
    return False


def _cut(build: ir.Builder, value: ir.Value, depth: int) -> ir.Value:
    """Modulo 2**32, which is what the cut one is."""
    i32 = build.types.i32
    if isinstance(value, ir.Integer):
        return i32.const(value.value & 0xFFFFFFFF)
    if isinstance(value, ir.Instruction):
        if value.opcode in _EXTENSIONS and value.operand(0).type == i32:
            return value.operand(0)
        if value.opcode in _SUMS and depth < _DEEPEST:
            first, second = (_cut(build, part, depth + 1) for part in value.operands)
            return build.binary(value.opcode, first, second, "hc.cut")
    return build.cast(Opcode.TRUNC, value, i32, "hc.cut")

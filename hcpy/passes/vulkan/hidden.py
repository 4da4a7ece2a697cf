"""Operands that a driver's compiler may not look behind, as it makes wrong code of what it finds.

Takes an instruction and its operands as they are written; gives them, one with a bit in it that no compiler
knows where NVIDIA's driver 580 asks for that (docs/devices.md).
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.vulkan.kernel import Kernel, kind_of
from hcpy.passes.vulkan.words import BOOL

_QUOTIENTS = (Opcode.SDIV, Opcode.UDIV)


def order(kernel: Kernel, choice: ir.Instruction, a: int, b: int) -> tuple[int, int]:
    """The sides of a choice that tells by -1 and 1 which of two integers is less. The driver joins it with
    what is chosen where the integers are equal, in whichever block, to an operation that it fails at in
    kernels that divide 64 bits."""
    condition, *sides = choice.operands
    if not (isinstance(condition, ir.Instruction) and condition.opcode is Opcode.ICMP):
        return a, b
    made = [a, b]
    for at, side in enumerate(sides):
        if isinstance(side, ir.Integer) and _is_order(side.signed, sides[1 - at]):
            made[at] = kernel.hide(kind_of(choice.type), made[at])
            break
    return made[0], made[1]


def _is_order(side: int, other: ir.Value) -> bool:
    """Is a side of a choice -1 or 1, and the other one what is opposite, or that or 0?"""
    if side not in (-1, 1):
        return False
    if isinstance(other, ir.Integer):
        return other.signed == -side
    extended = Opcode.ZEXT if side == -1 else Opcode.SEXT
    return (
        isinstance(other, ir.Instruction)
        and other.opcode is extended
        and kind_of(other.operand(0).type) == BOOL
    )


def difference(kernel: Kernel, whole: ir.Instruction, b: int) -> int:
    """The second operand of a sum or a difference of answers to questions about the same two integers, as
    `(a > b) - (a < b)`, or about the sign of one, as `x >> 31 | (x != 0)`: such an order in other words."""
    first, second = (_compared(value, 3) for value in whole.operands)
    return b if first.isdisjoint(second) else kernel.hide(kind_of(whole.type), b)


def _compared(value: ir.Value, depth: int) -> set[frozenset[ir.Value]]:
    """What the answers compare that a value is made of; where that is a sign, one integer."""
    if not isinstance(value, ir.Instruction) or not depth:
        return set()
    if value.opcode is Opcode.ICMP:
        return {frozenset(side for side in value.operands if not _is_near_zero(side))}
    if value.opcode in (Opcode.ASHR, Opcode.LSHR):
        return _signs(*value.operands)
    if value.opcode not in (Opcode.ZEXT, Opcode.SEXT, Opcode.TRUNC, Opcode.SELECT):
        return set()
    return set[frozenset[ir.Value]]().union(*(_compared(part, depth - 1) for part in value.operands))


def _signs(shifted: ir.Value, by: ir.Value) -> set[frozenset[ir.Value]]:
    """The integer whose sign, or that of what it is to 0, is shifted down."""
    if not isinstance(by, ir.Integer) or by.value != shifted.type.scalar.width - 1:
        return set()
    is_difference = isinstance(shifted, ir.Instruction) and shifted.opcode is Opcode.SUB
    if is_difference and _is_near_zero(shifted.operand(0)):
        return {frozenset([shifted.operand(1)])}
    return {frozenset([shifted])}


def _is_near_zero(value: ir.Value) -> bool:
    return isinstance(value, ir.Integer) and value.signed in (-1, 0, 1)


def quotient(kernel: Kernel, product: ir.Instruction, a: int) -> int:
    """The first factor, where it is a quotient by a multiple of the second one: `x / 100 * 10`. The driver
    takes the difference of `x / 10` and that for 0."""
    factor, by = product.operands
    is_quotient = isinstance(factor, ir.Instruction) and factor.opcode in _QUOTIENTS
    if not is_quotient or not isinstance(by, ir.Integer):
        return a
    divisor = factor.operand(1)
    times = 1 << (by.value & 63) if product.opcode is Opcode.SHL else by.signed
    if not isinstance(divisor, ir.Integer) or times in (-1, 0, 1) or divisor.signed % times:
        return a
    return a if abs(divisor.signed) == abs(times) else kernel.hide(kind_of(product.type), a)

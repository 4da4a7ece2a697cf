"""Integers as sums of products: what an index is made of.

Takes an integer of a loop's only block; gives its form: how often each product of values is in it. The values
are what the loop does not change, and what it counts. Values of 32 bits stand for themselves extended by
their sign; forms are right modulo 2^64.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode

Product = frozenset[ir.Value]
Form = dict[Product, int]
ONE: Product = frozenset()
_SUMS = (Opcode.ADD, Opcode.SUB, Opcode.OR)
_MOST_PRODUCTS = 8


class Forms:
    """Of one block; counter: the phi that counts."""

    def __init__(self, block: ir.Block, counter: ir.Instruction) -> None:
        self._block, self._counter = block, counter

    def of(self, value: ir.Value, is_extended: bool = False) -> Form | None:
        """is_extended: the value's sign is extended, so that no step on the way may overflow."""
        if isinstance(value, ir.Integer):
            return {ONE: value.signed}
        if value == self._counter or not self._is_inside(value):
            return {frozenset((_narrow(value),)): 1}
        assert isinstance(value, ir.Instruction)
        if _extends(value):
            return self.of(value.operand(0), True)
        if value.opcode is Opcode.OR:
            return self._of_operands(value, is_extended) if _is_sum(value) else None
        if value.opcode in (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL) and (
            value.nsw or not is_extended
        ):
            return self._of_operands(value, is_extended)
        return None

    def _is_inside(self, value: ir.Value) -> bool:
        return isinstance(value, ir.Instruction) and value.block == self._block

    def _of_operands(self, value: ir.Instruction, is_extended: bool) -> Form | None:
        first = self.of(value.operand(0), is_extended)
        second = self.of(value.operand(1), is_extended)
        if first is None or second is None:
            return None
        if value.opcode in _SUMS:
            return plus(first, second, -1 if value.opcode is Opcode.SUB else 1)
        if value.opcode is Opcode.SHL:
            if second.keys() != {ONE} or not 0 <= second[ONE] < value.type.width - 1:
                return None
            second = {ONE: 1 << second[ONE]}
        return _times(first, second)


def _narrow(value: ir.Value) -> ir.Value:
    """What an extension before the loop extends."""
    return value.operand(0) if isinstance(value, ir.Instruction) and _extends(value) else value


def _extends(value: ir.Instruction) -> bool:
    is_signed = value.opcode is Opcode.SEXT or (value.opcode is Opcode.ZEXT and value.nneg)
    return is_signed and value.operand(0).type.width == 32


def _is_sum(value: ir.Instruction) -> bool:
    """An or that adds bits which are not there, but for the sign."""
    added = value.operand(1)
    return value.is_disjoint and isinstance(added, ir.Integer) and added.signed >= 0


def plus(first: Form, second: Form, times: int = 1) -> Form:
    total = dict(first)
    for product, number in second.items():
        total[product] = total.get(product, 0) + times * number
    return {product: number for product, number in total.items() if number}


def _times(first: Form, second: Form) -> Form | None:
    total: Form = {}
    for one, many in first.items():
        for other, more in second.items():
            if one & other:
                return None
            total = plus(total, {one | other: many * more})
    return total if len(total) <= _MOST_PRODUCTS else None


def build_form(build: ir.Builder, form: Form) -> ir.Value:
    """The number, of 64 bits."""
    wide = build.types.i64
    total: ir.Value | None = None
    for product, number in form.items():
        value: ir.Value | None = None
        for part in product:
            factor = part if part.type == wide else build.cast(Opcode.SEXT, part, wide)
            value = factor if value is None else build.mul(value, factor)
        if value is None:
            value = wide.const(number)
        elif number > 0 and number & (number - 1) == 0:
            value = build.binary(Opcode.SHL, value, wide.const(number.bit_length() - 1))
        else:
            value = build.mul(value, wide.const(number))
        total = value if total is None else build.add(total, value)
    return total if total is not None else wide.const(0)

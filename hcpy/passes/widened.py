"""Integers of odd widths in wider ones, whose bits above are 0: widths, signs, masks, for widen_integers."""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.ir import Opcode, Site, Value


def is_odd(bits: int) -> bool:
    """Neither a width of devices nor 128, which split_wide_integers halves; others are errors elsewhere."""
    return 1 < bits < 128 and bits not in (8, 16, 32, 64)


def odd_width(type_: ir.Type) -> int:
    """Of an integer, or of each lane of a vector; 0: it is none, or a width that devices have."""
    scalar = type_.scalar
    return scalar.width if scalar.is_integer and is_odd(scalar.width) else 0


def container(bits: int) -> int:
    return next(width for width in (1, 8, 16, 32, 64, 128, bits) if width >= bits)


def constant(type_: ir.Type, number: int) -> Value:
    """For each lane of a vector the same."""
    if not type_.is_vector:
        return type_.const(number)
    return type_.const_aggregate([type_.element.const(number)] * type_.count)


class Widener:
    """Makes the instructions of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.build = site.build

    def values(self) -> list[Value]:
        """The arguments of a call, as they are now."""
        return [self.site.value(argument) for argument in self.site.old.arguments]

    def binary(self, opcode: Opcode, value: Value, number: int) -> Value:
        return self.build.binary(opcode, value, constant(value.type, number))

    def signed(self, value: Value, bits: int) -> Value:
        """With the sign in the bits above."""
        above = value.type.scalar.width - bits
        return self.binary(Opcode.ASHR, self.binary(Opcode.SHL, value, above), above)

    def masked(self, value: Value, bits: int) -> Value:
        """With the bits above cleared."""
        return self.binary(Opcode.AND, value, (1 << bits) - 1)

    def call(
        self,
        base: str,
        operands: Sequence[Value],
        overloads: Sequence[ir.Type] = (),
        flag: bool | None = None,
    ) -> Value:
        """An intrinsic of the wide type; `flag` is its last argument."""
        types = overloads or [operands[0].type]
        flags = [] if flag is None else [self.build.types.i1.const(flag)]
        return self.build.call(self.site.module.intrinsic(f"llvm.{base}", types), [*operands, *flags])

"""Arithmetic on integers of 128 bits as pairs of 64: carries, shifts, products, comparisons.

Takes and gives vectors of two 64-bit integers, the lower half first; makes instructions with the builder of a
site. For split_wide_integers.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode, Value

HALF, WIDE = 64, 128
_HIGH = {False: "_Z6mul_himm", True: "_Z6mul_hill"}  # OpenCL's upper half of a product: unsigned, signed
_STRICT = {
    IntPredicate.UGE: IntPredicate.ULT,
    IntPredicate.ULE: IntPredicate.UGT,
    IntPredicate.SGE: IntPredicate.SLT,
    IntPredicate.SLE: IntPredicate.SGT,
}
_LOWER = {IntPredicate.SGT: IntPredicate.UGT, IntPredicate.SLT: IntPredicate.ULT}  # halves have no sign
Pair = tuple[Value, Value]  # the lower half, and the upper one


def is_wide(type_: ir.Type) -> bool:
    return type_.is_integer and type_.width == WIDE


def is_zero(value: Value) -> bool:
    return isinstance(value, ir.Integer) and value.value == 0


class Halves:
    """Makes instructions in one place."""

    def __init__(self, build: ir.Builder, module: ir.Module) -> None:
        self.build = build
        self.module = module
        self.type = build.types.i64

    def number(self, value: int) -> Value:
        return self.type.const(value & ((1 << HALF) - 1))

    def parts(self, value: Value) -> Pair:
        low, high = (self.build.extract_element(value, self.build.types.i32.const(n)) for n in (0, 1))
        return low, high

    def whole(self, pair: Pair) -> Value:
        made: Value = self.type.vector(2).poison()
        for n, half in enumerate(pair):
            made = self.build.insert_element(made, half, self.build.types.i32.const(n))
        return made

    def op(self, opcode: Opcode, a: Value, b: Value | int) -> Value:
        """Of halves; what zeros make of it is known."""
        if isinstance(b, int):
            b = self.number(b)
        if opcode in (Opcode.ADD, Opcode.OR, Opcode.XOR) and (is_zero(a) or is_zero(b)):
            return b if is_zero(a) else a
        if opcode is Opcode.MUL and (is_zero(a) or is_zero(b)):
            return self.number(0)
        return self.build.binary(opcode, a, b)

    def bit(self, condition: Value) -> Value:
        return self.build.cast(Opcode.ZEXT, condition, self.type)

    def sign(self, value: Value) -> Value:
        """Of a half, in all its bits."""
        return self.op(Opcode.ASHR, value, HALF - 1)

    # --- arithmetic ---
    def add(self, a: Pair, b: Pair) -> Pair:
        low = self.op(Opcode.ADD, a[0], b[0])
        carry = self.bit(self.build.compare(IntPredicate.ULT, low, a[0]))
        return low, self.op(Opcode.ADD, self.op(Opcode.ADD, a[1], b[1]), carry)

    def subtract(self, a: Pair, b: Pair) -> Pair:
        borrow = self.bit(self.build.compare(IntPredicate.ULT, a[0], b[0]))
        high = self.op(Opcode.SUB, self.op(Opcode.SUB, a[1], b[1]), borrow)
        return self.op(Opcode.SUB, a[0], b[0]), high

    def multiply(self, a: Pair, b: Pair) -> Pair:
        high = self._upper(a[0], b[0], signed=False)
        for one, other in ((a[0], b[1]), (a[1], b[0])):
            high = self.op(Opcode.ADD, high, self.op(Opcode.MUL, one, other))
        return self.op(Opcode.MUL, a[0], b[0]), high

    def multiply_signed(self, a: Value, b: Value) -> Pair:
        """Of two halves with their signs."""
        return self.op(Opcode.MUL, a, b), self._upper(a, b, signed=True)

    def _upper(self, a: Value, b: Value, *, signed: bool) -> Value:
        convention = ir.CallingConvention.SPIR_FUNCTION
        type_ = self.module.types.function(self.type, [self.type, self.type])
        return self.build.call(self.module.declare(_HIGH[signed], type_, convention), [a, b])

    def each(self, opcode: Opcode, a: Pair, b: Pair) -> Pair:
        return self.op(opcode, a[0], b[0]), self.op(opcode, a[1], b[1])

    # --- shifts ---
    def shift(self, opcode: Opcode, a: Pair, by: Value) -> Pair:
        """By less than 128, as LLVM has it."""
        if isinstance(by, ir.Integer):
            return self._shift_fixed(opcode, a, by.value)
        is_left = opcode is Opcode.SHL
        near, far = a if is_left else (a[1], a[0])  # bits go from near to far
        back = Opcode.LSHR if is_left else Opcode.SHL
        rest = self.op(Opcode.AND, by, HALF - 1)
        spilled = self.op(back, self.op(back, near, 1), self.op(Opcode.XOR, rest, HALF - 1))
        onward = Opcode.SHL if is_left else Opcode.LSHR
        moved = self.op(opcode, near, rest)
        joined = self.op(Opcode.OR, self.op(onward, far, rest), spilled)
        filled = self.sign(a[1]) if opcode is Opcode.ASHR else self.number(0)
        is_short = self.build.compare(IntPredicate.ULT, by, self.number(HALF))
        far, near = self.build.select(is_short, joined, moved), self.build.select(is_short, moved, filled)
        return (near, far) if is_left else (far, near)

    def _shift_fixed(self, opcode: Opcode, a: Pair, by: int) -> Pair:
        if by == 0 or by >= WIDE:
            return a
        filled = self.sign(a[1]) if opcode is Opcode.ASHR else self.number(0)
        is_left = opcode is Opcode.SHL
        near, far = a if is_left else (a[1], a[0])
        if by >= HALF:
            far, near = (self.op(opcode, near, by - HALF) if by > HALF else near), filled
        else:
            back, onward = (Opcode.LSHR, Opcode.SHL) if is_left else (Opcode.SHL, Opcode.LSHR)
            far = self.op(Opcode.OR, self.op(onward, far, by), self.op(back, near, HALF - by))
            near = self.op(opcode, near, by)
        return (near, far) if is_left else (far, near)

    # --- comparisons ---
    def compare(self, predicate: IntPredicate, a: Pair, b: Pair) -> Value:
        if predicate in (IntPredicate.EQ, IntPredicate.NE):
            low, high = self.each(Opcode.XOR, a, b)
            return self.build.compare(predicate, self.op(Opcode.OR, low, high), self.number(0))
        if predicate in _STRICT:
            return self.build.binary(
                Opcode.XOR, self.compare(_STRICT[predicate], a, b), self.build.types.i1.const(1)
            )
        above = self.build.compare(predicate, a[1], b[1])
        alike = self.build.compare(IntPredicate.EQ, a[1], b[1])
        below = self.build.compare(_LOWER.get(predicate, predicate), a[0], b[0])
        return self.build.select(alike, below, above)

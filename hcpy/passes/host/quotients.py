"""Numbers of work-items that are taken apart: `y = i / width, x = i % width`.

Takes a kernel's function with the context; changes it in place. Most strips lie within one row of such a
picture: their quotient is that of their first work-item, and their remainder grows as the number does.
LLVM's vectoriser sees places that have nothing to do with each other. A quotient or remainder becomes a
choice by the context's CLEAR, as a clamp does (clamps.py, which asks a strip's first and last work-item
whether both are the same): a quotient goes one way as the number grows, so it is the same for those between.

Numbers are computed in 64 bits, where they do not wrap: one that has wrapped in 32 bits has another quotient.
So sums may wrap (`(i + 511) % 512`, whose parts LLVM has put together anew) where a strip is short against 32
bits and rows are: one that wraps between a strip's ends has another quotient at one of them.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.clamps import varying_of
from hcpy.passes.host.effects import DIVISIONS
from hcpy.passes.host.id_parts import LINEAR
from hcpy.passes.host.launch import CLEAR, LANE, NARROW, Context

_QUOTIENTS = {Opcode.SREM: Opcode.SDIV, Opcode.UREM: Opcode.UDIV}
_EXTENSIONS = frozenset((Opcode.SEXT, Opcode.ZEXT))
_LEAST, _LEAST_IN_TILES = 32, 8  # work-items of a strip: those of a smaller row are never in one
_MOST = 4  # divisions; each is asked for in each strip
# Where a sum may wrap: how long a row may be. How far any number may grow from work-item to work-item: what
# grows by more is in another row each time, and random numbers wrap although they may not.
_MOST_OF_ROW, _MOST_GROWN = 1 << 30, 1 << 16


def split_quotients(function: ir.Function, context: Context, *, in_tiles: bool) -> None:
    """All of a function, where they are few."""
    found = _Quotients(function, context, _LEAST_IN_TILES if in_tiles else _LEAST)
    for op in list(function.instructions_of(Opcode.AND)):
        found.shift_last(op)
    kinds = (*DIVISIONS, Opcode.LSHR, Opcode.ASHR, Opcode.AND)
    wanted = [op for op in function.instructions_of(*kinds) if found.takes(op)]
    if len(wanted) > _MOST:
        wanted = [op for op in wanted if not found.may_wrap(op.operand(0))]
    if len(wanted) <= _MOST:
        for op in wanted:
            found.split(op)


class _Quotients:
    def __init__(self, function: ir.Function, context: Context, least: int) -> None:
        self._i32, self._i64 = ir.Types(function.context).i32, ir.Types(function.context).i64
        self._context, self._least = context, least
        varying = varying_of(context)
        self._varying, self._along = varying.all, varying.along
        self._wide = {context[name]: context[f"{name}.w"] for name in NARROW}
        self._wide.update({wide: wide for wide in list(self._wide.values())})
        self._clear: ir.Value | None = None

    # -- which --
    def takes(self, op: ir.Instruction) -> bool:
        number, by = op.operands
        if op.type not in (self._i32, self._i64) or by in self._varying or number not in self._along:
            return False
        grown = self._growth(number)
        if grown is None or grown > _MOST_GROWN:
            return False
        may_wrap = self.may_wrap(number)
        if not isinstance(by, ir.Integer):
            return op.opcode in DIVISIONS and not may_wrap
        row = by.signed
        if op.opcode is Opcode.AND:
            row = row + 1 if row >= 0 else -row
        elif op.opcode not in DIVISIONS:
            row = 1 << by.value % op.type.width
        is_row = row >= self._least and (op.opcode in DIVISIONS or row & (row - 1) == 0)
        is_short = op.type == self._i32 and row <= _MOST_OF_ROW
        return is_row and (is_short or not may_wrap)

    def _growth(self, value: ir.Value) -> int | None:
        """How far it goes, at most, from work-item to work-item; None: not evenly, or not in 64 bits."""
        if value not in self._varying:
            return 0
        if value in self._wide:
            return 1
        if not isinstance(value, ir.Instruction):
            return None
        if value.opcode in (Opcode.SEXT, Opcode.TRUNC):
            inner = value.operand(0)
            fits = {inner.type, value.type} == {self._i32, self._i64}
            grown = self._growth(inner) if fits else None
            loses = grown is not None and value.opcode is Opcode.SEXT and self.may_wrap(inner)
            return None if loses else grown
        if value.opcode not in LINEAR:
            return None
        if value.opcode in (Opcode.MUL, Opcode.SHL):
            number, factor = value.operands
            if not isinstance(factor, ir.Integer) or number not in self._wide or not value.nsw:
                return None
            return abs(factor.signed) if value.opcode is Opcode.MUL else 1 << factor.value
        first, second = map(self._growth, value.operands)
        return None if first is None or second is None else first + second

    def may_wrap(self, value: ir.Value) -> bool:
        """Is what it is in its own bits perhaps not what _number gives? Of what grows evenly."""
        if value not in self._varying or value in self._wide or not isinstance(value, ir.Instruction):
            return False
        loses = value.opcode is Opcode.TRUNC or (value.opcode in LINEAR and not value.nsw)
        return loses or any(map(self.may_wrap, value.operands))

    # -- written --
    def shift_last(self, op: ir.Instruction) -> None:
        """`number & -64 << 1` again, of which LLVM makes `number << 1 & -128`: the beginning of a row among
        rows that are twice as long."""
        shift, mask = op.operands
        if not isinstance(shift, ir.Instruction) or shift.opcode is not Opcode.SHL:
            return
        number, by = shift.operands
        if number not in self._along or not isinstance(by, ir.Integer) or not isinstance(mask, ir.Integer):
            return
        row = -mask.signed >> by.value if by.value < op.type.width else 0
        if row <= 0 or row & (row - 1) or mask.signed != -(row << by.value):
            return
        with ir.Builder.before(op) as build:
            begin = build.binary(Opcode.AND, number, op.type.const(-row))
            op.replace(build.binary(Opcode.SHL, begin, by))

    def split(self, op: ir.Instruction) -> None:
        after = op.following
        assert after is not None
        extensions = [
            user
            for user in op.users
            if isinstance(user, ir.Instruction) and user.opcode in _EXTENSIONS and user.type == self._i64
        ]
        is_used = len(op.users) > len(extensions)
        with ir.Builder.before(after) as build:
            value = self._in_strip(build, op)
            narrow = value if op.type == self._i64 else build.cast(Opcode.TRUNC, value, op.type)
            chosen = build.select(self._is_clear(op.function), narrow, narrow, "hc.part")
        if is_used:
            op.replace_uses(chosen)
            for user in extensions:
                user.set_operand(0, op)
        assert isinstance(chosen, ir.Instruction)
        chosen.set_operand(2, op)
        for extension in extensions:
            self._choose(extension, value)

    def _choose(self, extension: ir.Instruction, value: ir.Value) -> None:
        after = extension.following
        assert after is not None
        with ir.Builder.before(after) as build:
            chosen = build.select(self._is_clear(extension.function), value, value, "hc.part")
        extension.replace_uses(chosen)
        assert isinstance(chosen, ir.Instruction)
        chosen.set_operand(2, extension)

    def _is_clear(self, function: ir.Function) -> ir.Value:
        if self._clear is None:
            given = self._context[CLEAR]
            with ir.Builder.before(next(iter(function.entry.instructions()))) as build:
                self._clear = build.compare(IntPredicate.NE, given, given.type.null(), "hc.clear")
        return self._clear

    def _in_strip(self, build: ir.Builder, op: ir.Instruction) -> ir.Value:
        """64 bits wide, where the strip's first work-item has the same quotient."""
        number, by = op.operands
        is_signed = op.opcode not in (Opcode.UDIV, Opcode.UREM)
        divisor = self._extended(build, by, is_signed)
        first = self._number(build, number, of_first=True)
        if op.opcode in DIVISIONS:
            quotient = build.binary(_QUOTIENTS.get(op.opcode, op.opcode), first, divisor, "hc.quotient")
            if op.opcode not in _QUOTIENTS:
                return quotient
            passed = build.mul(quotient, divisor)
        elif op.opcode is Opcode.AND:
            if isinstance(by, ir.Integer) and by.signed < 0:
                return build.binary(Opcode.AND, first, divisor, "hc.begin")
            passed = build.binary(Opcode.AND, first, build.binary(Opcode.XOR, divisor, self._i64.const(-1)))
        else:
            return build.binary(op.opcode, first, divisor, "hc.quotient")
        return build.sub(self._number(build, number, of_first=False), passed, "hc.rest")

    def _number(self, build: ir.Builder, value: ir.Value, *, of_first: bool) -> ir.Value:
        """In 64 bits, of the work-item or of the first one of its strip."""
        if value in self._wide:
            wide = self._wide[value]
            if not of_first or wide not in self._along:
                return wide
            local, lane = self._context["local0.w"], self._context[LANE]
            return build.add(build.sub(wide, local), build.sub(local, lane), "hc.first")
        if value not in self._varying:
            return self._extended(build, value, is_signed=True)
        assert isinstance(value, ir.Instruction)
        if value.opcode in (Opcode.SEXT, Opcode.TRUNC):
            return self._number(build, value.operand(0), of_first=of_first)
        left, right = (self._number(build, operand, of_first=of_first) for operand in value.operands)
        return build.binary(value.opcode, left, right)

    def _extended(self, build: ir.Builder, value: ir.Value, is_signed: bool) -> ir.Value:
        if isinstance(value, ir.Integer):
            return self._i64.const(value.signed if is_signed else value.value)
        if value.type == self._i64:
            return value
        return build.cast(Opcode.SEXT if is_signed else Opcode.ZEXT, value, self._i64)

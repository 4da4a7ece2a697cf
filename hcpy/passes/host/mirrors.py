"""Edges that LLVM has written as arithmetic become choices again.

`x < 0 ? -x : x`, a mirrored edge, is llvm.abs, and `x < 0 ? -1 - x : x` a greatest of two. Where a picture
goes round, `x < 0 ? x + n : x` is the sum of x and some bits of its sign; `y == 0 ? l : l - 1` is that of l
and a question. Where a place is computed of them, the function of one work-item gets a choice instead, whose
question edges.py finds.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.edges import edge_of, leads_to_place
from hcpy.passes.host.id_sums import I32, interval

_ABS, _GREATEST = ("llvm.abs.i32", "llvm.abs.i64"), ("llvm.smax.i32", "llvm.smax.i64")
_SHIFTS = (Opcode.ASHR, Opcode.LSHR)


def write_choices(function: ir.Function, varying: Collection[ir.Value]) -> None:
    """varying: what differs between work-items."""
    for op in list(function.instructions_of(Opcode.CALL)):
        inner = _mirrored(op)
        if inner is not None:
            _choose_side(op, inner, varying)
    for op in list(function.instructions_of(Opcode.AND)):
        signed = _signed_by(op)
        if signed is not None:
            _choose_side(op, signed, varying)
    for op in list(function.instructions_of(Opcode.SEXT, Opcode.ZEXT)):
        asked = op.operand(0)
        if not op.type.is_integer or asked.type.width != 1 or edge_of(asked, varying) is None:
            continue
        if _is_of_place(op):
            with ir.Builder.before(op) as build:
                yes = -1 if op.opcode is Opcode.SEXT else 1
                op.replace(build.select(asked, op.type.const(yes), op.type.null(), "hc.side"))


def _mirrored(op: ir.Instruction) -> ir.Value | None:
    """What is |x| or max(x, -1 - x) computed of?"""
    if op.callee_name in _ABS:
        return op.operand(0)
    if op.callee_name not in _GREATEST:
        return None
    first, second = op.arguments
    return next((v for v, other in ((first, second), (second, first)) if _is_complement(other, v)), None)


def _is_complement(value: ir.Value, of: ir.Value) -> bool:
    if not isinstance(value, ir.Instruction):
        return False
    is_all = [isinstance(part, ir.Integer) and part.signed == -1 for part in value.operands]
    if value.opcode is Opcode.XOR:
        return value.operand(0) == of and is_all[1]
    return value.opcode is Opcode.SUB and is_all[0] and value.operand(1) == of


def _signed_by(op: ir.Instruction) -> ir.Value | None:
    """What x is of `x >> 31 & n`, n where x is negative and otherwise 0, or of one bit of its sign."""
    shift, kept = _shift_of(op)
    if shift is None or not op.type.is_integer:
        return None
    inner, by = shift.operands
    if not isinstance(by, ir.Integer) or by.value >= inner.type.width:
        return None
    sign = 1 << inner.type.width - 1 - by.value  # where it lies
    is_sign = isinstance(kept, ir.Integer) and kept.value == sign
    return inner if is_sign or (sign == 1 and shift.opcode is Opcode.ASHR) else None


def _shift_of(op: ir.Instruction) -> tuple[ir.Instruction | None, ir.Value]:
    first, second = op.operands
    for shift, kept in ((first, second), (second, first)):
        if isinstance(shift, ir.Instruction) and shift.opcode in _SHIFTS:
            return shift, kept
    return None, second


def _choose_side(op: ir.Instruction, inner: ir.Value, varying: Collection[ir.Value]) -> None:
    """Of what depends on whether the inner number is negative."""
    where = interval(inner, varying) if inner in varying else None
    if where is None or not _is_of_place(op):
        return
    shift, kept = _shift_of(op) if op.opcode is Opcode.AND else (None, inner)
    with ir.Builder.before(op) as build:
        usual = inner if shift is None else inner.type.null()
        if where[0] < 0 or where[1] > I32[1]:
            zero = inner.type.const(0 if op.opcode is Opcode.AND or op.callee_name in _ABS else -1)
            other = build.binary(Opcode.SUB, zero, inner) if shift is None else kept
            is_inside = build.compare(P.SGE, inner, inner.type.null(), "hc.is_inside")
            usual = build.select(is_inside, usual, other, "hc.side")
        op.replace(usual)
    if shift is not None and not shift.is_used:
        shift.erase()  # quotients.py would see a division


def _is_of_place(op: ir.Instruction) -> bool:
    return leads_to_place(op, op.operand(0))

"""Two questions that LLVM has made one: whether a number lies between two others.

Takes a comparison of a Code; gives the number and the ends.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.code import Node, Op


def interval_of(predicate: P, left: Node, right: Node) -> tuple[Node, tuple[int, int]] | None:
    """The value, its least and its greatest of `least <= value && value <= greatest`, of which LLVM makes
    `value - least < count`, unsigned and without flags, or `value - greatest - 1 >= -count`; where the least
    is 0, `value < count`."""
    limit = right.value
    if predicate not in ir.UNSIGNED_ORDERS or not isinstance(left, Op) or not isinstance(limit, ir.Integer):
        return None
    more = left.operands[1] if left.opcode is Opcode.ADD else None
    if more is None or not isinstance(more.value, ir.Integer):
        greatest = limit.signed - (predicate is P.ULT)
        known = predicate in (P.ULT, P.ULE) and greatest >= 0 and not (more and left.instruction.nuw)
        return (left, (0, greatest)) if known else None
    value = left.operands[0]
    numbers = 1 << value.type.width
    split = limit.value + (predicate in (P.ULE, P.UGT))
    first, behind = (0, split) if predicate in (P.ULT, P.ULE) else (split, numbers)
    least = (first - more.value.value + numbers // 2) % numbers - numbers // 2
    greatest = least + behind - first - 1
    return (value, (least, greatest)) if least <= greatest < numbers // 2 else None

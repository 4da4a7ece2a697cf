"""What a linear function of a work-item's id is computed from.

Takes a value of a Code; gives the id, and the other values with how many bits they may have: where all fit 64
bits, a condition on the value is one on the id.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host.code import Input, Node, Op
from hcpy.passes.host.launch import ACROSS_ROWS, ALONG_ROW, ITEM, LANE

LINEAR = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL))
_MOST_BITS, _ID_BITS = 60, 32  # of what is computed in 64 bits; of an id or another number


@dataclass(frozen=True)
class Parts:
    """What `id * factor + summand` is computed from; how many bits the factor and the summand may have."""

    id: Input
    shared: list[Node]
    factor: int
    summand: int


def parts_of(value: Node, is_along: Callable[[Node], bool], i32: ir.Type) -> Parts | None:
    """Of a sum or a product without overflow in which one operand has the id."""
    if is_id(value):
        assert isinstance(value, Input)
        return Parts(value, [], 1, 0) if value.type == i32 else None
    if not isinstance(value, Op) or value.opcode not in LINEAR or value.type != i32:
        return None
    if not value.instruction.nsw:
        return None
    first, second = value.operands
    if is_along(first) == is_along(second) or (value.opcode is Opcode.SHL and is_along(second)):
        return None
    inner = parts_of(first if is_along(first) else second, is_along, i32)
    if inner is None:
        return None
    other = second if is_along(first) else first
    bits = _bits_of(other, value.opcode)
    if value.opcode in (Opcode.ADD, Opcode.SUB):
        factor, summand = inner.factor, max(inner.summand, bits) + 1
    else:
        factor, summand = inner.factor + bits, inner.summand + bits
    if bits < 0 or summand > _MOST_BITS or factor + _ID_BITS * (not is_local(inner.id)) > _MOST_BITS:
        return None
    return Parts(inner.id, [*inner.shared, other], factor, summand)


def _bits_of(node: Node, opcode: Opcode) -> int:
    """By how many bits a product with it is longer, or those of a summand; below 0: not known."""
    if isinstance(node.value, ir.Integer):
        number = node.value.signed
        return number if opcode is Opcode.SHL else number.bit_length()
    return -1 if opcode is Opcode.SHL else _ID_BITS


def is_local(node: Input) -> bool:
    return node.context.startswith("local")


def is_id(value: Node) -> bool:
    """Along dimension 0."""
    return isinstance(value, Input) and value.context in ALONG_ROW and value.context not in (ITEM, LANE)


def is_row_id(value: Node) -> bool:
    """Along dimension 1 or 2."""
    return isinstance(value, Input) and value.context in ACROSS_ROWS and value.context not in (ITEM, LANE)


def dimension_of(identity: Input) -> int:
    return next(d for d in range(3) if identity.context.removesuffix(".w").endswith(str(d)))

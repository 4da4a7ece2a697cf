"""Work-items that write records: four numbers side by side or more, all computed in the same way.

Takes a function of one work-item without loops; says whether it is one: a product of 4 x 4 matrices, a
transformed vertex. LLVM's loop vectoriser would take such numbers apart, an element of each of several
work-items at a time. One work-item after the other, its straight-line vectoriser (SLP) computes them side by
side as they lie, where it knows that what is stored is not what is loaded (`loop-versioning`, lowering.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.content import steps
from hcpy.passes.host import launch

TOGETHER = 4  # numbers
_MOST_OPS = 4000
_SIZES = (4, 8)  # bytes of a number
_ALIKE = (
    ir.BINARY
    | ir.CASTS
    | {Opcode.FNEG, Opcode.FCMP, Opcode.ICMP, Opcode.SELECT, Opcode.EXTRACT_VALUE, Opcode.FREEZE}
)
_FUNCTIONS = ("llvm.fmuladd.", "llvm.fma.", "llvm.fabs.", "llvm.minnum.", "llvm.maxnum.", "llvm.sqrt.")
_NOTES = ("llvm.lifetime.", "llvm.experimental.noalias")  # for the optimiser
_OWN = frozenset((name,) for name in launch.DIVERGENT)
_Place = tuple[object, ...]


def writes_records(layout: ir.Layout, function: ir.Function) -> bool:
    ops = [op for block in function.blocks for op in block.instructions()]
    stores = [op for op in ops if op.opcode is Opcode.STORE]
    if not stores or len(ops) > _MOST_OPS or any(op.block != stores[0].block for op in stores):
        return False
    if any(op.opcode in (Opcode.PHI, Opcode.ALLOCA) or not _is_plain(op) for op in ops):
        return False
    return _Records(layout, function).are(stores)


def _is_plain(op: ir.Instruction) -> bool:
    if op.opcode in (Opcode.LOAD, Opcode.STORE):
        return not op.is_volatile and op.ordering is ir.Ordering.NOT_ATOMIC
    if op.opcode is Opcode.CALL:
        return op.callee_name.startswith(
            (*_FUNCTIONS, "__hcrt_", "llvm.lifetime.", "llvm.experimental.noalias")
        )
    return op.opcode not in (Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.FENCE)


class _Records:
    def __init__(self, layout: ir.Layout, function: ir.Function) -> None:
        self.layout = layout
        self.has_context = len(function.arguments) >= len(launch.NAMES)
        self._varies: dict[ir.Value, bool] = {}

    def are(self, stores: Sequence[ir.Instruction]) -> bool:
        rows: dict[tuple[_Place, str, int], dict[int, ir.Value]] = {}
        for store in stores:
            value = store.operand(0)
            size = self.layout.size(value.type)
            place, offset = self._place(store.pointer)
            row = rows.setdefault((place, str(value.type), size), {})
            if (
                size not in _SIZES
                or value.type.is_vector
                or offset in row
                or not self._is_varying(store.pointer)
            ):
                return False
            row[offset] = value
        for (_, _, size), row in rows.items():
            offsets = sorted(row)
            for first in range(0, len(offsets), TOGETHER):
                part = offsets[first : first + TOGETHER]
                if len(part) < TOGETHER or part[-1] - part[0] != size * (TOGETHER - 1):
                    return False
                if not self._are_alike([row[offset] for offset in part], set()):
                    return False
        return True

    def _are_alike(self, values: Sequence[ir.Value], seen: set[tuple[ir.Value, ...]]) -> bool:
        """Do they differ in nothing but where they are loaded from, side by side?"""
        key = tuple(values)
        if key in seen or all(value == values[0] for value in values):
            return True
        seen.add(key)
        if not any(map(self._is_varying, values)):
            return True
        ops = [value for value in values if isinstance(value, ir.Instruction)]
        if len(ops) < len(values) or any(_kind(op) != _kind(ops[0]) for op in ops):
            return False
        if ops[0].opcode is Opcode.LOAD:
            places = [self._place(op.pointer) for op in ops]
            size = self.layout.size(ops[0].type)
            first, at = places[0]
            return any(places == [(first, at + n * step) for n in range(len(ops))] for step in (0, size))
        if ops[0].opcode not in _ALIKE and not (ops[0].is_call and ops[0].callee_name.startswith(_FUNCTIONS)):
            return False
        counts = range(len(ops[0].arguments) if ops[0].is_call else ops[0].operand_count)
        return all(self._are_alike([op.operand(n) for op in ops], seen) for n in counts)

    def _is_varying(self, value: ir.Value) -> bool:
        """May it differ between work-items?"""
        if isinstance(value, ir.Argument):
            return self.has_context and launch.NAMES[value.index :][:1] in _OWN
        if not isinstance(value, ir.Instruction):
            return False
        if value not in self._varies:
            asks = value.opcode is Opcode.CALL and value.callee_name.startswith("__hcrt_")
            self._varies[value] = asks or any(map(self._is_varying, value.operands))
        return self._varies[value]

    def _place(self, pointer: ir.Value) -> tuple[_Place, int]:
        """The same for pointers that differ by constants, and the constant in bytes."""
        parts: list[object] = []
        offset = 0
        while isinstance(pointer, ir.Instruction) and pointer.opcode is Opcode.GEP:
            added, constant = steps(self.layout, pointer.source_type, pointer.operands[1:])
            offset += constant
            for index, size in added:
                root, number = _sum(index)
                offset += number * size
                parts += [] if root is None else [root, size]
            pointer = pointer.pointer
        return (pointer, *parts), offset


def _kind(op: ir.Instruction) -> tuple[object, ...]:
    is_question = op.opcode in (Opcode.ICMP, Opcode.FCMP)
    return (op.opcode, op.type, op.callee_name if op.is_call else None, op.predicate if is_question else None)


def _sum(value: ir.Value) -> tuple[ir.Value | None, int]:
    """An index as another value and a constant."""
    if isinstance(value, ir.Integer):
        return None, value.signed
    total = 0
    while isinstance(value, ir.Instruction):
        if value.opcode in (Opcode.SEXT, Opcode.ZEXT):
            value = value.operand(0)
            continue
        is_sum = value.opcode is Opcode.ADD or (value.opcode is Opcode.OR and value.is_disjoint)
        more = value.operand(1) if is_sum else None
        if not isinstance(more, ir.Integer):
            break
        total += more.signed
        value = value.operand(0)
    return value, total

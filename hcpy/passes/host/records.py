"""Work-items that write records: four numbers side by side or more, all computed in the same way.

Takes a function of one work-item without loops; says whether it is one: a product of 4 x 4 matrices, a
transformed vertex. LLVM's loop vectoriser would take such numbers apart, an element of each of several
work-items at a time. One work-item after the other, its straight-line vectoriser (SLP) computes them side by
side as they lie, where it knows that what is stored is not what is loaded (`loop-versioning`, lowering.py).

So are work-items that write to longer records alone, of numbers that differ (a product of 3 x 3 matrices),
where little is computed of each: a strip would gather each number from as many lines as it has work-items.
Where such work-items store under conditions, they run one by one as they are.
"""

from __future__ import annotations

from collections import Counter
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
_ALONG_ROW = frozenset((name,) for name in launch.ALONG_ROW)
_SHUFFLED = 4  # numbers of a record that LLVM's loop vectoriser takes apart by shuffles
# Instructions of one work-item that an access to its record saves one by one, and that others lose.
_SAVED, _LOST = 2.0, 0.83
_COSTS = {Opcode.FDIV: 4, **dict.fromkeys((Opcode.UDIV, Opcode.SDIV, Opcode.UREM, Opcode.SREM), 10)}
_IDS = ("__hcrt_global_id", "__hcrt_local_id")
_FREE = ir.CASTS | {Opcode.GEP, Opcode.BR, Opcode.RET, Opcode.FREEZE}
_Place = tuple[object, ...]
_Term = tuple[ir.Value, int]


def writes_records(layout: ir.Layout, function: ir.Function) -> bool:
    ops = [op for block in function.blocks for op in block.instructions()]
    stores = [op for op in ops if op.opcode is Opcode.STORE]
    if not stores or len(ops) > _MOST_OPS or any(op.block != stores[0].block for op in stores):
        return False
    if any(op.opcode in (Opcode.PHI, Opcode.ALLOCA) or not _is_plain(op) for op in ops):
        return False
    records = _Records(layout, function)
    return records.are(stores) or records.are_long(ops)


def changes_records(layout: ir.Layout, function: ir.Function) -> bool:
    """Does a function without loops store to longer records alone, to some of it under conditions?

    With AVX-512 LLVM would gather each number of several records, and scatter what changes, under masks.
    """
    ops = [op for block in function.blocks for op in block.instructions()]
    stores = [op for op in ops if op.opcode is Opcode.STORE]
    if len(ops) > _MOST_OPS or all(op.block == function.entry for op in stores):
        return False
    if any(op.opcode is Opcode.ALLOCA or not _is_plain(op) for op in ops):
        return False
    return _Records(layout, function).are_long(ops)


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
        self._strides: dict[ir.Value, int | None] = {}

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

    def are_long(self, ops: Sequence[ir.Instruction]) -> bool:
        """Are all stores to records that strips would scatter, and little computed?"""
        saved = lost = 0.0
        for op in ops:
            if op.opcode in (Opcode.LOAD, Opcode.STORE):
                is_own = self._is_in_record(op)
                if op.opcode is Opcode.STORE and not is_own:
                    return False
                saved += _SAVED * is_own
                lost += _LOST * (not is_own and self._is_varying(op.pointer))
            elif op.opcode not in _FREE and self._is_varying(op) and self._stride(op) is None:
                lost += _LOST * (4 if op.is_call and "sqrt" in op.callee_name else _COSTS.get(op.opcode, 1))
        return saved > lost

    def _is_in_record(self, access: ir.Instruction) -> bool:
        kind = access.type if access.opcode is Opcode.LOAD else access.operand(0).type
        size, stride = self.layout.size(kind), self._stride(access.pointer)
        return size in _SIZES and stride is not None and abs(stride) > _SHUFFLED * size

    def _stride(self, value: ir.Value) -> int | None:
        """How much a number or address grows from a work-item to the next; None: not evenly."""
        if not self._is_varying(value):
            return 0
        if isinstance(value, ir.Argument):
            return int(launch.NAMES[value.index :][:1] in _ALONG_ROW)
        assert isinstance(value, ir.Instruction)
        if value not in self._strides:
            self._strides[value] = self._grown(value)
        return self._strides[value]

    def _grown(self, op: ir.Instruction) -> int | None:
        if op.opcode is Opcode.CALL:
            asked = op.operand(0) if op.callee_name in _IDS else None
            return int(asked.value == 0) if isinstance(asked, ir.Integer) else None
        if op.opcode is Opcode.GEP:
            added, _ = steps(self.layout, op.source_type, op.operands[1:])
            parts = [(op.pointer, 1), *added]
        elif op.opcode in (Opcode.SEXT, Opcode.ZEXT) or _is_sum(op):
            parts = [(operand, 1) for operand in op.operands]
        elif op.opcode in (Opcode.MUL, Opcode.SHL) and isinstance(by := op.operand(1), ir.Integer):
            parts = [(op.operand(0), by.signed if op.opcode is Opcode.MUL else 1 << by.value)]
        else:
            return None
        strides = [(self._stride(value), times) for value, times in parts]
        return None if any(s is None for s, _ in strides) else sum((s or 0) * times for s, times in strides)

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
        parts: list[_Term] = []
        offset = 0
        while isinstance(pointer, ir.Instruction) and pointer.opcode is Opcode.GEP:
            added, constant = steps(self.layout, pointer.source_type, pointer.operands[1:])
            offset += constant
            for index, size in added:
                offset += size * _sum(index, size, parts)
            pointer = pointer.pointer
        return (pointer, frozenset(Counter(parts).items())), offset


def _kind(op: ir.Instruction) -> tuple[object, ...]:
    is_question = op.opcode in (Opcode.ICMP, Opcode.FCMP)
    return (op.opcode, op.type, op.callee_name if op.is_call else None, op.predicate if is_question else None)


def _is_sum(op: ir.Instruction) -> bool:
    return op.opcode is Opcode.ADD or (op.opcode is Opcode.OR and op.is_disjoint)


def _sum(value: ir.Value, size: int, terms: list[_Term]) -> int:
    """Takes an index apart, each part with the bytes that it counts, and gives the sum of its constants."""
    if isinstance(value, ir.Integer):
        return value.signed
    if isinstance(value, ir.Instruction):
        if value.opcode in (Opcode.SEXT, Opcode.ZEXT):
            return _sum(value.operand(0), size, terms)
        if _is_sum(value):
            return sum(_sum(part, size, terms) for part in value.operands)
    terms.append((value, size))
    return 0

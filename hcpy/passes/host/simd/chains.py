"""Loops whose rounds wait for what the round before has computed: recurrences, of divisions above all.

Takes a loop and its Steps; gives how long a round waits. A processor runs other instructions meanwhile, but
those of the next work-item are too far away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host.code import Node, Op
from hcpy.passes.host.effects import DIVISIONS, is_plain
from hcpy.passes.host.simd.shapes import VARYING
from hcpy.passes.host.simd.steps import PASSED_ON, Steps
from hcpy.passes.host.simd.structure import Level

ROOT = "llvm.sqrt."
_LATENCY = {Opcode.FADD: 4, Opcode.FSUB: 4, Opcode.FMUL: 4, Opcode.FDIV: 12}  # cycles, about
_WHOLE = 14  # the same of a division of whole numbers, of 32 or 64 bits, by one that is not known
_ROOT, _FUSED, _FORWARDED, _OTHER = 16, 4, 5, 1
_MOST_OPS = 400
_PER_CYCLE = 2  # vector instructions that a processor begins


@dataclass(frozen=True)
class _Wait:
    cycles: int
    divides: bool


def round_waits(level: Level, steps: Steps) -> int:
    """Cycles from one round's value to the next one's by way of a division; 0: there is no such way."""
    ops = _ops_of(level)
    return _longest(level, steps, ops, by_division=True) if any(map(_divides, ops)) else 0


def mostly_waits(level: Level, steps: Steps) -> bool:
    """Is a round through with its vector instructions long before its values are there?"""
    ops = _ops_of(level)
    work = sum(op.opcode not in PASSED_ON and op.opcode is not Opcode.PHI for op in ops)
    return _longest(level, steps, ops, by_division=False) * _PER_CYCLE > work


def _ops_of(level: Level) -> list[Op]:
    """Without those of loops inside."""
    return [op for node in level.nodes if node in level.blocks for op in node.ops if op.source is not None]


def _longest(level: Level, steps: Steps, ops: list[Op], *, by_division: bool) -> int:
    """Cycles from one round's floating-point value to the next one's."""
    if len(ops) > _MOST_OPS:
        return 0
    addresses = _Addresses(steps)
    longest = 0
    for start, ends in _recurrences(ops, level, addresses, whole_too=by_division):
        waits = _waits(start, ops)
        found = [waits[end] for end in ends if isinstance(end, Op) and end in waits]
        longest = max([longest, *(wait.cycles for wait in found if wait.divides or not by_division)])
    return longest


def _divides(op: Op) -> bool:
    return op.opcode is Opcode.FDIV or op.callee.startswith(ROOT) or _divides_whole(op)


def _divides_whole(op: Op) -> bool:
    return op.opcode in DIVISIONS and not op.operands[1].value.is_constant


def _recurrences(
    ops: list[Op], level: Level, addresses: _Addresses, *, whole_too: bool
) -> Iterator[tuple[Op, list[Node]]]:
    """What a round has of the one before, and where that one computed it: in registers, and in memory."""
    shapes = addresses.steps.shapes
    backs = {edge.source for edge in level.backs}
    stores = [op for op in ops if op.opcode is Opcode.STORE and op.operands[0].type.is_floating]
    for op in ops:
        if shapes.of[op] != VARYING:
            continue
        is_kept = op.type.is_floating or (whole_too and op.type.is_integer)
        if op.opcode is Opcode.PHI and op.block is level.header and is_kept:
            yield op, [value for value, block in op.incoming if block in backs]
        elif op.opcode is Opcode.LOAD and op.type.is_floating and is_plain(op.instruction):
            yield op, [s.operands[0] for s in stores if addresses.is_read_next(s, op, level)]


def _waits(start: Op, ops: list[Op]) -> dict[Op, _Wait]:
    """How long after a value others are there that follow from it; the ops are in order."""
    found = {start: _Wait(_FORWARDED if start.opcode is Opcode.LOAD else 0, divides=False)}
    for op in ops:
        before = [found[use] for use in op.uses if isinstance(use, Op) and use in found]
        if op is start or not before or op.opcode in (Opcode.LOAD, Opcode.STORE):
            continue
        cycles = max(wait.cycles for wait in before) + _latency(op)
        found[op] = _Wait(cycles, _divides(op) or any(wait.divides for wait in before))
    return found


def _latency(op: Op) -> int:
    if op.opcode is Opcode.PHI or op.opcode in PASSED_ON:
        return 0
    if op.opcode is Opcode.CALL:
        return _ROOT if op.callee.startswith(ROOT) else _FUSED
    if _divides_whole(op):
        return _WHOLE
    return _LATENCY.get(op.opcode, _OTHER)


def have_same(some: Iterable[Node], others: Iterable[Node], steps: Steps) -> bool:
    """Is one of these numbers one of the others, where a place that is read twice holds the same?"""
    form = _Addresses(steps).form
    return not set(map(form, some)).isdisjoint(map(form, others))


@dataclass(frozen=True)
class _Form:
    """`number + sum of factor * atom`."""

    number: int
    atoms: frozenset[tuple[object, int]]


class _Addresses:
    """Addresses as sums, in which the same number read twice is the same."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.known: dict[Node, _Form] = {}

    def is_read_next(self, store: Op, load: Op, level: Level) -> bool:
        """Does a round load what the one before has stored?"""
        step = self.steps.step(store.operands[1], level)
        written, read = self.form(store.operands[1]), self.form(load.operands[0])
        return bool(step) and written.atoms == read.atoms and written.number - read.number == step

    def form(self, node: Node) -> _Form:
        if node not in self.known:
            self.known[node] = self._new(node)
        return self.known[node]

    def _new(self, node: Node) -> _Form:
        if isinstance(node.value, ir.Integer):
            return _Form(node.value.signed, frozenset())
        if not isinstance(node, Op):
            return _atom(node)
        if node.opcode in PASSED_ON:
            return self.form(node.operands[0])
        if node.opcode is Opcode.LOAD:
            return _atom((Opcode.LOAD, self.form(node.operands[0])))
        if len(node.operands) != 2:
            return _atom(node)
        if node.opcode is Opcode.ADD:
            return self._sum(node, 1)
        if node.opcode is Opcode.GEP:
            return self._sum(node, self.steps.module.layout.size(node.instruction.source_type))
        if node.opcode is Opcode.MUL:
            return _atom((Opcode.MUL, frozenset(map(self.form, node.operands))))
        return _atom(node)

    def _sum(self, node: Op, factor: int) -> _Form:
        first, second = map(self.form, node.operands)
        atoms = dict(first.atoms)
        for atom, times in second.atoms:
            atoms[atom] = atoms.get(atom, 0) + times * factor
        return _Form(first.number + second.number * factor, frozenset(atoms.items()))


def _atom(what: object) -> _Form:
    return _Form(0, frozenset(((what, 1),)))

"""Whether the order of a work-item's own accesses matters to a loop over work-items.

Takes the Code of one work-item; says whether the loop may be called parallel. LLVM's vectoriser reads
`llvm.loop.parallel_accesses` as more than "independent of other iterations": where accesses are strided, it
puts those to one object together (loads at the first one's place, stores at the last one's) and looks for no
dependence within an iteration. A loop where it could be wrong is left to LLVM's own analysis. A work-item's
own array that lies in a strip is strided, too, unless its elements lie side by side (own_arrays.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import successors_of
from hcpy.passes.host.code import Block, Code, Fixed, Input, Node, Op
from hcpy.passes.host.effects import is_invariant, is_plain
from hcpy.passes.host.launch import ALONG_ROW

_WIDENS = frozenset((Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC, Opcode.FREEZE))
_Key = tuple[object, ...]
NO_STRIDES: Mapping[Op, int] = {}


class _Growth(Enum):
    """What may be known of an address but by how much it grows along a row."""

    UNKNOWN = "the vectoriser may find that it is the same from each work-item to the next"
    IRREGULAR = "it comes from memory, by another address for each work-item"


_Step = int | _Growth


@dataclass(frozen=True)
class _Access:
    op: Op
    at: int  # its place in the function
    stores: bool
    root: _Key  # its address but for a constant
    offset: int
    size: int  # 0: not known
    object: _Key  # what the address is computed from
    is_strided: bool

    def overlaps(self, other: _Access) -> bool:
        """May they be to the same bytes?"""
        if self.root != other.root or not self.size or not other.size:
            return True
        return self.offset < other.offset + other.size and other.offset < self.offset + self.size


def order_matters(code: Code, layout: ir.Layout, strides: Mapping[Op, int] = NO_STRIDES) -> bool:
    """Does an access come after a store that it may depend on, where either could be put elsewhere?

    strides: the allocas of which each work-item's lies behind another's, and how far.
    """
    accesses = _Addresses(code, layout, strides).accesses()
    together = Counter((a.object, a.stores) for a in accesses if a.is_strided)
    may_move = [a for a in accesses if a.is_strided and together[a.object, a.stores] > 1]
    if not may_move or not any(a.stores for a in accesses):
        return False
    after = _Order(code)
    for moved in may_move:
        for other in accesses:
            if other is moved or not (other.stores or moved.stores):
                continue
            first, second = (moved, other) if moved.stores else (other, moved)
            if not after.follows(first, second):
                continue
            if moved.overlaps(other) or after.follows(second, first):  # in a loop, places change
                return True
    return False


class _Order:
    """Which accesses may come after which in the run of one work-item."""

    def __init__(self, code: Code) -> None:
        self._graph = successors_of(code)
        self._behind: dict[Block, set[Block]] = {}

    def follows(self, first: _Access, second: _Access) -> bool:
        block = first.op.block
        if block is second.op.block and first.at < second.at:
            return True
        if block not in self._behind:
            found: set[Block] = set()
            work = list(self._graph[block])
            while work:
                at = work.pop()
                if at not in found:
                    found.add(at)
                    work += self._graph[at]
            self._behind[block] = found
        return second.op.block in self._behind[block]


class _Addresses:
    """What is known of a function's addresses."""

    def __init__(self, code: Code, layout: ir.Layout, strides: Mapping[Op, int]) -> None:
        self.code, self.layout, self.strides = code, layout, strides
        self._steps: dict[Node, _Step] = {}

    def accesses(self) -> list[_Access]:
        found = []
        for at, op in enumerate(self.code.ops()):
            if op.opcode is Opcode.LOAD and is_plain(op.instruction) and not is_invariant(op):
                found.append(self._access(op, at, op.operands[0], op.type))
            elif op.opcode is Opcode.STORE and is_plain(op.instruction):
                found.append(self._access(op, at, op.operands[1], op.operands[0].type))
            elif op.opcode is Opcode.CALL and op.callee.startswith("llvm.mem"):
                found.append(self._access(op, at, op.operands[0], None))
        return found

    def _access(self, op: Op, at: int, address: Node, accessed: ir.Type | None) -> _Access:
        size = self.layout.size(accessed) if accessed is not None else 0
        root, offset = self._address(address)
        step = self._step(address)
        is_strided = abs(step) not in (0, size) if isinstance(step, int) else step is _Growth.UNKNOWN
        stores = op.opcode is not Opcode.LOAD
        return _Access(op, at, stores, root, offset, size, self._object(address), is_strided)

    def _address(self, node: Node) -> tuple[_Key, int]:
        """The same key for addresses that differ by constants, and the constant."""
        parts = self._gep(node) if isinstance(node, Op) and node.opcode is Opcode.GEP else None
        if parts is None:
            return self._key(node), 0
        assert isinstance(node, Op)
        root, offset = self._address(node.operands[0])
        varying = tuple((self._key(index), size) for index, size in parts[1])
        return (Opcode.GEP, root, varying) if varying else root, offset + parts[0]

    def _object(self, address: Node) -> _Key:
        while isinstance(address, Op) and address.opcode is Opcode.GEP:
            address = address.operands[0]
        return self._key(address)

    def _key(self, node: Node) -> _Key:
        """The same for what is read twice from one place of the function object."""
        if isinstance(node, Op) and node.opcode is Opcode.LOAD and is_invariant(node):
            return (Opcode.LOAD, node.type, *self._address(node.operands[0]))
        return (node.number,)

    def _gep(self, op: Op) -> tuple[int, list[tuple[Node, int]]] | None:
        """The constant part of what it adds, in bytes, and the other indices with their factors."""
        constant, scaled = 0, []
        kind = op.instruction.source_type
        for number, index in enumerate(op.operands[1:]):
            if number:
                if kind.is_struct:
                    if not isinstance(index.value, ir.Integer):
                        return None
                    constant += self.layout.offset(kind, index.value.value)
                    kind = kind.at(index.value.value)
                    continue
                if not kind.is_array:
                    return None
                kind = kind.element
            size = self.layout.size(kind)
            if isinstance(index.value, ir.Integer):
                constant += index.value.signed * size
            else:
                scaled.append((index, size))
        return constant, scaled

    def _step(self, node: Node) -> _Step:
        """How much it grows from a work-item of a row to the next."""
        if node in self._steps:
            return self._steps[node]
        if isinstance(node, Fixed):
            return 0
        if isinstance(node, Input):
            return 1 if node.context in ALONG_ROW else 0
        assert isinstance(node, Op)
        self._steps[node] = _Growth.UNKNOWN  # in a circle
        self._steps[node] = step = self._step_of(node)
        return step

    def _step_of(self, op: Op) -> _Step:
        if op in self.strides:
            return self.strides[op]
        steps = [self._step(operand) for operand in op.operands]
        if _Growth.IRREGULAR in steps:
            return _Growth.IRREGULAR
        if op.opcode is Opcode.LOAD:
            return 0 if steps[0] == 0 else _Growth.IRREGULAR
        known = [step for step in steps if isinstance(step, int)]
        if len(known) < len(steps) or op.opcode in (Opcode.PHI, Opcode.CALL):
            return _Growth.UNKNOWN
        if op.opcode in (Opcode.ADD, Opcode.SUB):
            return known[0] + known[1] if op.opcode is Opcode.ADD else known[0] - known[1]
        if op.opcode in _WIDENS:
            return known[0]
        if op.opcode is Opcode.GEP:
            return self._step_of_gep(op, known)
        factor = op.operands[1].value if len(op.operands) > 1 else None
        if isinstance(factor, ir.Integer) and op.opcode is Opcode.MUL:
            return known[0] * factor.signed
        if isinstance(factor, ir.Integer) and op.opcode is Opcode.SHL:
            return known[0] << factor.value
        return _Growth.UNKNOWN if any(known) else 0

    def _step_of_gep(self, op: Op, steps: list[int]) -> _Step:
        parts = self._gep(op)
        if parts is None:
            return _Growth.UNKNOWN
        grown = dict(zip(op.operands, steps, strict=True))
        return steps[0] + sum(grown[index] * size for index, size in parts[1])

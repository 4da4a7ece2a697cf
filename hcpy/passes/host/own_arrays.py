"""Arrays of a work-item's own that lie element by element: element k of a strip's work-items side by side.

Takes an Outline that strips are written of; gives which arrays may lie so, and writes what uses them. Where
all work-items of a strip access the same element, that is then one vector; array by array each element would
be gathered, and stored one by one (AVX-512's scatter takes longer still on AMD's processors).

An address in such an array is so many times as far from the array's beginning as there are work-items. So all
that is done with one must be known: elements of one size are loaded and stored, in the loops of the strip,
and the first ones set to 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.host.code import Block, Node, Op
from hcpy.passes.host.effects import is_plain
from hcpy.passes.host.order import order_matters
from hcpy.passes.host.outline import Key, Outline
from hcpy.passes.host.regions import Region
from hcpy.passes.host.simd.wishes import NO_WISHES, OWN_ARRAYS, Wishes
from hcpy.passes.host.writer import Writer
from hcpy.passes.memory_moves import FILL

_MOST_FILLED = 64  # elements that are set to 0 one by one
_MOST_BYTES = 4096  # of an array: short strips, too, hold as many of it as the longest has work-items


@dataclass(frozen=True)
class OwnArrays:
    """The arrays that lie element by element, and all that is done with them."""

    items: int = 1  # work-items side by side, which strips.py knows
    elements: Mapping[Key, ir.Type] = field(default_factory=dict)  # of each array, by its alloca
    steps: frozenset[Op] = frozenset()  # address computations
    accesses: Mapping[Op, int] = field(default_factory=dict)  # loads and stores: bytes
    fills: Mapping[Op, int] = field(default_factory=dict)  # elements that a call sets to 0

    def memory(self, layout: ir.Layout, array: Key) -> ir.Type | None:
        """All work-items' arrays; None: they don't lie so. The address after the last element lies within."""
        element = self.elements.get(array)
        if element is None:
            return None
        assert isinstance(array, Op)
        count = _bytes_of(layout, array) // layout.size(element)
        return element.array(self.items).array(count + 1)

    def clone(self, w: Writer, op: Op) -> ir.Instruction:
        """The instruction once more, in such arrays; its operands are the caller's affair."""
        source = op.instruction
        if op in self.steps:
            kind = self._spread(source.source_type)
            flags = source.no_wrap if ir.NoWrap.INBOUNDS in source.no_wrap else ir.NoWrap.NONE
            made = w.build.address(kind, source.pointer, source.operands[1:], source.name, flags)
            assert isinstance(made, ir.Instruction)
            return made
        made = w.build.insert(source.clone())
        if op in self.accesses:
            made.align = min(made.align, self.accesses[op])
        return made

    def fill(self, w: Writer, op: Op, array: ir.Value) -> list[ir.Instruction]:
        """The stores of what a call sets to 0."""
        element = self.elements[op.operands[0]]
        row, zero = element.array(self.items), element.null()
        places = (w.build.address(row, array, [n], no_wrap=ir.NoWrap.INBOUNDS) for n in range(self.fills[op]))
        return [w.build.store(zero, place) for place in places]

    def _spread(self, kind: ir.Type) -> ir.Type:
        """A type that is so many times as large, its elements too."""
        return self._spread(kind.element).array(kind.count) if kind.is_array else kind.array(self.items)


NO_ARRAYS = OwnArrays()


def find_own_arrays(outline: Outline, layout: ir.Layout, wishes: Wishes = NO_WISHES) -> OwnArrays:
    ops = [op for region in outline.facts.regions for block in region.blocks for op in block.ops]
    arrays = [op for op in ops if op.opcode is Opcode.ALLOCA]
    if not arrays or not wishes.takes(OWN_ARRAYS):
        return NO_ARRAYS
    elements: dict[Key, ir.Type] = {}
    steps: list[Op] = []
    accesses: dict[Op, int] = {}
    fills: dict[Op, int] = {}
    finder = _Finder(outline, layout, ops)
    for array in arrays:
        found = finder.uses_of(array)
        if found is not None:
            elements[array] = found.element
            steps += found.steps
            size = layout.size(found.element)
            accesses.update(dict.fromkeys(found.accesses, size))
            fills.update({op: _filled(op) // size for op in found.fills})
    return OwnArrays(1, elements, frozenset(steps), accesses, fills)


def order_matters_in_slots(outline: Outline, layout: ir.Layout, own: OwnArrays) -> bool:
    """Does the order of a work-item's accesses to arrays that lie one behind another in a strip?"""
    arrays = (s for s in outline.slots if isinstance(s, Op) and s.opcode is Opcode.ALLOCA)
    strides = {array: _bytes_of(layout, array) for array in arrays if array not in own.elements}
    return bool(strides) and order_matters(outline.facts.cut.uniformity.code, layout, strides)


@dataclass
class _Uses:
    element: ir.Type
    steps: list[Op]
    accesses: list[Op]
    fills: list[Op]


class _Finder:
    def __init__(self, outline: Outline, layout: ir.Layout, ops: Iterable[Op]) -> None:
        self.layout = layout
        self.divergent = outline.facts.divergent
        self.users: dict[Node, list[Op]] = {}
        for op in ops:
            for node in op.uses:
                self.users.setdefault(node, []).append(op)
        self.in_loops: set[Block] = set()  # those that a work-item goes through alone
        for region in outline.facts.regions:
            self.in_loops.update(_loops_inside(region))

    def uses_of(self, array: Op) -> _Uses | None:
        """None: something else is done with it, or not by all work-items alike."""
        steps: list[Op] = []
        accesses: list[Op] = []
        fills: list[Op] = []
        work: list[Node] = [array]
        while work:
            place = work.pop()
            for user in self.users.get(place, ()):
                if user.opcode is Opcode.GEP and self._is_alike(user, place):
                    steps.append(user)
                    work.append(user)
                elif self._is_access(user, place):
                    accesses.append(user)
                elif place is array and user.block not in self.in_loops and _filled(user):
                    fills.append(user)
                else:
                    return None
        element = self._element_of(accesses)
        if element is None:
            return None
        size, all_bytes = self.layout.size(element), _bytes_of(self.layout, array)
        if not 0 < all_bytes <= _MOST_BYTES:
            return None
        parts = [all_bytes, *map(_filled, fills)]
        parts += (step for op in steps for step in self._steps(op))
        if any(part % size for part in parts) or any(_filled(op) > size * _MOST_FILLED for op in fills):
            return None
        return _Uses(element, steps, accesses, fills)

    def _element_of(self, accesses: list[Op]) -> ir.Type | None:
        kinds = dict.fromkeys(_accessed(op) for op in accesses)
        sizes = {self._element_size(kind) for kind in kinds}
        return next(iter(kinds)) if len(sizes) == 1 and 0 not in sizes else None

    def _is_alike(self, step: Op, place: Node) -> bool:
        """Do all work-items go as far?"""
        base, *indices = step.operands
        if not (base is place and step.type.is_pointer and self.divergent.isdisjoint(indices)):
            return False
        kind = step.instruction.source_type
        for _ in indices[1:]:
            if not kind.is_array:
                return False  # a member of a structure is not as many elements away as its number says
            kind = kind.element
        return True

    def _is_access(self, op: Op, place: Node) -> bool:
        if op.opcode is not Opcode.LOAD and not (op.opcode is Opcode.STORE and op.operands[0] is not place):
            return False
        return is_plain(op.instruction) and op.block not in self.in_loops

    def _element_size(self, kind: ir.Type) -> int:
        """0: not one of those that lie side by side without gaps."""
        if not (kind.is_integer or kind.is_pointer or kind.is_floating):
            return 0
        size = self.layout.size(kind)
        is_whole = kind.is_pointer or kind.width == 8 * size
        return size if is_whole and size & (size - 1) == 0 else 0

    def _steps(self, op: Op) -> Iterator[int]:
        """What an address computation goes in: bytes, whole numbers of each."""
        kind = op.instruction.source_type
        for number, index in enumerate(op.operands[1:]):
            if number:
                kind = kind.element
            size = self.layout.size(kind)
            yield size * index.value.signed if isinstance(index.value, ir.Integer) else size


def _bytes_of(layout: ir.Layout, array: Op) -> int:
    """0: how many is only known at run time."""
    count = array.operands[0].value
    return layout.size(array.instruction.allocated_type) * count.value if isinstance(count, ir.Integer) else 0


def _filled(op: Op) -> int:
    """Bytes that a call sets to 0; 0: it does something else."""
    if not op.callee.startswith(FILL):
        return 0
    value, count, volatile = (operand.value for operand in op.operands[1:4])
    if not isinstance(value, ir.Integer) or not isinstance(count, ir.Integer):
        return 0
    is_plain_zero = value.value == 0 and isinstance(volatile, ir.Integer) and volatile.value == 0
    return count.value if is_plain_zero else 0


def _accessed(op: Op) -> ir.Type:
    return op.type if op.opcode is Opcode.LOAD else op.operands[0].type


def _loops_inside(region: Region) -> Iterator[Block]:
    blocks = set(region.blocks)
    graph = {
        block: [to for to in block.successors if block is not region.tail and to in blocks]
        for block in region.blocks
    }
    for body in loops_of(graph, region.head).values():
        yield from body

"""What the values of the work-items in one strip have to do with each other.

Takes a Code and its Structure; gives each value's Shape, and which branches and loops work-items take apart.
Only work-items that are active at a value count: in a loop they are in the same iteration.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.cfg import reachable
from hcpy.passes.host.code import Block, Code, Fixed, Input, Node, Op
from hcpy.passes.host.effects import PURE, is_plain, is_pure_call
from hcpy.passes.host.launch import ALONG_ROW
from hcpy.passes.host.simd import structure
from hcpy.passes.host.simd.structure import Edge, Level, Structure


@dataclass(frozen=True)
class Shape:
    """stride: work-item n's value is that of work-item 0 and n times it, modulo the type's size.

    None: there is no such number. true: as whole numbers too, where the type is taken as signed."""

    stride: int | None
    true: bool = False

    @property
    def is_uniform(self) -> bool:
        return self.stride == 0

    @property
    def is_linear(self) -> bool:
        return self.stride is not None and self.stride != 0


UNIFORM = Shape(0, True)
VARYING = Shape(None)


def _join(a: Shape | None, b: Shape | None) -> Shape | None:
    """None: nothing is known yet."""
    if a is None or b is None:
        return b if a is None else a
    return Shape(a.stride, a.true and b.true) if a.stride == b.stride and a.stride is not None else VARYING


class Shapes:
    """The analysis of one function."""

    def __init__(self, module: ir.Module, code: Code, levels: Structure) -> None:
        self.module, self.code, self.structure = module, code, levels
        self.of: dict[Node, Shape] = {}
        self.divergent: set[Level] = set()  # loops that work-items leave in different iterations
        self.joins: set[Block] = set()  # where paths that work-items took apart may meet
        self.partial: set[structure.Node] = set()  # nodes that only some of a level's work-items reach
        for given in code.inputs:
            self.of[given] = Shape(1, True) if given.context in ALONG_ROW else UNIFORM
        changed = True
        while changed:
            changed = False
            for block in code.blocks:
                for op in block.ops:
                    changed = self._update(op) or changed
            for level in reversed(levels.levels):
                changed = self._spread(level) or changed

    def _update(self, op: Op) -> bool:
        if op.source is None:
            return False
        old = self.of.get(op)
        new = _join(old, self._phi(op) if op.opcode is Opcode.PHI else self._transfer(op))
        if new is None or new == old:
            return False
        self.of[op] = new
        return True

    # -- places --
    def seen(self, node: Node, place: Level) -> Shape | None:
        """A value's shape where it is used: work-items that left a loop apart bring different ones."""
        if isinstance(node, Fixed):
            return UNIFORM
        if isinstance(node, Op):
            left = self.structure.left(self.structure.level_of[node.block], place)
            if not self.divergent.isdisjoint(left):
                return VARYING
        return self.of.get(node)

    def operand(self, op: Op, index: int) -> Shape | None:
        return self.seen(op.operands[index], self.structure.level_of[op.block])

    def is_apart(self, block: Block) -> bool:
        """Does its terminator send work-items to different blocks?"""
        end = block.terminator
        if len(block.successors) < 2 or not end.operands:
            return False
        shape = self.operand(end, 0)
        return shape is not None and not shape.is_uniform

    def is_split(self, node: structure.Node) -> bool:
        """Do work-items leave a level's node by different edges?"""
        if isinstance(node, Level):
            return node in self.divergent and len(node.exits) > 1
        return self.is_apart(node)

    def _spread(self, level: Level) -> bool:
        """What the divergent nodes of a level have for effect."""
        before = len(self.joins), len(self.partial), len(self.divergent)
        for node in level.nodes:
            if not self.is_split(node):
                continue
            after = level.after[node]
            influenced = reachable(level.following, level.following[node], {after})
            self.partial.update(influenced)
            for place in (*influenced, after):
                self.joins.add(place.header if isinstance(place, Level) else place)
            for edge in level.leaving[node]:
                self.joins.add(edge.target)  # outside of the level too
        if level.parent is not None:
            sources = {self.structure.node_at(level, edge.source) for edge in level.exits}
            if any(n is not None and (n in self.partial or self.is_split(n)) for n in sources):
                self.divergent.add(level)
        return before != (len(self.joins), len(self.partial), len(self.divergent))

    # -- values --
    def _phi(self, op: Op) -> Shape | None:
        level = self.structure.level_of[op.block]
        backs = {edge.source for edge in level.backs} if level.header is op.block else set()
        result: Shape | None = None
        for into in (False, True):
            values = {v for v, b in op.incoming if (b in backs) == into}
            shape: Shape | None = None
            for value in values:
                shape = _join(shape, self.seen(value, level))
            if len(values) > 1 and (into or op.block in self.joins):
                shape = VARYING
            result = _join(result, shape)
        return result

    def _transfer(self, op: Op) -> Shape | None:
        opcode = op.opcode
        if opcode is Opcode.ALLOCA:
            size, align = self.module.layout.size(op.instruction.allocated_type), op.instruction.align
            return Shape(-(-size // align) * align)  # each work-item's is aligned
        shapes = [self.operand(op, n) for n in range(len(op.operands))]
        known = [shape for shape in shapes if shape is not None]
        if len(known) < len(shapes):
            return None
        if not self._is_repeatable(op):
            return VARYING
        if all(shape.is_uniform for shape in known) or _is_alike(op, known):
            return UNIFORM
        if not all(shape.stride is not None for shape in known) or _is_small(op):
            return VARYING
        return self._linear(op, known)

    @staticmethod
    def _is_repeatable(op: Op) -> bool:
        """Does it do and give the same for equal operands?"""
        if op.opcode in (Opcode.LOAD, Opcode.STORE):
            return is_plain(op.instruction)
        if op.opcode is Opcode.CALL:
            return is_pure_call(op.callee)
        return op.opcode in PURE or op.opcode in (Opcode.BR, Opcode.SWITCH, Opcode.RET, Opcode.UNREACHABLE)

    def _linear(self, op: Op, shapes: list[Shape]) -> Shape:
        strides = [shape.stride or 0 for shape in shapes]
        true = all(shape.true for shape in shapes)
        source, opcode = op.instruction, op.opcode
        if opcode is Opcode.ADD:
            return _shape(strides[0] + strides[1], true and source.nsw)
        if opcode is Opcode.SUB:
            return _shape(strides[0] - strides[1], true and source.nsw)
        if opcode in (Opcode.MUL, Opcode.SHL):
            return self._product(op, strides, true and source.nsw)
        if opcode is Opcode.TRUNC:
            return _shape(strides[0], true and source.nsw)
        if opcode is Opcode.SEXT or (opcode is Opcode.ZEXT and source.nneg):
            return _shape(strides[0], True) if true else VARYING
        if opcode is Opcode.ZEXT and isinstance(op.operands[0], Input):
            return _shape(strides[0], True)  # an id
        if opcode is Opcode.GEP:
            return self._address(op, strides)
        return VARYING

    @staticmethod
    def _product(op: Op, strides: list[int], true: bool) -> Shape:
        first, second = (operand.value for operand in op.operands)
        if op.opcode is Opcode.MUL:
            if isinstance(second, ir.Integer):
                return _shape(strides[0] * second.signed, true)
            return _shape(strides[1] * first.signed, true) if isinstance(first, ir.Integer) else VARYING
        if isinstance(second, ir.Integer) and second.value < op.type.width:
            return _shape(strides[0] << second.value, true)
        return VARYING

    def _address(self, op: Op, strides: list[int]) -> Shape:
        """Indices are extended as signed ones."""
        total = strides[0]
        at = op.instruction.source_type
        for number, (index, stride) in enumerate(zip(op.operands[1:], strides[1:], strict=True)):
            if number:
                if at.is_struct:
                    at = at.at(index.value.value if isinstance(index.value, ir.Integer) else 0)
                    continue
                at = at.element
            if stride and index.type.width != 64:
                return VARYING
            total += stride * self.module.layout.size(at)
        return _shape(total, False)


def _shape(stride: int, true: bool) -> Shape:
    """A difference that vanishes makes a value the same for all."""
    return Shape(stride, true or stride == 0)


def _is_alike(op: Op, shapes: list[Shape]) -> bool:
    """Are two values asked to be equal that rise alike, as a pointer that walks and its end?"""
    if op.opcode is not Opcode.ICMP or op.instruction.predicate not in (IntPredicate.EQ, IntPredicate.NE):
        return False
    return shapes[0].stride is not None and shapes[0].stride == shapes[1].stride


def _is_small(op: Op) -> bool:
    return op.type.is_integer and op.type.width < 8


def edges_into(levels: Structure, block: Block) -> list[Edge]:
    return [Edge(b, block) for b in levels.code.blocks if block in b.successors]

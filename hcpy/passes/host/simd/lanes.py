"""Values and masks of the work-items of a strip, as they are at a place in the code that is being written.

Takes a Writer; gives vectors, scalars and masks, and what scopes leave behind: code that may be skipped
leaves poison where it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.code import Fixed, Node
from hcpy.passes.host.simd.shapes import UNIFORM, VARYING, Shape
from hcpy.passes.host.writer import Writer


@dataclass(frozen=True)
class Lanes:
    """A value: a vector where its shape is varying, else that of work-item 0; of a pair two vectors."""

    shape: Shape
    value: ir.Value
    second: ir.Value | None = None


@dataclass(frozen=True)
class Mask:
    """Work-items: those whose bits are set (None: all), where the flag holds (None: it does)."""

    bits: ir.Value | None = None
    flag: ir.Value | None = None


ALL = Mask()


@dataclass
class Scope:
    """Code that is entered and left at one place each."""

    made: set[ir.Value] = field(default_factory=set)  # bits of masks
    some: set[ir.Value] = field(default_factory=set)  # bits of which some are known to be set
    vectors: list[Node] = field(default_factory=list)  # whose vectors were made here


class Strip:
    """What is known at the place of the writer."""

    def __init__(self, w: Writer, width: int) -> None:
        self.w, self.width = w, width
        self.values: dict[Node, Lanes] = {}
        self.vectors: dict[Node, ir.Value] = {}
        self.scopes = [Scope()]
        self.word = w.types.i32.vector(width)  # a mask across blocks: 0 or -1 for each work-item
        self.bit = w.types.i1.vector(width)
        self.none = self.word.null()
        self.every = self._repeated(w.types.i32.const(-1))
        self.spare: ir.Value | None = None  # an address that may always be read

    # -- scopes --
    def open(self, some: ir.Value | None) -> None:
        """some: bits of which some are set in there."""
        self.scopes.append(Scope(some=set() if some is None else {some}))

    def close(self) -> Scope:
        scope = self.scopes.pop()
        for node in scope.vectors:
            self.vectors.pop(node, None)
        return scope

    def leave(self) -> None:
        """Closes a scope that is always run through to its end: what was made there is there."""
        scope = self.close()
        self.scopes[-1].made |= scope.made

    def remember(self, bits: ir.Value) -> ir.Value:
        """That bits were made in this scope."""
        self.scopes[-1].made.add(bits)
        return bits

    def knows_some(self, bits: ir.Value | None) -> bool:
        return bits is None or any(bits in scope.some for scope in self.scopes)

    # -- masks --
    def as_bits(self, condition: ir.Value) -> ir.Value:
        """Of a vector of conditions."""
        return self.remember(self.w.build.cast(Opcode.SEXT, condition, self.word))

    def all_bits(self, mask: Mask) -> ir.Value:
        """A mask as bits alone."""
        bits = self.every if mask.bits is None else mask.bits
        if mask.flag is None:
            return bits
        return self.remember(self.w.build.select(mask.flag, bits, self.none))

    def conditions(self, bits: ir.Value) -> ir.Value:
        """Bits as a vector of i1."""
        return self.w.build.compare(IntPredicate.SLT, bits, self.none)

    def both(self, bits: ir.Value | None, more: ir.Value) -> ir.Value:
        return more if bits is None else self.remember(self.w.build.binary(Opcode.AND, bits, more))

    def without(self, bits: ir.Value | None, less: ir.Value) -> ir.Value:
        inverse = self.remember(self.w.build.binary(Opcode.XOR, less, self.every))
        return self.both(bits, inverse)

    def either(self, masks: Sequence[Mask]) -> Mask:
        build = self.w.build
        first = masks[0]
        if all(mask.bits == first.bits for mask in masks):
            flag = first.flag
            for mask in masks[1:]:
                flag = None if flag is None or mask.flag is None else build.binary(Opcode.OR, flag, mask.flag)
            return Mask(first.bits, flag)
        bits = self.all_bits(first)
        for mask in masks[1:]:
            bits = self.remember(build.binary(Opcode.OR, bits, self.all_bits(mask)))
        return Mask(bits)

    def number(self, bits: ir.Value | None) -> ir.Value:
        """Bits as a number with as many bits."""
        kind = self.w.types.integer(self.width)
        if bits is None:
            return kind.const(-1)
        return self.w.build.cast(Opcode.BITCAST, self.conditions(bits), kind)

    def any(self, mask: Mask) -> ir.Value | None:
        """Is a work-item active? None: one is."""
        if self.knows_some(mask.bits):
            return mask.flag
        number = self.number(mask.bits)
        some = self.w.build.compare(IntPredicate.NE, number, number.type.null(), "hc.any")
        if mask.flag is None:
            return some
        return self.w.build.binary(Opcode.AND, mask.flag, some)

    def first(self, bits: ir.Value | None) -> ir.Value | None:
        """The number of the first active work-item; None: it is 0."""
        if bits is None:
            return None
        return self.lowest(self.number(bits))

    def lowest(self, number: ir.Value) -> ir.Value:
        """The lowest bit that is set in a number that is not 0, as an i64."""
        w = self.w
        count = w.module.intrinsic("llvm.cttz", [number.type])
        found = w.build.call(count, [number, w.i1.const(1)], "hc.lane")
        return w.build.cast(Opcode.ZEXT, found, w.i64) if number.type.width < 64 else found

    # -- values --
    def scalar(self, node: Node) -> ir.Value:
        """Work-item 0's; of a value that is not varying."""
        return node.value if isinstance(node, Fixed) else self.values[node].value

    def shape(self, node: Node) -> Shape:
        return UNIFORM if isinstance(node, Fixed) else self.values[node].shape

    def vector(self, node: Node) -> ir.Value:
        found = self.vectors.get(node)
        if found is not None:
            return found
        if isinstance(node, Fixed):
            made = self._repeated(node.value)
        else:
            lanes = self.values[node]
            if lanes.shape.stride is None:
                return lanes.value
            made = self.spread(lanes.value, lanes.shape.stride)
        self.vectors[node] = made
        self.scopes[-1].vectors.append(node)
        return made

    def spread(self, value: ir.Value, stride: int) -> ir.Value:
        """Work-item 0's value as a vector."""
        build, kind = self.w.build, value.type
        if kind.is_pointer:
            if not stride:
                return self._repeated(value)
            return build.address(self.w.i8, value, [self._steps(self.w.i64, stride)])
        made = self._repeated(value)
        return build.add(made, self._steps(kind, stride)) if stride else made

    def _steps(self, kind: ir.Type, stride: int) -> ir.Value:
        numbers = [kind.const(n * stride) for n in range(self.width)]
        return kind.vector(self.width).const_aggregate(numbers)

    def _repeated(self, value: ir.Value) -> ir.Value:
        kind = value.type.vector(self.width)
        if value.is_undefined:
            return kind.poison() if value.is_poison else kind.undef()
        if value.is_constant and not value.type.is_pointer:
            return kind.const_aggregate([value] * self.width)
        build, types = self.w.build, self.w.types
        first = build.insert_element(kind.poison(), value, types.i64.const(0))
        return build.shuffle(first, kind.poison(), types.i32.vector(self.width).null())

    def lane(self, node: Node, number: ir.Value) -> ir.Value:
        """One work-item's value; number: i64."""
        shape, build = self.shape(node), self.w.build
        if shape.stride is None:
            return build.extract_element(self.vector(node), number)
        value = self.scalar(node)
        if shape.is_uniform:
            return value
        if value.type.is_pointer:
            return build.offset(value, build.mul(number, self.w.number(shape.stride)))
        step = value.type.const(shape.stride)
        short = number if value.type.width >= 64 else build.trunc(number, value.type)
        return build.add(value, build.mul(short, step))

    def choose(self, mask: Mask, a: ir.Value, b: ir.Value) -> ir.Value:
        """Of two vectors."""
        if mask.bits is None:
            return a if mask.flag is None else self.w.build.select(mask.flag, a, b)
        return self.w.build.select(self.conditions(self.all_bits(mask)), a, b)

    def kept_form(self, value: ir.Value) -> ir.Value:
        """A value as it goes from block to block: LLVM gives conditions there other registers."""
        return self.w.build.cast(Opcode.SEXT, value, self.word) if value.type == self.bit else value

    def used_form(self, value: ir.Value, kind: ir.Type) -> ir.Value:
        """kept_form's value as it was; all phis of the block come before it."""
        return self.conditions(value) if kind == self.bit else value

    def merge_mask(self, mask: Mask, scope: Scope, inside: ir.Block, outside: ir.Block) -> Mask:
        """Of an edge out of code that may have been skipped; bits that were made there have no flag."""
        build, i1 = self.w.build, self.w.i1
        if mask.bits is None or mask.bits not in scope.made:
            flag = i1.const(1) if mask.flag is None else mask.flag
            return Mask(mask.bits, build.phi(i1, [(flag, inside), (i1.const(0), outside)]))
        assert mask.flag is None
        merged = build.phi(self.word, [(mask.bits, inside), (self.none, outside)])
        return Mask(self.remember(merged))


def varying(value: ir.Value) -> Lanes:
    return Lanes(VARYING, value)

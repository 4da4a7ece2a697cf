"""Writes one instruction of a work-item for a strip of them.

Takes an Op, the Strip at its place and the mask there; leaves its value, if any, in the strip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Fixed, Node, Op
from hcpy.passes.host.effects import DIVISIONS, PURE, is_plain, is_pure_call, may_run_anywhere
from hcpy.passes.host.pointer_numbers import numbers_of
from hcpy.passes.host.simd.ahead import ROUNDS, stride_of
from hcpy.passes.host.simd.cost import LEAST_MASKED
from hcpy.passes.host.simd.lanes import Lanes, Strip, varying
from hcpy.passes.host.simd.refuse import is_ignored, is_pair
from hcpy.passes.host.simd.row_blocks import Block, load_block, place_of_one
from hcpy.passes.host.simd.serial import write_serial
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.small_rows import load_small_row
from hcpy.passes.host.vector_maths import scalar_name, vector_form

_WRAPPING = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.TRUNC))
_NUMBERS = frozenset((Opcode.PTRTOINT, Opcode.PTRTOADDR))
_EXTENSIONS = frozenset((Opcode.SEXT, Opcode.ZEXT))
# LLVM's own functions that do to each element of vectors what they do to numbers
_ELEMENTWISE = frozenset(
    "fabs sqrt fma fmuladd minnum maxnum minimum maximum minimumnum maximumnum copysign floor ceil trunc rint"
    " nearbyint round roundeven canonicalize ctpop bitreverse bswap fshl fshr smin smax umin umax sadd.sat"
    " uadd.sat ssub.sat usub.sat sshl.sat ushl.sat".split()
)
_WITH_FLAG = frozenset("ctlz cttz abs".split())  # the second argument is a constant i1


class Widener:
    """Writes instructions one after the other."""

    def __init__(self, strip: Strip, shapes: Shapes) -> None:
        self.strip, self.shapes = strip, shapes
        self.reads_ahead = True
        self.blocks: Mapping[Op, Block] = {}
        self.turned: dict[Op, ir.Value] = {}  # of blocks' later rounds
        self.w = strip.w
        self.build = strip.w.build
        self.module = strip.w.module

    def write(self, op: Op, bits: ir.Value | None) -> None:
        """bits: of the work-items that run it, at least one; None: all. No phi, no terminator."""
        if is_ignored(op):
            return
        if op.opcode is Opcode.ALLOCA:
            self._alloca(op)
            return
        shape = self.shapes.of[op]
        if shape.is_uniform:
            self._keep(op, bits)
        elif shape.is_linear:
            self._linear(op, bits)
        elif op.opcode is Opcode.LOAD and is_plain(op.instruction):
            self._set(op, self._load(op, bits))
        elif op.opcode is Opcode.STORE and is_plain(op.instruction):
            self._store(op, bits)
        elif op.opcode is Opcode.CALL:
            self._call(op, bits)
        elif op.opcode is Opcode.FENCE:
            self.build.insert(op.instruction.clone())
        elif op.opcode is Opcode.EXTRACT_VALUE:
            self._extract(op)
        elif op.opcode in (Opcode.LOAD, Opcode.STORE, Opcode.ATOMIC_RMW, Opcode.CMPXCHG):
            self._serial(op, bits)
        else:
            self._set(op, self._widened(op, bits))

    def is_harmless(self, op: Op) -> bool:
        """May it run where no work-item is active?"""
        if op.opcode is Opcode.CALL:
            return is_ignored(op) or (not scalar_name(op.callee) and self._vector_function(op) is not None)
        if op.opcode in DIVISIONS:
            return may_run_anywhere(op)
        return op.opcode in PURE and op.opcode is not Opcode.EXTRACT_VALUE

    def _set(self, op: Op, value: ir.Value) -> None:
        self.strip.values[op] = varying(value)

    def vector(self, node: Node) -> ir.Value:
        return self.strip.vector(node)

    # -- the same for all, or nearly --
    def _keep(self, op: Op, bits: ir.Value | None) -> None:
        new = self._scalar_clone(op, bits)
        self.strip.values[op] = Lanes(self.shapes.of[op], new)

    def _scalar_clone(self, op: Op, bits: ir.Value | None) -> ir.Instruction:
        """Work-item 0's; where that is not active its flags say nothing."""
        new = self.build.insert(op.instruction.clone())
        differs = False
        for index, operand in enumerate(op.operands):
            if not isinstance(operand, Fixed):
                new.set_operand(index, self.strip.scalar(operand))
                differs = differs or not self.strip.shape(operand).is_uniform
        if differs and bits is not None:
            if op.opcode in _WRAPPING:
                new.nsw = new.nuw = False
            elif op.opcode is Opcode.GEP:
                new.no_wrap = ir.NoWrap.NONE
        return new

    def _linear(self, op: Op, bits: ir.Value | None) -> None:
        shape = self.shapes.of[op]
        if op.opcode in _EXTENSIONS and bits is not None:
            value = self._extend(op, bits)
        else:
            value = self._scalar_clone(op, bits)
        self.strip.values[op] = Lanes(shape, value)

    def _extend(self, op: Op, bits: ir.Value) -> ir.Value:
        """Work-item 0's as it follows from the first active one's: its own may have wrapped."""
        build, operand = self.build, op.operands[0]
        first = self.strip.first(bits)
        assert first is not None
        stride = self.strip.shape(operand).stride
        assert stride is not None
        value = build.cast(op.opcode, self.strip.lane(operand, first), op.type)
        wide = first if op.type.width >= 64 else build.trunc(first, op.type)
        return build.sub(value, build.mul(wide, op.type.const(stride)))

    def _alloca(self, op: Op) -> None:
        shape = self.shapes.of[op]
        assert shape.stride is not None
        kind = self.w.i8.array(shape.stride * self.strip.width)
        made = self.build.alloca(kind, op.instruction.name, op.instruction.align)
        self.strip.values[op] = Lanes(shape, made)

    # -- memory --
    def _is_row(self, pointer: Node, kind: ir.Type) -> bool:
        """Do the work-items access contiguous elements?"""
        layout = self.module.layout
        size = layout.size(kind)
        if kind.is_integer and kind.width not in (8, 16, 32, 64):
            return False
        return self.strip.shape(pointer).stride == size == layout.store_size(kind)

    def _align(self, op: Op, kind: ir.Type) -> int:
        """Of each element."""
        return min(op.instruction.align, self.module.layout.size(kind)) or 1

    def _masked(
        self, name: str, kinds: list[ir.Type], given: list[ir.Value], place: int, align: int
    ) -> ir.Value:
        """Calls one of LLVM's masked accesses; place: of the pointers among the arguments."""
        call = self.build.call(self.module.intrinsic(f"llvm.masked.{name}", kinds), given)
        call.argument_attributes(place).add("align", align)
        return call

    def _load(self, op: Op, bits: ir.Value | None) -> ir.Value:
        strip, build = self.strip, self.build
        pointer, kind = op.operands[0], op.type
        vector, align = kind.vector(strip.width), self._align(op, kind)
        if self._is_row(pointer, kind):
            self._read_ahead(op)
            if bits is None:
                return build.load(vector, strip.scalar(pointer), align=align)
            if self.module.layout.size(kind) < LEAST_MASKED:
                row = strip.scalar(pointer), bits, vector, align
                return load_small_row(strip, *row, part=lambda: self._load_row(*row))
            return self._load_row(strip.scalar(pointer), bits, vector, align)
        if op in self.turned:
            return self.turned.pop(op)
        if op in self.blocks:
            return self._load_block(self.blocks[op], bits, align)
        pointers = self._readable(pointer, bits)
        every = strip.bit.const_aggregate([self.w.i1.const(1)] * strip.width)
        given = [pointers, every, vector.poison()]
        return self._masked("gather", [vector, pointers.type], given, 0, align)

    def _load_block(self, block: Block, bits: ir.Value | None, align: int) -> ir.Value:
        """The first round's; those of the others are kept until they are asked for."""
        strip, pointer = self.strip, block.loads[0].operands[0]
        numbers = [strip.w.number(n) for n in range(strip.width)]
        if bits is None:
            rows = [place_of_one(strip, pointer, n, block.loads[0].block) for n in numbers]
        else:
            pointers = self._readable(pointer, bits)
            rows = [self.build.extract_element(pointers, n) for n in numbers]
        first, *others = load_block(strip, rows, block.loads[0].type, align)
        self.turned.update(zip(block.loads[1:], others, strict=True))
        return first

    def _read_ahead(self, op: Op) -> None:
        """Asks for what a loop that goes far reads some rounds later; there need be nothing."""
        stride = stride_of(op, self.shapes) if self.reads_ahead else None
        if stride is None:
            return
        w, build = self.w, self.build
        step = self.strip.scalar(stride.step)
        wide = step if step.type.width == 64 else build.cast(Opcode.SEXT, step, w.i64)
        bytes_ = build.binary(Opcode.MUL, wide, w.i64.const(stride.size * ROUNDS))
        place = build.address(w.i8, self.strip.scalar(op.operands[0]), [bytes_])
        prefetch = self.module.intrinsic("llvm.prefetch", [w.types.pointer()])
        build.call(prefetch, [place, w.i32.const(0), w.i32.const(3), w.i32.const(1)])

    def _readable(self, pointer: Node, bits: ir.Value | None) -> ir.Value:
        """The work-items' places; of those that are off, one that may be read."""
        pointers = self.vector(pointer)
        if bits is None:
            return pointers
        return self.build.select(self.strip.conditions(bits), pointers, self._spare())

    def _load_row(self, pointer: ir.Value, bits: ir.Value, kind: ir.Type, align: int) -> ir.Value:
        given = [pointer, self.strip.conditions(bits), kind.poison()]
        return self._masked("load", [kind, self.w.types.pointer()], given, 0, align)

    def _spare(self) -> ir.Value:
        """Where work-items that are off read."""
        assert self.strip.spare is not None
        return self.strip.spread(self.strip.spare, 0)

    def _store(self, op: Op, bits: ir.Value | None) -> None:
        strip = self.strip
        stored, pointer = op.operands
        if strip.shape(pointer).is_uniform:
            self._serial(op, bits)
            return
        align = self._align(op, stored.type)
        value = self.vector(stored)
        mask = strip.conditions(strip.every if bits is None else bits)
        if self._is_row(pointer, stored.type):
            if bits is None:
                self.build.store(value, strip.scalar(pointer), align)
                return
            given = [value, strip.scalar(pointer), mask]
            self._masked("store", [value.type, self.w.types.pointer()], given, 1, align)
            return
        pointers = self.vector(pointer)
        self._masked("scatter", [value.type, pointers.type], [value, pointers, mask], 1, align)

    # -- calls --
    def _call(self, op: Op, bits: ir.Value | None) -> None:
        if not is_pure_call(op.callee):
            self._serial(op, bits)
        elif (function := self._vector_function(op)) is not None:
            arguments = [self.vector(o) for o in op.operands[:-1]]
            if self._stem(op) in _WITH_FLAG:
                arguments[1] = op.operands[1].value
            made = self.build.call(function, arguments)
            self._copy_flags(op, made)
            self._set(op, made)
        else:
            self._set(op, self._each(op))

    @staticmethod
    def _stem(op: Op) -> str:
        """The intrinsic's name without its type."""
        return op.callee.removeprefix("llvm.").rpartition(".")[0]

    def _vector_function(self, op: Op) -> ir.Function | None:
        if (form := vector_form(self.module, op.callee, self.strip.width)) is not None:
            return form
        stem = self._stem(op)
        if not op.callee.startswith("llvm.") or stem not in _ELEMENTWISE | _WITH_FLAG:
            return None
        return self.module.intrinsic(f"llvm.{stem}", [op.type.vector(self.strip.width)])

    def _each(self, op: Op) -> ir.Value:
        """Calls a function without effects for each work-item, whether active or not."""
        build, types = self.build, self.w.types
        vectors: dict[int, ir.Value] = {}
        for index, operand in enumerate(op.operands):
            if not self.strip.shape(operand).is_uniform:
                vectors[index] = build.freeze(self.vector(operand))
        result = op.type.vector(self.strip.width).poison()
        for number in range(self.strip.width):
            place = types.i64.const(number)
            new = build.insert(op.instruction.clone())
            for index, operand in enumerate(op.operands):
                if index in vectors:
                    new.set_operand(index, build_before(build, new, vectors[index], place))
                elif not isinstance(operand, Fixed):
                    new.set_operand(index, self.strip.scalar(operand))
            result = build.insert_element(result, new, place)
        return result

    # -- work-item by work-item --
    def _serial(self, op: Op, bits: ir.Value | None) -> None:
        results = write_serial(self.strip, op, bits)
        if is_pair(op):
            self.strip.values[op] = Lanes(self.shapes.of[op], results[0], results[1])
        elif results:
            self._set(op, results[0])

    def _extract(self, op: Op) -> None:
        pair = self.strip.values[op.operands[0]]
        assert pair.second is not None
        self._set(op, pair.second if op.instruction.indices[0] else pair.value)

    # -- arithmetic --
    def _widened(self, op: Op, bits: ir.Value | None) -> ir.Value:
        opcode, build = op.opcode, self.build
        if opcode in ir.BINARY:
            return self._binary(op, bits)
        if opcode in _NUMBERS:
            return self._address_number(op)
        if opcode in ir.CASTS:
            kind = op.type.vector(self.strip.width)
            made = build.cast(opcode, self.vector(op.operands[0]), kind)
        elif opcode in (Opcode.ICMP, Opcode.FCMP):
            a, b = map(self._comparable, op.operands)
            made = build.compare(op.instruction.predicate, a, b)
        elif opcode is Opcode.SELECT:
            asked, yes, no = op.operands
            is_uniform = self.strip.shape(asked).is_uniform
            condition = self.strip.scalar(asked) if is_uniform else self.vector(asked)
            made = build.select(condition, self.vector(yes), self.vector(no))
        elif opcode is Opcode.GEP:
            return self._address(op)
        else:
            one: dict[Opcode, Callable[[ir.Value], ir.Value]] = {
                Opcode.FNEG: build.negate_float,
                Opcode.FREEZE: build.freeze,
            }
            made = one[opcode](self.vector(op.operands[0]))
        self._copy_flags(op, made)
        return made

    def _comparable(self, node: Node) -> ir.Value:
        """Addresses as numbers."""
        return self._number(node) if node.type.is_pointer else self.vector(node)

    def _number(self, node: Node) -> ir.Value:
        stride = self.strip.shape(node).stride
        if stride is None:
            return numbers_of(self.module, self.build, self.vector(node))
        return self.strip.spread(
            self.build.cast(Opcode.PTRTOINT, self.strip.scalar(node), self.w.i64), stride
        )

    def _address_number(self, op: Op) -> ir.Value:
        made, kind = self._number(op.operands[0]), op.type.vector(self.strip.width)
        return made if made.type == kind else self.build.cast(Opcode.TRUNC, made, kind)

    def _binary(self, op: Op, bits: ir.Value | None) -> ir.Value:
        a, b = map(self.vector, op.operands)
        if op.opcode in DIVISIONS and bits is not None and not may_run_anywhere(op):
            one = self.strip.spread(op.type.const(1), 0)
            b = self.build.select(self.strip.conditions(bits), b, one)
        made = self.build.binary(op.opcode, a, b)
        self._copy_flags(op, made)
        return made

    def _address(self, op: Op) -> ir.Value:
        """A vector of pointers; what is the same for all stays a number."""
        base, *indices = op.operands
        given = [
            self.strip.scalar(node) if self.strip.shape(node).is_uniform else self.vector(node)
            for node in (base, *indices)
        ]
        source = op.instruction
        return self.build.address(source.source_type, given[0], given[1:], "", source.no_wrap)

    @staticmethod
    def _copy_flags(op: Op, made: ir.Value) -> None:
        """What the source says of each work-item's result."""
        if not isinstance(made, ir.Instruction):
            return
        source = op.instruction
        if op.opcode in _WRAPPING:
            made.nsw, made.nuw = source.nsw, source.nuw
        elif op.opcode in (Opcode.ZEXT, Opcode.UITOFP):
            made.nneg = source.nneg
        if made.can_be_fast and source.can_be_fast:
            made.fast_math = source.fast_math


def build_before(build: ir.Builder, call: ir.Instruction, vector: ir.Value, place: ir.Value) -> ir.Value:
    """An element of a vector, before an instruction that is there already."""
    with ir.Builder.before(call) as front:
        return front.extract_element(vector, place)

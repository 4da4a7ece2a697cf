"""Makes accesses to bit-fields in more than 128 bits accesses to the bytes that the field is in.

Takes a Lowering whose module is as clang made it: clang reads and writes all bits that packed fields share,
however many they are, and SPIR-V has no such integers. What reads or writes more than a field stays as it is,
and spirv_limits names the place.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode, Value
from hcpy.passes.lowering import Lowering
from hcpy.passes.memory_types import change_memory
from hcpy.passes.wide_halves import WIDE


@dataclass(frozen=True)
class _Field:
    """`width` bits from bit `first` on of what lies at `pointer`."""

    pointer: Value
    align: int
    first: int
    width: int

    @property
    def byte(self) -> int:
        return self.first // 8

    @property
    def within(self) -> int:
        """The field's first bit in the bytes that it is in."""
        return self.first % 8

    @property
    def bits(self) -> int:
        """Of the bytes that it is in."""
        return (self.within + self.width + 7) // 8 * 8

    @property
    def byte_align(self) -> int:
        return min(self.align, self.byte & -self.byte) if self.byte else self.align

    def place(self, build: ir.Builder) -> Value:
        return build.offset(self.pointer, self.byte)

    def load(self, build: ir.Builder) -> Value:
        return build.load(build.types.integer(self.bits), self.place(build), align=self.byte_align)


def run(lowering: Lowering) -> None:
    if not ir.TypeSearch(_is_long).is_in(lowering.module):
        return
    for function in lowering.module.definitions:
        for store in list(function.instructions_of(Opcode.STORE)):
            if _is_long(store.operand(0).type) and not store.is_volatile:
                _narrow_write(store)
        for cut in list(function.instructions_of(Opcode.TRUNC)):
            if _is_long(cut.operand(0).type):
                _narrow_read(cut)


def run_memory(lowering: Lowering) -> None:
    """Gives structures bytes where such integers lie, if no value of an optimised module is one."""
    module = lowering.module
    if ir.TypeSearch(_is_long).is_in(module):
        change_memory(module, _is_long, ir.Change(_as_bytes, _bytes_of))


def _as_bytes(type_: ir.Type) -> ir.Type:
    """clang takes such integers for fields where their size is a power of 2, and as it is in structures."""
    if not _is_long(type_) or type_.width & (type_.width - 1):
        return type_
    return type_.types.i8.array(type_.width // 8)


def _bytes_of(number: Value, type_: ir.Type) -> Value:
    assert isinstance(number, ir.Integer)
    return type_.const_aggregate(
        [type_.element.const(number.value >> 8 * n & 255) for n in range(type_.count)]
    )


def _is_long(type_: ir.Type) -> bool:
    return type_.is_integer and type_.width > WIDE


# --- reads ---
def _narrow_read(cut: ir.Instruction) -> None:
    """A field is shifted to the lowest bits, with its sign or without what is above it, and cut off."""
    value, total = cut.operand(0), cut.operand(0).type.width
    width, first, is_signed = total, 0, False
    if (masked := _by_number(value, Opcode.AND)) and _is_mask(masked[1]):
        value, width = masked[0], masked[1].bit_length()
    if moved := _by_number(value, Opcode.LSHR):
        value, first = moved
    elif moved := _by_number(value, Opcode.ASHR):
        value, first = moved
        is_signed = True
        if raised := _by_number(value, Opcode.SHL):
            value, above = raised
            first, total = first - above, total - above
    width = min(width, total - first, cut.type.width)
    if first < 0 or not isinstance(value, ir.Instruction) or value.opcode is not Opcode.LOAD:
        return
    field = _Field(value.pointer, value.align, first, width)
    if value.is_volatile or field.bits > WIDE:
        return
    with ir.Builder.before(value) as build:  # what comes after the load may write there
        build.at_location(value.debug_location)
        made = _lowest(build, field, field.load(build), is_signed)
        cut.replace(_resized(build, made, cut.type, Opcode.SEXT if is_signed else Opcode.ZEXT))


def _lowest(build: ir.Builder, field: _Field, loaded: Value, is_signed: bool) -> Value:
    type_, above = loaded.type, field.bits - field.within - field.width
    if is_signed:
        raised = build.binary(Opcode.SHL, loaded, type_.const(above))
        return build.binary(Opcode.ASHR, raised, type_.const(above + field.within))
    moved = build.binary(Opcode.LSHR, loaded, type_.const(field.within))
    return build.binary(Opcode.AND, moved, type_.const((1 << field.width) - 1))


def _resized(build: ir.Builder, value: Value, type_: ir.Type, extend: Opcode) -> Value:
    if value.type == type_:
        return value
    return build.cast(Opcode.TRUNC if value.type.width > type_.width else extend, value, type_)


# --- writes ---
def _narrow_write(store: ir.Instruction) -> None:
    """The bits around the field are read, joined with the field's new ones and written."""
    kept, new = _joined(store.operand(0))
    around = _by_number(kept, Opcode.AND)
    if around is None or not _is_read_for(around[0], store):
        return
    load, total = around[0], store.operand(0).type.width
    assert isinstance(load, ir.Instruction)
    changed = ~around[1] & ((1 << total) - 1)
    first = (changed & -changed).bit_length() - 1
    field = _Field(store.pointer, min(store.align, load.align), first, changed.bit_count())
    if not _is_mask(changed >> first) or field.bits > WIDE:
        return
    with ir.Builder.before(store) as build:
        build.at_location(store.debug_location)
        bits = _new_bits(build, field, new)
        if bits is None:
            return
        type_, mask = bits.type, ((1 << field.width) - 1) << field.within
        others = build.binary(Opcode.AND, field.load(build), type_.const(((1 << field.bits) - 1) & ~mask))
        build.store(build.binary(Opcode.OR, others, bits), field.place(build), align=field.byte_align)
        store.erase()


def _joined(value: Value) -> tuple[Value, Value | None]:
    """What stays of the bits, and the new ones; None: those are 0."""
    if isinstance(value, ir.Instruction) and value.opcode is Opcode.OR:
        return value.operand(0), value.operand(1)
    return value, None


def _is_read_for(value: Value, store: ir.Instruction) -> bool:
    """Is it what lies where the store writes, with nothing but arithmetic between them?"""
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.LOAD or value.is_volatile:
        return False
    if value.pointer != store.pointer:
        return False
    between = value.following
    while between is not None and between.opcode in (Opcode.AND, Opcode.OR, Opcode.SHL, Opcode.ZEXT):
        between = between.following
    return between == store


def _new_bits(build: ir.Builder, field: _Field, new: Value | None) -> Value | None:
    """In the place that they have in the field's bytes; None: they are of another form."""
    type_ = build.types.integer(field.bits)
    mask = (1 << field.width) - 1
    if new is None or isinstance(new, ir.Integer):
        number = 0 if new is None else new.value >> field.first
        return type_.const((number & mask) << field.within)
    if field.first:
        raised = _by_number(new, Opcode.SHL)
        if raised is None or raised[1] != field.first:
            return None
        new = raised[0]
    if masked := _by_number(new, Opcode.AND):
        new = masked[0]
    if not isinstance(new, ir.Instruction) or new.opcode is not Opcode.ZEXT:
        return None
    value = _resized(build, new.operand(0), type_, Opcode.ZEXT)
    value = build.binary(Opcode.AND, value, type_.const(mask))
    return build.binary(Opcode.SHL, value, type_.const(field.within))


def _by_number(value: Value, opcode: Opcode) -> tuple[Value, int] | None:
    """The operands of an operation whose second one is a constant."""
    if not isinstance(value, ir.Instruction) or value.opcode is not opcode:
        return None
    number = value.operand(1)
    return (value.operand(0), number.value) if isinstance(number, ir.Integer) else None


def _is_mask(number: int) -> bool:
    """The lowest bits, and no others."""
    return number > 0 and number & (number + 1) == 0

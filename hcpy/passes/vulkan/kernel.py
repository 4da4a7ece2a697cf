"""One kernel of a SPIR-V module while its code is written: values, types, helpers for what writes them.

Pointers to private and group memory have 32 bits: a byte offset into the kernel's array, plus BIAS, so that
none is null. All others are addresses of 64 bits; a generic pointer that was made of one to private or group
memory has a tag above.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.passes.vulkan.words import BOOL, F16, F32, F64, U32, U64, Code, Kind, Operand, Words, encode

PRIVATE_SPACE, GROUP_SPACE, GENERIC_SPACE = 0, 3, 4
SHORT_SPACES = (PRIVATE_SPACE, GROUP_SPACE)
BIAS = 1 << 28
WORDS = 4  # that group memory is read by at once, where all accesses allow it
TAGS = {GROUP_SPACE: 0x7A01, PRIVATE_SPACE: 0x7A02}  # the upper 16 bits of generic pointers
_REALS = {ir.TypeKind.HALF: F16, ir.TypeKind.FLOAT: F32, ir.TypeKind.DOUBLE: F64}
_FORMATS = {16: "<e", 32: "<f", 64: "<d"}
# Numbers in the place of an address space where memory is a descriptor's: the function object, and from
# BUFFER_SPACE on the binding of a buffer. Pointers there are offsets of 64 bits.
OBJECT_SPACE, BUFFER_SPACE = 100, 101
GLOBAL_SIZE = 2  # members of the push constant: the arguments, the module's data, the launch's extent
# The names of numbers of the device's, for Kernel.builtin.
DIVIDES_EXACTLY, ROWS_APART = "divides_exactly", "rows_are_apart"
Parts = tuple[int, ...]  # the ids of the parts of a struct or vector that an instruction gives


class Unsupported(Exception):
    """What this target does not have: the words of the message, and where it is needed."""

    def __init__(self, text: str, place: ir.Instruction | None = None) -> None:
        super().__init__(text)
        self.text, self.place = text, place


def kind_of(type_: ir.Type) -> Kind:
    """What a value of a type is in SPIR-V."""
    if type_.is_pointer:
        return U32 if type_.address_space in SHORT_SPACES else U64
    if type_.is_integer:
        if type_.width == 1:
            return BOOL
        if type_.width in (8, 16, 32, 64):
            return Kind("int", type_.width)
        raise Unsupported(f"an integer of {type_.width} bits")
    if type_.kind in _REALS:
        return _REALS[type_.kind]
    raise Unsupported(f"a value of the type '{type_}'")


@dataclass
class Quads:
    """How a kernel goes about group memory that is an array of four words each (quads.py)."""

    places: dict[ir.Instruction, int] = field(default_factory=dict)  # of accesses: words within their four
    # The four that are one, by their places, under the first load and the last store of them.
    groups: dict[ir.Instruction, list[ir.Instruction]] = field(default_factory=dict)
    others: set[ir.Instruction] = field(default_factory=set)  # the rest of them, which need no instruction


class Kernel:
    """What the writers of instructions share."""

    def __init__(self, words: Words, layout: ir.Layout) -> None:
        self.words = words
        self.layout = layout
        self.values: dict[ir.Value, int] = {}
        self.parts: dict[ir.Value, Parts] = {}
        self.code: Code = []
        self.interface: list[int] = []
        self.group_memory: Callable[[], int] = lambda: 0  # the array of words, where the kernel uses it
        self.private_memory = 0
        self.builtin: Callable[[str], int] = lambda name: 0
        self.push_constant: Callable[[int], int] = lambda member: 0
        # Where pointers are descriptors: the memory that each leads to, and pointers of SPIR-V into it.
        self.is_logical = False
        self.spaces: dict[ir.Value, int] = {}
        # Of addresses in arrays of words: the number of the word, and what is to be added to it.
        self.indices: dict[int, tuple[int, int]] = {}
        self.quads: Quads | None = None  # where group memory is an array of four words each
        self.places: dict[int, int] = {}  # there: of addresses, the word in its four
        self._lower: dict[int, int] = {}  # halves of numbers of 64 bits whose upper half is 0
        self.object_word: Callable[[int], int] = lambda index: 0
        self.buffer_element: Callable[[int, Kind, int], int] = lambda space, kind, index: 0

    # --- instructions ---
    def emit(self, name: str, *operands: Operand) -> None:
        self.code.append(encode(name, *operands))

    def make(self, name: str, kind: Kind, *operands: int) -> int:
        made = self.words.id()
        self.emit(name, self.words.type(kind), made, *operands)
        return made

    def typed(self, name: str, type_: int, *operands: int) -> int:
        made = self.words.id()
        self.emit(name, type_, made, *operands)
        return made

    def glsl(self, number: int, kind: Kind, *operands: int) -> int:
        return self.make("ExtInst", kind, self.words.glsl, number, *operands)

    def const(self, kind: Kind, value: int) -> int:
        return self.words.number(kind, value)

    def u32(self, value: int) -> int:
        return self.words.u32(value)

    def real(self, kind: Kind, value: float) -> int:
        return self.words.number(kind, real_bits(kind, value))

    def convert(self, value: int, source: Kind, to: Kind, signed: bool = False) -> int:
        """An integer as one of another width."""
        lower = self._lower.get(value)
        if source == to:
            return value
        if lower is not None and to.bits <= U32.bits:
            return self.convert(lower, U32, to)
        return self.make("SConvert" if signed else "UConvert", to, value)

    def lower_bits(self, value: int, mask: int) -> int:
        """A number of 64 bits and a mask of 32, by 32 bits. Of one bit of 64 NVIDIA's driver 580 makes a
        choice, by a comparison with 2^56 in kernels that divide 64 bits."""
        lower = self.make("UConvert", U32, value)
        if mask & (mask - 1) == 0:
            lower = self.hide(U32, lower)
        lower = self.make("BitwiseAnd", U32, lower, self.u32(mask))
        whole = self.make("UConvert", U64, lower)
        self._lower[whole] = lower
        return whole

    def lower_half(self, value: int) -> int | None:
        """Of a number that is known to have no upper half."""
        return self._lower.get(value)

    def unknown_zero(self, kind: Kind) -> int:
        """A zero that no compiler of a device knows: the third part of an extent has less than 31 bits."""
        zero = self.make("ShiftRightLogical", U32, self.push_constant(GLOBAL_SIZE + 2), self.u32(31))
        return self.convert(zero, U32, kind)

    def hide(self, kind: Kind, value: int) -> int:
        """An integer that no compiler of a device looks behind: the exclusive or with such a zero."""
        return self.make("BitwiseXor", kind, self.unknown_zero(kind), value)

    def subtract(self, kind: Kind, a: int, b: int) -> int:
        """Of integers. NVIDIA's driver 580 takes a negation of 8 or 16 bits for one that never overflows, and
        finds negations in differences; it does not look behind an exclusive or that may change the sign."""
        made = self.make("ISub", kind, a, b)
        return made if kind.bits >= 32 else self.make("BitwiseXor", kind, self._unknown_sign(kind), made)

    def _unknown_sign(self, kind: Kind) -> int:
        """A zero of less than 32 bits whose sign no compiler knows."""
        word = self.push_constant(GLOBAL_SIZE + 2)
        moved = self.make("ShiftRightLogical", U32, word, self.u32(32 - kind.bits))
        return self.convert(self.make("BitwiseAnd", U32, moved, self.u32(1 << (kind.bits - 1))), U32, kind)

    def short_address(self, offset: int) -> int:
        """Of a variable in the kernel's private or group memory, at a whole number of words."""
        made = self.const(U32, BIAS + offset)
        self.indices[made] = (0, offset // U32.bytes)
        return made

    def object_address(self) -> int:
        """Of the function object, where it is no memory with addresses."""
        made = self.const(U64, 0)
        self.indices[made] = (0, 0)
        return made

    def bitcast(self, value: int, source: Kind, to: Kind) -> int:
        return value if source == to else self.make("Bitcast", to, value)

    def select(self, kind: Kind, condition: int, then: int, otherwise: int) -> int:
        return self.make("Select", kind, condition, then, otherwise)

    # --- values ---
    def space_of(self, pointer: ir.Value) -> int:
        """Its address space, or the number of a descriptor's memory."""
        return self.spaces.get(pointer, pointer.type.address_space)

    def operand(self, value: ir.Value) -> int:
        known = self.values.get(value)
        if known is not None:
            return known
        kind = kind_of(value.type)
        if isinstance(value, ir.Integer):
            return self.const(kind, value.value)
        if isinstance(value, ir.Real):
            return self.real(kind, value.value)
        if value.is_undefined or value.is_null:
            return self.const(kind, 0)
        raise Unsupported(f"a constant of the kind {value.kind.name} and type '{value.type}'")

    def parts_of(self, value: ir.Value) -> Parts:
        """Of a struct or vector."""
        known = self.parts.get(value)
        if known is not None:
            return known
        if not isinstance(value, (ir.Constant, ir.Data)):
            raise Unsupported(f"a value of the type '{value.type}'")
        if value.is_undefined or value.is_null:
            count = value.type.count
            return tuple(self.const(kind_of(value.type.at(n)), 0) for n in range(count))
        return tuple(self.operand(element) for element in value.elements())


def real_bits(kind: Kind, value: float) -> int:
    try:
        data = struct.pack(_FORMATS[kind.bits], value)
    except OverflowError:  # Python's rule for what is beyond a format's range
        data = struct.pack(_FORMATS[kind.bits], float("inf") if value > 0 else float("-inf"))
    return int.from_bytes(data, "little")


def operands(kernel: Kernel, call: ir.Instruction) -> tuple[Kind, list[int]]:
    """The kind of a call's result, and its arguments."""
    return kind_of(call.type), [kernel.operand(value) for value in call.arguments]

"""Addresses: of elements and members, from one space in another, and of the words that memory consists of.

Takes instructions and the ids of addresses; writes what gives addresses, and pointers of SPIR-V to words.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.content import steps
from hcpy.passes.vulkan.kernel import (
    BIAS,
    GENERIC_SPACE,
    GROUP_SPACE,
    OBJECT_SPACE,
    SHORT_SPACES,
    TAGS,
    WORDS,
    Kernel,
    Unsupported,
    kind_of,
)
from hcpy.passes.vulkan.words import BOOL, FUNCTION, U32, U64, WORKGROUP, Kind

_WORD = U32.bytes


def address(kernel: Kernel, instruction: ir.Instruction) -> None:
    """getelementptr."""
    kind = kind_of(instruction.type)
    base, *indices = instruction.operands
    at = kernel.operand(base)
    variable, constant = steps(kernel.layout, instruction.source_type, indices)
    added = [  # numbers, and the bytes that each counts
        (kernel.convert(kernel.operand(index), kind_of(index.type), kind, signed=True), size)
        for index, size in variable
    ]
    made = at
    for step, size in added:
        made = kernel.make("IAdd", kind, made, _times(kernel, kind, step, size))
    if constant:
        made = kernel.make("IAdd", kind, made, kernel.const(kind, constant))
    kernel.values[instruction] = made
    space = kernel.space_of(base)
    sizes = (constant, *(size for _, size in added))
    if made != at and has_words(space) and all(size % _WORD == 0 for size in sizes):
        number, known = _index(kernel, at, space)
        for step, size in added:
            scaled = _times(kernel, U32, kernel.convert(step, kind, U32), size // _WORD)
            number = kernel.make("IAdd", U32, number, scaled) if number else scaled
        kernel.indices[made] = (number, known + constant // _WORD)


def _times(kernel: Kernel, kind: Kind, value: int, count: int) -> int:
    return kernel.make("IMul", kind, value, kernel.const(kind, count)) if count != 1 else value


def _index(kernel: Kernel, address: int, space: int) -> tuple[int, int]:
    """Of the word that an address is in: a number (0: none), and what is to be added. Drivers see that words
    are neighbours where only what is added differs."""
    known = kernel.indices.get(address)
    if known is None:
        number = kernel.convert(address, _address_kind(space), U32)
        number = kernel.make("ShiftRightLogical", U32, number, kernel.u32(2))
        known = (number, -(BIAS // _WORD) if space in SHORT_SPACES else 0)
    return known


def space_cast(kernel: Kernel, instruction: ir.Instruction) -> None:
    source = instruction.operand(0)
    value, old, new = kernel.operand(source), source.type.address_space, instruction.type.address_space
    if old in SHORT_SPACES and new == GENERIC_SPACE:
        wide = kernel.convert(value, U32, U64)
        tagged = kernel.make("BitwiseOr", U64, wide, kernel.const(U64, TAGS[old] << 48))
        null = kernel.make("IEqual", BOOL, value, kernel.u32(0))
        kernel.values[instruction] = kernel.select(U64, null, wide, tagged)
    elif (old in SHORT_SPACES) != (new in SHORT_SPACES) and GENERIC_SPACE not in (old, new):
        raise Unsupported("a pointer to one kind of memory made one to another")
    else:
        kernel.values[instruction] = kernel.convert(value, kind_of(source.type), kind_of(instruction.type))


def further(kernel: Kernel, address: int, space: int, offset: int) -> int:
    """An address so many bytes on."""
    if not offset:
        return address
    kind = _address_kind(space)
    made = kernel.make("IAdd", kind, address, kernel.const(kind, offset))
    if has_words(space) and offset % _WORD == 0:
        number, known = _index(kernel, address, space)
        kernel.indices[made] = (number, known + offset // _WORD)
    return made


def has_words(space: int) -> bool:
    """Is the memory an array of words of 32 bits?"""
    return space in SHORT_SPACES or space == OBJECT_SPACE


def _address_kind(space: int) -> Kind:
    return U32 if space in SHORT_SPACES else U64


def shift(kernel: Kernel, address: int, space: int) -> int:
    """In bits, of a narrow value in its word."""
    address = kernel.convert(address, _address_kind(space), U32)
    byte = kernel.make("BitwiseAnd", U32, address, kernel.u32(3))
    return kernel.make("ShiftLeftLogical", U32, byte, kernel.u32(3))


def word(kernel: Kernel, address: int, space: int, beyond: int = 0) -> int:
    """A pointer to the word at an address, or to one so many words beyond it."""
    number, known = _index(kernel, address, space)
    known += beyond
    if space == GROUP_SPACE and kernel.quads is not None:
        return _in_four(kernel, number, known, (kernel.places[address] + beyond) % WORDS)
    if not number:
        number = kernel.u32(known)
    elif known:
        number = kernel.make("IAdd", U32, number, kernel.u32(known % 2**32))
    if space == OBJECT_SPACE:
        return kernel.object_word(number)
    if space == GROUP_SPACE:
        pointer = kernel.words.pointer(WORKGROUP, U32)
        return kernel.typed("AccessChain", pointer, kernel.group_memory(), number)
    return kernel.typed("AccessChain", kernel.words.pointer(FUNCTION, U32), kernel.private_memory, number)


def _in_four(kernel: Kernel, number: int, known: int, place: int) -> int:
    row, rest = _row(kernel, number, known, place), kernel.u32(place)
    return kernel.typed("AccessChain", kernel.words.pointer(WORKGROUP, U32), kernel.group_memory(), row, rest)


def _row(kernel: Kernel, number: int, known: int, place: int) -> int:
    """The number of the four words that a word is in, at a place that is known."""
    if not number:
        return kernel.u32(known // WORDS)
    two = kernel.u32(2)
    if (known - place) % WORDS:
        number = kernel.make("IAdd", U32, number, kernel.u32(known % 2**32))
        return kernel.make("ShiftRightLogical", U32, number, two)
    row, rows = kernel.make("ShiftRightLogical", U32, number, two), (known - place) // WORDS
    return kernel.make("IAdd", U32, row, kernel.u32(rows % 2**32)) if rows else row


def four(kernel: Kernel, address: int, place: int) -> tuple[int, int]:
    """The type of four words, and a pointer to those that an address in group memory is in."""
    words = kernel.words
    type_ = words.declared("TypeVector", words.type(U32), WORDS)
    row = _row(kernel, *_index(kernel, address, GROUP_SPACE), place)
    pointer = words.declared("TypePointer", WORKGROUP, type_)
    return type_, kernel.typed("AccessChain", pointer, kernel.group_memory(), row)

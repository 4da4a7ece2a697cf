"""Finds which buffer each pointer of a kernel leads to, for modules whose pointers are descriptors.

Takes an entry in the form that emit.py writes; gives the memory of each pointer: the function object, the
module's variables, or the buffer of a pointer that the function object holds at a known offset. An
Unsupported names what no descriptor can be: pointers in memory, pointers that are chosen, pointers as
integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.ir import Opcode
from hcpy.ir.content import distance
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.vulkan.arguments import ARGUMENTS
from hcpy.passes.vulkan.kernel import GROUP_SPACE, SHORT_SPACES, Unsupported

_POINTER_BYTES = 8
_FOLLOWED = (Opcode.GEP, Opcode.ADDRSPACE_CAST, Opcode.FREEZE)
_CHOSEN = (Opcode.PHI, Opcode.SELECT)
_ADDRESS_OPERAND = {Opcode.STORE: 1}  # of accesses, where it is not the first
_NAMES = {
    Opcode.PTRTOINT: "a pointer to a buffer as an integer",
    Opcode.PTRTOADDR: "a pointer to a buffer as an integer",
    Opcode.INTTOPTR: "a pointer made of an integer",
    Opcode.LOAD: "a pointer that lies in memory",
    Opcode.STORE: "storing a pointer to a buffer in memory",
    Opcode.ATOMIC_RMW: "storing a pointer to a buffer in memory",
    Opcode.CMPXCHG: "storing a pointer to a buffer in memory",
    Opcode.ICMP: "a comparison of pointers that are not to one buffer",
    Opcode.ADDRSPACE_CAST: "a pointer that may be to a buffer or to memory of a tile or work-item",
}
_IS_CHOSEN = "a pointer that is chosen between buffers"


class Memory(NamedTuple):
    """What a pointer leads to."""

    kind: str  # "object", "data", "buffer"
    offset: int = 0  # of the buffer's pointer in the function object


OBJECT, DATA = Memory("object"), Memory("data")


class Range(NamedTuple):
    """Bytes of the function object."""

    offset: int
    bytes: int


@dataclass
class Pointers:
    """One kernel's."""

    memories: dict[ir.Value, Memory] = field(default_factory=dict)
    buffers: list[int] = field(default_factory=list)  # where the function object holds their pointers
    numbers: list[Range] = field(default_factory=list)  # what else the kernel reads of the function object

    @property
    def uses_data(self) -> bool:
        return DATA in self.memories.values()


def find(layout: ir.Layout, entry: ir.Function, size: int) -> Pointers:
    """Of a kernel whose function object has so many bytes."""
    return _Search(layout, entry).run(size)


def is_buffers(value: ir.Value) -> bool:
    """Is it a pointer to memory that descriptors give?"""
    return value.type.is_pointer and value.type.address_space not in SHORT_SPACES


class _Search:
    def __init__(self, layout: ir.Layout, entry: ir.Function) -> None:
        self._layout, self._entry = layout, entry
        self._found = Pointers()
        self._memories = self._found.memories

    def run(self, size: int) -> Pointers:
        pointers = [i for i in self._instructions() if is_buffers(i)]
        count = -1
        while count != len(self._memories):  # a loop's phi is known by one of its operands
            count = len(self._memories)
            for instruction in pointers:
                memory = self._memory_of(instruction)
                if memory is not None:
                    self._memories[instruction] = memory
        for instruction in self._instructions():
            self._check(instruction)
        memories = set(self._memories.values())
        self._found.buffers = sorted(memory.offset for memory in memories if memory.kind == "buffer")
        self._found.numbers = self._numbers(size)
        return self._found

    def _instructions(self) -> Iterator[ir.Instruction]:
        for block in self._entry.blocks:
            yield from block.instructions()

    def _known(self, value: ir.Value) -> Memory | None:
        if isinstance(value, ir.Variable) and value.address_space != GROUP_SPACE:
            self._memories[value] = OBJECT if value.name == ARGUMENTS else DATA
        return self._memories.get(value)

    def _memory_of(self, instruction: ir.Instruction) -> Memory | None:
        opcode = instruction.opcode
        if opcode in _FOLLOWED:
            return self._known(instruction.operand(0))
        if opcode in _CHOSEN:
            return next((m for value in _choices(instruction) if (m := self._known(value)) is not None), None)
        if opcode is Opcode.LOAD and self._known(instruction.pointer) == OBJECT:
            offset = self._offset(instruction.pointer)
            if offset is None:
                raise Unsupported(_IS_CHOSEN, instruction)
            return Memory("buffer", offset)
        return None

    def _offset(self, pointer: ir.Value) -> int | None:
        """In the function object; None: it is known when the kernel runs."""
        offset = 0
        while isinstance(pointer, ir.Instruction):
            if pointer.opcode is Opcode.GEP:
                indices = pointer.operands[1:]
                if not all(isinstance(index, ir.Integer) for index in indices):
                    return None
                offset += distance(self._layout, pointer.source_type, indices)
            elif pointer.opcode not in _FOLLOWED:
                return None
            pointer = pointer.operand(0)
        return offset

    def _check(self, instruction: ir.Instruction) -> None:
        opcode = instruction.opcode
        if opcode in _CHOSEN and is_buffers(instruction):
            given = [self._known(v) for v in _choices(instruction) if not v.is_undefined]
            if len(set(given)) > 1 or None in given:
                raise Unsupported(_IS_CHOSEN, instruction)
            return
        if is_buffers(instruction) and instruction not in self._memories:
            raise Unsupported(_name(opcode), instruction)
        for number, operand in enumerate(instruction.operands):
            if is_buffers(operand) and not self._may_use(instruction, number):
                raise Unsupported(_name(opcode), instruction)

    def _may_use(self, instruction: ir.Instruction, number: int) -> bool:
        opcode, operand = instruction.opcode, instruction.operands[number]
        if opcode is Opcode.CALL:
            intrinsic = read_intrinsic(instruction.callee_name)
            return intrinsic is not None  # those that compute with pointers are found when they are written
        if self._known(operand) is None:
            return False
        if opcode in ir.POINTER_ACCESSES:
            return number == _ADDRESS_OPERAND.get(opcode, 0)
        if opcode is Opcode.ICMP:
            return len({self._known(value) for value in instruction.operands}) == 1
        return opcode in _FOLLOWED and number == 0

    def _numbers(self, size: int) -> list[Range]:
        """What is read of the function object but its pointers; parts that overlap are one."""
        ends = sorted((*self._found.buffers, size))
        parts: list[Range] = []
        for access in self._entry.instructions_of(*ir.POINTER_ACCESSES):
            if self._known(access.pointer) != OBJECT or is_buffers(access):
                continue
            offset = self._offset(access.pointer)
            count = self._layout.size(access.type)
            if offset is None:  # an element that is chosen when the kernel runs
                offset = self._first(access.pointer)
                count = next((end for end in ends if end > offset), size) - offset
            for held in self._found.buffers:
                if offset < held + _POINTER_BYTES and held < offset + count:
                    raise Unsupported("a pointer to a buffer as an integer", access)
            parts.append(Range(offset, count))
        merged: list[Range] = []
        for part in sorted(set(parts)):
            if merged and part.offset < merged[-1].offset + merged[-1].bytes:
                end = max(merged[-1].offset + merged[-1].bytes, part.offset + part.bytes)
                merged[-1] = Range(merged[-1].offset, end - merged[-1].offset)
            else:
                merged.append(part)
        return merged

    def _first(self, pointer: ir.Value) -> int:
        """Where in the function object the array begins that an element is chosen of."""
        within = 0
        while isinstance(pointer, ir.Instruction) and self._offset(pointer) is None:
            if pointer.opcode not in _FOLLOWED:
                return 0
            if pointer.opcode is Opcode.GEP:
                known = list(takewhile(lambda index: isinstance(index, ir.Integer), pointer.operands[1:]))
                within += distance(self._layout, pointer.source_type, known)
            pointer = pointer.operand(0)
        return (self._offset(pointer) or 0) + within


def _choices(instruction: ir.Instruction) -> list[ir.Value]:
    if instruction.opcode is Opcode.SELECT:
        return list(instruction.operands[1:])
    return [value for value, _ in instruction.incoming]


def _name(opcode: Opcode) -> str:
    return _NAMES.get(opcode, f"a pointer to a buffer in LLVM's instruction '{opcode.name.lower()}'")

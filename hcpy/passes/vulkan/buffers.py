"""The interface of kernels whose pointers are descriptors: storage buffers, and values beside them.

Takes a kernel and how its values come: as push constants, in a uniform buffer, or in a storage buffer
("push", "ubo", "ssbo"). Gives its accesses their variables, and the module what programs read: texts
(hcpy:buffer, hcpy:number, hcpy:pod, hcpy:constants), and instructions of NonSemantic.ClspvReflection.

Set 0 has the kernel's buffers, in the order of their pointers in the function object, and then its values
where these lie in a buffer; set 1 has the module's variables. Values lie as in the function object.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.passes.find_kernels import byval_type
from hcpy.passes.vulkan import logical
from hcpy.passes.vulkan.kernel import BUFFER_SPACE, OBJECT_SPACE, Kernel, Unsupported
from hcpy.passes.vulkan.reflection import Reflection
from hcpy.passes.vulkan.words import (
    ALIASED,
    ARRAY_STRIDE,
    BINDING,
    BLOCK,
    DESCRIPTOR_SET,
    NON_WRITABLE,
    OFFSET,
    PUSH_CONSTANT,
    STORAGE_BUFFER,
    U32,
    UNIFORM,
    Code,
    Kind,
    Words,
    encode,
)

PODS = ("push", "ubo", "ssbo")
_FIRST_EXTENT = 2  # the number of the extent's first part in the physical interface's push constant
_OBJECT_PLACE = 16  # of the values in the push constant, after the extent
# What every device has.
_MOST_BYTES = {"push": 128 - _OBJECT_PLACE, "ubo": 16384, "ssbo": 1 << 27}
_NAMES = {"push": "push constants", "ubo": "a uniform buffer", "ssbo": "a storage buffer"}
_LARGE = 1 << 20  # bytes of a function object that comes by its address
_DATA_SPACE = BUFFER_SPACE + (1 << 16)
_DATA_SET = 1


@dataclass
class _Interface:
    """Of one kernel."""

    pointers: logical.Pointers
    bytes: int  # of the values, a whole number of words
    binding: int  # of the buffer of values
    variable: int = 0  # that has the extent, and values that are pushed
    values: int = 0  # the variable of the values' buffer
    spaces: dict[int, tuple[int, int]] = field(default_factory=dict)  # set and binding


class Buffers:
    """A module's descriptors."""

    def __init__(self, words: Words, layout: ir.Layout, pod: str) -> None:
        self._words, self._layout, self._pod = words, layout, pod
        self._variables: dict[tuple[int, int, Kind], int] = {}
        self._structs: dict[tuple[str, int, int], int] = {}
        self._current = _Interface(logical.Pointers(), 0, 0)
        self._reflection = Reflection(words)

    def begin(self, kernel: Kernel, entry: ir.Function) -> None:
        """Says where the pointers of a kernel lead."""
        type_ = byval_type(entry)
        size = self._layout.size(type_) if type_ is not None else _LARGE
        found = logical.find(self._layout, entry, size)
        end = max((part.offset + part.bytes for part in found.numbers), default=0)
        if end > _MOST_BYTES[self._pod]:
            raise Unsupported(f"a kernel with {end} bytes of values in {_NAMES[self._pod]}")
        own = _Interface(found, end + -end % 4, len(found.buffers))
        bindings = {offset: number for number, offset in enumerate(found.buffers)}
        for value, memory in found.memories.items():
            if memory == logical.OBJECT:
                kernel.spaces[value] = OBJECT_SPACE
            elif memory == logical.DATA:
                kernel.spaces[value] = _DATA_SPACE
            else:
                kernel.spaces[value] = BUFFER_SPACE + bindings[memory.offset]
        own.spaces = {BUFFER_SPACE + number: (0, number) for number in bindings.values()}
        own.spaces[_DATA_SPACE] = (_DATA_SET, 0)
        self._current = own
        kernel.is_logical = True
        kernel.object_word = lambda index: self._object_word(kernel, own, index)
        kernel.buffer_element = lambda space, kind, index: self._element(
            kernel, own.spaces[space], kind, index
        )
        kernel.push_constant = lambda member: self._extent(kernel, own, member - _FIRST_EXTENT)

    # --- accesses ---
    def _element(self, kernel: Kernel, place: tuple[int, int], kind: Kind, index: int) -> int:
        """A buffer has a variable for each kind of its elements."""
        words, key = self._words, (*place, kind)
        pointer = words.pointer(STORAGE_BUFFER, kind)
        if key not in self._variables:
            struct = self._array_struct("storage", words.type(kind), kind.bytes)
            self._variables[key] = self._descriptor(STORAGE_BUFFER, struct, place)
            words.decorate(self._variables[key], ALIASED)  # C++'s pointers may lead to one place
        kernel.interface.append(self._variables[key])
        return kernel.typed("AccessChain", pointer, self._variables[key], words.u32(0), index)

    def _object_word(self, kernel: Kernel, own: _Interface, index: int) -> int:
        words = self._words
        if self._pod == "push":
            pointer = words.pointer(PUSH_CONSTANT, U32)
            return kernel.typed(
                "AccessChain", pointer, self._pushed(kernel, own), words.u32(len("xyz")), index
            )
        if not own.values:
            own.values = self._values_buffer(own)
            words.decorate(own.values, NON_WRITABLE)
        kernel.interface.append(own.values)
        if self._pod == "ssbo":
            pointer = words.pointer(STORAGE_BUFFER, U32)
            return kernel.typed("AccessChain", pointer, own.values, words.u32(0), index)
        row = kernel.make("ShiftRightLogical", U32, index, words.u32(2))
        column = kernel.make("BitwiseAnd", U32, index, words.u32(3))
        pointer = words.pointer(UNIFORM, U32)
        return kernel.typed("AccessChain", pointer, own.values, words.u32(0), row, column)

    def _extent(self, kernel: Kernel, own: _Interface, dimension: int) -> int:
        pointer = self._words.pointer(PUSH_CONSTANT, U32)
        part = self._words.u32(dimension)
        return kernel.make("Load", U32, kernel.typed("AccessChain", pointer, self._pushed(kernel, own), part))

    # --- declarations ---
    def _pushed(self, kernel: Kernel, own: _Interface) -> int:
        """A kernel's own block of push constants."""
        words = self._words
        if not own.variable:
            members = [(words.type(U32), 4 * d) for d in range(3)]
            if self._pod == "push" and own.bytes:
                members.append((self._array(words.type(U32), own.bytes // 4, 4), _OBJECT_PLACE))
            struct = self._struct(members)
            own.variable = words.variable(words.declared("TypePointer", PUSH_CONSTANT, struct), PUSH_CONSTANT)
        kernel.interface.append(own.variable)
        return own.variable

    def _values_buffer(self, own: _Interface) -> int:
        words, place = self._words, (0, own.binding)
        if self._pod == "ssbo":
            return self._descriptor(STORAGE_BUFFER, self._array_struct("storage", words.type(U32), 4), place)
        row = words.declared("TypeVector", words.type(U32), 4)
        struct = self._struct([(self._array(row, (own.bytes + 15) // 16, 16), 0)])
        return self._descriptor(UNIFORM, struct, place)

    def _array(self, element: int, count: int, stride: int) -> int:
        """Apart from arrays of the same elements in other memory, which have no stride."""
        words, made, length = self._words, self._words.id(), self._words.u32(count)
        words.declarations.append(encode("TypeArray", made, element, length))
        words.decorate(made, ARRAY_STRIDE, stride)
        return made

    def _array_struct(self, what: str, element: int, stride: int) -> int:
        words, key = self._words, (what, element, stride)
        if key not in self._structs:
            array = words.id()
            words.declarations.append(encode("TypeRuntimeArray", array, element))
            words.decorate(array, ARRAY_STRIDE, stride)
            self._structs[key] = self._struct([(array, 0)])
        return self._structs[key]

    def _struct(self, members: list[tuple[int, int]]) -> int:
        words, made = self._words, self._words.id()
        words.decorate(made, BLOCK)
        for number, (_, offset) in enumerate(members):
            words.decorations.append(encode("MemberDecorate", made, number, OFFSET, offset))
        words.declarations.append(encode("TypeStruct", made, *(type_ for type_, _ in members)))
        return made

    def _descriptor(self, storage: int, struct: int, place: tuple[int, int]) -> int:
        words = self._words
        made = words.variable(words.declared("TypePointer", storage, struct), storage)
        words.decorate(made, DESCRIPTOR_SET, place[0])
        words.decorate(made, BINDING, place[1])
        return made

    # --- what programs read ---
    def describe(self, entry: ir.Function, function: int) -> None:
        """The kernel that was begun last."""
        own, words, name = self._current, self._words, entry.name
        kernel = self._reflection.kernel(function, name)
        place = _OBJECT_PLACE if self._pod == "push" else 0
        if own.pointers.numbers:
            words.string(f"hcpy:pod {self._pod} 0 {own.binding} {place} {own.bytes} {name}")
        parts = [(offset, 0) for offset in own.pointers.buffers]
        for ordinal, (offset, size) in enumerate(sorted((*parts, *own.pointers.numbers))):
            if size == 0:
                binding = own.pointers.buffers.index(offset)
                words.string(f"hcpy:buffer {ordinal} 0 {binding} {offset} {name}")
                self._reflection.buffer(kernel, ordinal, 0, binding)
            else:
                words.string(f"hcpy:number {ordinal} {place + offset} {size} {offset} {name}")
                self._reflection.number(kernel, ordinal, self._pod, own.binding, place + offset, size)
        if own.pointers.uses_data:
            words.string(f"hcpy:constants {_DATA_SET} 0 {name}")

    def reflection(self, data: bytes) -> Code:
        return self._reflection.finish(data, _DATA_SET)

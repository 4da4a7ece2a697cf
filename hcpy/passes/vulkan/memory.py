"""Loads, stores and atomic operations.

Takes instructions of a kernel; writes them. Global memory is reached by physical addresses; private and group
memory are arrays of words, in which narrower values are parts and wider ones several.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.vulkan.addresses import four, further, has_words, shift, word
from hcpy.passes.vulkan.kernel import (
    BUFFER_SPACE,
    GROUP_SPACE,
    PRIVATE_SPACE,
    Kernel,
    Unsupported,
    kind_of,
)
from hcpy.passes.vulkan.words import BOOL, PHYSICAL, U8, U32, U64, Kind

_VOLATILE, _ALIGNED, _NON_PRIVATE = 1, 2, 0x20  # memory operands
WORKGROUP_SCOPE = 2
# All work of a device goes to queues of one family. Fences of the whole device's scope, and of a group's, end
# groups' control flow in Mesa 22's lavapipe where they are not uniform.
QUEUE_FAMILY = 5
_ACQUIRE, _RELEASE, _BOTH = 0x2, 0x4, 0x8
_MEMORIES, _AVAILABLE, _VISIBLE = 0x40 | 0x100, 0x2000, 0x4000
FENCE = _BOTH | _MEMORIES | _AVAILABLE | _VISIBLE
_ATOMICS = {
    ir.AtomicOperation.XCHG: "AtomicExchange",
    ir.AtomicOperation.ADD: "AtomicIAdd",
    ir.AtomicOperation.SUB: "AtomicISub",
    ir.AtomicOperation.AND: "AtomicAnd",
    ir.AtomicOperation.OR: "AtomicOr",
    ir.AtomicOperation.XOR: "AtomicXor",
    ir.AtomicOperation.MAX: "AtomicSMax",
    ir.AtomicOperation.MIN: "AtomicSMin",
    ir.AtomicOperation.UMAX: "AtomicUMax",
    ir.AtomicOperation.UMIN: "AtomicUMin",
}
_PASSED_ON = (ir.Opcode.BITCAST, ir.Opcode.PHI, ir.Opcode.SELECT, ir.Opcode.FREEZE)
HAS_INSTRUCTION = frozenset(_ATOMICS)


def load(kernel: Kernel, instruction: ir.Instruction) -> None:
    pointer = instruction.pointer
    if instruction.ordering is not ir.Ordering.NOT_ATOMIC:
        kernel.values[instruction] = _atomic_load(kernel, instruction)
        return
    if instruction in kernel.spaces:  # of a buffer's pointer: an offset into the buffer
        kernel.values[instruction] = kernel.const(U64, 0)
        return
    address, space = kernel.operand(pointer), kernel.space_of(pointer)
    if kernel.quads is not None and space == GROUP_SPACE and _is_one_of_four(kernel, instruction, address):
        return
    if instruction.type.is_aggregate or instruction.type.is_vector:
        kernel.parts[instruction] = tuple(
            _load_value(kernel, type_, further(kernel, address, space, at), space, align)
            for type_, at, align in _fields(kernel, instruction)
        )
        return
    kernel.values[instruction] = _load_value(
        kernel, instruction.type, address, space, instruction.align, instruction.is_volatile
    )


def store(kernel: Kernel, instruction: ir.Instruction) -> None:
    value, pointer = instruction.operands[:2]
    if instruction.ordering is not ir.Ordering.NOT_ATOMIC:
        _atomic_store(kernel, instruction)
        return
    address, space = kernel.operand(pointer), kernel.space_of(pointer)
    if kernel.quads is not None and space == GROUP_SPACE and _is_one_of_four(kernel, instruction, address):
        return
    if value.type.is_aggregate or value.type.is_vector:
        given = kernel.parts_of(value)
        for part, (type_, at, align) in zip(given, _fields(kernel, instruction, value.type), strict=True):
            _store_value(kernel, type_, part, further(kernel, address, space, at), space, align)
        return
    _store_value(
        kernel,
        value.type,
        kernel.operand(value),
        address,
        space,
        instruction.align,
        instruction.is_volatile,
    )


def _is_one_of_four(kernel: Kernel, access: ir.Instruction, address: int) -> bool:
    """Writes the access to four words that this is one of, where it stands for them."""
    assert kernel.quads is not None
    place = kernel.places[address] = kernel.quads.places[access]
    group = kernel.quads.groups.get(access)
    if group is None:
        return access in kernel.quads.others
    if access.opcode is ir.Opcode.LOAD:
        type_, pointer = four(kernel, address, place)
        loaded = kernel.typed("Load", type_, pointer, _NON_PRIVATE)
        for n, member in enumerate(group):
            word_ = kernel.make("CompositeExtract", U32, loaded, n)
            kernel.values[member] = kernel.bitcast(word_, U32, kind_of(member.type))
        return True
    given = [member.operand(0) for member in group]
    parts = [kernel.bitcast(kernel.operand(value), kind_of(value.type), U32) for value in given]
    type_, pointer = four(kernel, address, place)
    kernel.emit("Store", pointer, kernel.typed("CompositeConstruct", type_, *parts), _NON_PRIVATE)
    return True


def _fields(
    kernel: Kernel, access: ir.Instruction, type_: ir.Type | None = None
) -> list[tuple[ir.Type, int, int]]:
    """The parts of a struct, array or vector: their types, offsets and alignments."""
    whole = type_ or access.type
    layout, found = kernel.layout, []
    for n in range(whole.count):
        part = whole.at(n)
        at = layout.offset(whole, n) if whole.is_struct else n * layout.size(part)
        found.append((part, at, min(access.align, at & -at) if at else access.align))
    return found


def _memory_kind(type_: ir.Type) -> Kind:
    """What a value is in memory: any pointer has 64 bits there."""
    kind = kind_of(type_)
    if type_.is_pointer:
        return U64
    return U8 if kind == BOOL else kind


def _load_value(
    kernel: Kernel, type_: ir.Type, address: int, space: int, align: int, volatile: bool = False
) -> int:
    kind, stored = kind_of(type_), _memory_kind(type_)
    value = _load_bits(kernel, stored, address, space, align, volatile)
    if kind == BOOL:
        low = kernel.make("BitwiseAnd", U8, value, kernel.const(U8, 1))
        return kernel.make("INotEqual", BOOL, low, kernel.const(U8, 0))
    return kernel.convert(value, stored, kind) if type_.is_pointer else value


def _store_value(
    kernel: Kernel,
    type_: ir.Type,
    value: int,
    address: int,
    space: int,
    align: int,
    volatile: bool = False,
) -> None:
    kind, stored = kind_of(type_), _memory_kind(type_)
    if kind == BOOL:
        value = kernel.select(U8, value, kernel.const(U8, 1), kernel.const(U8, 0))
    elif type_.is_pointer:
        value = kernel.convert(value, kind, stored)
    _store_bits(kernel, stored, value, address, space, align, volatile)


def _load_bits(kernel: Kernel, kind: Kind, address: int, space: int, align: int, volatile: bool) -> int:
    whole = Kind("int", kind.bits)
    if align < kind.bytes and (not has_words(space) or align < 4):
        piece = Kind("int", 8 * align)
        value = kernel.const(whole, 0)
        for at in range(0, kind.bytes, align):
            place = further(kernel, address, space, at)
            part = kernel.convert(_load_bits(kernel, piece, place, space, align, volatile), piece, whole)
            part = kernel.make("ShiftLeftLogical", whole, part, kernel.u32(8 * at)) if at else part
            value = kernel.make("BitwiseOr", whole, value, part)
        return kernel.bitcast(value, whole, kind)
    if not has_words(space):
        place = _pointer(kernel, kind, address, space)
        return kernel.make("Load", kind, place, *_flags(space, volatile, align))
    flags = _NON_PRIVATE if space == GROUP_SPACE else 0
    if kind.bits == 64:
        low, high = (
            kernel.convert(kernel.make("Load", U32, word(kernel, address, space, n), flags), U32, U64)
            for n in (0, 1)
        )
        high = kernel.make("ShiftLeftLogical", U64, high, kernel.u32(32))
        return kernel.bitcast(kernel.make("BitwiseOr", U64, low, high), U64, kind)
    loaded = kernel.make("Load", U32, word(kernel, address, space), flags)
    if kind.bits == 32:
        return kernel.bitcast(loaded, U32, kind)
    loaded = kernel.make("ShiftRightLogical", U32, loaded, shift(kernel, address, space))
    return kernel.bitcast(kernel.convert(loaded, U32, whole), whole, kind)


def _store_bits(
    kernel: Kernel, kind: Kind, value: int, address: int, space: int, align: int, volatile: bool
) -> None:
    whole = Kind("int", kind.bits)
    if align < kind.bytes and (not has_words(space) or align < 4):
        piece = Kind("int", 8 * align)
        value = kernel.bitcast(value, kind, whole)
        for at in range(0, kind.bytes, align):
            part = kernel.make("ShiftRightLogical", whole, value, kernel.u32(8 * at)) if at else value
            place = further(kernel, address, space, at)
            _store_bits(kernel, piece, kernel.convert(part, whole, piece), place, space, align, volatile)
        return
    if not has_words(space):
        kernel.emit("Store", _pointer(kernel, kind, address, space), value, *_flags(space, volatile, align))
        return
    flags = _NON_PRIVATE if space == GROUP_SPACE else 0
    if kind.bits == 64:
        value = kernel.bitcast(value, kind, U64)
        high = kernel.make("ShiftRightLogical", U64, value, kernel.u32(32))
        for n, half in enumerate((value, high)):
            kernel.emit("Store", word(kernel, address, space, n), kernel.convert(half, U64, U32), flags)
    elif kind.bits == 32:
        kernel.emit("Store", word(kernel, address, space), kernel.bitcast(value, kind, U32), flags)
    else:
        _store_part(
            kernel, kernel.convert(kernel.bitcast(value, kind, whole), whole, U32), kind, address, space
        )


def _store_part(kernel: Kernel, value: int, kind: Kind, address: int, space: int) -> None:
    """A byte or two of a word. Other work-items may write the rest of a word of group memory: atomically."""
    place, up = word(kernel, address, space), shift(kernel, address, space)
    mask = kernel.make("ShiftLeftLogical", U32, kernel.u32((1 << kind.bits) - 1), up)
    kept, part = kernel.make("Not", U32, mask), kernel.make("ShiftLeftLogical", U32, value, up)
    if space == GROUP_SPACE:
        scope, none = kernel.u32(WORKGROUP_SCOPE), kernel.u32(0)
        kernel.make("AtomicAnd", U32, place, scope, none, kept)
        kernel.make("AtomicOr", U32, place, scope, none, part)
        return
    rest = kernel.make("BitwiseAnd", U32, kernel.make("Load", U32, place, 0), kept)
    kernel.emit("Store", place, kernel.make("BitwiseOr", U32, rest, part), 0)


def _flags(space: int, volatile: bool, align: int) -> tuple[int, ...]:
    """The memory operands of an access to global memory."""
    flags = _NON_PRIVATE | (_VOLATILE if volatile else 0)
    return (flags,) if space >= BUFFER_SPACE else (flags | _ALIGNED, _power(align))


def _pointer(kernel: Kernel, kind: Kind, address: int, space: int) -> int:
    """A pointer of SPIR-V to a value in global memory."""
    if space >= BUFFER_SPACE:
        bits = kind.bytes.bit_length() - 1
        index = kernel.make("ShiftRightLogical", U64, address, kernel.u32(bits)) if bits else address
        return kernel.buffer_element(space, kind, index)
    if kernel.is_logical:
        raise Unsupported("a pointer of an unknown origin")
    return kernel.typed("ConvertUToPtr", kernel.words.pointer(PHYSICAL, kind), address)


def _power(align: int) -> int:
    return min(align, 16) or 1


# --- atomic operations ---
def _place(kernel: Kernel, instruction: ir.Instruction, kind: Kind, semantics: int) -> tuple[int, int]:
    """A pointer for an atomic operation, and its scope."""
    pointer = instruction.pointer
    space, address = kernel.space_of(pointer), kernel.operand(pointer)
    if space == PRIVATE_SPACE:
        raise Unsupported("an atomic operation on a variable of one work-item")
    if kind.bits not in (32, 64):
        raise Unsupported(f"an atomic operation of {kind.bits} bits")
    if space == GROUP_SPACE:
        scope = QUEUE_FAMILY if semantics else WORKGROUP_SCOPE
        return word(kernel, address, space), kernel.u32(scope)
    if kind.bits == 64:
        kernel.words.capabilities.add("Int64Atomics")
    return _pointer(kernel, kind, address, space), kernel.u32(QUEUE_FAMILY)


def _semantics(ordering: ir.Ordering, allowed: int = _ACQUIRE | _RELEASE) -> int:
    wanted = {
        ir.Ordering.ACQUIRE: _ACQUIRE,
        ir.Ordering.RELEASE: _RELEASE,
        ir.Ordering.ACQUIRE_RELEASE: _ACQUIRE | _RELEASE,
        ir.Ordering.SEQUENTIALLY_CONSISTENT: _ACQUIRE | _RELEASE,
    }.get(ordering, 0) & allowed
    if not wanted:
        return 0
    memories = _MEMORIES | (_VISIBLE if wanted & _ACQUIRE else 0) | (_AVAILABLE if wanted & _RELEASE else 0)
    return memories | (_BOTH if wanted == _ACQUIRE | _RELEASE else wanted)


def _atomic_load(kernel: Kernel, instruction: ir.Instruction) -> int:
    kind = _memory_kind(instruction.type)
    bits = Kind("int", kind.bits)
    semantics = _semantics(instruction.ordering, _ACQUIRE)
    place, scope = _place(kernel, instruction, bits, semantics)
    loaded = kernel.make("AtomicLoad", bits, place, scope, kernel.u32(semantics))
    value = kernel.bitcast(loaded, bits, kind)
    return kernel.convert(value, kind, kind_of(instruction.type)) if instruction.type.is_pointer else value


def _atomic_store(kernel: Kernel, instruction: ir.Instruction) -> None:
    given = instruction.operand(0)
    kind = _memory_kind(given.type)
    bits = Kind("int", kind.bits)
    value = kernel.operand(given)
    if given.type.is_pointer:
        value = kernel.convert(value, kind_of(given.type), kind)
    semantics = _semantics(instruction.ordering, _RELEASE)
    place, scope = _place(kernel, instruction, bits, semantics)
    kernel.emit("AtomicStore", place, scope, kernel.u32(semantics), kernel.bitcast(value, kind, bits))


def atomic(kernel: Kernel, instruction: ir.Instruction) -> None:
    name = _ATOMICS.get(instruction.atomic_operation)
    if name is None:
        raise Unsupported("this atomic operation")
    kind = kind_of(instruction.type)
    bits = Kind("int", kind.bits)
    semantics = _semantics(instruction.ordering)
    place, scope = _place(kernel, instruction, bits, semantics)
    value = _integer_operand(kernel, instruction.operand(1), kind, bits)
    kernel.values[instruction] = kernel.bitcast(
        kernel.make(name, bits, place, scope, kernel.u32(semantics), value), bits, kind
    )


def _integer_operand(kernel: Kernel, value: ir.Value, kind: Kind, bits: Kind) -> int:
    """Made by integer arithmetic: Mesa 22's lavapipe ends, or does nothing, where an atomic operation gets
    the bits of what was computed as a floating-point number."""
    made = kernel.bitcast(kernel.operand(value), kind, bits)
    if isinstance(value, ir.Instruction) and (kind != bits or value.opcode in _PASSED_ON):
        made = kernel.hide(bits, made)
    return made


def compare_exchange(kernel: Kernel, instruction: ir.Instruction) -> None:
    expected, new = instruction.operand(1), instruction.operand(2)
    kind = kind_of(new.type)
    semantics = _semantics(instruction.success_ordering)
    place, scope = _place(kernel, instruction, kind, semantics)
    equal, unequal = kernel.u32(semantics), kernel.u32(_semantics(instruction.failure_ordering, _ACQUIRE))
    compared = _integer_operand(kernel, expected, kind, kind)
    value = _integer_operand(kernel, new, kind, kind)
    old = kernel.make("AtomicCompareExchange", kind, place, scope, equal, unequal, value, compared)
    kernel.parts[instruction] = (old, kernel.make("IEqual", BOOL, old, compared))


def fence(kernel: Kernel, instruction: ir.Instruction) -> None:
    kernel.emit("MemoryBarrier", kernel.u32(QUEUE_FAMILY), kernel.u32(FENCE))

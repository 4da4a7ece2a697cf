"""Finds the kernels whose group memory is read and written by 16 bytes at once, and what goes together.

Takes an entry in the form that emit.py writes; gives its accesses to group memory in groups of four words, or
None where memory stays an array of single words. Drivers make an access to four words of them only where
memory is declared so; then each access must have a place in its four that is known here.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.content import steps
from hcpy.passes.vulkan.kernel import GENERIC_SPACE, GROUP_SPACE, WORDS, Quads

_WORD = 4  # bytes
BYTES = WORDS * _WORD
_SPACES = (GROUP_SPACE, GENERIC_SPACE)  # where group memory may be reached
_WRITERS = (Opcode.STORE, Opcode.ATOMIC_RMW, Opcode.CMPXCHG)
_ACCESSES = (Opcode.LOAD, *_WRITERS)
_SHIFTS = (Opcode.SHL, Opcode.LSHR, Opcode.ASHR)
_FOLLOWED = frozenset((
    *(Opcode.MUL, Opcode.AND, Opcode.ADD, Opcode.SUB, Opcode.OR, Opcode.ZEXT, Opcode.SEXT, Opcode.TRUNC),
    Opcode.FREEZE,
    *_SHIFTS,
))  # fmt: skip
_MANY = 64  # bits
_DEPTH = 6  # operations that are looked through
_UNKNOWN = -1
_Place = tuple[object, int]  # what does not differ within an array's element, and the bytes that do


def find(layout: ir.Layout, entry: ir.Function) -> Quads | None:
    finder = _Finder(layout, entry)
    found = Quads()
    for instruction in entry.instructions_of(*_ACCESSES):
        if instruction.pointer.type.address_space != GROUP_SPACE:
            continue
        at = finder.residue(instruction.pointer) if _is_plain(instruction) else None
        if at is None or at == _UNKNOWN or at % _WORD:
            return None
        found.places[instruction] = at // _WORD
    for block in entry.blocks:
        finder.group(block, found)
    has_loads = any(first.opcode is Opcode.LOAD for first in found.groups)
    return found if has_loads else None


def _is_plain(access: ir.Instruction) -> bool:
    """Of one or two whole words, in no certain order."""
    if access.opcode not in (Opcode.LOAD, Opcode.STORE) or access.is_volatile:
        return False
    type_ = access.type if access.opcode is Opcode.LOAD else access.operand(0).type
    if access.ordering is not ir.Ordering.NOT_ATOMIC or access.align < _WORD:
        return False
    if type_.is_integer:
        return type_.width in (32, 64)
    return type_.kind in (ir.TypeKind.FLOAT, ir.TypeKind.DOUBLE)


class _Finder:
    def __init__(self, layout: ir.Layout, entry: ir.Function) -> None:
        self.layout = layout
        self._phis: dict[ir.Value, int | None] = {}  # the bytes beyond a multiple of 16; None: not yet known
        for phi in entry.instructions_of(Opcode.PHI):
            if phi.type.is_pointer and phi.type.address_space == GROUP_SPACE:
                self._phis[phi] = None
        self._settle()

    def _settle(self) -> None:
        """Each phi is what all that come in are, where those that are not known yet say nothing."""
        changed = True
        while changed:
            changed = False
            for phi, old in self._phis.items():
                assert isinstance(phi, ir.Instruction)
                come = {self.residue(value) for value, _ in phi.incoming} - {None}
                new = old if not come else come.pop() if len(come) == 1 else _UNKNOWN
                if new != old:
                    self._phis[phi] = new
                    changed = True

    def residue(self, pointer: ir.Value) -> int | None:
        """The bytes of an address in group memory beyond a multiple of 16."""
        if isinstance(pointer, ir.Variable | ir.Argument):
            return 0  # they are placed so
        if pointer in self._phis:
            return self._phis[pointer]
        if not isinstance(pointer, ir.Instruction):
            return _UNKNOWN
        if pointer.opcode is Opcode.SELECT:
            chosen = {self.residue(value) for value in pointer.operands[1:]} - {None}
            return chosen.pop() if len(chosen) == 1 else _UNKNOWN if chosen else None
        if pointer.opcode is not Opcode.GEP:
            return _UNKNOWN
        base = self.residue(pointer.operand(0))
        added, constant = steps(self.layout, pointer.source_type, pointer.operands[1:])
        if base == _UNKNOWN or any((size << _zeros(index, _DEPTH)) % BYTES for index, size in added):
            return _UNKNOWN
        return None if base is None else (base + constant) % BYTES

    def _place(self, pointer: ir.Value) -> _Place:
        """Two with the same first part lie as far from each other as their second parts say."""
        if not isinstance(pointer, ir.Instruction) or pointer.opcode is not Opcode.GEP:
            return pointer, 0
        base, before = self._place(pointer.operand(0))
        added, constant = steps(self.layout, pointer.source_type, pointer.operands[1:])
        return ((base, tuple(added)) if added else base), before + constant

    def group(self, block: ir.Block, found: Quads) -> None:
        """Groups the accesses of a block between which nothing comes that could notice."""
        loads: dict[_Place, dict[int, ir.Instruction]] = {}
        stores: dict[_Place, dict[int, ir.Instruction]] = {}
        for instruction in block.instructions():
            is_known = instruction in found.places
            if instruction.opcode is Opcode.LOAD:
                if instruction.pointer.type.address_space in _SPACES:
                    stores.clear()
                if is_known and _words(instruction.type) == 1:
                    self._add(loads, instruction, found)
            elif instruction.opcode in _WRITERS:
                if instruction.pointer.type.address_space not in _SPACES:
                    continue
                loads.clear()
                if is_known and _words(instruction.operand(0).type) == 1:
                    self._add(stores, instruction, found)
                else:
                    stores.clear()
            elif instruction.opcode is Opcode.FENCE or (instruction.is_call and not _is_pure(instruction)):
                loads.clear()
                stores.clear()

    def _add(
        self, groups: dict[_Place, dict[int, ir.Instruction]], access: ir.Instruction, found: Quads
    ) -> None:
        base, at = self._place(access.pointer)
        word = found.places[access]
        key = (base, at - word * _WORD)
        group = groups.setdefault(key, {})
        if word in group:  # a second one: the group begins anew
            group.clear()
        group[word] = access
        if len(group) < WORDS:
            return
        chosen = next(iter(group.values())) if access.opcode is Opcode.LOAD else access
        found.groups[chosen] = [group[n] for n in range(WORDS)]
        found.others.update(member for member in group.values() if member != chosen)
        del groups[key]


def _zeros(value: ir.Value, depth: int) -> int:
    """How many of the last bits of a number are known to be 0."""
    if isinstance(value, ir.Integer):
        return (value.value & -value.value).bit_length() - 1 if value.value else _MANY
    if not isinstance(value, ir.Instruction) or not depth or value.opcode not in _FOLLOWED:
        return 0
    opcode, last = value.opcode, value.operands[-1]
    below = [_zeros(operand, depth - 1) for operand in value.operands]
    if opcode in _SHIFTS:
        by = last.value if isinstance(last, ir.Integer) else 0
        moved = by if opcode is Opcode.SHL else -by if isinstance(last, ir.Integer) else -_MANY
        return max(0, below[0] + moved)
    return sum(below) if opcode is Opcode.MUL else max(below) if opcode is Opcode.AND else min(below)


def _words(type_: ir.Type) -> int:
    return 2 if type_.width == 64 or type_.kind is ir.TypeKind.DOUBLE else 1


def _is_pure(call: ir.Instruction) -> bool:
    """Does it compute of its arguments alone?"""
    callee = call.callee
    return callee is not None and "memory" in callee.attributes and callee.attributes.value("memory") == 0

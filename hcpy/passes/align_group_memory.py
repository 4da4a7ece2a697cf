"""Splits accesses to group memory that reach over what their alignment promises, and writes out copies there.

Takes a Lowering whose module is optimised SPIR-V IR. A structure of two floats is copied as one number of
64 bits that begins at any multiple of 4: Mesa's llvmpipe takes such a number's place in group memory for one
of a row of them, and reads and writes what lies before it. So it does in copies by OpCopyMemorySized.
Integers and floating-point numbers, and vectors of these, are read and written in parts that are aligned.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes import memory_moves
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE


def run(lowering: Lowering) -> None:
    memory_moves.run_in(lowering, GROUP_SPACE)
    for function in lowering.module.definitions:
        for access in list(function.instructions_of(Opcode.LOAD, Opcode.STORE)):
            if access.pointer.type.address_space == GROUP_SPACE and access.ordering is ir.Ordering.NOT_ATOMIC:
                _split(access)


def _split(access: ir.Instruction) -> None:
    is_load = access.opcode is Opcode.LOAD
    kind = access.type if is_load else access.operand(0).type
    if not _is_numbers(kind) or access.align * 8 >= kind.scalar.width:
        return
    with ir.Builder.before(access) as build:
        build.at_location(access.debug_location)
        parts = _Parts(build, access)
        if is_load:
            access.replace_uses(parts.load(kind))
        else:
            parts.store(access.operand(0))
    access.erase()


def _is_numbers(kind: ir.Type) -> bool:
    number = kind.scalar
    return (number.is_integer or number.is_floating) and number.width in (16, 32, 64)


class _Parts:
    """One access, and the builder that writes it again in parts as wide as it is aligned."""

    def __init__(self, build: ir.Builder, access: ir.Instruction) -> None:
        self._build = build
        self._access = access
        self._part = build.types.integer(8 * access.align)

    def load(self, kind: ir.Type) -> ir.Value:
        if not kind.is_vector:
            return self._load_number(kind, 0)
        made = kind.poison()
        for at in range(kind.count):
            number = self._load_number(kind.element, at * kind.element.width // 8)
            made = self._build.insert_element(made, number, self._build.types.i32.const(at))
        return made

    def store(self, value: ir.Value) -> None:
        kind = value.type
        if not kind.is_vector:
            self._store_number(value, 0)
            return
        for at in range(kind.count):
            number = self._build.extract_element(value, self._build.types.i32.const(at))
            self._store_number(number, at * kind.element.width // 8)

    def _load_number(self, kind: ir.Type, offset: int) -> ir.Value:
        whole = self._build.types.integer(kind.width)
        made: ir.Value | None = None
        for bit in range(0, kind.width, self._part.width):
            loaded = self._build.load(self._part, self._place(offset + bit // 8), align=self._access.align)
            loaded.is_volatile = self._access.is_volatile
            shifted = self._build.cast(Opcode.ZEXT, loaded, whole)
            if bit:
                shifted = self._build.binary(Opcode.SHL, shifted, whole.const(bit))
            made = shifted if made is None else self._build.binary(Opcode.OR, made, shifted)
        assert made is not None
        return made if kind.is_integer else self._build.cast(Opcode.BITCAST, made, kind)

    def _store_number(self, value: ir.Value, offset: int) -> None:
        kind = value.type
        whole = self._build.types.integer(kind.width)
        bits = value if kind.is_integer else self._build.cast(Opcode.BITCAST, value, whole)
        for bit in range(0, kind.width, self._part.width):
            shifted = self._build.binary(Opcode.LSHR, bits, whole.const(bit)) if bit else bits
            part = self._build.cast(Opcode.TRUNC, shifted, self._part)
            made = self._build.store(part, self._place(offset + bit // 8), self._access.align)
            made.is_volatile = self._access.is_volatile

    def _place(self, offset: int) -> ir.Value:
        return self._build.offset(self._access.pointer, offset) if offset else self._access.pointer

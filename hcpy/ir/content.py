"""A constant's bytes in memory, and how far indices lead.

Takes: a constant and its module's Layout.
Gives: the bytes; None where addresses or kinds of numbers without a Python counterpart are in it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from hcpy.ir.module import Layout
from hcpy.ir.types import Type
from hcpy.ir.values import Constant, Integer, Real, Value

_INTEGER_BYTES = 8  # of the widest whose value LLVM's C API gives
_FORMATS = {"half": "<e", "float": "<f", "double": "<d"}


def content(layout: Layout, value: Value) -> bytes | None:
    """As long as the constant's type, padding included, which is zero."""
    made = bytearray(layout.size(value.type))
    return bytes(made) if _write(made, layout, value, 0) else None


def _write(made: bytearray, layout: Layout, value: Value, at: int) -> bool:
    if value.is_undefined or value.is_null:
        return True
    type_ = value.type
    if type_.is_aggregate or type_.is_vector:
        if not isinstance(value, Constant):
            return False
        places = (_offset(layout, type_, index) for index in range(type_.count))
        return all(
            _write(made, layout, part, at + place)
            for part, place in zip(value.elements(), places, strict=True)
        )
    size = layout.store_size(type_)
    if isinstance(value, Integer) and size <= _INTEGER_BYTES:
        made[at : at + size] = value.value.to_bytes(size, "little")
    elif isinstance(value, Real) and str(type_) in _FORMATS:
        made[at : at + size] = struct.pack(_FORMATS[str(type_)], value.value)
    else:
        return False
    return True


def _offset(layout: Layout, type_: Type, index: int) -> int:
    return layout.offset(type_, index) if type_.is_struct else index * layout.size(type_.at(index))


def steps(layout: Layout, type_: Type, indices: Sequence[Value]) -> tuple[list[tuple[Value, int]], int]:
    """What the indices of a getelementptr over the type add to an address: the numbers that are no constants,
    each with the bytes that it counts, and the bytes of all constants."""
    variable: list[tuple[Value, int]] = []
    constant = 0
    for number, index in enumerate(indices):
        if number and type_.is_struct:
            assert isinstance(index, Integer)
            constant += layout.offset(type_, index.value)
            type_ = type_.at(index.value)
            continue
        type_ = type_.element if number else type_
        if isinstance(index, Integer):
            constant += index.signed * layout.size(type_)
        else:
            variable.append((index, layout.size(type_)))
    return variable, constant


def distance(layout: Layout, type_: Type, indices: Sequence[Value]) -> int:
    """The bytes that constant indices of a getelementptr over the type add to an address."""
    variable, constant = steps(layout, type_, indices)
    assert not variable
    return constant

"""Where the lanes of a vector lie: pointers, or a vector of pointers, as sums.

Takes a pointer; gives its Place, of which those that lie side by side have the same parts; and code for the
pointers of all lanes.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode

_SUMS = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL))
_EXTENSIONS = frozenset((Opcode.SEXT, Opcode.ZEXT))
_DEEPEST = 6  # operations on the way to what a lane's place is computed of
_INDEX = 64  # bits


@dataclass(frozen=True)
class Place:
    """`at` bytes behind the sum of the parts: a pointer, then indices with what each counts, in bytes."""

    parts: tuple[tuple[ir.Value, int], ...]
    at: int


def place_of(pointer: ir.Value, layout: ir.Layout) -> Place:
    indices: list[tuple[ir.Value, int]] = []
    at = 0
    while isinstance(pointer, ir.Instruction) and pointer.opcode is Opcode.GEP and pointer.operand_count == 2:
        base, index = pointer.operands
        element = index.type.element if index.type.is_vector else index.type
        if element.width != _INDEX:
            break
        size = layout.size(pointer.source_type)
        number = _number(index)
        if number is None:
            indices.append((index, size))
        else:
            at += number * size
        pointer = base
    return Place(((pointer, 1), *indices), at)


def _number(index: ir.Value) -> int | None:
    """That an index is, or all lanes of it are."""
    if index.type.is_vector and isinstance(index, ir.Constant):
        lanes = list(index.elements())
        index = lanes[0] if all(lane == lanes[0] for lane in lanes) else index
    return index.signed if isinstance(index, ir.Integer) else None


def pointers_of(build: ir.Builder, places: Sequence[Place], count: int) -> list[ir.Value]:
    """places: of each lane, or one of vectors."""
    each = places if len(places) == count else [places[0]] * count
    return [_pointer(build, place, lane) for lane, place in enumerate(each)]


def _pointer(build: ir.Builder, place: Place, lane: int) -> ir.Value:
    (pointer, _), *indices = place.parts
    pointer = _lane_of(build, pointer, lane)
    for index, size in reversed(indices):
        number = _lane_of(build, index, lane)
        pointer = build.offset(pointer, number if size == 1 else build.mul(number, number.type.const(size)))
    return build.offset(pointer, place.at) if place.at else pointer


def _lane_of(build: ir.Builder, value: ir.Value, lane: int) -> ir.Value:
    """Computed again of what all lanes share, where there is nothing else in it."""
    if not value.type.is_vector:
        return value
    if _is_shared(value, _DEEPEST):
        return _again(build, value, lane)
    return build.extract_element(value, build.types.i64.const(lane))


def _is_shared(value: ir.Value, depth: int) -> bool:
    if isinstance(value, ir.Constant):
        return True
    if not isinstance(value, ir.Instruction) or not depth:
        return False
    if splat(value) is not None or _starts(value) is not None:
        return True
    is_sum = value.opcode in _SUMS or value.opcode in _EXTENSIONS
    return is_sum and all(_is_shared(operand, depth - 1) for operand in value.operands)


def _again(build: ir.Builder, value: ir.Value, lane: int) -> ir.Value:
    if isinstance(value, ir.Constant):
        return list(value.elements())[lane]
    assert isinstance(value, ir.Instruction)
    shared = splat(value)
    if shared is not None:
        return shared
    starts = _starts(value)
    if starts is not None:
        first = build.extract_element(value, build.types.i64.const(0))
        return build.add(first, first.type.const(starts[lane] - starts[0]))
    operands = [_again(build, operand, lane) for operand in value.operands]
    if value.opcode in _EXTENSIONS:
        return build.cast(value.opcode, operands[0], value.type.element)
    return build.binary(value.opcode, operands[0], operands[1])


def splat(value: ir.Instruction) -> ir.Value | None:
    """The number that all of a vector's lanes are."""
    if value.opcode is not Opcode.SHUFFLE_VECTOR or any(value.mask):
        return None
    put = value.operand(0)
    if not isinstance(put, ir.Instruction) or put.opcode is not Opcode.INSERT_ELEMENT:
        return None
    index = put.operand(2)
    return put.operand(1) if isinstance(index, ir.Integer) and not index.value else None


def _starts(value: ir.Instruction) -> list[int] | None:
    """What lanes begin with that a loop counts in equal steps."""
    if value.opcode is not Opcode.PHI or len(value.incoming) != 2:
        return None
    first = next((v for v, _ in value.incoming if isinstance(v, ir.Constant)), None)
    following = next((v for v, _ in value.incoming if isinstance(v, ir.Instruction)), None)
    if (
        first is None
        or following is None
        or following.opcode is not Opcode.ADD
        or value not in following.operands
    ):
        return None
    step = next((operand for operand in following.operands if operand != value), value)
    is_even = _number(step) is not None or (isinstance(step, ir.Instruction) and splat(step) is not None)
    lanes = list(first.elements())
    found = [lane.signed for lane in lanes if isinstance(lane, ir.Integer)]
    return found if is_even and len(found) == len(lanes) else None

"""Host target, after LLVM's optimiser: members of structures side by side, 128 bits at a time.

Takes the optimised module of an architecture with AVX2; changes its loads and stores of interleaved rows of
32 bits: two, three or four numbers of each work-item. LLVM takes such a row apart, and puts it together, with
three to eight shuffles for each member, most of which cross the halves of a register. From halves that were
loaded where they are needed (work-items 0 to 3 in the lower half of a register, 4 to 7 in the upper half) it
takes one or two, and none that cross.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.ir import Opcode

ARCHS = frozenset(("x86-64-v3",))  # AVX-512 has shuffles of two registers; SSE has halves alone
_BYTES = 4
_HALF, _WHOLE = 4, 8  # lanes
_MEMBERS = (2, 3, 4)
_Row = Sequence[ir.Value]
_ANY = -1


def take_in_halves(module: ir.Module) -> None:
    for function in module.definitions:
        shuffles = list(function.instructions_of(Opcode.SHUFFLE_VECTOR))
        if not shuffles:
            continue
        rows: dict[ir.Value, list[ir.Instruction]] = {}
        for shuffle in shuffles:
            rows.setdefault(shuffle.operand(0), []).append(shuffle)
        for row, taken in rows.items():
            if isinstance(row, ir.Instruction):
                _take_apart(row, taken)
        for store in list(function.instructions_of(Opcode.STORE)):
            _store_in_halves(store)


# --- taken apart ---------------------------------------------------------------------------------------
def _take_apart(row: ir.Instruction, taken: Sequence[ir.Instruction]) -> None:
    count = row.type.count
    members = {_member(shuffle, count) for shuffle in taken}
    if not _is_of_words(row.type) or None in members or any(user not in taken for user in row.users):
        return
    (number, *others) = {m[0] for m in members if m is not None}
    if others or number not in _MEMBERS:
        return
    after = row.following
    assert after is not None
    if row.opcode is Opcode.PHI:
        return
    with ir.Builder.before(after) as build:
        parts = _Parts(build, row)
        groups = [
            _split(build, number, parts.of(first, number)) for first in range(0, count, _WHOLE * number)
        ]
        made: dict[int, ir.Value] = {}
        for shuffle in taken:
            found = _member(shuffle, count)
            assert found is not None
            member = found[1]
            if member not in made:
                made[member] = _joined(build, [group[member] for group in groups])
    for shuffle in taken:
        found = _member(shuffle, count)
        assert found is not None
        shuffle.replace(made[found[1]])
    if row.opcode is Opcode.LOAD:
        row.erase()


def _member(shuffle: ir.Instruction, count: int) -> tuple[int, int] | None:
    """(number of members, which): it takes each so-manyth element of one vector."""
    mask = shuffle.mask
    if len(mask) % _WHOLE or _ANY in mask or count % len(mask) or not _is_undefined(shuffle.operand(1)):
        return None
    number, first = count // len(mask), mask[0]
    return (number, first) if mask == list(range(first, count, number)) and first < number else None


class _Parts:
    """The registers of which a row's members are made: two halves each, from places far apart."""

    def __init__(self, build: ir.Builder, row: ir.Instruction) -> None:
        self.build, self.row = build, row
        self.loads = row.opcode is Opcode.LOAD and not row.is_volatile
        self.half = row.type.element.vector(_HALF)

    def of(self, first: int, number: int) -> list[ir.Value]:
        parts = []
        for place in range(number):
            low = first + place * _HALF
            parts.append(self._part(low, low + number * _HALF))
        return parts

    def _part(self, low: int, high: int) -> ir.Value:
        if not self.loads:
            lanes = [*range(low, low + _HALF), *range(high, high + _HALF)]
            return _shuffle(self.build, self.row, self.row.type.poison(), lanes)
        return _shuffle(self.build, self._load(low), self._load(high), list(range(_WHOLE)))

    def _load(self, at: int) -> ir.Value:
        load = self.build.load(
            self.half, self.build.offset(self.row.pointer, at * _BYTES), align=min(self.row.align, _BYTES)
        )
        load.copy_metadata(self.row)
        return load


def _split(build: ir.Builder, number: int, parts: _Row) -> list[ir.Value]:
    """Members of eight work-items."""
    if number == 2:
        return [_in_halves(build, parts[0], parts[1], lanes) for lanes in ((0, 2, 4, 6), (1, 3, 5, 7))]
    if number == 3:
        a, b, c = parts
        xy = _in_halves(build, b, c, (2, 3, 5, 6))
        yz = _in_halves(build, a, b, (1, 2, 4, 5))
        x = _in_halves(build, a, xy, (0, 3, 4, 6))
        y = _in_halves(build, yz, xy, (0, 2, 5, 7))
        z = _in_halves(build, yz, c, (1, 3, 4, 7))
        return [x, y, z]
    return _turned(build, parts)


def _turned(build: ir.Builder, rows: _Row) -> list[ir.Value]:
    """Four by four, in each half."""
    a, b, c, d = rows
    low, high = (0, 4, 1, 5), (2, 6, 3, 7)
    ab, cd = _in_halves(build, a, b, low), _in_halves(build, c, d, low)
    ba, dc = _in_halves(build, a, b, high), _in_halves(build, c, d, high)
    first, second = (0, 1, 4, 5), (2, 3, 6, 7)
    return [_in_halves(build, p, q, lanes) for p, q in ((ab, cd), (ba, dc)) for lanes in (first, second)]


# --- put together --------------------------------------------------------------------------------------
def _store_in_halves(store: ir.Instruction) -> None:
    value = store.operand(0)
    if not _is_of_words(value.type) or store.is_volatile or value.type.count % _WHOLE:
        return
    members = _members(value)
    if members is None:
        return
    number, lanes = len(members), members[0].type.count
    with ir.Builder.before(store) as build:
        for first in range(0, lanes, _WHOLE):
            rows = [_lanes(build, member, first, _WHOLE) for member in members]
            for place, part in enumerate(_join(build, number, rows)):
                for half in range(2):
                    at = first * number + (place + half * number) * _HALF
                    pointer = build.offset(store.pointer, at * _BYTES)
                    kept = build.store(
                        _lanes(build, part, half * _HALF, _HALF), pointer, min(store.align, _BYTES)
                    )
                    kept.copy_metadata(store)
    store.erase()


def _join(build: ir.Builder, number: int, rows: _Row) -> list[ir.Value]:
    """The inverse of _split."""
    if number == 2:
        return [_in_halves(build, rows[0], rows[1], lanes) for lanes in ((0, 4, 1, 5), (2, 6, 3, 7))]
    if number == 3:
        x, y, z = rows
        xy = _in_halves(build, x, y, (0, 2, 4, 6))
        yz = _in_halves(build, y, z, (1, 3, 5, 7))
        zx = _in_halves(build, z, x, (0, 2, 5, 7))
        a = _in_halves(build, xy, zx, (0, 2, 4, 6))
        b = _in_halves(build, yz, xy, (0, 2, 5, 7))
        c = _in_halves(build, zx, yz, (1, 3, 5, 7))
        return [a, b, c]
    return _turned(build, rows)


def _members(value: ir.Value) -> list[ir.Value] | None:
    """Of a row that was put together: what its members were."""
    count = value.type.count
    sources = [_source(value, lane) for lane in range(count)]
    for number in _MEMBERS:
        lanes = count // number
        if count % number or lanes % _WHOLE:
            continue
        firsts = [sources[n] for n in range(number)]
        if any(first is None or first[1] or first[0].type.count != lanes for first in firsts):
            continue
        members = [first[0] for first in firsts if first is not None]
        if sources == [(members[n % number], n // number) for n in range(count)]:
            return members
    return None


def _source(value: ir.Value, lane: int) -> tuple[ir.Value, int] | None:
    """Where a lane comes from, through shuffles."""
    while isinstance(value, ir.Instruction) and value.opcode is Opcode.SHUFFLE_VECTOR:
        lane = value.mask[lane]
        if lane == _ANY:
            return None
        count = value.operand(0).type.count
        value, lane = (value.operand(0), lane) if lane < count else (value.operand(1), lane - count)
    return value, lane


# --- shuffles ------------------------------------------------------------------------------------------
def _is_of_words(kind: ir.Type) -> bool:
    if not kind.is_vector:
        return False
    element = kind.element
    return (element.is_integer or element.is_floating) and element.width == _BYTES * 8


def _is_undefined(value: ir.Value) -> bool:
    return value.is_undefined or value.is_poison


def _in_halves(build: ir.Builder, a: ir.Value, b: ir.Value, lanes: Sequence[int]) -> ir.Value:
    """Each half of two registers in the same way."""
    mask = [
        half * _HALF + (lane if lane < _HALF else lane - _HALF + _WHOLE)
        for half in range(2)
        for lane in lanes
    ]
    return _shuffle(build, a, b, mask)


def _lanes(build: ir.Builder, value: ir.Value, first: int, count: int) -> ir.Value:
    if count == value.type.count:
        return value
    return _shuffle(build, value, value.type.poison(), list(range(first, first + count)))


def _joined(build: ir.Builder, parts: _Row) -> ir.Value:
    joined = list(parts)
    while len(joined) > 1:
        first, second = joined[:2]
        lanes = list(range(first.type.count + second.type.count))
        if first.type != second.type:
            second = _shuffle(
                build,
                second,
                second.type.poison(),
                [*range(second.type.count), *[_ANY] * (first.type.count - second.type.count)],
            )
        joined[:2] = [_shuffle(build, first, second, lanes)]
    return joined[0]


def _shuffle(build: ir.Builder, a: ir.Value, b: ir.Value, mask: Sequence[int]) -> ir.Value:
    i32 = build.types.i32
    lanes = [i32.poison() if lane == _ANY else i32.const(lane) for lane in mask]
    return build.shuffle(a, b, i32.vector(len(lanes)).const_aggregate(lanes))

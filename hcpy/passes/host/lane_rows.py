"""Host target, after LLVM's optimiser: numbers side by side that each lane reads of a place of its own.

Of records and rows (`p[i * 16 + 3]`) LLVM's vectoriser loads each number of each work-item by itself: it
gathers them, puts them into a vector one by one, or loads all rows of five and more as one vector, of which
three to eight shuffles take each number. Here each lane loads 16 bytes of its row at once, and shuffles turn
these: four vectors of four bytes an element, or two of eight; of two or three numbers of four bytes it is 8.
Of bytes and numbers of two bytes words of four are turned, and taken apart by shifts.

Takes an optimised module; changes what a block reads between two writes. Only bytes that were read there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host.effects import WRITES, is_plain, is_pure_call
from hcpy.passes.host.lane_places import Place, place_of, pointers_of
from hcpy.passes.host.turned_blocks import LANE, rows_of, turned

_SIZES = (4, 8)  # bytes of an element
_SMALL = (1, 2)  # of whole numbers, of which words are made
_WORD = 4
_PAIR = 2
_SHORT = 4  # numbers of a row: what LLVM's shuffles, and interleaving.py's, take apart
_WIDTHS = (4, 8, 16, 32)
_GATHER, _MASKED = "llvm.masked.gather.", "llvm.masked."
_READS = (_GATHER, "llvm.masked.load.")


@dataclass(frozen=True)
class _Taken:
    """A vector whose lanes lie alike; order: of its instruction in the block."""

    vector: ir.Instruction
    places: tuple[Place, ...]  # of each lane, or one of vectors
    align: int
    order: int

    @property
    def at(self) -> int:
        return self.places[0].at

    @property
    def rows(self) -> object:
        """The same for all that lie in the same rows."""
        kind = self.vector.type
        apart = tuple(place.at - self.at for place in self.places)
        return kind.count, kind.element.width, apart, tuple(place.parts for place in self.places)


_Word = list[_Taken]  # one number, or what makes up four bytes


def load_rows(module: ir.Module) -> None:
    layout = module.layout
    for function in module.definitions:
        changed = False
        for block in list(function.blocks):
            for words in _side_by_side(block, layout):
                _turn(words)
                changed = True
        if changed:
            ir.run_passes(function, "early-cse,dce")


def _side_by_side(block: ir.Block, layout: ir.Layout) -> Iterator[list[_Word]]:
    """As many as one load of a lane has, in the order of their bytes."""
    rows: dict[object, dict[int, _Taken]] = {}
    for phase, taken in _vectors(block, layout):
        rows.setdefault((phase, taken.rows), {}).setdefault(taken.at, taken)
    for by_place in rows.values():
        size = next(iter(by_place.values())).vector.type.element.width // 8
        for run in _runs(sorted(by_place), size):
            together = max(1, _WORD // size)
            words = [run[n : n + together] for n in range(0, len(run) - together + 1, together)]
            for part in _parts(words, LANE // max(size, _WORD)):
                yield [[by_place[at] for at in word] for word in part]


def _runs(places: Sequence[int], size: int) -> Iterator[list[int]]:
    run: list[int] = []
    for at in places:
        if run and at != run[-1] + size:
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _parts(run: Sequence[list[int]], count: int) -> Iterator[Sequence[list[int]]]:
    """As many as 16 bytes have. What is left is taken with some that are there already: gathers, and vectors
    that are put together of single numbers, take longer."""
    rest = len(run) % count
    for first in range(0, len(run) - rest, count):
        yield run[first : first + count]
    if count == _PAIR or not rest or len(run) < _PAIR:
        return
    if rest == count - 1 and len(run) > count:
        yield run[-count:]
        return
    if len(run) == count - 1:
        yield run[:_PAIR]
    yield run[-_PAIR:]


# --- what a block reads ----------------------------------------------------------------------------------
def _vectors(block: ir.Block, layout: ir.Layout) -> Iterator[tuple[int, _Taken]]:
    """With how many writes come before all that a vector reads, and before it is whole."""
    phase, phases = 0, dict[ir.Value, int]()
    for order, instruction in enumerate(block.instructions()):
        opcode = instruction.opcode
        if opcode is Opcode.LOAD and is_plain(instruction):
            phases[instruction] = phase
        elif _may_write(instruction):
            phase += 1
        elif opcode is Opcode.CALL and instruction.callee_name.startswith(_GATHER):
            if (taken := _gathered(instruction, order, layout)) is not None:
                yield phase, taken
        elif opcode is Opcode.SHUFFLE_VECTOR:
            load = instruction.operand(0)
            each = _each_of(instruction, layout) if phases.get(load) == phase else None
            if each is not None:  # the first row alone is aligned as the load of all is
                align = min(_loaded_by(instruction).align, instruction.type.element.width // 8)
                yield phase, _Taken(instruction, each, align, order)
        elif opcode is Opcode.INSERT_ELEMENT:
            loads = _loads_of(instruction)
            found = {phases.get(load) for load in loads}
            if found == {phase}:
                places = tuple(place_of(load.pointer, layout) for load in loads)
                yield phase, _Taken(instruction, places, min(load.align for load in loads), order)


def _loaded_by(taken: ir.Instruction) -> ir.Instruction:
    load = taken.operand(0)
    assert isinstance(load, ir.Instruction)
    return load


def _each_of(taken: ir.Instruction, layout: ir.Layout) -> tuple[Place, ...] | None:
    """Of one wide load each so-manyth number: LLVM's vectoriser loads short rows all at once."""
    load, mask = _loaded_by(taken), taken.mask
    if not _fits(taken.type) or len(mask) * _row_of(mask) != load.type.count:
        return None
    place, size = place_of(load.pointer, layout), taken.type.element.width // 8
    return tuple(Place(place.parts, place.at + n * size) for n in mask)


def _row_of(mask: Sequence[int]) -> int:
    """How many numbers a row has, where that is more than shuffles of whole rows are good at; else 0."""
    first, step = mask[0], mask[1] - mask[0]
    is_even = list(mask) == list(range(first, first + step * len(mask), step)) if step > _SHORT else False
    return step if is_even and 0 <= first < step else 0


def _may_write(instruction: ir.Instruction) -> bool:
    """Or may end the block's run."""
    if instruction.opcode is Opcode.LOAD:
        return not is_plain(instruction)
    if instruction.opcode is not Opcode.CALL:
        return instruction.opcode in WRITES
    name = instruction.callee_name
    return not name.startswith(_READS) and (name.startswith(_MASKED) or not is_pure_call(name))


def _fits(kind: ir.Type) -> bool:
    element = kind.element
    if kind.count not in _WIDTHS or not (element.is_integer or element.is_floating):
        return False
    return element.width in [8 * size for size in (_SMALL + _SIZES if element.is_integer else _SIZES)]


def _gathered(call: ir.Instruction, order: int, layout: ir.Layout) -> _Taken | None:
    pointers, mask = call.arguments[:2]
    if not _fits(call.type) or not isinstance(mask, ir.Constant):
        return None
    if not all(isinstance(lane, ir.Integer) and lane.value == 1 for lane in mask.elements()):
        return None
    return _Taken(call, (place_of(pointers, layout),), call.argument_align(0), order)


def _loads_of(last: ir.Instruction) -> list[ir.Instruction]:
    """What a vector is put together of, lane by lane; nothing, where that is not all loads of their own."""
    kind = last.type
    if not kind.is_vector or not _fits(kind) or _goes_on(last):
        return []
    lanes: dict[int, ir.Instruction] = {}
    vector: ir.Value = last
    while isinstance(vector, ir.Instruction) and vector.opcode is Opcode.INSERT_ELEMENT:
        before, element, index = vector.operands
        is_own = (
            isinstance(element, ir.Instruction) and element.opcode is Opcode.LOAD and len(element.uses) == 1
        )
        if not is_own or not isinstance(index, ir.Integer) or (vector != last and len(vector.uses) > 1):
            return []
        if index.value in lanes:
            return []
        assert isinstance(element, ir.Instruction)
        lanes[index.value] = element
        vector = before
    if (
        not vector.is_undefined
        or len(lanes) != kind.count
        or any(load.block != last.block for load in lanes.values())
    ):
        return []
    return [lanes[n] for n in range(kind.count)]


def _goes_on(vector: ir.Instruction) -> bool:
    return any(
        isinstance(user, ir.Instruction)
        and user.opcode is Opcode.INSERT_ELEMENT
        and user.operand(0) == vector
        for user in vector.users
    )


# --- the loads -------------------------------------------------------------------------------------------
def _turn(words: Sequence[_Word]) -> None:
    """Before the first of the vectors is whole all addresses are known."""
    taken = [one for word in words for one in word]
    first = min(taken, key=lambda one: one.order)
    kind = taken[0].vector.type
    with ir.Builder.before(first.vector) as build:
        pointers = pointers_of(build, taken[0].places, kind.count)
        element = kind.element if len(words) == len(taken) else build.types.i32
        row, align = element.vector(len(words)), min(one.align for one in taken)
        lanes = [build.load(row, pointer, align=align) for pointer in pointers]
        size = element.width // 8
        wholes = turned(build, rows_of(build, lanes, size), size)
        made = [
            _part(build, whole, number, one.vector.type)
            for word, whole in zip(words, wholes, strict=True)
            for number, one in enumerate(word)
        ]
    for one, vector in zip(taken, made, strict=True):
        one.vector.replace_uses(vector)


def _part(build: ir.Builder, whole: ir.Value, number: int, kind: ir.Type) -> ir.Value:
    """Of words the number of that place."""
    if kind.element.width == whole.type.element.width:
        return whole if whole.type == kind else build.cast(Opcode.BITCAST, whole, kind)
    if number:
        by = whole.type.element.const(number * kind.element.width)
        whole = build.binary(Opcode.LSHR, whole, whole.type.const_aggregate([by] * kind.count))
    return build.cast(Opcode.TRUNC, whole, kind)

"""Computes the addresses of an unrolled loop over rows each from the one before it, on PTX.

Takes a Lowering whose module is optimised. Eight turns of a loop over the rows of a column read at eight
addresses, a row's length apart. LLVM's code generator computes each from the first one and moves that one on
by eight lengths, so that the first address and that product have registers, too; ptxas gives a kernel no more
registers than a full GPU has for it, and begins fewer loads before it waits for the first. The last address
is moved on to the next turn's first one instead: sums of columns take a fifth less time on an H200.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.core.dataclass import dataclass, field
from hcpy.ir import Opcode
from hcpy.passes.index_forms import ONE, Form, Forms, build_form, plus
from hcpy.passes.keep_strides import keep
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering

_LEAST = 4  # addresses of a chain
_COMPUTING = (
    *(Opcode.GEP, Opcode.SEXT, Opcode.ZEXT, Opcode.OR),
    *(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL),
)


@dataclass(frozen=True)
class _Loop:
    """One block; before: the block that leads to it; counter: counts from first, in steps."""

    block: ir.Block
    before: ir.Block
    counter: ir.Instruction
    first: ir.Value
    step: int


@dataclass
class _Row:
    """Addresses: where they begin, their distance, and of each how many distances and bytes it is further."""

    root: ir.Value
    first: Form
    distance: Form
    addresses: list[tuple[ir.Instruction, int, int]] = field(default_factory=list)

    def takes(self, address: ir.Instruction, form: Form) -> bool:
        further = plus(form, self.first, -1)
        product = next(product for product in self.distance if product != ONE)
        times = further.get(product, 0) // self.distance[product]
        rest = plus(further, self.distance, -times)
        if rest.keys() - {ONE}:
            return False
        self.addresses.append((address, times, rest.get(ONE, 0)))
        return True


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        for header, blocks in Loops.of(function).blocks.items():
            if len(blocks) == 1:
                for loop in list(_counted(header)):
                    rows = _rows(loop, lowering.module.layout)
                    for row in rows:
                        _chain(loop, row)
                    if rows:
                        _hide_after(loop)


def _counted(block: ir.Block) -> Iterator[_Loop]:
    """The loop by each of its counters."""
    before = [other for other in block.predecessors if other != block]
    if len(before) != 1:
        return
    for phi in block.phis:
        if not phi.type.is_integer or phi.type.width not in (32, 64):
            continue
        ways = {way: value for value, way in phi.incoming}
        step = _step(phi, ways[block])
        if step >= _LEAST:
            yield _Loop(block, before[0], phi, ways[before[0]], step)


def _step(phi: ir.Instruction, next_: ir.Value) -> int:
    if not isinstance(next_, ir.Instruction) or next_.opcode is not Opcode.ADD or not next_.nsw:
        return 0
    added = next_.operand(1)
    return added.signed if next_.operand(0) == phi and isinstance(added, ir.Integer) else 0


def _rows(loop: _Loop, layout: ir.Layout) -> list[_Row]:
    forms = Forms(loop.block, loop.counter)
    found: dict[tuple[ir.Value, frozenset[tuple[frozenset[ir.Value], int]]], list[_Row]] = {}
    accesses = (i for i in loop.block.instructions() if i.accesses_memory_by_pointer)
    for address in dict.fromkeys(access.pointer for access in accesses):
        if not isinstance(address, ir.Instruction):
            continue
        root, form = _place(address, loop, forms, layout)
        if root is None or form is None:
            continue
        counted = {product: n for product, n in form.items() if loop.counter in product}
        distance = {product - {loop.counter}: n for product, n in counted.items()}
        if not distance.keys() - {ONE}:
            continue
        first = plus(form, counted, -1)
        rows = found.setdefault((root, frozenset(distance.items())), [])
        if not any(row.takes(address, first) for row in rows):
            rows.append(_Row(root, first, distance, [(address, 0, 0)]))
    return [row for rows in found.values() for row in rows if _is_whole(row, loop)]


def _place(
    address: ir.Instruction, loop: _Loop, forms: Forms, layout: ir.Layout
) -> tuple[ir.Value | None, Form | None]:
    """What an address begins with, before the loop, and the bytes from there."""
    place: ir.Value = address
    total: Form = {}
    while isinstance(place, ir.Instruction) and place.block == loop.block:
        if place.opcode is not Opcode.GEP or len(place.operands) != 2:
            return None, None
        index = forms.of(place.operand(1))
        if index is None:
            return None, None
        total = plus(total, index, layout.size(place.source_type))
        place = place.operand(0)
    return (None, None) if place.is_constant else (place, total)


def _is_whole(row: _Row, loop: _Loop) -> bool:
    """Is there an address for each turn that one turn now stands for?"""
    turns = {times for _, times, _ in row.addresses}
    length = max(turns) - min(turns) + 1
    return len(turns) == length and length >= loop.step


def _chain(loop: _Loop, row: _Row) -> None:
    least = min(times for _, times, _ in row.addresses)
    with ir.Builder.before(loop.before.terminator) as build:
        first = plus(plus(row.first, row.distance, least), _counted_from(row, loop))
        start = build.offset(row.root, build_form(build, first))
        distance = build_form(build, row.distance)
        keep(build, distance)
    with ir.Builder.before(next(iter(loop.block.instructions()))) as build:
        place = build.phi(start.type)
    with ir.Builder.before(loop.block.first_after_phis) as build:
        distance = _hidden(build, distance)
    chain: list[ir.Value] = [place]
    for address, times, rest in row.addresses:
        _lengthen(chain, times - least, distance, address)
        with ir.Builder.before(address) as build:
            now = chain[times - least]
            now = build.offset(now, rest) if rest else now
        address.replace_uses(now)
        _erase_unused(address)
    _lengthen(chain, loop.step, distance, loop.block.terminator)
    place.add_incoming([(start, loop.before), (chain[loop.step], loop.block)])


def _hide_after(loop: _Loop) -> None:
    """The turns that are left over begin with what the loop has counted: the code generator would move their
    first addresses on in the loop."""
    after = [block for block in loop.block.successors if block != loop.block]
    if len(after) != 1 or after[0].predecessors != [loop.block]:
        return
    place = after[0].first_after_phis
    next_ = next(value for value, way in loop.counter.incoming if way == loop.block)
    later = [use for use in next_.uses if _is_later(use.user, loop.block)]
    if later:
        with ir.Builder.before(place) as build:
            counted = _hidden(build, next_)
        for use in later:
            use.set(counted)


def _is_later(user: ir.Value, block: ir.Block) -> bool:
    if not isinstance(user, ir.Instruction) or user.block == block:
        return False
    return user.opcode is not Opcode.PHI or user.block not in block.successors


def _erase_unused(value: ir.Value) -> None:
    """An address without users and what was computed for it alone: the code generator would move it on."""
    if isinstance(value, ir.Instruction) and value.opcode in _COMPUTING and not value.is_used:
        operands = value.operands
        value.erase()
        for operand in operands:
            _erase_unused(operand)


def _hidden(build: ir.Builder, number: ir.Value) -> ir.Value:
    """The number, as one of which LLVM does not know that it is the same in all turns: it would compute the
    addresses in its own way again."""
    type_ = build.types.function(number.type, [number.type])
    register = "l" if number.type.width == 64 else "r"
    return build.call(build.assembler(type_, "", f"={register},0", effects=False), [number], type_=type_)


def _counted_from(row: _Row, loop: _Loop) -> Form:
    """What the counter's first value adds."""
    if isinstance(loop.first, ir.Integer):
        return plus({}, row.distance, loop.first.signed)
    return {product | {loop.first}: n for product, n in row.distance.items()}


def _lengthen(chain: list[ir.Value], last: int, distance: ir.Value, place: ir.Instruction) -> None:
    with ir.Builder.before(place) as build:
        while len(chain) <= last:
            chain.append(build.offset(chain[-1], distance))

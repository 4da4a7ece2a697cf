"""Writes the loops that run Items for all work-items of a group; innermost is dimension 0.

Takes a writer in the kernel's entry function; every function that is called here is inlined.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass, replace
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.group_memory import ANY_TILE, Usual
from hcpy.passes.host.in_place import reads_beside
from hcpy.passes.host.items import ONE_BY_ONE, Items, in_vectors_of
from hcpy.passes.host.marks import Marks
from hcpy.passes.host.repeats import may_repeat
from hcpy.passes.host.simd.two_widths import has_wide_registers
from hcpy.passes.host.strip_sizes import is_brief
from hcpy.passes.host.tile_edges import write_question
from hcpy.passes.host.turns import Turns
from hcpy.passes.host.writer import Loop, Number, Writer, bind_ids

_Ends = tuple[Number, Number]
_OF_SHORT_ROWS: dict[str, int | None] = {"interleave.count": 1}
_VECTORS = (8, 4)
_PAIR = 2
_MOST_STRIPS = 4  # of a row, that are written one by one
_SHORT_ROW = 32  # work-items; of longer ones the ends take little


@dataclass(frozen=True)
class Group:
    """What is known of the work-group at hand, per dimension 64 bits wide."""

    context: launch.Context  # without the ids of work-items
    count: Sequence[ir.Value]  # work-items of this group
    origin: Sequence[ir.Value]  # global id of its first one


@dataclass(frozen=True)
class _Row:
    y: ir.Value
    z: ir.Value
    base: ir.Value  # number of its first work-item


def write_loops(
    w: Writer,
    items: Items,
    group: Group,
    marks: Marks,
    arguments: Sequence[ir.Value],
    usual: Usual = ANY_TILE,
) -> None:
    """arguments: those of the function after the context.

    Of short rows of any length, the ends of LLVM's vector loops take as long as the work. Those that are as
    long as usual are written a second time: they have none. Nor have short lines loops over the other
    dimensions there, which take as long as a row of 16.
    """
    if items.wide is not None:
        _write_either(w, items, items.wide, group, marks, arguments, usual)
        return
    clear = _is_clear(w, items, group, arguments) if items.asks_tile else None
    plain = items if clear is None else _without_strips(items)
    is_usual = None
    if usual.row and (_is_for_whole_rows(plain) or _is_few_strips(plain, usual.row)):
        is_usual = _is_as_usual(w, group, usual)
        is_free = plain.is_parallel and plain.hints != ONE_BY_ONE and not plain.strips
        if is_free and reads_beside(w.module.layout, plain.function, usual.row):
            plain = replace(plain, hints=in_vectors_of(usual.row))
    if _is_for_parts(plain, usual.row):
        plain = replace(plain, in_parts=True)
    if is_usual is None and clear is None:
        _Loops(w, plain, group, marks, arguments).write()
        return
    as_usual, other, done = (w.new_block(f"hc.{name}") for name in ("usual", "unusual", "rows.done"))
    conditions = [condition for condition in (is_usual, clear) if condition is not None]
    first, last = conditions[0], conditions[-1]
    w.build.branch_if(first if first == last else w.build.binary(Opcode.AND, first, last), as_usual, other)
    w.start(as_usual)
    rows = group if is_usual is None else _as_usual(w, group, usual)
    _Loops(w, plain, rows if clear is None else _off_the_edges(w, rows), marks, arguments).write()
    w.jump(done)
    w.start(other)
    _Loops(w, items, group, marks, arguments).write()
    w.jump(done)
    w.start(done)


def _write_either(
    w: Writer,
    items: Items,
    wide: Items,
    group: Group,
    marks: Marks,
    arguments: Sequence[ir.Value],
    usual: Usual,
) -> None:
    """What is for processors with AVX-512, and what is for others."""
    then, other, done = (w.new_block(f"hc.{name}") for name in ("wide", "narrow", "wide.done"))
    w.build.branch_if(has_wide_registers(w), then, other)
    for block, chosen in ((then, wide), (other, replace(items, wide=None))):
        w.start(block)
        write_loops(w, chosen, group, marks, arguments, usual)
        w.jump(done)
    w.start(done)


def _is_clear(w: Writer, items: Items, group: Group, arguments: Sequence[ir.Value]) -> ir.Value | None:
    """Is all of the group off the edges that a work-item asks for?"""
    return write_question(w, items.function, group.context, group.count, group.origin, arguments)


def _off_the_edges(w: Writer, group: Group) -> Group:
    return replace(group, context={**group.context, launch.CLEAR: w.number(1)})


def _without_strips(items: Items) -> Items:
    return replace(items, strips={}, tails=(), rows=1, hints=_OF_SHORT_ROWS, rows_are_strips=True)


def _is_for_whole_rows(items: Items) -> bool:
    """Are rows run from end to end by little code, or left out?"""
    if items.strips or (items.bounds is not None and items.bounds.same_for_rows):
        return False
    return is_brief(items.function)


def _is_few_strips(items: Items, length: int) -> bool:
    """Is a row of that length few strips with masks? Written one by one, their ids along the row are numbers,
    and so are the masks that ask about them."""
    if not items.has_masks or items.bounds is not None or not is_brief(items.function):
        return False
    return length in range(items.width, _MOST_STRIPS * items.width + 1, items.width)


def _is_for_parts(items: Items, usual: int) -> bool:
    """Are parts of short rows run by little code, of which LLVM's vectoriser need not ask anything?"""
    if not 0 < usual <= _SHORT_ROW or items.bounds is None or items.strips or items.hints == ONE_BY_ONE:
        return False
    return items.in_tiles and items.is_parallel and items.bounds.part is None and is_brief(items.function)


def _is_as_usual(w: Writer, group: Group, usual: Usual) -> ir.Value:
    row, *others = (w.is_equal(group.count[d], length, "hc.is_usual") for d, length in usual.dimensions())
    for other in others:
        row = w.build.binary(Opcode.AND, row, other, "hc.is_line")
    return row


def _as_usual(w: Writer, group: Group, usual: Usual) -> Group:
    context, count = dict(group.context), list(group.count)
    for d, length in usual.dimensions():
        count[d] = context[f"size{d}.w"] = w.number(length)
        context[f"size{d}"] = w.narrow(length)
    return replace(group, context=context, count=count)


def _vectors_of(first: int, behind: int, *, repeats: bool) -> list[tuple[int, int, int]]:
    """From where to where in vectors of how many. Where work-items may be run twice the last one overlaps the
    one before it: LLVM makes two work-items one by one take as long as two vectors."""
    widest = next(width for width in _VECTORS if width <= behind - first)
    rest = (behind - first) % widest
    if repeats and rest not in (0, *_VECTORS):
        return [(first, behind - rest, widest), (behind - widest, behind, widest)]
    found: list[tuple[int, int, int]] = []
    for width in (*_VECTORS, _PAIR, 1):
        end = behind - (behind - first) % width
        if first < end:
            found.append((first, end, width))
        first = end
    return found


class _Loops:
    def __init__(
        self, w: Writer, items: Items, group: Group, marks: Marks, arguments: Sequence[ir.Value]
    ) -> None:
        self.w, self.items, self.group, self.marks, self.arguments = w, items, group, marks, arguments
        self._used: dict[ir.Function, frozenset[str]] = {}

    def write(self) -> None:
        w, count = self.w, self.group.count
        rows, slabs, is_part = self._rows_with_work()
        z = Loop(w, *slabs, 1, "z", guarded=is_part)
        slab = w.mul(z.index, count[1], "hc.slab")
        if self.items.rows > 1 and self.items.strips:
            done = self._rows(z.index, slab, rows, self.items.rows, guarded=True)
            self._rows(z.index, slab, (done, rows[1]), 1, guarded=True)
        else:
            self._rows(z.index, slab, rows, 1, guarded=is_part)
        z.close()

    def _rows_with_work(self) -> tuple[_Ends, _Ends, bool]:
        """From where to where along dimensions 1 and 2; may that be less than all of them?"""
        w, count, bounds = self.w, self.group.count, self.items.bounds
        if bounds is None or bounds.rows is None:
            return (0, count[1]), (0, count[2]), False
        zero = w.number(0)
        first, behind, low, high = self._numbers(bounds.rows, _Row(zero, zero, zero), 4)
        return (first, behind), (low, high), True

    def _rows(self, z: ir.Value, slab: ir.Value, ends: _Ends, step: int, *, guarded: bool) -> ir.Value:
        w, count = self.w, self.group.count
        y = Loop(w, *ends, step, "y", guarded=guarded)
        first = w.add(slab, y.index, "hc.row")
        row = _Row(y.index, z, w.mul(first, count[0], "hc.base"))
        if self.items.strips:
            self._strip_row(row, step)
        else:
            self._plain_row(row)
        y.close()
        return y.limit

    def _plain_row(self, row: _Row) -> None:
        w = self.w
        if self.items.bounds is not None and self.items.bounds.has_step:
            first, behind, step = self._numbers(self.items.bounds.function, row, 3)
            self._stretch(first, behind, row, guarded=True, step=step)
            return
        low, high = self._range(row)
        if self.items.turns is not None:
            self._in_turns(low, high, row, self.items.turns)
            return
        if self.items.inside is None:
            bounds = self.items.bounds
            if self.items.in_parts:
                self._in_vectors(low, high, row)
                return
            if self.items.in_tiles and bounds is not None and bounds.part is not None:
                low = self._part(low, high, bounds.part, row)
            self._stretch(low, high, row, guarded=bounds is not None)
            return
        begin, end = self._pair(self.items.inside, row)
        begin = w.intrinsic("smin", w.intrinsic("smax", begin, low), high)
        end = w.intrinsic("smax", w.intrinsic("smin", end, high), begin)
        if self.items.free is not None:
            self._in_strips(self.items.free, begin, end, row, 1)
        else:
            self._stretch(begin, end, row, guarded=True, clear=1)
        side = Loop(w, 0, 2, 1, "side", guarded=False)
        is_left = w.is_equal(side.index, 0, "hc.left")
        self._stretch(w.choose(is_left, low, end), w.choose(is_left, begin, high), row, guarded=True)
        self.marks.work_item_loop(side.close(), {"unroll.disable": None}, is_parallel=False)

    def _stretch(
        self, low: Number, high: Number, row: _Row, *, guarded: bool, clear: int = 0, step: Number = 1
    ) -> None:
        x = Loop(self.w, low, high, step, "x", guarded=guarded)
        self._call(self.items.function, x.index, row, clear)
        self.marks.work_item_loop(x.close(), self.items.hints, is_parallel=self.items.is_parallel)

    def _in_turns(self, low: Number, high: Number, row: _Row, turns: Turns) -> None:
        """From the first multiple of a global id to the last one; what lies before and after them alone."""
        w, count, origin = self.w, turns.count, self.group.origin[0]
        begin = w.divide(w.add(w.add(origin, low), count - 1), count, "hc.begin")
        end = w.intrinsic("umax", w.divide(w.add(origin, high), count), begin, "hc.end")
        first, behind = (w.build.sub(w.mul(at, count), origin, "hc.at") for at in (begin, end))
        self._stretch(low, w.intrinsic("umin", first, high), row, guarded=True)
        x = Loop(w, begin, end, 1, "turn", guarded=True)
        self._call(turns.function, x.index, row)
        self.marks.work_item_loop(x.close(), self.items.hints, is_parallel=self.items.is_parallel)
        self._stretch(behind, high, row, guarded=True)

    def _part(self, low: Number, high: Number, part: tuple[int, int], row: _Row) -> Number:
        """Writes the part of a tile's row that mostly has work as code without ends: as many vectors as it
        takes. Gives where what is left begins."""
        w, (first, behind) = self.w, part
        is_usual = w.build.binary(Opcode.AND, w.is_equal(low, first), w.is_equal(high, behind), "hc.is_part")
        usual, before, after = w.new_block("hc.part"), w.here, w.new_block("hc.other")
        w.build.branch_if(is_usual, usual, after)
        w.start(usual)
        repeats = may_repeat(self.items.function, self.arguments, self.group.context[launch.SCRATCH])
        for begin, end, width in _vectors_of(first, behind, repeats=repeats):
            x = Loop(w, begin, end, 1, "x", guarded=False)
            self._call(self.items.function, x.index, row)
            self.marks.work_item_loop(x.close(), in_vectors_of(width), is_parallel=self.items.is_parallel)
        usual = w.here
        w.jump(after)
        w.start(after)
        return w.build.phi(w.i64, [(w.number(low), before), (w.number(behind), usual)], "hc.low")

    def _in_vectors(self, low: Number, high: Number, row: _Row) -> None:
        """As many of the longest as there are, then of the next ones, then one by one."""
        w = self.w
        for width in _VECTORS:
            x = Loop(w, low, high, width, "x", guarded=True)
            lane = Loop(w, 0, width, 1, "lane", guarded=False)
            self._call(self.items.function, w.add(x.index, lane.index, "hc.x"), row)
            self.marks.work_item_loop(lane.close(), in_vectors_of(width), is_parallel=True)
            x.close()
            low = x.limit
        rest = Loop(w, low, high, 1, "x", guarded=True)
        self._call(self.items.function, rest.index, row)
        self.marks.work_item_loop(rest.close(), ONE_BY_ONE, is_parallel=False)

    def _strip_row(self, row: _Row, step: int) -> None:
        count = self.group.count[0]
        if isinstance(count, ir.Integer) and _is_few_strips(self.items, count.value):
            for x in range(0, count.value, self.items.width):
                self._call(self.items.strips[step], self.w.number(x), row)
            return
        low, high = self._range(row)
        self._in_strips(self.items, low, high, row, step)

    def _in_strips(self, items: Items, low: Number, high: Number, row: _Row, step: int) -> None:
        w = self.w
        x = Loop(w, low, high, items.width, "x", guarded=True)
        self._call(items.strips[step], x.index, row)
        x.close()
        done = x.limit
        for width, function in items.tails:
            x = Loop(w, done, high, width, "x", guarded=True)
            self._call(function, x.index, row)
            x.close()
            done = x.limit
        rest = Loop(w, done, high, 1, "x", guarded=True)
        for r in range(step):
            y = w.add(row.y, r, "hc.y")
            skipped = w.mul(self.group.count[0], r, "hc.skipped")
            self._call(items.function, rest.index, _Row(y, row.z, w.add(row.base, skipped, "hc.base")))
        rest.close()

    def _range(self, row: _Row) -> tuple[Number, Number]:
        """The part of a row that has work."""
        bounds = self.items.bounds
        return (0, self.group.count[0]) if bounds is None else self._pair(bounds.function, row)

    def _pair(self, function: ir.Function, row: _Row) -> tuple[ir.Value, ir.Value]:
        low, high = self._numbers(function, row, 2)
        return low, high

    def _numbers(self, function: ir.Function, row: _Row, count: int) -> list[ir.Value]:
        """What a function of a row's first work-item says of the row, or one of a group's of its rows."""
        w = self.w
        context = bind_ids(
            w, self._used_by(function), self.group.context, [0, row.y, row.z], self.group.origin, row.base
        )
        both = w.build.call(function, [*context, *self.arguments], "hc.range")
        return [w.build.extract_value(both, n, "hc.end") for n in range(count)]

    def _call(self, function: ir.Function, x: ir.Value, row: _Row, clear: int = 0) -> None:
        w = self.w
        item = w.add(row.base, x, "hc.item")
        used, lane = self._used_by(function), x if self.items.rows_are_strips else 0
        context = bind_ids(w, used, self._clear(clear), [x, row.y, row.z], self.group.origin, item, lane)
        w.build.call(function, [*context, *self.arguments])

    def _clear(self, clear: int) -> launch.Context:
        return {**self.group.context, launch.CLEAR: self.w.number(clear)} if clear else self.group.context

    def _used_by(self, function: ir.Function) -> frozenset[str]:
        if function not in self._used:
            self._used[function] = launch.used_by(function)
        return self._used[function]

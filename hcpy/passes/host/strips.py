"""How the function of one work-item is run for all work-items of a group: row by row, or in strips.

Takes such a function; gives Items: what the loops over the group call. A function with uniform loops
(n-body's over all bodies) is run in strips: its loops stay outside of a loop over the W work-items of a
strip (and over R rows of strips), which LLVM vectorises whole; what the work-items keep lives in registers.

Where work-items go different ways LLVM would not vectorise that loop: such a function is made one of W
work-items with masks instead (simd/).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass, replace
from hcpy.passes.host import launch
from hcpy.passes.host.accesses import mark_accesses
from hcpy.passes.host.bounds import write_bounds
from hcpy.passes.host.cfg import natural_loops
from hcpy.passes.host.clamps import add_edges, all_clear, has_clamps, settle_edges
from hcpy.passes.host.code import Code, Node, read
from hcpy.passes.host.divide import divide
from hcpy.passes.host.errors import NotPossible
from hcpy.passes.host.free_rows import some_enter, without_edges
from hcpy.passes.host.inside import write_inside
from hcpy.passes.host.items import ONE_BY_ONE, Items, in_vectors_of
from hcpy.passes.host.launch import CLEAR, ITEM, LANE
from hcpy.passes.host.lone_chains import has_lone_chain
from hcpy.passes.host.marks import Marks
from hcpy.passes.host.narrow import Questions, narrow
from hcpy.passes.host.order import order_matters
from hcpy.passes.host.outline import Key, Outline, name_of
from hcpy.passes.host.own_arrays import find_own_arrays, order_matters_in_slots
from hcpy.passes.host.records import writes_records
from hcpy.passes.host.region_code import RegionCode, Style, slot_type, write_regions
from hcpy.passes.host.row_hints import hints_of_row
from hcpy.passes.host.row_walks import walks_rows
from hcpy.passes.host.simd.masks import vectorise
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.structure import Structure
from hcpy.passes.host.simd.wishes import (
    EDGES,
    LONG_STRIPS,
    MULTIPLES,
    NO_WISHES,
    RECORDS,
    ROW_IDS,
    ROW_RANGES,
    ROW_WALKS,
    SOME_LOOPS,
    TURNS,
    WHOLE_LOOPS,
    Wishes,
)
from hcpy.passes.host.skeleton import Surroundings, declare_shared, write_skeleton
from hcpy.passes.host.strip_sizes import WIDE_STRIP, has_short_rows, is_light
from hcpy.passes.host.tile_edges import asks_strips, asks_tile
from hcpy.passes.host.turns import Turns, find_turns
from hcpy.passes.host.uniformity import analyse
from hcpy.passes.host.writer import Loop, Writer, bind_ids

FLAT_STRIP = 16  # work-items of a strip where groups are long rows
LONG_STRIP = 32  # where no loop is inside, and strips are there for what is asked of them alone
WIDEST_STRIP = 64  # where a round does nothing but wait for its own operations
TAIL, LONG_TAIL = 4, 8  # of what is left of a row that is no whole number of strips
TILE_STRIP = 8  # of tiles, which may be narrow
TILE_ROWS = ((60, 8), (120, 4), (240, 2))  # rows of strips that are run together, by the code's instructions
_SLOT_ALIGN = 64
_OF_TURNS = "left to loops over work-items: they take turns"


def _rows_of(code: Code) -> int:
    """Rows of a tile's strips that are run together: as many as keeps the code small."""
    count = sum(len(block.ops) for block in code.blocks)
    return next((rows for limit, rows in TILE_ROWS if count <= limit), 1)


def make_items(
    module: ir.Module,
    marks: Marks,
    function: ir.Function,
    *,
    is_flat: bool,
    wishes: Wishes = NO_WISHES,
    has_edges: bool = False,
) -> Items:
    """Changes the function: questions that became bounds are gone, accesses are marked.

    has_edges: are rows long enough for a stretch of its own off their edges? Those between barriers are not.
    """
    code = read(function)
    width, rows = (FLAT_STRIP, 1) if is_flat else (TILE_STRIP, _rows_of(code))
    is_parallel = not order_matters(code, module.layout)
    questions = _narrow(code, rows if natural_loops(code) else 1, wishes, in_tiles=not is_flat)
    mark_accesses(code, marks)
    bounds = None if questions is None else write_bounds(module, code, questions)
    alone = Items(function, bounds, width, 1, {}, ONE_BY_ONE, is_parallel, "")
    if bounds is not None and bounds.has_step:
        return replace(alone, remark="left to loops over work-items: few of them have work")
    takes_records = is_flat and wishes.takes(RECORDS)
    if takes_records and writes_records(module.layout, function):
        remark = "left to loops over work-items: each writes numbers that lie side by side"
        return replace(alone, is_parallel=False, remark=remark, is_record=True)
    if has_edges and (turns := _turns(module, code, wishes)) is not None:
        return replace(alone, hints={}, remark=_OF_TURNS, turns=turns)
    asks_edges = has_edges and wishes.takes(EDGES)
    if asks_edges and add_edges(function, has_loops=bool(natural_loops(code))):
        code = read(function)
    hints = hints_of_row(module, code, rows, wishes, in_tiles=not has_edges)
    plain = Items(function, bounds, width, rows, {}, hints, is_parallel, "", in_tiles=not is_flat)
    if questions is not None:
        outline = _outline(module, code, rows, wishes)
    else:
        code, plain, outline = _outlined(module, code, plain, wishes)
    facts = {"is_flat": is_flat, "asks_edges": asks_edges, "is_part": not has_edges}
    items = _in_vectors(module, marks, code, plain, outline, wishes, **facts)
    if has_edges or items.asks_tile or not wishes.takes(EDGES):
        return items
    return replace(items, asks_tile=asks_tile(function, has_loops=bool(natural_loops(code))))


def _turns(module: ir.Module, code: Code, wishes: Wishes) -> Turns | None:
    takes = wishes.takes(TURNS) and not natural_loops(code)
    return find_turns(module, code.function) if takes else None


def _narrow(code: Code, rows: int, wishes: Wishes, *, in_tiles: bool) -> Questions | None:
    """Questions about multiples of ids are bounds and steps, too, those about a tile's rows choose them."""
    ranges = in_tiles and wishes.takes(ROW_RANGES)
    return narrow(code, rows, scales=wishes.takes(MULTIPLES), chooses_rows=ranges)


def _outlined(
    module: ir.Module, code: Code, plain: Items, wishes: Wishes
) -> tuple[Code, Items, Outline | None]:
    """Of code without questions: conditions that differ from row to row are taken one row at a time."""
    outline = _outline(module, code, plain.rows, wishes)
    if outline is not None or plain.rows == 1:
        return code, plain, outline
    code = read(plain.function)
    questions = _narrow(code, 1, wishes, in_tiles=plain.in_tiles)
    bounds = None if questions is None else write_bounds(module, code, questions)
    return code, replace(plain, rows=1, bounds=bounds), _outline(module, code, 1, wishes)


def _in_vectors(
    module: ir.Module,
    marks: Marks,
    code: Code,
    plain: Items,
    outline: Outline | None,
    wishes: Wishes,
    *,
    is_flat: bool,
    asks_edges: bool,
    is_part: bool,
) -> Items:
    function = plain.function
    weighs = outline is None and SOME_LOOPS not in wishes.without
    lost = weighs and some_enter(module, code, asks_edges=asks_edges)
    masked = vectorise(module, code, wishes, is_flat=is_flat, loops_are_lost=lost)
    wide = None
    if masked.function is not None:
        strips = {1: masked.function}
        wide = replace(plain, width=masked.width, rows=1, strips=strips, hints={}, remark=masked.remark)
        wide = replace(wide, has_masks=not is_flat and not natural_loops(code))
    if wide is not None and not masked.is_for_wide:
        return wide
    inside = write_inside(module, function) if asks_edges and outline is None else None
    free = None if inside is None else _free(module, marks, plain, wishes, is_flat=is_flat)
    plain = replace(plain, remark=masked.remark, inside=inside, free=free, wide=wide)
    if outline is not None and not (masked.alone and WHOLE_LOOPS not in wishes.without):
        light = is_flat and LONG_STRIPS not in wishes.without and is_light(module, code, outline)
        short = plain.rows == 1 and has_short_rows(code, is_flat=is_flat)
        style = _style(module, marks, outline, wishes)
        return _with_strips(plain, outline, style, is_light=light, is_short=short, asks_edges=asks_edges)
    if inside is None and CLEAR in launch.used_by(function) and has_clamps(function):
        short = has_short_rows(code, is_flat=is_flat)
        tails = _tails_of_part(plain) if is_part else [LONG_TAIL] if short else []
        return _with_long_strips(plain, module, marks, code, tails, is_flat=is_flat)
    return plain


def _free(module: ir.Module, marks: Marks, plain: Items, wishes: Wishes, *, is_flat: bool) -> Items | None:
    """Of loops that only work-items off the edges enter: none of LLVM's vectoriser's."""
    if not natural_loops(read(plain.function)):
        return None
    function = without_edges(module, plain.function)
    code = read(function)
    outline = _outline(module, code, 1, wishes)
    if outline is None:
        function.erase()
        return None
    light = is_flat and LONG_STRIPS not in wishes.without and is_light(module, code, outline)
    style = _style(module, marks, outline, wishes)
    items = replace(plain, function=function, bounds=None, rows=1, remark="")
    return _with_strips(items, outline, style, is_light=light, is_short=True, asks_edges=False)


def _style(module: ir.Module, marks: Marks, outline: Outline, wishes: Wishes) -> Style:
    name = f"{outline.facts.cut.uniformity.code.function.name}.l"
    arrays = find_own_arrays(outline, module.layout, wishes)
    return Style(module, marks, name, LANE, marks_all=True, arrays=arrays)


def _with_strips(
    plain: Items, outline: Outline, style: Style, *, is_light: bool, is_short: bool, asks_edges: bool
) -> Items:
    """is_short: rows may end soon after a strip."""
    width = plain.width
    if is_light:
        width = WIDEST_STRIP if has_lone_chain(outline.facts.cut.uniformity) else WIDE_STRIP
    shorter = [LONG_TAIL] if is_light else [TAIL] if is_short else []
    style = replace(style, arrays=replace(style.arrays, items=plain.rows * width))
    codes = write_regions(outline, style)
    for part in codes:
        if part.function is not None and asks_edges:
            settle_edges(part.function)
    is_parallel = plain.is_parallel and not order_matters_in_slots(outline, style.module.layout, style.arrays)
    writer = _StripWriter(outline, style, codes, width, is_parallel)
    strips = {r: writer.write(r) for r in dict.fromkeys((plain.rows, 1))}
    tails = [(w, _StripWriter(outline, style, codes, w, is_parallel).write(1)) for w in shorter]
    return replace(plain, width=width, strips=strips, tails=tails)


def _with_long_strips(
    plain: Items, module: ir.Module, marks: Marks, code: Code, shorter: Sequence[int], *, is_flat: bool
) -> Items:
    def strip_of(width: int) -> ir.Function:
        return _write_long_strip(module, marks, code, _Form(width, 1, {}, plain.is_parallel))

    width = LONG_STRIP if is_flat else plain.width
    tails = [(w, strip_of(w)) for w in shorter if w < width]
    asks = not is_flat and asks_strips(plain.function, has_loops=bool(natural_loops(code)))
    return replace(plain, width=width, rows=1, strips={1: strip_of(width)}, tails=tails, asks_tile=asks)


def _tails_of_part(plain: Items) -> Sequence[int]:
    """Of a tile's rows, which are whole where all work-items have work."""
    return [LONG_TAIL, TAIL] if plain.bounds is not None else []


@dataclass(frozen=True)
class _Form:
    """How the work-items of a strip are run: loop by loop."""

    width: int
    rows: int
    hints: Mapping[str, int | None]
    is_parallel: bool


def _write_long_strip(module: ir.Module, marks: Marks, code: Code, form: _Form) -> ir.Function:
    """All that a function of one work-item does, for a strip of them."""
    extra = [(i.type, i.name) for i in code.inputs if not i.context]
    name = f"{code.function.name}.s1x{form.width}"
    function = launch.define(module, name, module.types.void, extra)
    with Writer(module, function) as w:
        w.start(w.new_block("hc.strip"))
        further = function.arguments[len(launch.NAMES) :]
        _Lanes(w, marks, launch.context_of(function), code.function, further, form).write()
        w.build.ret()
    return function


def _outline(module: ir.Module, code: Code, rows: int, wishes: Wishes) -> Outline | None:
    """The function cut at its uniform loops; None where there are none, or strips would lose by them."""
    differs = launch.DIVERGENT if ROW_IDS in wishes.without else launch.OF_STRIPS[rows > 1]
    uniformity = analyse(code, differs)
    if all(header in uniformity.under for header in natural_loops(code)):
        return None
    try:
        outline = divide(uniformity, join_loops=False)
        for slot in outline.slots:
            slot_type(module, slot)
    except NotPossible:
        return None
    if ROW_WALKS not in wishes.without:
        own = find_own_arrays(outline, module.layout, wishes).accesses
        if walks_rows(code, Shapes(module, code, Structure(code)), own):
            return None
    return outline


class _StripWriter:
    """Writes functions that run the work-items of strips."""

    def __init__(
        self, outline: Outline, style: Style, codes: Sequence[RegionCode], width: int, is_parallel: bool
    ) -> None:
        self.outline, self.style, self.codes, self.width = outline, style, codes, width
        self.is_parallel = is_parallel
        self.code = outline.facts.cut.uniformity.code

    def write(self, rows: int) -> ir.Function:
        style = self.style
        extra = [(i.type, i.name) for i in self.code.inputs if not i.context]
        name = f"{self.code.function.name}.s{rows}x{self.width}"
        function = launch.define(style.module, name, style.module.types.void, extra)
        context = launch.context_of(function)
        with Writer(style.module, function) as w:
            w.start(w.new_block("hc.strip"))
            slots = {
                key: w.build.alloca(self._memory(key, rows), f"slot.{name_of(key)}", _SLOT_ALIGN)
                for key in self.outline.slots
            }
            shared = declare_shared(self.outline, w)
            bound = self.code.bind_inputs(function.arguments)
            further: dict[Node, ir.Value] = {n: value for n, value in bound.items() if not n.context}

            def lanes(code: RegionCode, arguments: Sequence[ir.Value]) -> None:
                self._lanes(w, context, code, arguments, rows)

            around = Surroundings(context, further, slots, shared)
            write_skeleton(self.outline, self.codes, w, around, style, lanes)
            w.build.ret()
        return function

    def _memory(self, slot: Key, rows: int) -> ir.Type:
        module = self.style.module
        side_by_side = self.style.arrays.memory(module.layout, slot)
        return side_by_side or slot_type(module, slot).array(rows * self.width)

    def _lanes(
        self,
        w: Writer,
        context: launch.Context,
        code: RegionCode,
        arguments: Sequence[ir.Value],
        rows: int,
    ) -> None:
        assert code.function is not None
        form = _Form(self.width, rows, in_vectors_of(self.width), self.is_parallel)
        _Lanes(w, self.style.marks, context, code.function, arguments, form).write()


class _Lanes:
    """Writes the loop over the work-items of a strip, twice where the function has clamps."""

    def __init__(
        self,
        w: Writer,
        marks: Marks,
        context: launch.Context,
        function: ir.Function,
        arguments: Sequence[ir.Value],
        form: _Form,
    ) -> None:
        self.w, self.marks, self.context, self.function = w, marks, context, function
        self.arguments, self.form = arguments, form
        self.used = launch.used_by(function)

    def write(self) -> None:
        w, last = self.w, self.form.width - 1
        clear = None
        if CLEAR in self.used:
            origins = self._origins()
            ends = [
                self._given(self.context, w.number(n), row, origins)
                for n in (0, last)
                for row in range(self.form.rows)
            ]
            clear = all_clear(w.build, self.function, ends)
        if clear is None:
            self._loop(self.context)
            return
        free, clamped, done = (w.new_block(f"hc.{name}") for name in ("free", "clamped", "strip.done"))
        w.build.branch_if(clear, free, clamped)
        for block, value in ((free, 1), (clamped, 0)):
            w.start(block)
            self._loop({**self.context, CLEAR: w.number(value)})
            w.jump(done)
        w.start(done)

    def _loop(self, context: launch.Context) -> None:
        w, form = self.w, self.form
        lane = Loop(w, 0, form.width, 1, "lane", guarded=False)
        origins = self._origins()
        for row in range(form.rows):
            w.build.call(self.function, self._given(context, lane.index, row, origins))
        self.marks.work_item_loop(lane.close(), form.hints, is_parallel=form.is_parallel)

    def _origins(self) -> list[ir.Value]:
        around = self.context
        return [self.w.sub(around[f"global{d}.w"], around[f"local{d}.w"], "hc.o") for d in range(3)]

    def _given(
        self, context: launch.Context, lane: ir.Value, row: int, origins: Sequence[ir.Value]
    ) -> list[ir.Value]:
        """The arguments for one work-item."""
        w = self.w
        x = w.add(context["local0.w"], lane, "hc.x")
        y = w.add(context["local1.w"], row, "hc.y")
        skipped = w.mul(context["size0.w"], row, "hc.i")
        first = w.add(context[ITEM], skipped, "hc.i")
        item = w.add(first, lane, "hc.item")
        place = w.add(lane, row * self.form.width, "hc.place")
        ids = bind_ids(w, self.used, context, [x, y, context["local2.w"]], origins, item, place)
        return [*ids, *self.arguments]

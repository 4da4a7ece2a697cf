"""Windows that a tile goes through by the numbers of work-items: `for (k = ly * 16 + lx; k < 324; k += 256)`.

Takes a kernel's function; gives such a loop, which takes its number apart (`s[k / 18][k % 18]`), as one over
the window's rows and columns, `for (y = ly; y < 18; y += 16) for (x = lx; x < 18; x += 16)`: work-items side
by side then are side by side in the window (rounds.py). The loops together go through the same numbers, and
each work-item through others, so that

- no round may see what another one does: what is stored is tile_static memory, at other places in each round,
  which the loop does not load,
- a round may not tell which work-item runs it,
- all work-items meet before (rounds.py) and after,
- tiles must have the rows that the number is made of; that is asked in the launch, and others have the loop.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.ir.content import steps as steps_of
from hcpy.passes.host import launch
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.host.copied_code import copy_blocks
from hcpy.passes.host.effects import PURE, is_plain, is_pure_call
from hcpy.passes.host.prepare import TILE_STATIC
from hcpy.passes.host.rounds import LOCAL, UNIFORM, Loop, dimension_of, find_loop, is_uniform

_LEAST = 8  # columns: rows of a window that are shorter are no rows for strips
_MOST_BLOCKS, _MOST_CODE = 8, 80
_QUOTIENTS = frozenset((Opcode.SDIV, Opcode.UDIV))
_RESTS = frozenset((Opcode.SREM, Opcode.UREM))


@dataclass(frozen=True)
class _Window:
    loop: Loop
    blocks: list[ir.Block]  # in the function's order
    high: int  # rows of a tile
    wide: int
    rows: int
    columns: int

    def is_part(self, op: ir.Instruction, kinds: frozenset[Opcode]) -> bool:
        """A quotient or rest of the loop's number by the columns."""
        if op.opcode not in kinds or op.operand(0) != self.loop.steps.phi:
            return False
        by = op.operand(1)
        return isinstance(by, ir.Integer) and by.signed == self.columns


def split_windows(module: ir.Module, function: ir.Function) -> bool:
    """Whether there was such a loop."""
    graph = {block: block.successors for block in function.blocks}
    found = []
    loops = loops_of(graph, function.entry)
    for header, blocks in loops.items():
        if any(at != header and (header in other or at in blocks) for at, other in loops.items()):
            continue
        loop = find_loop(function, header, blocks, graph)
        window = _window(loop, [block for block in graph if block in blocks]) if loop is not None else None
        if window is not None and _is_free(module.layout, window):
            found.append(window)
    for window in found:
        _rewrite(module, function, window)
    return bool(found)


# --- which -------------------------------------------------------------------------------------------
def _window(loop: Loop, blocks: list[ir.Block]) -> _Window | None:
    steps, wide = loop.steps, _row_of(loop.steps.id)
    if steps.offset is not None or not isinstance(steps.limit, ir.Integer):
        return None
    if not isinstance(steps.stride, ir.Integer) or wide < _LEAST or steps.stride.signed % wide:
        return None
    for user in steps.phi.users:
        by = (
            user.operand(1)
            if isinstance(user, ir.Instruction) and user.opcode in _QUOTIENTS | _RESTS
            else None
        )
        if isinstance(by, ir.Integer) and user.operand(0) == steps.phi:
            columns = by.signed
            if columns < wide or steps.limit.signed % columns:
                return None
            high, rows = steps.stride.signed // wide, steps.limit.signed // columns
            return _Window(loop, blocks, high, wide, rows, columns)
    return None


def _row_of(number: ir.Instruction) -> int:
    """The length of a tile's row in the number of a work-item in its tile, or 0."""
    if number.opcode is not Opcode.ADD:
        return 0
    for first, second in (number.operands, reversed(number.operands)):
        if not isinstance(first, ir.Instruction) or not isinstance(second, ir.Instruction):
            return 0
        above = second.operand(0) if second.opcode in (Opcode.SHL, Opcode.MUL) else None
        if dimension_of(first, (LOCAL,)) != 0 or not isinstance(above, ir.Instruction):
            continue
        by = second.operand(1)
        if dimension_of(above, (LOCAL,)) == 1 and isinstance(by, ir.Integer):
            return by.signed if second.opcode is Opcode.MUL else 1 << by.value
    return 0


def _is_free(layout: ir.Layout, window: _Window) -> bool:
    """May the rounds be any work-items', in any order?"""
    code = [op for block in window.blocks for op in block.instructions()]
    if len(window.blocks) > _MOST_BLOCKS or len(code) > _MOST_CODE:
        return False
    inside = set(window.blocks)
    stored: set[ir.Value] = set()
    for op in code:
        if op.opcode is Opcode.STORE:
            array = ir.base_of(op.pointer)
            if not _is_tile_static(array) or array in stored or not _is_apart(layout, window, op):
                return False
            stored.add(array)
        elif not (op.is_terminator or op.opcode is Opcode.PHI or op.opcode is Opcode.LOAD or _is_pure(op)):
            return False
        given = op.operands if op != window.loop.steps.phi else ()
        if any(isinstance(v, ir.Instruction) and v.block not in inside and not is_uniform(v) for v in given):
            return False
    return bool(stored) and all(_reads_others(op, stored) for op in code if op.opcode is Opcode.LOAD)


def _is_pure(op: ir.Instruction) -> bool:
    if op.opcode is Opcode.CALL:
        return op.callee_name in UNIFORM or is_pure_call(op.callee_name)
    return op.opcode in PURE


def _is_tile_static(array: ir.Value) -> bool:
    return isinstance(array, ir.Variable) and array.section == TILE_STATIC


def _reads_others(load: ir.Instruction, stored: set[ir.Value]) -> bool:
    """Is what it loads none of the arrays that are stored to?"""
    base = ir.base_of(load.pointer)
    if not is_plain(load) or base in stored:
        return False
    if isinstance(base, ir.Instruction):
        return base.opcode is Opcode.LOAD and is_uniform(base)
    return isinstance(base, ir.Variable)


def _is_apart(layout: ir.Layout, window: _Window, store: ir.Instruction) -> bool:
    """Does each round store to a place of its own?"""
    rows = columns = 0
    pointer = store.pointer
    while isinstance(pointer, ir.Instruction):
        added, _ = steps_of(layout, pointer.source_type, pointer.operands[1:])
        for index, factor in added:
            grown = _growth(window, index)
            if grown is None:
                return False
            rows, columns = rows + grown[0] * factor, columns + grown[1] * factor
        pointer = pointer.pointer
    size = layout.size(store.operand(0).type)
    return size <= abs(columns) and abs(rows) >= abs(columns) * window.columns


def _growth(window: _Window, value: ir.Value) -> tuple[int, int] | None:
    """How much it grows from a row to the next, and from a column; None: not evenly."""
    if not isinstance(value, ir.Instruction) or is_uniform(value):
        return 0, 0
    if value == window.loop.steps.phi:
        return window.columns, 1
    if window.is_part(value, _QUOTIENTS):
        return 1, 0
    if window.is_part(value, _RESTS):
        return 0, 1
    if value.opcode is Opcode.SEXT:
        return _growth(window, value.operand(0))
    if value.opcode not in (Opcode.ADD, Opcode.MUL) or not value.nsw:
        return None
    first, second = (_growth(window, operand) for operand in value.operands)
    if first is None or second is None:
        return None
    if value.opcode is Opcode.ADD:
        return first[0] + second[0], first[1] + second[1]
    by = value.operand(1)
    return (first[0] * by.signed, first[1] * by.signed) if isinstance(by, ir.Integer) else None


# --- how ---------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Blocks:
    rows: ir.Block
    row: ir.Block
    end: ir.Block  # of a row
    met: ir.Block  # what all come to


def _rewrite(module: ir.Module, function: ir.Function, window: _Window) -> None:
    loop, i32 = window.loop, module.types.i32
    copies, values = copy_blocks(function, [loop.before, *window.blocks], name="hc.round")
    new = _Blocks(*(function.append_block(f"hc.{name}") for name in ("rows", "row", "row.end", "met")))
    of_dimension = module.types.function(i32, [i32])
    asked, other = loop.guard.terminator.condition, loop.guard.terminator.successors[1]
    assert isinstance(asked, ir.Instruction)
    loop.guard.terminator.erase()
    with ir.Builder.at_end(loop.guard) as build:

        def given(name: str, dimension: int) -> ir.Value:
            return build.call(module.declare(f"__hcrt_{name}", of_dimension), [i32.const(dimension)])

        is_wide, is_high = (
            build.compare(IntPredicate.EQ, given("group_size", n), i32.const(size))
            for n, size in enumerate((window.wide, window.high))
        )
        is_usual = build.binary(Opcode.AND, is_wide, is_high, "hc.usual")
        rows = build.select(is_usual, i32.const(window.rows), i32.const(0), "hc.rows")
        limit = window.loop.steps.limit
        rest = build.select(is_usual, limit.type.const(0), limit, "hc.rest")
        y, x = given("local_id", 1), given("local_id", 0)
        build.branch_if(build.compare(IntPredicate.SLT, y, rows), new.rows, new.met)
        build.move_to_end(new.met)
        build.call(module.declare(launch.BARRIER, module.types.function(module.types.void, ())), ())
        more = build.compare(IntPredicate.SLT, asked.operand(0), rest)
        build.branch_if(more, loop.before, other)
    _limit(loop, rest)
    row = _write_rows(window, new, y, rows)
    with ir.Builder.at_end(new.row) as build:
        build.branch_if(
            build.compare(IntPredicate.SLT, x, i32.const(window.columns)), copies[loop.before], new.end
        )
    _write_columns(window, copies, values, (row, x), new.end)


def _limit(loop: Loop, limit: ir.Value) -> None:
    """The loop goes on while its next number is below the limit."""
    following = {block: value for value, block in loop.steps.phi.incoming}[loop.latch]
    end = loop.latch.terminator
    header, after = end.successors
    with ir.Builder.before(end) as build:
        build.branch_if(build.compare(IntPredicate.SLT, following, limit), header, after)
    end.erase()


def _write_rows(window: _Window, new: _Blocks, first: ir.Value, rows: ir.Value) -> ir.Value:
    kind = first.type
    with ir.Builder.at_end(new.rows) as build:
        build.branch(new.row)
        build.move_to_end(new.row)
        row = build.phi(kind, [(first, new.rows)], "hc.row")
        build.move_to_end(new.end)
        following = build.add(row, kind.const(window.high), nsw=True)
        build.branch_if(build.compare(IntPredicate.SLT, following, rows), new.row, new.met)
    row.add_incoming([(following, new.end)])
    return row


def _write_columns(
    window: _Window,
    copies: dict[ir.Block, ir.Block],
    values: dict[ir.Value, ir.Value],
    first: tuple[ir.Value, ir.Value],
    end: ir.Block,
) -> None:
    """The copy of the loop goes through a row's columns. first: the row, and a work-item's first column."""
    loop, phi = window.loop, values[window.loop.steps.phi]
    assert isinstance(phi, ir.Instruction)
    header, latch, kind = phi.block, copies[loop.latch], first[0].type
    with ir.Builder.before(phi) as build:
        column = build.phi(kind, [(first[1], copies[loop.before])], "hc.column")
    with ir.Builder.before(header.first_after_phis) as build:
        y, x = (v if v.type == phi.type else build.cast(Opcode.SEXT, v, phi.type) for v in (first[0], column))
        before = build.mul(y, phi.type.const(window.columns), nuw=True, nsw=True)
        number = build.add(before, x, "hc.number", nuw=True, nsw=True)
    for op, copy in list(values.items()):
        assert isinstance(op, ir.Instruction) and isinstance(copy, ir.Instruction)
        if window.is_part(op, _QUOTIENTS):
            copy.replace(y)
        elif window.is_part(op, _RESTS):
            copy.replace(x)
    phi.replace(number)
    latch.terminator.erase()
    with ir.Builder.at_end(latch) as build:
        following = build.add(column, kind.const(window.wide), nsw=True)
        column.add_incoming([(following, latch)])
        more = build.compare(IntPredicate.SLT, following, kind.const(window.columns))
        build.branch_if(more, header, end)

"""Sums of loops `for (k = id; k < n; k += stride)`: rounds that all work-items make are a loop of their own.

Takes a kernel's function; puts before such a loop a copy that goes on while the last work-item of all has a
round, which is the same for all of a group. It needs no masks; what is left for some work-items, the loop
itself does. Each work-item does what it did, in the same order.

Loops that carry nothing from round to round are gone through by whole groups instead (rounds.py).
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.host.copied_code import copy_blocks
from hcpy.passes.host.effects import PURE, is_plain, is_pure_call
from hcpy.passes.host.rounds import GLOBAL, Steps, all_come, in_steps, wide, widen

_MOST_BLOCKS = 4


@dataclass(frozen=True)
class _Loop:
    guard: ir.Block  # asks whether a work-item has a first round
    before: ir.Block
    header: ir.Block
    blocks: list[ir.Block]  # in the function's order
    latch: ir.Block
    leave: ir.Block  # what follows the last round
    after: ir.Block  # where those without a round go
    steps: Steps


def split_whole_rounds(module: ir.Module, function: ir.Function) -> bool:
    """Whether there was such a loop.

    Only where work-items meet: there the copy is a part of its own, with wider strips than those of masks. In
    strips that are as narrow as these, loops whose steps are a power of two only wait for memory more often.
    """
    if not any(call.callee_name == launch.BARRIER for call in function.calls()):
        return False
    graph = {block: block.successors for block in function.blocks}
    loops = loops_of(graph, function.entry)
    found = []
    for header, blocks in loops.items():
        is_alone = not any(at in blocks or header in other for at, other in loops.items() if at != header)
        if is_alone and (loop := _loop(function, header, blocks, graph)) is not None:
            found.append(loop)
    for loop in found:
        _rewrite(module, function, loop)
    return bool(found)


# --- which -------------------------------------------------------------------------------------------
def _loop(
    function: ir.Function, header: ir.Block, blocks: set[ir.Block], graph: dict[ir.Block, list[ir.Block]]
) -> _Loop | None:
    outside = [block for block in header.predecessors if block not in blocks]
    latches = [block for block in header.predecessors if block in blocks]
    leaving = [(b, t) for b in graph if b in blocks for t in graph[b] if t not in blocks]
    if len(outside) != 1 or len(latches) != 1 or len(leaving) != 1 or leaving[0][0] != latches[0]:
        return None
    (before,), (latch,), (_, leave) = outside, latches, leaving[0]
    if len(blocks) > _MOST_BLOCKS or len(header.phis) < 2 or before.phis or len(before.predecessors) != 1:
        return None
    guard = before.predecessors[0]
    end = guard.terminator
    if not end.is_conditional or graph[before] != [header] or len(set(end.successors)) != 2:
        return None
    (after,) = (target for target in end.successors if target != before)
    if not _is_way(leave, latch, after) or not all_come(function, guard, graph):
        return None
    steps = next((s for phi in header.phis if (s := in_steps(phi, guard, before, latch, header))), None)
    if steps is None or not all(_may_be_twice(op) for block in (before, *blocks) for op in _body(block)):
        return None
    if any(value in list(before.instructions()) for value in _given(header, before)):
        return None
    ordered = [block for block in graph if block in blocks]
    return _Loop(guard, before, header, ordered, latch, leave, after, steps)


def _is_way(leave: ir.Block, latch: ir.Block, after: ir.Block) -> bool:
    """Does the loop go to where those without a round go, at once or through an empty block?"""
    if leave == after:
        return True
    only_branches = [op.opcode for op in leave.instructions()] == [Opcode.BR]
    return only_branches and leave.successors == [after] and leave.predecessors == [latch]


def _body(block: ir.Block) -> list[ir.Instruction]:
    return [op for op in block.instructions() if not op.is_terminator]


def _may_be_twice(op: ir.Instruction) -> bool:
    if op.opcode is Opcode.LOAD:
        return is_plain(op)
    if op.opcode is Opcode.CALL:
        return is_pure_call(op.callee_name)
    return op.opcode is Opcode.PHI or op.opcode in PURE


def _given(block: ir.Block, source: ir.Block) -> list[ir.Value]:
    return [value for phi in block.phis for value, b in phi.incoming if b == source]


# --- how ---------------------------------------------------------------------------------------------
def _rewrite(module: ir.Module, function: ir.Function, loop: _Loop) -> None:
    steps, zero = loop.steps, module.types.i64.const(0)
    copies, values = copy_blocks(function, [loop.before, *loop.blocks], name="hc.round")
    rest = function.append_block("hc.rest")
    end = loop.guard.terminator
    with ir.Builder.before(end) as build:
        last = _last(module, build, steps)
        limit = wide(build, steps.limit)
        build.branch_if(build.compare(IntPredicate.SLT, last, limit, "hc.whole"), copies[loop.before], rest)
    end.erase()
    number = values[steps.phi]
    assert isinstance(number, ir.Instruction)
    header, latch = copies[loop.header], copies[loop.latch]
    with ir.Builder.before(number) as build:
        since = build.phi(module.types.i64, [(zero, copies[loop.before])], "hc.since")
    with ir.Builder.before(header.first_after_phis) as build:
        values[steps.phi] = _number(build, steps, since)
    number.replace(values[steps.phi])
    latch.terminator.erase()
    with ir.Builder.at_end(latch) as build:
        following = build.add(since, wide(build, steps.stride), nsw=True)
        since.add_incoming([(following, latch)])
        goes = build.compare(IntPredicate.SLT, build.add(last, following), limit)
        build.branch_if(goes, header, rest)
    with ir.Builder.at_end(rest) as build:
        done = build.phi(module.types.i64, [(zero, loop.guard), (following, latch)], "hc.done")
    _join(loop, rest, latch, values, done)
    widen(values[steps.phi])


def _number(build: ir.Builder, steps: Steps, since: ir.Value) -> ir.Value:
    """A work-item's own in a round: so many beyond its first, for all work-items alike."""
    more = since if steps.offset is None else build.add(since, wide(build, steps.offset), nsw=True)
    at = build.add(wide(build, steps.id), more, "hc.k", nsw=True)
    kind = steps.phi.type
    return at if kind == build.types.i64 else build.trunc(at, kind, "hc.k", nsw=True)


def _last(module: ir.Module, build: ir.Builder, steps: Steps) -> ir.Value:
    """Where the last work-item of all begins, or behind it. In 64 bits, where nothing overflows: what some
    of them go through alone may be poison."""
    types = module.types
    name = "__hcrt_global_size" if steps.id.callee_name == GLOBAL else "__hcrt_group_size"
    size = build.call(module.declare(name, types.function(types.i32, [types.i32])), [types.i32.const(0)])
    last = build.add(wide(build, size), types.i64.const(-1))
    return last if steps.offset is None else build.add(last, wide(build, steps.offset))


def _join(
    loop: _Loop, rest: ir.Block, latch: ir.Block, values: dict[ir.Value, ir.Value], done: ir.Value
) -> None:
    """What the loop begins with, and what is found after it, are what the copy has left."""
    source = loop.latch if loop.leave == loop.after else loop.leave
    made: dict[tuple[ir.Value, ir.Value], ir.Value] = {}
    with ir.Builder.at_end(rest) as build:

        def left(phi: ir.Instruction, first: ir.Block, again: ir.Block) -> ir.Value:
            given = {block: value for value, block in phi.incoming}
            pair = (given[first], values.get(given[again], given[again]))
            if pair not in made:  # one value has one place over the barriers
                made[pair] = build.phi(phi.type, list(zip(pair, (loop.guard, latch), strict=True)))
            return made[pair]

        begin = [(p, left(p, loop.before, loop.latch)) for p in loop.header.phis if p != loop.steps.phi]
        found = [(phi, left(phi, loop.guard, source)) for phi in loop.after.phis]
        number = _number(build, loop.steps, done)
        more = build.compare(IntPredicate.SLT, number, loop.steps.limit)
        build.branch_if(more, loop.before, loop.after)
    for phi, value in (*begin, (loop.steps.phi, number)):
        phi.set_operand([block for _, block in phi.incoming].index(loop.before), value)
    for phi, value in found:
        pairs = [(value, rest) if block == loop.guard else (v, block) for v, block in phi.incoming]
        with ir.Builder.before(phi) as build:
            phi.replace(build.phi(phi.type, pairs))

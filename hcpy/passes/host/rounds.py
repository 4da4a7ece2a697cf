"""Loops that a whole group goes through in rounds: `for (k = id; k < n; k += stride)`.

Takes a kernel's function; makes such a loop one over the rounds, the same for all work-items of a group, in
which each asks whether there is something left for it. All meet before each round, so that a round's
work-items are a row of their own (narrow.py): they go through memory side by side, where strips would go
through all rounds one after the other, a stride apart.

Only where nothing is carried from round to round, and where all work-items come to the loop: a sum is better
kept in a register by strips that stay in the loop.

The loops of a tile that is loaded with what lies around it, `for (y = local1; ...) for (x = local0; ...)`,
are rounds of rounds: whether a work-item has something left of the outer one is asked inside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.cfg import loops_of
from hcpy.passes.host.effects import CHEAP, is_safe_division

GLOBAL, LOCAL = "__hcrt_global_id", "__hcrt_local_id"
UNIFORM = ("__hcrt_group_size", "__hcrt_num_groups", "__hcrt_global_size", "__hcrt_group_id")
_MOST_FACTOR = 4096
_UNIFORM_OPS = ir.BINARY | ir.CASTS | CHEAP


@dataclass(frozen=True)
class Steps:
    """Which rounds are a work-item's."""

    phi: ir.Instruction
    id: ir.Instruction  # the call that gives it, or a sum of such
    offset: ir.Value | None  # of the first round
    stride: ir.Value
    limit: ir.Value


@dataclass(frozen=True)
class Loop:
    guard: ir.Block  # asks whether a work-item has a first round
    before: ir.Block
    latch: ir.Block
    after: ir.Block
    steps: Steps


def split_rounds(module: ir.Module, function: ir.Function) -> bool:
    """Whether there was such a loop."""
    graph = {block: block.successors for block in function.blocks}
    loops = loops_of(graph, function.entry)
    found: list[tuple[Loop, Loop | None]] = []
    for header, blocks in loops.items():
        if any(header in other for at, other in loops.items() if at != header):
            continue
        loop = find_loop(function, header, blocks, graph)
        if loop is not None:
            found.append((loop, None))
        elif (pair := _pair(function, header, blocks, loops, graph)) is not None:
            found.append(pair)
    for loop, inner in found:
        more = _rewrite(module, function, loop, has_work=inner is None)
        if inner is not None:
            _rewrite(module, function, inner, also=more)
    return bool(found)


# --- which ---------------------------------------------------------------------------------------------
_Graph = dict[ir.Block, list[ir.Block]]


def find_loop(function: ir.Function, header: ir.Block, blocks: set[ir.Block], graph: _Graph) -> Loop | None:
    loop = _counted(header, blocks, graph, _is_id_of_tile)
    if loop is None or not all_come(function, loop.guard, graph) or _keeps_values(blocks, [loop.steps.phi]):
        return None
    return loop if _may_meet(blocks, has_loops=_has_loops(header, blocks, graph)) else None


def _counted(
    header: ir.Block, blocks: set[ir.Block], graph: _Graph, is_first: Callable[[ir.Instruction], bool]
) -> Loop | None:
    """A loop in equal steps from a number of the work-item on, behind its guard."""
    outside = [block for block in header.predecessors if block not in blocks]
    latches = [block for block in header.predecessors if block in blocks]
    leaving = [(b, t) for b in graph if b in blocks for t in graph[b] if t not in blocks]
    if len(outside) != 1 or len(latches) != 1 or len(leaving) != 1 or leaving[0][0] != latches[0]:
        return None
    (before,), (latch,), (_, after) = outside, latches, leaving[0]
    guard = before.predecessors[0] if len(before.predecessors) == 1 else None
    if guard is None or len(header.phis) != 1 or before.phis or after.phis:
        return None
    if not all(_may_move(op) for op in before.instructions() if not op.is_terminator):
        return None
    if not guard.terminator.is_conditional:
        return None
    steps = in_steps(header.phis[0], guard, before, latch, header, is_first)
    if steps is None or not _ends_in(guard, after):
        return None
    return Loop(guard, before, latch, after, steps)


def _pair(
    function: ir.Function,
    header: ir.Block,
    blocks: set[ir.Block],
    loops: dict[ir.Block, set[ir.Block]],
    graph: _Graph,
) -> tuple[Loop, Loop] | None:
    """A loop that does nothing but go through another one."""
    inner_headers = [at for at in loops if at in blocks and at != header]
    outer = _counted(header, blocks, graph, _is_id_above)
    if outer is None or len(inner_headers) != 1 or not all_come(function, outer.guard, graph):
        return None
    own = loops[inner_headers[0]]
    inner = _counted(inner_headers[0], own, graph, _is_id)
    if inner is None or inner.guard not in blocks or not _may_meet(own, has_loops=False):
        return None
    phis = [outer.steps.phi, inner.steps.phi]
    if _keeps_values(blocks, phis) or _keeps_values(own, phis):
        return None
    here = blocks - own
    if any(not _may_move(op) and not op.is_terminator and op not in phis for op in _ops_of(here)):
        return None
    ends = [block for block in here if block.terminator.is_conditional]
    return (outer, inner) if set(ends) == {inner.guard, outer.latch} else None


def _ops_of(blocks: Collection[ir.Block]) -> list[ir.Instruction]:
    return [op for block in blocks for op in block.instructions()]


def _has_loops(header: ir.Block, blocks: set[ir.Block], graph: dict[ir.Block, list[ir.Block]]) -> bool:
    """Is there a loop inside?"""
    inside = {
        block: [t for t in graph[block] if t in blocks and t != header] for block in graph if block in blocks
    }
    return bool(loops_of(inside, header))


def _may_meet(blocks: set[ir.Block], *, has_loops: bool) -> bool:
    """Not where work-items meet or may wait for each other inside."""
    for block in blocks:
        for op in block.instructions():
            if op.opcode is Opcode.CALL and op.callee_name == launch.BARRIER:
                return False
            if op.opcode in (Opcode.LOAD, Opcode.STORE) and op.is_volatile:
                return False
            if has_loops and op.opcode in (Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.FENCE):
                return False
            if has_loops and op.opcode is Opcode.LOAD and op.ordering is not ir.Ordering.NOT_ATOMIC:
                return False
    return True


def in_steps(
    phi: ir.Instruction,
    guard: ir.Block,
    before: ir.Block,
    latch: ir.Block,
    header: ir.Block,
    is_first: Callable[[ir.Instruction], bool] | None = None,
) -> Steps | None:
    """Where the phi goes from an id on in equal steps, as long as it is below a limit. is_first: which id?"""
    values = {block: value for value, block in phi.incoming}
    first, following = values[before], values[latch]
    asked, again = guard.terminator.condition, latch.terminator.condition
    if not (_is_less(asked) and _is_less(again) and _is_sum(following)):
        return None
    assert isinstance(asked, ir.Instruction) and isinstance(again, ir.Instruction)
    assert isinstance(following, ir.Instruction)
    if guard.terminator.successors[0] != before or latch.terminator.successors[0] != header:
        return None
    stride, limit = following.operand(1), asked.operand(1)
    if following.operand(0) != phi or asked.operand(0) != first or not is_uniform(stride):
        return None
    left, right = again.operands
    same = left == following and right == limit
    if left == phi and all(isinstance(v, ir.Integer) for v in (right, stride, limit)):
        assert isinstance(right, ir.Integer) and isinstance(stride, ir.Integer)
        assert isinstance(limit, ir.Integer)
        same = right.signed + stride.signed == limit.signed
    offset = None
    if _is_sum(first) and not (is_first and isinstance(first, ir.Instruction) and is_first(first)):
        assert isinstance(first, ir.Instruction)
        first, offset = first.operands
        if is_uniform(first):
            first, offset = offset, first
    while isinstance(first, ir.Instruction) and first.opcode is Opcode.SEXT:
        first = first.operand(0)
    if not same or not is_uniform(limit) or (offset is not None and not is_uniform(offset)):
        return None
    if not isinstance(first, ir.Instruction) or not (is_first or _is_id)(first):
        return None
    return Steps(phi, first, offset, stride, limit)


def _is_less(value: ir.Value) -> bool:
    return (
        isinstance(value, ir.Instruction)
        and value.opcode is Opcode.ICMP
        and value.predicate is IntPredicate.SLT
    )


def _is_sum(value: ir.Value) -> bool:
    return isinstance(value, ir.Instruction) and value.opcode is Opcode.ADD and value.nsw


def _is_id(call: ir.Instruction) -> bool:
    """Of dimension 0."""
    return dimension_of(call, (GLOBAL, LOCAL)) == 0


def _is_id_above(call: ir.Instruction) -> bool:
    """Of dimension 1, in a tile."""
    return dimension_of(call, (LOCAL,)) == 1


def dimension_of(call: ir.Instruction, names: tuple[str, ...]) -> int | None:
    if call.opcode is not Opcode.CALL or call.callee_name not in names:
        return None
    dimension = call.operand(0)
    return dimension.value if isinstance(dimension, ir.Integer) else None


def _is_id_of_tile(value: ir.Instruction) -> bool:
    """Of dimension 0, or the number of a work-item in its tile: `local1 * 16 + local0`."""
    return _is_id(value) or (_is_sum(value) and all(map(_is_part_of_tile, value.operands)))


def _is_part_of_tile(value: ir.Value) -> bool:
    """A local id, or one times a number, and sums of such: none is negative."""
    if not isinstance(value, ir.Instruction):
        return False
    if _is_sum(value):
        return all(map(_is_part_of_tile, value.operands))
    if value.opcode in (Opcode.SHL, Opcode.MUL) and value.nsw:
        by = value.operand(1)
        is_few = isinstance(by, ir.Integer) and 0 < by.signed <= _MOST_FACTOR
        return is_few and _is_part_of_tile(value.operand(0))
    return dimension_of(value, (LOCAL,)) is not None


def is_uniform(value: ir.Value) -> bool:
    """Does it follow from the launch and the function object?"""
    if not isinstance(value, ir.Instruction):
        return value.is_constant
    if value.opcode is Opcode.CALL:
        return value.callee_name in UNIFORM
    if value.opcode is Opcode.LOAD:
        at = value.pointer
        while isinstance(at, ir.Instruction) and at.opcode is Opcode.GEP:
            if not all(index.is_constant for index in at.operands[1:]):
                return False
            at = at.pointer
        return isinstance(at, ir.Argument) and value.block == value.function.entry
    return value.opcode in _UNIFORM_OPS and all(map(is_uniform, value.operands))


def all_come(function: ir.Function, block: ir.Block, graph: dict[ir.Block, list[ir.Block]]) -> bool:
    """Does every work-item run through the block?"""
    seen = {function.entry}
    work = [] if block == function.entry else [function.entry]
    while work:
        at = work.pop()
        if not graph[at]:
            return False
        following = [target for target in graph[at] if target not in seen and target != block]
        seen.update(following)
        work += following
    return True


def _ends_in(guard: ir.Block, after: ir.Block) -> bool:
    """Do those without a round go where the others go after their last one, with no value of theirs?"""
    other = guard.terminator.successors[1]
    at = after
    while at != other:
        is_empty = [op.opcode for op in at.instructions()] == [Opcode.BR] and len(at.successors) == 1
        if not is_empty or at.predecessors != [at.predecessors[0]]:
            return False
        at = at.successors[0]
    return not other.phis


def _keeps_values(blocks: set[ir.Block], phis: list[ir.Instruction]) -> bool:
    """Is a value of the loop used after it, or one from before that is not computed again at little cost?"""
    for block in blocks:
        for op in block.instructions():
            if any(isinstance(user, ir.Instruction) and user.block not in blocks for user in op.users):
                return True
            for operand in op.operands if op.opcode is not Opcode.PHI or op in phis else ():
                is_before = isinstance(operand, ir.Instruction) and operand.block not in blocks
                if is_before and not _is_cheap(operand, phis):
                    return True
    return False


def _may_move(op: ir.Instruction) -> bool:
    return op.opcode in CHEAP or is_safe_division(op)


def _is_cheap(value: ir.Value, phis: list[ir.Instruction]) -> bool:
    if not isinstance(value, ir.Instruction) or is_uniform(value) or value in phis:
        return True
    if value.opcode is Opcode.CALL:
        return value.callee_name in launch.STEMS
    return _may_move(value) and all(_is_cheap(operand, phis) for operand in value.operands)


# --- how -----------------------------------------------------------------------------------------------
def _rewrite(
    module: ir.Module,
    function: ir.Function,
    loop: Loop,
    *,
    has_work: bool = True,
    also: ir.Value | None = None,
) -> ir.Value:
    """Gives whether a work-item has something left. has_work: or does a loop inside ask? also: with it."""
    types, steps = module.types, loop.steps
    header = steps.phi.block
    round_, seam, tail = (function.append_block(f"hc.{name}") for name in ("round", "met", "rounds"))
    barrier = module.declare(launch.BARRIER, types.function(types.void, ()))
    loop.before.terminator.retarget(header, round_)
    loop.guard.terminator.erase()
    with ir.Builder.at_end(loop.guard) as build:
        build.branch(loop.before)
    with ir.Builder.at_end(round_) as build:
        since = build.phi(types.i64, [(types.i64.const(0), loop.before)], "hc.since")
        limit = wide(build, steps.limit)
        lowest = build.add(_lowest(module, build, steps), since)
        build.branch_if(build.compare(IntPredicate.SLT, lowest, limit, "hc.alive"), seam, loop.after)
        build.move_to_end(seam)
        if has_work:
            build.call(barrier, ())
        first = wide(build, steps.id)
        since_first = since if steps.offset is None else build.add(since, wide(build, steps.offset), nsw=True)
        at = build.add(first, since_first, "hc.k", nsw=True)
        more = build.compare(IntPredicate.SLT, at, limit, "hc.more")
        asked = more if also is None else build.binary(Opcode.AND, more, also)
        build.branch_if(asked, header, tail) if has_work else build.branch(header)
    loop.latch.terminator.erase()
    with ir.Builder.at_end(loop.latch) as build:
        build.branch(tail)
        build.move_to_end(tail)
        since.add_incoming([(build.add(since, wide(build, steps.stride), nsw=True), tail)])
        build.branch(round_)
    _number(steps.phi, at, seam)
    return more


def _number(phi: ir.Instruction, at: ir.Value, seam: ir.Block) -> None:
    """A loop's counter is what a work-item's is in the round."""
    with ir.Builder.before(seam.terminator) as build:
        number = at if phi.type == at.type else build.trunc(at, phi.type, "hc.k", nsw=True)
    phi.replace(number)
    widen(number)


def _lowest(module: ir.Module, build: ir.Builder, steps: Steps) -> ir.Value:
    """Where the group's first work-item begins, or before it: in a partial group sizes are what is left."""
    types = module.types
    lowest = types.i64.const(0)
    if dimension_of(steps.id, (GLOBAL,)) is not None:
        of_dimension = types.function(types.i32, [types.i32])
        group, size = (
            build.call(module.declare(f"__hcrt_group_{name}", of_dimension), [types.i32.const(0)])
            for name in ("id", "size")
        )
        lowest = build.mul(wide(build, group), wide(build, size), nuw=True, nsw=True)
    return lowest if steps.offset is None else build.add(lowest, wide(build, steps.offset))


def wide(build: ir.Builder, value: ir.Value) -> ir.Value:
    """A signed number in 64 bits."""
    return value if value.type == build.types.i64 else build.cast(Opcode.SEXT, value, build.types.i64)


def widen(number: ir.Value) -> None:
    """What is extended to 64 bits has been there before."""
    if isinstance(number, ir.Instruction) and number.opcode is Opcode.TRUNC:
        for user in number.users:
            if isinstance(user, ir.Instruction) and user.opcode is Opcode.SEXT:
                user.replace(number.operand(0))

"""Has all work-items of a group meet before it is decided whether they go to a barrier.

Takes the function of one work-item, with the context, everything inlined. `if (id == 0) x = 1; else if
(n < 0) return; barrier();` asks about ids first, and then whether the barrier is reached. The language says
that the second is the same for all work-items, not the first, of which both ways may lead to the barrier.
Which way a work-item goes on is put into a number; behind that, one branch decides whether it goes to a
barrier, and others then where. So what decides about a barrier (uniformity.py) is uniform. Barriers under a
condition that only some work-items meet, and that none of them reaches, are left: the language forbids them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from hcpy import ir
from hcpy.passes.host.cfg import immediate_dominators, reachable, reverse
from hcpy.passes.host.code import read
from hcpy.passes.host.launch import BARRIER
from hcpy.passes.host.uniformity import analyse

Graph = dict[ir.Block, list[ir.Block]]
_MOST = 64  # branches of a function


def gather_ways(function: ir.Function) -> None:
    done: set[ir.Block] = set()
    for _ in range(_MOST):
        found = next(_branches(function, done), None)
        if found is None:
            return
        done.add(found)
        ir.run_passes(function, "reg2mem", None)
        _gather(function, found)
        ir.run_passes(function, "mem2reg,dce,loop-simplify", None)


def _branches(function: ir.Function, done: Collection[ir.Block]) -> Iterator[ir.Block]:
    """Blocks whose branch is not the same for all work-items, of which several ways may lead to a barrier."""
    uniformity = analyse(read(function))
    for block in uniformity.code.blocks:
        if block not in uniformity.assumed or uniformity.divergent.isdisjoint(block.terminator.uses):
            continue
        instruction = block.terminator.instruction
        if instruction is not None and instruction.block not in done:
            area = _Area.of(function, instruction.block)
            if len(area.leading) > 1:
                yield instruction.block


@dataclass(frozen=True)
class _Area:
    """What a branch leads to before a barrier, and before all ways meet."""

    graph: Graph  # without what comes after that
    may: set[ir.Block]  # may come to a barrier
    must: set[ir.Block]
    leading: set[ir.Block]  # the branch's targets that may

    @staticmethod
    def of(function: ir.Function, branch: ir.Block) -> _Area:
        graph: Graph = {block: block.successors for block in function.blocks}
        meeting = _postdominator(graph, branch)
        barriers = {call.block for call in function.calls() if call.callee_name == BARRIER}
        ends = barriers | ({meeting} if meeting is not None else set())
        graph = {block: [] if block in ends else targets for block, targets in graph.items()}
        nothing: set[ir.Block] = set()
        inside: set[ir.Block] = set(reachable(graph, branch.successors, nothing))
        backward = reverse({block: graph[block] for block in inside})
        reached = barriers & inside - ({meeting} if meeting is not None else set())
        avoids = [b for b in inside if not graph[b] and b not in reached]
        may = set(reachable(backward, reached, nothing))
        must = inside - set(reachable(backward, avoids, nothing))
        return _Area(graph, may, must & may, set(branch.successors) & may)


def _postdominator(graph: Graph, block: ir.Block) -> ir.Block | None:
    """The first block that all ways come to; None: there is none."""
    backward: dict[ir.Block | None, list[ir.Block | None]] = {None: []}
    for source, targets in graph.items():
        for target in targets or (None,):
            backward.setdefault(target, []).append(source)
    return immediate_dominators(backward, None).get(block)


def _gather(function: ir.Function, branch: ir.Block) -> None:
    """All ways out of what has not decided yet lead through one block."""
    area = _Area.of(function, branch)
    undecided = [branch]
    targets: dict[ir.Block, None] = {}
    for block in undecided:
        for target in block.successors:
            if target in area.may and target not in area.must:
                undecided += [target] if target not in undecided else []
            else:
                targets[target] = None
    away = [t for t in targets if t not in area.may]
    to_barriers = [t for t in targets if t in area.may]
    _dispatch(function, undecided, away, to_barriers)


def _dispatch(
    function: ir.Function, sources: list[ir.Block], away: list[ir.Block], to_barriers: list[ir.Block]
) -> None:
    with ir.Builder.before(function.entry.first_after_phis) as build:
        which = build.alloca(build.types.i32, "hc.way", 4)
    meeting = function.append_block("hc.ways")
    for number, target in enumerate((*away, *to_barriers)):
        for source in sources:
            if target in source.successors:
                between = function.append_block("hc.way")
                source.terminator.retarget(target, between)
                with ir.Builder.at_end(between) as build:
                    build.store(build.types.i32.const(number), which, 4)
                    build.branch(meeting)
    first = _chain(function, which, away, 0)
    second = _chain(function, which, to_barriers, len(away))
    with ir.Builder.at_end(meeting) as build:
        taken = build.load(build.types.i32, which, align=4)
        limit = build.types.i32.const(len(away))
        build.branch_if(build.compare(ir.IntPredicate.ULT, taken, limit), first, second)


def _chain(function: ir.Function, which: ir.Value, targets: list[ir.Block], first: int) -> ir.Block:
    """Blocks that lead to the targets, which have the numbers from the first one on."""
    following = targets[-1]
    for number, target in reversed(list(enumerate(targets[:-1], first))):
        block = function.append_block("hc.ways")
        with ir.Builder.at_end(block) as build:
            asked = build.load(build.types.i32, which, align=4)
            same = build.compare(ir.IntPredicate.EQ, asked, build.types.i32.const(number))
            build.branch_if(same, target, following)
        following = block
    return following

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
from hcpy.passes.ways import choose, lead_through, number_of_way

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
        _dispatch(function, _Ways.of(function, found))
        ir.run_passes(function, "mem2reg,dce,loop-simplify", None)


def _branches(function: ir.Function, done: Collection[ir.Block]) -> Iterator[ir.Block]:
    """Blocks whose branch is not the same for all work-items, of which several ways may lead to a barrier."""
    uniformity = analyse(read(function))
    for block in uniformity.code.blocks:
        if block not in uniformity.assumed or uniformity.divergent.isdisjoint(block.terminator.uses):
            continue
        instruction = block.terminator.instruction
        if instruction is not None and instruction.block not in done:
            ways = _Ways.of(function, instruction.block)
            if ways.away and len(ways.leading) > 1:
                yield instruction.block


@dataclass(frozen=True)
class _Ways:
    """What a branch leads to before a barrier, and before all ways meet."""

    undecided: list[ir.Block]  # from where there are ways to a barrier, and others; the branch's own first
    away: list[ir.Block]  # where these go on: to no barrier
    to_barriers: list[ir.Block]  # and to one on all ways
    leading: set[ir.Block]  # the branch's targets that may lead to a barrier

    @staticmethod
    def of(function: ir.Function, branch: ir.Block) -> _Ways:
        graph: Graph = {block: block.successors for block in function.blocks}
        barriers = {call.block for call in function.calls() if call.callee_name == BARRIER}
        meeting = _postdominator(graph, branch)
        ends = barriers | ({meeting} if meeting is not None else set())
        ahead: Graph = {block: [] if block in ends else targets for block, targets in graph.items()}
        nothing: list[ir.Block] = []
        inside = reachable(ahead, branch.successors, nothing)
        backward = reverse({block: ahead[block] for block in inside})
        last = [block for block in inside if not ahead[block]]
        reached = [block for block in last if block in barriers and block != meeting]
        may = set(reachable(backward, reached, nothing))
        avoiding = set(reachable(backward, [b for b in last if b not in reached], nothing))
        undecided = [branch]
        targets: dict[ir.Block, None] = {}
        for block in undecided:
            for target in block.successors:
                if target not in may or target not in avoiding:
                    targets[target] = None
                elif target not in undecided:
                    undecided.append(target)
        away = [target for target in targets if target not in may]
        to_barriers = [target for target in targets if target in may]
        return _Ways(undecided, away, to_barriers, may.intersection(branch.successors))


def _postdominator(graph: Graph, block: ir.Block) -> ir.Block | None:
    """The first block that all ways come to; None: there is none."""
    backward: dict[ir.Block | None, list[ir.Block | None]] = {None: []}
    for source, targets in graph.items():
        for target in targets or (None,):
            backward.setdefault(target, []).append(source)
    return immediate_dominators(backward, None).get(block)


def _dispatch(function: ir.Function, ways: _Ways) -> None:
    """All ways out of what has not decided yet lead through one block."""
    which = number_of_way(function, "hc.way")
    meeting = function.append_block("hc.ways")
    for number, target in enumerate((*ways.away, *ways.to_barriers)):
        for source in ways.undecided:
            if target in source.successors:
                lead_through(source, target, which, number, meeting)
    first = choose(function, which, ways.away)
    second = choose(function, which, ways.to_barriers, len(ways.away))
    with ir.Builder.at_end(meeting) as build:
        taken = build.load(build.types.i32, which, align=4)
        limit = build.types.i32.const(len(ways.away))
        build.branch_if(build.compare(ir.IntPredicate.ULT, taken, limit), first, second)

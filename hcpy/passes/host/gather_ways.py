"""Has all work-items of a group meet before it is decided to which barrier they go, or to none.

Takes the function of one work-item, with the context, everything inlined. `if (id == 0) x = 1; else if
(n < 0) return; barrier();` asks about ids first, and then whether the barrier is reached. The language says
that the second is the same for all work-items, not the first, of which both ways may lead to the barrier. So
does a switch of which two ways lead to one barrier, and the third to another. Which way a work-item goes on
is put into a number; behind that, branches decide to which barrier, and then others where before it. So what
decides about a barrier (uniformity.py) is uniform. Barriers under a condition that only some work-items meet,
and that none of them reaches, are left: the language forbids them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hcpy import ir
from hcpy.core.dataclass import dataclass
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
            if len(ways.groups) > 1 and ways.is_shared:
                yield instruction.block


@dataclass(frozen=True)
class _Ways:
    """What a branch leads to before a barrier, and before all ways meet."""

    undecided: list[ir.Block]  # from where there are ways to several barriers, or others; the branch's first
    groups: list[list[ir.Block]]  # where these go on: to no barrier, or to the same one, or to any
    is_shared: bool  # may several of the branch's targets lead to one barrier?

    @staticmethod
    def of(function: ir.Function, branch: ir.Block) -> _Ways:
        graph: Graph = {block: block.successors for block in function.blocks}
        barriers = {call.block for call in function.calls() if call.callee_name == BARRIER}
        # Before a barrier: what lies behind one on a way that leads back here is no place to meet.
        before = {block: [] if block in barriers - {branch} else to for block, to in graph.items()}
        meeting = _postdominator(before, branch)
        ends = barriers | ({meeting} if meeting is not None else set())
        ahead: Graph = {block: [] if block in ends else targets for block, targets in graph.items()}
        reached = _reached(ahead, branch, barriers - {meeting})
        behind = [reached[target] for target in branch.successors]
        if any(None in ends for ends in behind) and any(len(ends) != 1 for ends in behind):
            # Here it is asked whether a barrier is reached; which one, once all that is left leads to one.
            reached = {
                block: {None if end is None else branch for end in ends} for block, ends in reached.items()
            }
        undecided = [branch]
        groups: dict[ir.Block | None, dict[ir.Block, None]] = {}
        for block in undecided:
            for target in block.successors:
                if len(reached[target]) == 1:
                    groups.setdefault(next(iter(reached[target])), {})[target] = None
                elif target not in undecided:
                    undecided.append(target)
        leading = [end for target in set(branch.successors) for end in reached[target] if end is not None]
        is_shared = len(leading) > len(set(leading))
        return _Ways(undecided, [list(targets) for targets in groups.values()], is_shared)


def _reached(
    ahead: Graph, branch: ir.Block, barriers: Collection[ir.Block]
) -> dict[ir.Block, set[ir.Block | None]]:
    """Of each block behind the branch: the barriers that are the next on some way; None: no barrier is."""
    nothing: list[ir.Block] = []
    inside = reachable(ahead, branch.successors, nothing)
    backward = reverse({block: ahead[block] for block in inside})
    last = [block for block in inside if not ahead[block]]
    found: dict[ir.Block, set[ir.Block | None]] = {block: set() for block in inside}
    others = [block for block in last if block not in barriers]
    for end, blocks in ((None, others), *((block, [block]) for block in last if block in barriers)):
        for block in reachable(backward, blocks, nothing):
            found[block].add(end)
    return found


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
    number, block = 0, meeting
    for group in ways.groups:
        for target in group:
            for source in ways.undecided:
                if target in source.successors:
                    lead_through(source, target, which, number, meeting)
            number += 1
    number = 0
    for group in ways.groups[:-1]:
        first, number = choose(function, which, group, number), number + len(group)
        following = function.append_block("hc.ways")
        with ir.Builder.at_end(block) as build:
            taken = build.load(build.types.i32, which, align=4)
            limit = build.types.i32.const(number)
            build.branch_if(build.compare(ir.IntPredicate.ULT, taken, limit), first, following)
        block = following
    with ir.Builder.at_end(block) as build:
        build.branch(choose(function, which, ways.groups[-1], number))

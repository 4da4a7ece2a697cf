"""What the control flow says: orders, dominance, loops.

Takes graphs of any nodes, or the Code of a function; gives facts. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from hcpy.ir import Opcode
from hcpy.passes.host.code import EXIT, Block, Code

N = TypeVar("N", bound=Hashable)
Graph = Mapping[N, Iterable[N]]


def successors_of(code: Code) -> dict[Block, list[Block]]:
    return {block: block.successors for block in code.blocks}


def predecessors_of(code: Code) -> dict[Block, list[Block]]:
    return reverse(successors_of(code))


def reverse(graph: Graph[N]) -> dict[N, list[N]]:
    result: dict[N, list[N]] = {node: [] for node in graph}
    for node, targets in graph.items():
        for target in targets:
            result.setdefault(target, []).append(node)
    return result


def post_order(graph: Graph[N], root: N, seen: set[N] | None = None) -> list[N]:
    """What is reached from the root, in this order; not what was `seen` before, to which it is added."""
    order: list[N] = []
    seen = set() if seen is None else seen
    seen.add(root)
    stack = [(root, iter(graph.get(root, ())))]
    while stack:
        node, targets = stack[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(graph.get(target, ()))))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def immediate_dominators(graph: Graph[N], root: N) -> dict[N, N]:
    """Cooper, Harvey and Kennedy's iteration; the root's is itself, unreachable nodes have none."""
    order = post_order(graph, root)
    number = {node: n for n, node in enumerate(order)}
    sources = reverse(graph)
    result = {root: root}

    def meet(a: N, b: N) -> N:
        while a != b:
            while number[a] < number[b]:
                a = result[a]
            while number[b] < number[a]:
                b = result[b]
        return a

    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            known = [source for source in sources.get(node, ()) if source in result]
            if not known:
                continue
            best = known[0]
            for source in known[1:]:
                best = meet(source, best)
            if node not in result or result[node] != best:
                result[node] = best
                changed = True
    return result


def dominates(above: Mapping[N, N], node: N, other: N) -> bool:
    """Do all ways to the other one lead through the node? `above` are the immediate dominators."""
    while other != node and above[other] != other:
        other = above[other]
    return other == node


def immediate_postdominators(code: Code) -> dict[Block, Block]:
    """Of each block; EXIT for blocks that no other block always follows, or that never return."""
    graph = successors_of(code)
    backward: dict[Block, list[Block]] = {EXIT: [b for b in code.blocks if b.terminator.opcode is Opcode.RET]}
    backward.update(reverse(graph))
    found = immediate_dominators(backward, EXIT)
    return {block: found.get(block, EXIT) for block in graph}


def reachable(graph: Graph[N], begin: Iterable[N], barred: Collection[N]) -> list[N]:
    """What can be reached from `begin` without passing `barred`, `begin` included, in depth-first order."""
    seen: dict[N, None] = {}
    stack = [n for n in begin if n not in barred]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen[node] = None
        stack += [t for t in graph.get(node, ()) if t not in barred and t not in seen]
    return list(seen)


def natural_loops(code: Code) -> dict[Block, set[Block]]:
    """Header -> blocks of the loop, the header's own included."""
    return loops_of(successors_of(code), code.entry)


def loops_of(graph: Graph[N], entry: N) -> dict[N, set[N]]:
    """The same of any graph."""
    above = immediate_dominators(graph, entry)
    sources = reverse(graph)
    loops: dict[N, set[N]] = {}
    for block in above:
        for target in graph[block]:
            if dominates(above, target, block):
                body = loops.setdefault(target, {target})
                stack = [block]
                while stack:
                    node = stack.pop()
                    if node not in body:
                        body.add(node)
                        stack += sources[node]
    return loops

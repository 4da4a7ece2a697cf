"""Host target, support: what the control flow of a function says (dominance, loops, liveness).

Takes a Function; gives facts about its blocks. Nothing here changes the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hcpy.passes.host_ir import Function

EXIT = "%<exit>"  # the node behind every return


def successors_of(function: Function) -> dict[str, list[str]]:
    return {name: block.successors for name, block in function.blocks.items()}


def reverse(graph: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {name: [] for name in graph}
    for name, targets in graph.items():
        for target in targets:
            result.setdefault(target, []).append(name)
    return result


def post_order(graph: Mapping[str, Iterable[str]], root: str) -> list[str]:
    order: list[str] = []
    seen = {root}
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


def immediate_dominators(graph: Mapping[str, Iterable[str]], root: str) -> dict[str, str]:
    """Cooper, Harvey and Kennedy's iteration; the root's is itself, unreachable nodes have none."""
    order = post_order(graph, root)
    number = {node: n for n, node in enumerate(order)}
    sources = reverse(graph)
    result = {root: root}

    def meet(a: str, b: str) -> str:
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
            best = ""
            for source in sources.get(node, ()):
                if source in result:
                    best = meet(source, best) if best else source
            if result.get(node) != best:
                result[node] = best
                changed = True
    return result


def immediate_postdominators(function: Function) -> dict[str, str]:
    """Of each block; EXIT for blocks that no other block always follows, or that never return."""
    graph = successors_of(function)
    returns = [n for n, b in function.blocks.items() if b.terminator.opcode == "ret"]
    backward: dict[str, list[str]] = {EXIT: returns}
    for name, sources in reverse(graph).items():
        backward[name] = sources
    found = immediate_dominators(backward, EXIT)
    return {name: found.get(name, EXIT) for name in graph}


def reachable(graph: Mapping[str, Iterable[str]], begin: Iterable[str], stop: str | set[str]) -> list[str]:
    """What can be reached from `begin` without passing `stop`, `begin` included, in depth-first order."""
    barred = {stop} if isinstance(stop, str) else stop
    seen: dict[str, None] = {}
    stack = [n for n in begin if n not in barred]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen[node] = None
        stack += [t for t in graph.get(node, ()) if t not in barred and t not in seen]
    return list(seen)


def natural_loops(function: Function) -> dict[str, set[str]]:
    """Header -> blocks of the loop, the header's own included."""
    graph = successors_of(function)
    entry = function.entry.name
    dominator = immediate_dominators(graph, entry)
    sources = reverse(graph)

    def dominates(a: str, b: str) -> bool:
        while b != a and b != entry:
            b = dominator[b]
        return a == b

    loops: dict[str, set[str]] = {}
    for name in dominator:
        for target in graph[name]:
            if dominates(target, name):
                body = loops.setdefault(target, {target})
                stack = [name]
                while stack:
                    node = stack.pop()
                    if node not in body:
                        body.add(node)
                        stack += sources[node]
    return loops

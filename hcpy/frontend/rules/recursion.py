"""C++ AMP: functions that call themselves, also by way of others (specification, 2.4.3), each cycle once.

Takes: what a walk over functions has found: each one's calls of the others.
Gives: for each cycle the call that closes it, and the calls that lead there from the walk's beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hcpy.core.dataclass import dataclass, field
from hcpy.frontend.rules.bodies import Call


class Edge(NamedTuple):
    """A call of one of the walk's functions in another one."""

    caller: int
    callee: int
    call: Call


@dataclass
class Recursion:
    """Of one unit; the walks begin at several functions, and meet cycles again."""

    _known: set[frozenset[int]] = field(default_factory=set)

    def closing(
        self, keys: Sequence[int], calls: Sequence[Sequence[Edge]]
    ) -> Iterator[tuple[Edge, tuple[Edge, ...]]]:
        """`keys` has the functions' identities, `calls` their calls; function 0 is the walk's beginning."""
        path: list[Edge] = []
        waiting = [iter(calls[0])] if calls else []
        on_path, seen = [0], {0}
        while waiting:
            edge = next(waiting[-1], None)
            if edge is None:
                waiting.pop()
                on_path.pop()
                del path[len(waiting) - 1 if waiting else 0 :]
            elif edge.callee in on_path:
                cycle = frozenset(keys[i] for i in on_path[on_path.index(edge.callee) :])
                if not edge.call.is_dependent and cycle not in self._known:
                    self._known.add(cycle)
                    yield edge, tuple(path)
            elif edge.callee not in seen:
                seen.add(edge.callee)
                path.append(edge)
                on_path.append(edge.callee)
                waiting.append(iter(calls[edge.callee]))

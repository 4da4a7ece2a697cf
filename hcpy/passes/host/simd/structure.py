"""The loops of a function as levels, each a graph without cycles.

Takes a Code; gives its outermost Level. A level's nodes are blocks and, in place of their blocks, the loops
directly inside; what leads back to the header or out of the level ends there.
"""

from __future__ import annotations

from hcpy.core.dataclass import dataclass, field
from hcpy.passes.host.cfg import immediate_dominators, natural_loops, post_order, reverse
from hcpy.passes.host.code import EXIT, Block, Code
from hcpy.passes.host.errors import NotPossible


@dataclass(frozen=True)
class Edge:
    """From a block to one of its successors, however many of its targets that is."""

    source: Block
    target: Block


@dataclass(eq=False)
class Level:
    """The body of a loop, or the whole function."""

    header: Block
    parent: Level | None
    blocks: set[Block]  # those of inner loops included
    depth: int = 0
    nodes: list[Node] = field(default_factory=list)  # in topological order
    exits: list[Edge] = field(default_factory=list)
    backs: list[Edge] = field(default_factory=list)
    leaving: dict[Node, list[Edge]] = field(default_factory=dict)  # a node's edges, wherever they lead
    following: dict[Node, list[Node]] = field(default_factory=dict)  # within the level
    parents: dict[Node, Node] = field(default_factory=dict)  # immediate dominators
    after: dict[Node, Node] = field(default_factory=dict)  # immediate postdominators; EXIT: the level's end
    children: dict[Node, list[Node]] = field(default_factory=dict)  # in the tree of dominators, in order


Node = Block | Level


def blocks_of(node: Node) -> set[Block]:
    return node.blocks if isinstance(node, Level) else {node}


class Structure:
    """The levels of a function."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.outermost = Level(code.entry, None, set(code.blocks))
        self.level_of: dict[Block, Level] = {}
        self.levels = [self.outermost]  # outer ones first
        self._find_levels()
        self.edges_of = {b: [Edge(b, t) for t in b.successors] for b in code.blocks}
        for level in reversed(self.levels):
            self._connect(level)

    def _find_levels(self) -> None:
        loops = natural_loops(self.code)
        for header, blocks in sorted(loops.items(), key=lambda item: (-len(item[1]), item[0].number)):
            parent = next(level for level in reversed(self.levels) if header in level.blocks)
            self.levels.append(Level(header, parent, blocks, parent.depth + 1))
        for block in self.code.blocks:
            self.level_of[block] = next(level for level in reversed(self.levels) if block in level.blocks)

    def node_at(self, level: Level, block: Block) -> Node | None:
        """The node of a level that a block is, or is in; None: it is outside."""
        node: Node = block
        at: Level | None = self.level_of[block]
        while at is not None and at is not level:
            node, at = at, at.parent
        return node if at is level else None

    def _connect(self, level: Level) -> None:
        nodes: list[Node] = [b for b in self.code.blocks if self.level_of[b] is level]
        nodes += [inner for inner in self.levels if inner.parent is level]
        ends: list[Node] = []
        for node in nodes:
            edges = node.exits if isinstance(node, Level) else self.edges_of[node]
            level.leaving[node] = edges
            targets: dict[Node, None] = {}
            for edge in edges:
                target = self.node_at(level, edge.target)
                if target is None:
                    level.exits.append(edge)
                elif edge.target is level.header and level.parent is not None:
                    level.backs.append(edge)
                else:
                    targets[target] = None
                    continue
                ends.append(node)
            if not edges:
                ends.append(node)
            level.following[node] = list(targets)
        order = post_order(level.following, level.header)
        level.nodes = order[::-1]
        self._check(level, nodes)
        level.parents = immediate_dominators(level.following, level.header)
        backward: dict[Node, list[Node]] = {EXIT: ends}
        backward.update(reverse(level.following))
        level.after = immediate_dominators(backward, EXIT)
        level.children = {node: [] for node in level.nodes}
        for node in level.nodes[1:]:
            level.children[level.parents[node]].append(node)

    @staticmethod
    def _check(level: Level, nodes: list[Node]) -> None:
        place = {node: n for n, node in enumerate(level.nodes)}
        if len(place) != len(nodes):
            raise NotPossible("there is code that cannot be reached")
        for node, targets in level.following.items():
            if any(place[target] <= place[node] for target in targets):
                raise NotPossible("a loop has two entries")

    @staticmethod
    def is_inside(level: Level, outer: Level) -> bool:
        at: Level | None = level
        while at is not None and at is not outer:
            at = at.parent
        return at is outer

    def left(self, inner: Level, place: Level) -> list[Level]:
        """The loops that a value of one level has left where another one uses it, inner ones first."""
        found = []
        at = inner
        while not self.is_inside(place, at):
            found.append(at)
            assert at.parent is not None
            at = at.parent
        return found


def subtree(level: Level, node: Node) -> list[Node]:
    """The nodes of a level that a node dominates, itself included."""
    found = [node]
    for inner in found:
        found += level.children[inner]
    return found

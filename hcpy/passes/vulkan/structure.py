"""The structured control flow that SPIR-V asks for: which block each loop and each choice ends at.

Takes a kernel; LLVM's passes give it loops with one way in and one way out, and choices that are nested.
Blocks where several choices end are parted, so that each choice has one that is its own. Gives the blocks in
their order, with the loops and the merges; StructureError where the control flow is none that SPIR-V has.
"""

from __future__ import annotations

from collections import Counter

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.passes.host.cfg import immediate_dominators, post_order, reachable, reverse

_LOOPS = "function(lower-switch,mergereturn,unify-loop-exits,loop-simplify)"
_NESTED = "function(structurizecfg)"
_TIDY = "function(dce,lcssa)"
# What LLVM may take to cost nothing.
_FREE = ir.CASTS | {ir.Opcode.GEP, ir.Opcode.EXTRACT_VALUE, ir.Opcode.INSERT_VALUE, ir.Opcode.FREEZE}
Graph = dict[ir.Block, list[ir.Block]]


class StructureError(Exception):
    """Control flow that cannot be written: what is wrong, and near which instruction."""

    def __init__(self, text: str, place: ir.Instruction) -> None:
        super().__init__(text)
        self.text, self.place = text, place


@dataclass
class Structure:
    """One kernel's control flow."""

    order: list[ir.Block]  # each block after those that dominate it
    latches: dict[ir.Block, ir.Block]  # of each loop's header: the block that leads back and out
    exits: dict[ir.Block, ir.Block]  # of each loop's header: where the latch leads out to
    merges: dict[ir.Block, ir.Block]  # of each block that chooses: where the choice ends
    headers: dict[ir.Block, ir.Block]  # of each latch


def end_by_returning(function: ir.Function) -> None:
    """What is never reached returns too: a kernel then ends in one way."""
    for block in function.blocks:
        terminator = block.terminator
        if terminator.opcode is ir.Opcode.UNREACHABLE:
            with ir.Builder.before(terminator) as build:
                build.ret()
            terminator.erase()


def nest(module: ir.Module) -> None:
    """Gives the functions structured control flow."""
    ir.run_passes(module, _LOOPS)
    for function in module.definitions:
        _part_free_values(function)
    ir.run_passes(module, _NESTED)
    ir.run_passes(module, _TIDY)


def _part_free_values(function: ir.Function) -> None:
    """Values that cost nothing are made in blocks in front of those that give them to phis.

    LLVM 22's structurizecfg moves such a value out of the block that gives it to a phi, and then lets the phi
    have it on that way alone, though others lead through the block: `if (g && (o = c ? u16(k) : o, p))`
    with conditions in c keeps the old o where c holds (`hc_misc/free_values`).
    """
    for block in function.blocks:
        giving = {
            source: None for phi in block.phis for value, source in phi.incoming if _is_free(value, source)
        }
        for source in giving:
            if len(source.successors) == 1:
                before = source.split_before(source.terminator)
                with ir.Builder.at_end(before) as build:
                    build.branch(source)


def _is_free(value: ir.Value, block: ir.Block) -> bool:
    return isinstance(value, ir.Instruction) and value.block == block and value.opcode in _FREE


def structure(function: ir.Function) -> Structure:
    """Of a function after nest()."""
    _part_merges(function)
    flow = _Flow(function)
    found = Structure(flow.order, flow.latches, flow.exits, flow.choices, flow.headers)
    for block, merge in found.merges.items():
        if not all(flow.tree.dominates(block, other) for other in (*flow.between(block, merge), merge)):
            raise StructureError("a choice that is entered in its middle", block.terminator)
    shared = Counter(found.merges.values())
    for block, merge in found.merges.items():
        if shared[merge] > 1:
            raise StructureError("choices that end at one place", block.terminator)
    return found


class _Tree:
    """Of dominators, so numbered that what lies below a block follows it at once."""

    def __init__(self, order: list[ir.Block], dominators: dict[ir.Block, ir.Block]) -> None:
        below = dict.fromkeys(order, 1)
        for block in reversed(order[1:]):
            below[dominators[block]] += below[block]
        self._first, self._behind = {order[0]: 0}, {order[0]: below[order[0]]}
        free = {order[0]: 1}
        for block in order[1:]:
            above = dominators[block]
            first = self._first[block] = free[above]
            free[block], free[above] = first + 1, first + below[block]
            self._behind[block] = first + below[block]

    def dominates(self, above: ir.Block, block: ir.Block) -> bool:
        return self._first[above] <= self._first[block] < self._behind[above]


def _graph(function: ir.Function) -> Graph:
    """What the entry reaches."""
    graph = {block: block.successors for block in function.blocks}
    known = set(post_order(graph, function.entry))
    return {block: targets for block, targets in graph.items() if block in known}


class _Flow:
    """What the entry reaches, its loops and its choices."""

    def __init__(self, function: ir.Function) -> None:
        self.graph = _graph(function)
        self.order = post_order(self.graph, function.entry)[::-1]
        self.tree = _Tree(self.order, immediate_dominators(self.graph, function.entry))
        self.latches, self.exits = _loops(self.graph, self.order, self.tree)
        self.headers = {latch: header for header, latch in self.latches.items()}
        self.choices = _choices(self.graph, self.order, self.headers)

    def between(self, block: ir.Block, merge: ir.Block) -> list[ir.Block]:
        """The blocks of a choice, its first one included."""
        return reachable(self.graph, [block], [merge])


def _loops(
    graph: Graph, order: list[ir.Block], tree: _Tree
) -> tuple[dict[ir.Block, ir.Block], dict[ir.Block, ir.Block]]:
    number = {block: n for n, block in enumerate(order)}
    sources = reverse(graph)
    latches: dict[ir.Block, ir.Block] = {}
    exits: dict[ir.Block, ir.Block] = {}
    for block in order:
        for target in graph[block]:
            if number[target] > number[block]:
                continue
            if not tree.dominates(target, block) or target in latches:
                raise StructureError("a loop with several entries or ends", block.terminator)
            latches[target] = block
    if len(set(latches.values())) != len(latches):
        raise StructureError("loops that end at one place", order[0].terminator)
    for header, latch in latches.items():
        out = [target for target in graph[latch] if target != header]
        if not out:
            raise StructureError("a loop that never ends", latch.terminator)
        exits[header] = out[0]
        body = _body(sources, header, latch)
        for block in body:
            if block != latch and not body.issuperset(graph[block]):
                raise StructureError("a loop with several ends", block.terminator)
        if out[0] in body:
            raise StructureError("a loop that never ends", latch.terminator)
    return latches, exits


def _body(sources: dict[ir.Block, list[ir.Block]], header: ir.Block, latch: ir.Block) -> set[ir.Block]:
    body, work = {header, latch}, [latch]
    while work:
        block = work.pop()
        if block == header:
            continue
        for source in sources[block]:
            if source not in body:
                body.add(source)
                work.append(source)
    return body


def _choices(
    graph: Graph, order: list[ir.Block], latches: dict[ir.Block, ir.Block]
) -> dict[ir.Block, ir.Block]:
    """Of each block that chooses and ends no loop: the nearest block that always follows."""
    ends = [block for block in order if not graph[block]]
    if len(ends) != 1:
        place = (ends or order)[0].terminator
        raise StructureError("a loop that never ends" if not ends else "several ends", place)
    after = immediate_dominators(reverse(graph), ends[0])
    found = {}
    for block in order:
        if len(graph[block]) > 1 and block not in latches:
            if block not in after:
                raise StructureError("a loop that never ends", block.terminator)
            found[block] = after[block]
    return found


def _part_merges(function: ir.Function) -> None:
    """A choice that ends where one around it ends gets a separate block there, the innermost first."""
    flow = _Flow(function)
    graph = flow.graph
    shared = Counter(flow.choices.values())
    for block, merge in reversed(flow.choices.items()):
        if shared[merge] > 1 or not flow.tree.dominates(block, merge):
            sources = [b for b in flow.between(block, merge) if merge in graph[b]]
            made = _insert_merge(function, merge, sources)
            for source in sources:
                graph[source] = [made if target == merge else target for target in graph[source]]
            graph[made] = [merge]
            shared[merge] -= 1


def _insert_merge(function: ir.Function, merge: ir.Block, sources: list[ir.Block]) -> ir.Block:
    """The edges from these blocks lead through the new one that it gives."""
    made = function.append_block("")
    for phi in merge.phis:
        inside = [(value, block) for value, block in phi.incoming if block in sources]
        others = [(value, block) for value, block in phi.incoming if block not in sources]
        with ir.Builder.at_end(made) as build:
            joined = build.phi(phi.type, inside)
        with ir.Builder.before(phi) as build:
            again = build.phi(phi.type, [*others, (joined, made)])
        phi.replace(again)
    for block in sources:
        block.terminator.retarget(merge, made)
    with ir.Builder.at_end(made) as build:
        build.branch(merge)
    return made

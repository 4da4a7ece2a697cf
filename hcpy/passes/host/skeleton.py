"""Writes what stays outside of the work-item loops: uniform control flow and uniform values.

Takes an Outline and where its shared places are; writes into a function, and has the caller write the loops
that run each region.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import post_order
from hcpy.passes.host.code import EXIT, Fixed, Input, Node
from hcpy.passes.host.outline import (
    Arrival,
    Key,
    Outline,
    RegionPlan,
    SkeletonPhi,
    SkeletonPlan,
    name_of,
    node_of,
)
from hcpy.passes.host.region_code import RegionCode, Style, insert_clone, set_operands
from hcpy.passes.host.writer import Writer

Emit = Callable[[RegionCode, Sequence[ir.Value]], None]


def declare_shared(outline: Outline, w: Writer) -> dict[Key, ir.Value]:
    """Places for values that all work-items share."""
    return {
        key: w.build.alloca(w.memory_type(node_of(key).type), f"shared.{name_of(key)}")
        for key in outline.shared
    }


@dataclass(frozen=True)
class Surroundings:
    """What the function around has for the skeleton."""

    context: Mapping[str, ir.Value]  # outside of the work-item loops
    further: Mapping[Node, ir.Value]  # the further parameters of the function that was cut
    slots: Mapping[Key, ir.Value]
    shared: Mapping[Key, ir.Value]


def write_skeleton(
    outline: Outline,
    codes: Sequence[RegionCode],
    w: Writer,
    around: Surroundings,
    style: Style,
    emit: Emit,
) -> None:
    """emit writes the work-item loops of a region; the writer goes on where all regions are done."""
    _Skeleton(outline, codes, w, around, style, emit).write()


class _Skeleton:
    def __init__(
        self,
        outline: Outline,
        codes: Sequence[RegionCode],
        w: Writer,
        around: Surroundings,
        style: Style,
        emit: Emit,
    ) -> None:
        self.outline, self.codes, self.w, self.around = outline, codes, w, around
        self.facts, self.style, self.marks, self.emit = outline.facts, style, style.marks, emit
        self.values: dict[Key, ir.Value] = {}  # of the skeleton itself
        self.values.update(around.further.items())
        self.read_after: dict[tuple[int, Key], ir.Value] = {}  # shared values at each region's end
        self.ends: dict[int, ir.Block] = {}
        self.phis: list[tuple[SkeletonPhi, ir.Instruction]] = []

    def write(self) -> None:
        w = self.w
        graph = {
            plan.region.head: [t for t in plan.region.targets if t is not EXIT] for plan in self.outline.plans
        }
        # Definitions come before their uses, but for those of phis.
        order = list(reversed(post_order(graph, self.facts.cut.uniformity.code.entry)))
        self.labels = {block: w.new_block(block.name) for block in order}
        self.done = w.new_block("hc.done")
        w.jump(self.labels[order[0]])
        for head in order:
            number = self.facts.region_at[head]
            plan, skeleton = self.outline.plans[number], self.outline.skeletons[number]
            w.start(self.labels[head])
            loaded = self._begin(plan, skeleton)
            function = self.codes[number].function
            if function is not None:
                self.emit(self.codes[number], self._arguments(plan, loaded))
            self._end(plan, skeleton)
        for phi, new in self.phis:
            self._connect(phi, new)
        w.start(self.done)

    def _begin(self, plan: RegionPlan, skeleton: SkeletonPlan) -> dict[Key, ir.Value]:
        """Phis, shared values and what is computed once; gives the shared values."""
        w = self.w
        for phi in skeleton.phis:
            new = w.build.phi(phi.phi.type)
            whole = len(self.facts.incoming_from_elsewhere(phi.phi, plan.region.head)) == len(
                phi.phi.incoming
            )
            self.values[phi.phi if whole else Arrival(phi.phi)] = new
            self.phis.append((phi, new))
        loaded = {key: self._load(key) for key in skeleton.loads}
        for op in skeleton.hoisted:
            copy = insert_clone(w, op, self.style)
            set_operands(copy, op, partial(self._find, loaded))
            self.values[op] = copy
        return loaded

    def _end(self, plan: RegionPlan, skeleton: SkeletonPlan) -> None:
        w, number = self.w, plan.number
        self.ends[number] = w.new_block(f"{plan.region.head.name}.end")
        w.jump(self.ends[number])
        w.start(self.ends[number])
        loaded = {key: self._load(key) for key in skeleton.after}
        self.read_after.update({(number, key): value for key, value in loaded.items()})
        op = skeleton.terminator
        if op is None or op.source is None:
            target = plan.region.targets[0]
            w.jump(self.done if target is EXIT else self.labels[target])
        elif op.opcode in (Opcode.RET, Opcode.UNREACHABLE):
            w.jump(self.done)
        else:
            copy = w.build.insert(op.source.clone())
            self.marks.users_loop(copy)
            set_operands(copy, op, partial(self._find, loaded))
            for index, target in enumerate(op.targets):
                copy.set_successor(index, self.labels[target])

    def _load(self, key: Key) -> ir.Value:
        kind = node_of(key).type
        value, load = self.w.load_value(kind, self.around.shared[key], name_of(key))
        self.marks.slot(load)
        return value

    def _find(self, loaded: Mapping[Key, ir.Value], node: Node) -> ir.Value:
        if isinstance(node, Input) and node.context:
            return self.around.context[node.context]
        return loaded[node] if node in loaded else self.values[node]

    def _arguments(self, plan: RegionPlan, loaded: Mapping[Key, ir.Value]) -> list[ir.Value]:
        """Those after the context."""
        given = [loaded[k] if k in loaded else self.values[k] for k in plan.parameters]
        given += [self.around.slots[key] for key in plan.slots]
        return given + [self.around.shared[key] for key in plan.shared_stores]

    def _connect(self, phi: SkeletonPhi, new: ir.Instruction) -> None:
        pairs: list[tuple[ir.Value, ir.Block]] = []
        for number, edges, key in phi.incoming:
            if number in self.ends:
                pairs += [(self._at_end(number, key), self.ends[number])] * edges
        new.add_incoming(pairs)

    def _at_end(self, number: int, key: Key) -> ir.Value:
        if isinstance(key, Fixed):
            return key.value
        if (number, key) in self.read_after:
            return self.read_after[number, key]
        return self._find({}, key) if isinstance(key, Node) else self.values[key]

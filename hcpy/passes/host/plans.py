"""Plans each region's function and the skeleton around it.

Takes a Cut's Facts, and where slots have been merged their places; gives the Outline. Whether a region has to
store a value is only known when all others are planned: planning is repeated until nothing new is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping

from hcpy.ir import Opcode
from hcpy.passes.host.code import EXIT, Block, Fixed, Input, Node, Op
from hcpy.passes.host.outline import (
    Again,
    Arrival,
    Departure,
    Facts,
    Key,
    Leaving,
    Load,
    Needs,
    Outline,
    Place,
    RegionPlan,
    SkeletonPhi,
    SkeletonPlan,
    Traffic,
    order_of,
)
from hcpy.passes.host.regions import Region


def plan(facts: Facts, places: Mapping[Key, Key] | None = None) -> Outline:
    """places: the slot of each value that has one; without it each has its own."""
    places = places or {}
    needs = Needs(wanted=set(places))
    while True:
        before = needs.size
        regions = [_RegionPlanner(facts, number, needs, places) for number in range(len(facts.regions))]
        for planner in regions:
            planner.run()
        skeletons = [_plan_skeleton(facts, planner.plan, needs) for planner in regions]
        if needs.size == before:
            break
    plans = [planner.plan for planner in regions]
    slots = dict.fromkeys(slot for region in plans for slot in region.slots)
    return Outline(
        facts,
        plans,
        skeletons,
        [planner.traffic for planner in regions],
        sorted(needs.shared, key=order_of),
        sorted(slots, key=order_of),
    )


class _RegionPlanner:
    """Plans the function of one region."""

    def __init__(self, facts: Facts, number: int, needs: Needs, places: Mapping[Key, Key]) -> None:
        self.facts, self.number, self.needs, self.places = facts, number, needs, places
        self.region = facts.regions[number]
        self.plan = RegionPlan(number, self.region)
        self.traffic = Traffic()
        self._made: set[Key] = set()
        self._loaded: dict[Key, Key] = {}  # value -> the slot that it was read from
        self._stored: set[Key] = set()

    def run(self) -> None:
        work = False
        for block in self.region.blocks:
            for op in block.body:
                if op not in self.facts.skeleton and op.opcode is not Opcode.ALLOCA:
                    work = self._op(op, block) or work
            work = self._terminator(block) or work
        self._leave()
        stores = self.plan.slot_stores or self.plan.shared_stores
        self.plan.is_empty = not work and not stores

    # -- values from elsewhere --
    def _need(self, value: Node) -> None:
        """Makes a value of elsewhere available."""
        facts = self.facts
        if isinstance(value, Fixed) or value in self._made:
            return
        if isinstance(value, Input):
            if not value.context:
                self._made.add(value)
                self.plan.parameters.append(value)
            return
        assert isinstance(value, Op)
        if value.opcode is Opcode.ALLOCA:
            self._made.add(value)
            self._use_slot(value)
            self.plan.entry.append(Place(value))
            return
        if facts.home.get(value) == self.number and value not in facts.skeleton:
            return
        self._made.add(value)
        if value in facts.skeleton:
            self.plan.parameters.append(value)
        elif value not in facts.divergent:
            self.needs.shared[value] = None
            self.plan.parameters.append(value)
        elif facts.is_recomputable(value):
            for use in value.uses:
                self._need(use)
            self.plan.entry.append(Again(value))
        else:
            self._load(value, value)

    def _use_slot(self, slot: Key) -> None:
        if slot not in self.plan.slots:
            self.plan.slots.append(slot)

    def _load(self, value: Key, slot: Key) -> None:
        self.traffic.reads.add(slot)
        self.needs.wanted.add(slot)
        slot = self.places.get(slot, slot)
        self._loaded[value] = slot
        self._use_slot(slot)
        self.plan.entry.append(Load(value, slot))

    def _store(self, value: Key, slot: Key) -> None:
        self.traffic.writes[slot] = value
        slot = self.places.get(slot, slot)
        if self._loaded.get(value) == slot or slot in self._stored:
            return  # slots are shared by what has one content here
        self._stored.add(slot)
        self._use_slot(slot)
        self.plan.slot_stores.append((value, slot))

    def _is_in_place(self, value: Node, slot: Key) -> bool:
        """Is another region's value already where this one would copy it to?"""
        places = self.places
        return (
            value in places
            and value not in self._made
            and self.facts.home.get(value) != self.number
            and places[value] == places.get(slot)
        )

    # -- the region's own code; each returns whether there is something to do --
    def _op(self, op: Op, block: Block) -> bool:
        if op.opcode is Opcode.PHI:
            return self._phi(op, block)
        for use in op.uses:
            self._need(use)
        return True

    def _phi(self, phi: Op, block: Block) -> bool:
        at_head = block is self.region.head
        outside = self.facts.incoming_from_elsewhere(phi, block) if at_head else []
        inside = [pair for pair in phi.incoming if pair not in outside]
        for value, _ in inside:
            self._need(value)
        if outside:
            # Without a loop inside the phi is what arrives.
            if phi in self.facts.divergent:
                self._load(Arrival(phi) if inside else phi, Arrival(phi))
            else:
                self.plan.parameters.append(Arrival(phi))
        return bool(inside)

    def _terminator(self, block: Block) -> bool:
        op = block.terminator
        if block is self.region.tail or op.opcode is Opcode.RET:
            return False
        for use in op.uses:
            self._need(use)
        return op.opcode is not Opcode.BR

    # -- what leaves the region --
    def edges_out(self) -> list[Block]:
        """The blocks from which the region is left, one for each edge."""
        if self.region.tail is not None:
            return [self.region.tail]
        found = []
        for block in self.region.blocks:
            if block.terminator.opcode is Opcode.RET:
                found.append(block)
            found += [block] * block.terminator.targets.count(self.region.exit)
        return found

    def _leave(self) -> None:
        edges = self.edges_out()
        for target in self.region.targets:
            if target is not EXIT:
                for phi in target.phis:
                    self._leave_through(phi, edges, target)
        for value in sorted(self.needs.wanted, key=order_of):
            if isinstance(value, Node) and self.facts.home.get(value) == self.number:
                self._store(value, value)
        for value in sorted(self.needs.shared, key=order_of):
            if isinstance(value, Node) and self.facts.home.get(value) == self.number:
                self.plan.shared_stores.append(value)

    def _leave_through(self, phi: Op, edges: list[Block], target: Block) -> None:
        """Hands a phi of the next region what this one gives it."""
        values = {b: v for v, b in self.facts.incoming_from_elsewhere(phi, target) if b in edges}
        if not values:
            return
        divergent = phi in self.facts.divergent
        if not divergent and len(set(values.values())) == 1:
            return  # the skeleton's phi takes it
        given: Key
        if len(set(edges)) == 1:
            given = values[edges[0]]
            if self._is_in_place(given, Arrival(phi)):
                self.traffic.writes[Arrival(phi)] = given
                return
            self._need(given)
        else:
            for value in values.values():
                self._need(value)
            given = Departure(phi, self.number)
            self.plan.leaving.append(Leaving(given, tuple((values.get(b), b) for b in edges)))
        if divergent:
            self._store(given, Arrival(phi))
        else:
            self.needs.shared[given] = None
            self.plan.shared_stores.append(given)


# --- the skeleton ------------------------------------------------------------------------------------
def _plan_skeleton(facts: Facts, region_plan: RegionPlan, needs: Needs) -> SkeletonPlan:
    region, number = region_plan.region, region_plan.number
    result = SkeletonPlan()

    def need(value: Node, at: list[Key]) -> None:
        if is_shared(facts, value):
            needs.shared[value] = None
            if value not in at:
                at.append(value)

    for segment in region.segments:
        if not segment.is_loop:
            for op in segment.blocks[0].body:
                if op in facts.skeleton and op.opcode is not Opcode.PHI:
                    result.hoisted.append(op)
                    for use in op.uses:
                        need(use, result.loads)
    for key in region_plan.parameters:
        if isinstance(key, Node):
            need(key, result.loads)
    result.phis = [
        _skeleton_phi(facts, phi, region) for phi in region.head.phis if phi not in facts.divergent
    ]
    if region.tail is not None:
        result.terminator = region.tail.terminator
        for use in result.terminator.uses:
            need(use, result.after)
    for target in region.targets:
        if target is not EXIT:
            for phi in target.phis:
                if phi not in facts.divergent:
                    key = _phi_operand(facts, phi, target, number)
                    if isinstance(key, Node):
                        need(key, result.after)
                    elif key not in result.after:
                        result.after.append(key)
    return result


def is_shared(facts: Facts, value: Node) -> bool:
    """Does the skeleton find it in the one place that it has?"""
    return isinstance(value, Op) and value not in facts.skeleton and value.opcode is not Opcode.ALLOCA


def _phi_operand(facts: Facts, phi: Op, target: Block, number: int) -> Key:
    """What region `number` gives to a uniform phi at the head of another."""
    region = facts.regions[number]
    sources = {region.tail} if region.tail is not None else set(region.blocks)
    values = dict.fromkeys(v for v, b in facts.incoming_from_elsewhere(phi, target) if b in sources)
    if len(values) > 1:
        return Departure(phi, number)
    (value,) = values
    return value


def _skeleton_phi(facts: Facts, phi: Op, region: Region) -> SkeletonPhi:
    """One operand for each edge from another region's end."""
    incoming = []
    for number in dict.fromkeys(
        facts.region_at[b] for _, b in facts.incoming_from_elsewhere(phi, region.head)
    ):
        source = facts.regions[number]
        edges = 1 if source.tail is None else source.tail.terminator.targets.count(region.head)
        incoming.append((number, edges, _phi_operand(facts, phi, region.head, number)))
    return SkeletonPhi(phi, tuple(incoming))

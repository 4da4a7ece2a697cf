"""Host target: makes a function of each region, and finds out what passes between them.

Takes a function in regions; gives, for each region, a function of one work-item, and the skeleton that
stays outside of the work-item loops: uniform control flow and uniform values, computed once for all work-
items.

A value that a region needs from another one is, in this order: a value of the skeleton (a parameter),
computed again (ids and what hangs on them: stored addresses would turn accesses into gathers), uniform
(one place, a parameter), or has a place for each work-item (a slot).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hcpy.passes.host_cfg import post_order, successors_of
from hcpy.passes.host_context import ITEM
from hcpy.passes.host_effects import CHEAP, PURE, is_pure_call, may_write
from hcpy.passes.host_ir import Instruction
from hcpy.passes.host_region import Region
from hcpy.passes.host_region_code import RegionWriter
from hcpy.passes.host_regions import Cut
from hcpy.passes.host_skeleton import skeleton_block
from hcpy.passes.host_slots import Traffic, merge_slots
from hcpy.passes.host_uniform import Uniformity

_RECOMPUTE_LIMIT = 24  # instructions


@dataclass
class Outline:
    """All of it: regions, what they share, and the skeleton's own instructions."""

    cut: Cut
    uniformity: Uniformity
    prefix: str
    index: str  # ITEM or LANE: which place of a slot is the work-item's
    skeleton: set[str] = field(default_factory=set)  # values computed outside of the work-item loops
    slots: dict[str, str] = field(default_factory=dict)  # name -> type, a place for each work-item
    shared: dict[str, str] = field(default_factory=dict)  # name -> type, one place
    wanted: set[str] = field(default_factory=set)  # values that have to be stored in a slot
    place: dict[str, str] = field(default_factory=dict)  # value, or phi's name with .phi -> its slot

    def __post_init__(self) -> None:
        # names made here differ from those that an outer cut has made
        self.tag = ".g" if self.index == ITEM else ".s"
        self.function = self.cut.function
        for block in self.function.blocks.values():  # slots have no lifetimes
            block.instructions = [i for i in block.instructions if not i.callee.startswith("@llvm.lifetime")]
        self.definition = {i.result: i for i in self.function.instructions() if i.result}
        self.home: dict[str, int] = {}
        self.region_at: dict[str, int] = {}
        for number, region in enumerate(self.cut.regions):
            for name in region.blocks:
                self.region_at[name] = number
                for instruction in self.function.blocks[name].instructions:
                    if instruction.result:
                        self.home[instruction.result] = number
        self.allocas = {i.result: i for i in self.function.instructions() if i.opcode == "alloca"}
        order = post_order(successors_of(self.function), self.function.entry.name)
        place = {name: n for n, name in enumerate(reversed(order))}
        for region in sorted(self.cut.regions, key=lambda r: place.get(r.head, 0)):
            self._hoist(region)
        self._write()
        if self.slots or self.shared:  # what a later region wants of an earlier one is only known now
            self._write()
        if set(self.slots) - set(self.allocas):
            self.place = merge_slots(self)
            self.slots = {n: t for n, t in self.slots.items() if n in self.allocas}
            self.wanted = set(self.place)
            self._write()

    def _write(self) -> None:
        self.traffic = {n: Traffic() for n in range(len(self.cut.regions))}
        codes = [RegionWriter(self, n, r).write() for n, r in enumerate(self.cut.regions)]
        self.blocks = [skeleton_block(self, n, c) for n, c in enumerate(codes)]

    # -- what is computed outside of the work-item loops --
    def _hoist(self, region: Region) -> None:
        number = self.region_at[region.head]
        wrote = False
        for segment in region.segments:
            blocks = [self.function.blocks[b] for b in segment.blocks]
            if not segment.is_loop:
                spine = blocks.pop(0)
                for instruction in spine.body:
                    if self._is_hoistable(instruction, number, wrote, spine.name == region.head):
                        self.skeleton.add(instruction.result)
                    else:
                        wrote = wrote or may_write(instruction)
            wrote = wrote or any(may_write(i) for b in blocks for i in b.instructions)

    def _is_hoistable(self, i: Instruction, region: int, wrote: bool, at_head: bool) -> bool:
        if not i.result or i.result in self.uniformity.divergent:
            return False
        if i.opcode == "phi":
            return at_head
        if i.opcode == "load":
            if wrote and "!invariant.load" not in i.text:
                return False
        elif i.opcode == "call":
            if not is_pure_call(i.callee):
                return False
        elif i.opcode not in PURE:
            return False
        return all(self._is_outside(u, region) for u in i.uses)

    def _is_outside(self, value: str, region: int) -> bool:
        """Is a uniform value known before the region's work-item loop?"""
        return value in self.skeleton or self.home.get(value, -1) != region

    # -- how a region gets a value --
    def is_recomputable(self, value: str) -> bool:
        """Is it ids, constants and the skeleton's values, put together cheaply?"""
        return self._cost(value, 0) <= _RECOMPUTE_LIMIT

    def _cost(self, value: str, depth: int) -> int:
        if value not in self.definition or value in self.skeleton or value in self.allocas:
            return 0
        if value not in self.uniformity.divergent:
            return 0
        source = self.definition[value]
        if source.opcode not in CHEAP or depth > 12:
            return _RECOMPUTE_LIMIT + 1
        cost = 1
        for use in source.uses:
            cost += self._cost(use, depth + 1)
            if cost > _RECOMPUTE_LIMIT:
                break
        return cost

    def share(self, value: str) -> None:
        self.shared.setdefault(value, self.function.type_of[value])

    def incoming_here(self, phi: Instruction, block: str) -> list[tuple[str, str]]:
        """A head phi's operands that come from other regions, or around an outer loop."""
        region = self.cut.regions[self.region_at[block]]
        own = set(region.blocks) if region.segments[0].is_loop else set()
        return [(v, b) for v, b in phi.incoming if b not in own]

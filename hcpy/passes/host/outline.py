"""What passes between regions, and what stays outside of the loops that run them.

Takes a Cut; gives an Outline: for each region a plan of its function and of the skeleton around it (uniform
control flow and uniform values, computed once for all work-items). Nothing is written here.

A value that a region needs from another one is, in this order: a value of the skeleton (a parameter),
computed again (ids and what hangs on them: stored addresses would turn accesses into gathers), uniform (one
place, a parameter), or has a place for each work-item (a slot).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy.core.dataclass import dataclass, field
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import post_order, successors_of
from hcpy.passes.host.code import Block, Node, Op
from hcpy.passes.host.effects import (
    PURE,
    is_cheap,
    is_invariant,
    is_pure_call,
    is_safe_division,
    may_write,
)
from hcpy.passes.host.regions import Cut, Region

_RECOMPUTE_LIMIT = 24  # instructions
_DIVISION = 4  # of which a division by a number counts as many
_DEEPEST = 12


@dataclass(frozen=True)
class Arrival:
    """What a phi at a region's head gets from other regions."""

    phi: Op


@dataclass(frozen=True)
class Departure:
    """What a region gives to a phi of another one, where its paths give it different values."""

    phi: Op
    region: int


Key = Node | Arrival | Departure


def node_of(key: Key) -> Node:
    """The node that has the type of a key's value."""
    return key if isinstance(key, Node) else key.phi


def order_of(key: Key) -> tuple[int, int]:
    return node_of(key).number, 0 if isinstance(key, Node) else 1


def name_of(key: Key) -> str:
    name = node_of(key).name
    return (
        f"{name}.phi" if isinstance(key, Arrival) else f"{name}.out" if isinstance(key, Departure) else name
    )


@dataclass(frozen=True)
class Load:
    """At a region's beginning: a value is read from a slot."""

    key: Key
    slot: Key


@dataclass(frozen=True)
class Place:
    """At a region's beginning: a variable of the work-item's stack is its place in a slot."""

    alloca: Op


@dataclass(frozen=True)
class Again:
    """At a region's beginning: a value is computed again."""

    op: Op


@dataclass(frozen=True)
class Leaving:
    """A phi where the region's edges out meet; None: nothing comes along that edge."""

    key: Departure
    incoming: tuple[tuple[Node | None, Block], ...]


@dataclass
class RegionPlan:
    """A region as a function of one work-item."""

    number: int
    region: Region
    parameters: list[Key] = field(default_factory=list)  # uniform values of elsewhere
    slots: list[Key] = field(default_factory=list)  # those that it reads or writes
    entry: list[Load | Place | Again] = field(default_factory=list)
    leaving: list[Leaving] = field(default_factory=list)
    slot_stores: list[tuple[Key, Key]] = field(default_factory=list)  # (value, slot)
    shared_stores: list[Key] = field(default_factory=list)  # values that go to the one place that they have
    is_empty: bool = False  # nothing is done but to go on


@dataclass(frozen=True)
class SkeletonPhi:
    """A uniform phi at a region's head: (region that it comes from, edges, value at that region's end)."""

    phi: Op
    incoming: tuple[tuple[int, int, Key], ...]


@dataclass
class SkeletonPlan:
    """The uniform code around one region's work-item loop."""

    phis: list[SkeletonPhi] = field(default_factory=list)
    loads: list[Key] = field(default_factory=list)  # shared values that are read before the loop
    hoisted: list[Op] = field(default_factory=list)
    after: list[Key] = field(default_factory=list)  # those that are read after it
    terminator: Op | None = None  # None: to the region's exit


@dataclass
class Traffic:
    """What a region reads from slots before anything else and writes to them at its end."""

    reads: set[Key] = field(default_factory=set)
    writes: dict[Key, Key] = field(default_factory=dict)  # slot -> the value stored


@dataclass(frozen=True)
class Facts:
    """What stays the same while the plans are made."""

    cut: Cut
    skeleton: frozenset[Op]  # values computed outside of the work-item loops
    home: Mapping[Node, int]  # value -> number of its region
    region_at: Mapping[Block, int]

    @property
    def divergent(self) -> set[Node]:
        return self.cut.uniformity.divergent

    @property
    def regions(self) -> Sequence[Region]:
        return self.cut.regions

    def is_recomputable(self, value: Op) -> bool:
        """Is it ids, constants and the skeleton's values, put together cheaply?"""
        return self._cost(value, 0) <= _RECOMPUTE_LIMIT

    def _cost(self, value: Node, depth: int) -> int:
        if not isinstance(value, Op) or value.opcode is Opcode.ALLOCA:
            return 0
        if value in self.skeleton or value not in self.divergent:
            return 0
        is_division = is_safe_division(value)
        if not (is_division or is_cheap(value.opcode, value.callee)) or depth > _DEEPEST:
            return _RECOMPUTE_LIMIT + 1
        cost = _DIVISION if is_division else 1
        for use in value.uses:
            cost += self._cost(use, depth + 1)
            if cost > _RECOMPUTE_LIMIT:
                break
        return cost

    def incoming_from_elsewhere(self, phi: Op, block: Block) -> list[tuple[Node, Block]]:
        """A head phi's operands that come from other regions, or around an outer loop."""
        region = self.regions[self.region_at[block]]
        own = set(region.blocks) if region.segments[0].is_loop else set()
        return [(v, b) for v, b in phi.incoming if b not in own]


def gather_facts(cut: Cut) -> Facts:
    home: dict[Node, int] = {}
    region_at: dict[Block, int] = {}
    for number, region in enumerate(cut.regions):
        for block in region.blocks:
            region_at[block] = number
            # slots have no lifetimes
            block.ops = [op for op in block.ops if not op.callee.startswith("llvm.lifetime")]
            home.update(dict.fromkeys(block.ops, number))
    code = cut.uniformity.code
    order = post_order(successors_of(code), code.entry)
    place = {block: n for n, block in enumerate(reversed(order))}
    skeleton: set[Op] = set()
    for region in sorted(cut.regions, key=lambda r: place.get(r.head, 0)):
        _hoist(region, cut.uniformity.divergent, home, skeleton)
    return Facts(cut, frozenset(skeleton), home, region_at)


def _hoist(region: Region, divergent: set[Node], home: Mapping[Node, int], skeleton: set[Op]) -> None:
    """Adds the uniform values that can be computed before the region's loop."""
    number = home[region.head.ops[0]]

    def is_outside(value: Node) -> bool:
        return value in skeleton or home.get(value, -1) != number

    wrote = False
    for segment in region.segments:
        blocks = list(segment.blocks)
        if not segment.is_loop:
            spine = blocks.pop(0)
            for op in spine.body:
                if (
                    op not in divergent
                    and _is_hoistable(op, wrote, spine is region.head)
                    and (op.opcode is Opcode.PHI or all(map(is_outside, op.uses)))
                ):
                    skeleton.add(op)
                else:
                    wrote = wrote or may_write(op)
        wrote = wrote or any(may_write(op) for block in blocks for op in block.ops)


def _is_hoistable(op: Op, wrote: bool, at_head: bool) -> bool:
    if op.opcode is Opcode.PHI:
        return at_head
    if op.opcode is Opcode.LOAD:
        return not wrote or is_invariant(op)
    if op.opcode is Opcode.CALL:
        return is_pure_call(op.callee) and not op.type.is_void
    return op.opcode in PURE


@dataclass
class Needs:
    """What the plans ask of each other; it grows until they are stable."""

    shared: dict[Key, None] = field(default_factory=dict)  # values that have one place
    wanted: set[Key] = field(default_factory=set)  # values that have a slot

    @property
    def size(self) -> tuple[int, int]:
        return len(self.shared), len(self.wanted)


@dataclass(frozen=True)
class Outline:
    """A function in regions with all that passes between them."""

    facts: Facts
    plans: list[RegionPlan]
    skeletons: list[SkeletonPlan]
    traffic: list[Traffic]
    shared: list[Key]
    slots: list[Key]  # a place for each work-item

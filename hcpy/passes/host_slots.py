"""Host target: lets values whose lifetimes do not meet share the slots that carry them between regions.

Takes an outline whose regions' traffic is known; gives the slot of each value. Most of all a loop's phi,
what goes around the loop and what leaves it get one slot: their copies vanish.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hcpy.passes.host_cfg import EXIT

if TYPE_CHECKING:
    from hcpy.passes.host_outline import Outline


@dataclass
class Traffic:
    """What a region reads from slots before anything else and writes to them at its end."""

    reads: set[str] = field(default_factory=set)
    writes: dict[str, str] = field(default_factory=dict)  # slot -> the value stored


def merge_slots(outline: Outline) -> dict[str, str]:
    live_after = _live_after(outline)
    names = sorted({n for t in outline.traffic.values() for n in (*t.reads, *t.writes)})
    members = {name: [name] for name in names}
    place = {name: name for name in names}
    for name in names:
        value = name.removesuffix(".phi")
        if name != value:
            wanted = [value, *(v for v, _ in outline.definition[value].incoming)]
            for other in wanted:
                if other in place and not _any_meet(
                    outline, live_after, members[place[name]], members[place[other]]
                ):
                    _merge(place, members, place[name], place[other])
    return place


def _merge(place: dict[str, str], members: dict[str, list[str]], kept: str, gone: str) -> None:
    if kept != gone:
        for name in members.pop(gone):
            place[name] = kept
            members[kept].append(name)


def _live_after(outline: Outline) -> dict[int, set[str]]:
    """For each region, the slots whose contents are read after its end."""
    regions = outline.cut.regions
    successors: dict[int, list[int]] = {}
    for number, region in enumerate(regions):
        targets = outline.function.blocks[region.tail].successors if region.tail else [region.exit]
        successors[number] = [outline.region_at[t] for t in targets if t != EXIT]
    before: dict[int, set[str]] = {n: set(outline.traffic[n].reads) for n in successors}
    after: dict[int, set[str]] = {n: set() for n in successors}
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(regions))):
            new = {name for t in successors[number] for name in before[t]}
            if new != after[number]:
                after[number] = new
                before[number] |= new - set(outline.traffic[number].writes)
                changed = True
    return after


def _any_meet(outline: Outline, live_after: dict[int, set[str]], first: list[str], second: list[str]) -> bool:
    return any(_meet(outline, live_after, a, b) for a in first for b in second if a != b)


def _meet(outline: Outline, live_after: dict[int, set[str]], a: str, b: str) -> bool:
    """Does a region write one of the two while the other is alive with something else in it?"""
    for number, traffic in outline.traffic.items():
        for written, other in ((a, b), (b, a)):
            if written not in traffic.writes:
                continue
            source = traffic.writes[written]
            if other in traffic.writes:
                if traffic.writes[other] != source:
                    return True
            elif other in live_after[number] and source != other:
                return True
    return False

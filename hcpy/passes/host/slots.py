"""Lets values whose lifetimes do not meet share the slots that carry them between regions.

Takes an Outline; gives one in which values have merged slots. Most of all a loop's phi, what goes around
the loop and what leaves it get one slot: their copies vanish.
"""

from __future__ import annotations

from hcpy.passes.host.code import EXIT
from hcpy.passes.host.outline import Arrival, Key, Outline, order_of
from hcpy.passes.host.plans import plan


def merge_slots(outline: Outline) -> Outline:
    places = _places(outline)
    return plan(outline.facts, places) if places else outline


def _places(outline: Outline) -> dict[Key, Key]:
    """The slot of each value that has one."""
    live_after = _live_after(outline)
    keys = sorted({k for t in outline.traffic for k in (*t.reads, *t.writes)}, key=order_of)
    members = {key: [key] for key in keys}
    place = {key: key for key in keys}
    for key in keys:
        if isinstance(key, Arrival):
            for other in (key.phi, *(value for value, _ in key.phi.incoming)):
                if other in place and not _any_meet(
                    outline, live_after, members[place[key]], members[place[other]]
                ):
                    _merge(place, members, place[key], place[other])
    return place


def _merge(place: dict[Key, Key], members: dict[Key, list[Key]], kept: Key, gone: Key) -> None:
    if kept != gone:
        for key in members.pop(gone):
            place[key] = kept
            members[kept].append(key)


def _live_after(outline: Outline) -> list[set[Key]]:
    """For each region, the slots whose contents are read after its end."""
    facts, traffic = outline.facts, outline.traffic
    successors = [[facts.region_at[t] for t in r.targets if t is not EXIT] for r in facts.regions]
    before = [set(t.reads) for t in traffic]
    after: list[set[Key]] = [set() for _ in traffic]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(successors))):
            new = {key for target in successors[number] for key in before[target]}
            if new != after[number]:
                after[number] = new
                before[number] |= new - set(traffic[number].writes)
                changed = True
    return after


def _any_meet(outline: Outline, live_after: list[set[Key]], first: list[Key], second: list[Key]) -> bool:
    return any(_meet(outline, live_after, a, b) for a in first for b in second if a != b)


def _meet(outline: Outline, live_after: list[set[Key]], a: Key, b: Key) -> bool:
    """Does a region write one of the two while the other is alive with something else in it?"""
    for number, traffic in enumerate(outline.traffic):
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

"""An Outline as text: its regions, what they read and write, and what is computed once for all work-items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.passes.host.outline import Key, Outline, RegionPlan, SkeletonPlan, name_of, node_of, order_of


def describe(outline: Outline) -> str:
    return "\n".join(_lines(outline)) + "\n"


def _lines(outline: Outline) -> Iterator[str]:
    for plan, skeleton in zip(outline.plans, outline.skeletons, strict=True):
        yield from _region(plan, skeleton)
        traffic = outline.traffic[plan.number]
        yield f"  reads slots: {_names(sorted(traffic.reads, key=order_of))}"
        yield f"  writes slots: {_names(traffic.writes)}"
    yield f"shared places: {_names(outline.shared)}"
    yield "slots, one for each work-item:"
    for key in outline.slots:
        yield f"  {name_of(key)}: {node_of(key).type}"


def _region(plan: RegionPlan, skeleton: SkeletonPlan) -> Iterator[str]:
    region = plan.region
    yield f"region {plan.number}{' (empty)' if plan.is_empty else ''}: {_blocks(region.blocks)}"
    yield f"  goes to: {_blocks(region.targets)}"
    yield f"  parameters: {_names(plan.parameters)}"
    yield f"  computed before it, once: {_names([*(p.phi for p in skeleton.phis), *skeleton.hoisted])}"


def _blocks(blocks: Iterable[object]) -> str:
    return ", ".join(str(getattr(block, "name", block)) for block in blocks) or "none"


def _names(keys: Iterable[Key]) -> str:
    return ", ".join(map(name_of, keys)) or "none"

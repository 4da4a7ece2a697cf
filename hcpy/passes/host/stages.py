"""The stages that make a work-group's code of a kernel's function, in their order.

context -> uniformity -> cut -> outline -> slots -> strips -> write: each takes what the one before it gave.
README.md says what each is for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.passes.host.code import read
from hcpy.passes.host.context import Entry, Kernel, enter_context
from hcpy.passes.host.describe import describe
from hcpy.passes.host.divide import divide
from hcpy.passes.host.entry_function import RunAround, write_entry
from hcpy.passes.host.errors import UsedOutside
from hcpy.passes.host.fixed_sums import FixedSums
from hcpy.passes.host.flags import write_flags
from hcpy.passes.host.group_atomics import make_plain
from hcpy.passes.host.held_sums import HeldSums, hold_back
from hcpy.passes.host.items import Items, one_by_one
from hcpy.passes.host.kept_values import keep_in_variables
from hcpy.passes.host.launch import ITEM, SCRATCH
from hcpy.passes.host.loops import Group, write_loops
from hcpy.passes.host.near_sums import NearSums, mark_near
from hcpy.passes.host.outline import Key, Outline
from hcpy.passes.host.region_code import RegionCode, Style, slot_type, write_regions
from hcpy.passes.host.seams import add_seams, unfold_switches
from hcpy.passes.host.simd.wishes import HELD_SUMS, NEAR_SUMS, NO_WISHES, SEAMS, Wishes
from hcpy.passes.host.skeleton import Surroundings, declare_shared, write_skeleton
from hcpy.passes.host.strips import make_items
from hcpy.passes.host.uniformity import analyse
from hcpy.passes.host.writer import Writer
from hcpy.passes.inner_stages import NOT_WANTED, InnerStages

SCRATCH_ALIGN = 64


def round_up(size: int, align: int = SCRATCH_ALIGN) -> int:
    return -(-size // align) * align


@dataclass(frozen=True)
class KernelCode:
    """What a lowered kernel's record says."""

    symbol: str
    tile_static_bytes: int
    scratch_fixed: int
    scratch_per_item: int
    barrier: bool
    dynamic_group: bool
    remarks: tuple[str, ...]  # how its parts were made vector code
    has_records: bool = False  # do its work-items write records (records.py)?


@dataclass(frozen=True)
class Parts:
    """A kernel as functions of one work-item, each with what its loops call."""

    kernel: Kernel
    outline: Outline | None  # None: no barriers, one part
    codes: Sequence[RegionCode]
    items: Sequence[Items | None]  # for each region; None: there is nothing to run
    slots: Mapping[Key, int]  # in scratch memory: bytes of each before it, for one work-item
    bytes_per_item: int
    fixed: int  # bytes in the scratch memory before the slots


def lower_kernel(
    module: ir.Module,
    function: ir.Function,
    entry: Entry,
    tile_static: Mapping[str, tuple[int, int]],
    inner: InnerStages = NOT_WANTED,
    wishes: Wishes = NO_WISHES,
) -> KernelCode:
    """Puts the kernel's entry for its function, which has one parameter: the function object.

    Args:
        function: Everything is inlined and in SSA form.
        entry: What the entry will be called; the function may have the same name.
        tile_static: Name of each variable of the module that is tile_static: its bytes and alignment.
        inner: Where each stage shows what it leaves.
        wishes: What the user says of the vectoriser.
    """
    kernel = enter_context(module, function, entry, tile_static, wishes)
    held, near = _hold_sums(kernel, wishes)
    inner.module("context", module)
    fixed = kernel.tile_static_bytes if near is None else near.end
    parts = _take_apart(kernel, held, fixed, inner, wishes) if kernel.barrier else _keep_whole(kernel, wishes)
    inner.module("strips", module)
    late = [sums for sums in (kernel.counts, near) if sums is not None]
    around = _around(kernel, held) if held is not None else _around_all(late)
    written = write_entry(kernel, _GroupWriter(parts).write, around)
    if near is not None:
        near.write(written)
    if kernel.group_atomics:
        make_plain(module)
    inner.module("write", module)
    if parts.outline is not None:
        kernel.function.erase()  # all that is kept of it are clones
    remarks = tuple(items.remark for items in parts.items if items is not None)
    return KernelCode(
        entry.symbol,
        kernel.tile_static_bytes,
        max((sums.end for sums in late), default=fixed),
        parts.bytes_per_item,
        kernel.barrier,
        kernel.dynamic_group,
        remarks,
        any(items.is_record for items in parts.items if items is not None),
    )


def _hold_sums(kernel: Kernel, wishes: Wishes) -> tuple[HeldSums | None, NearSums | None]:
    """What is added to memory after all groups of a range."""
    module, function, counts = kernel.module, kernel.function, kernel.counts
    begin = round_up(kernel.tile_static_bytes if counts is None else counts.end)
    if not wishes.allows_vectors or (HELD_SUMS if kernel.barrier else NEAR_SUMS) in wishes.without:
        return None, None
    held = hold_back(module, function, begin) if kernel.barrier else None
    if held is not None or NEAR_SUMS in wishes.without:
        return held, None
    return None, mark_near(module, function, kernel.entry.symbol, begin, by_groups=kernel.barrier)


def _keep_whole(kernel: Kernel, wishes: Wishes) -> Parts:
    """A kernel without barriers is one region."""
    items = make_items(
        kernel.module, kernel.marks, kernel.function, is_flat=True, wishes=wishes, has_edges=True
    )
    return Parts(kernel, None, (), (items,), {}, 0, 0)


def _around_all(late: Sequence[FixedSums | NearSums]) -> tuple[RunAround, ...]:
    def empty(w: Writer, group: Group) -> None:
        for sums in late:
            sums.empty(w, group)

    def add(w: Writer, group: Group) -> None:
        for sums in late:
            sums.add(w, group)

    return (empty, add) if late else ()


def _around(kernel: Kernel, held: HeldSums) -> tuple[RunAround, RunAround]:
    """What runs before all groups of a range, and after them."""

    def run(function: ir.Function) -> RunAround:
        return lambda w, group: write_loops(w, one_by_one(function), group, kernel.marks, ())

    return run(held.empty), run(held.add)


def _take_apart(
    kernel: Kernel, held: HeldSums | None, fixed: int, inner: InnerStages, wishes: Wishes
) -> Parts:
    """A kernel with barriers: work-item loops between them, values that pass them in the scratch memory."""
    splits = wishes.allows_vectors and SEAMS not in wishes.without
    if splits:
        unfold_switches(kernel.function)
        write_flags(kernel.function)
    outline = _divide(kernel.function, splits)
    if inner.are_wanted:
        inner.text("outline", describe(outline))
    slots, bytes_per_item = _place_slots(kernel.module, outline, 0 if held is None else held.bytes_per_item)
    style = Style(kernel.module, kernel.marks, f"{kernel.entry.symbol}.r", ITEM, marks_all=False)
    codes = write_regions(outline, style)
    inner.module("regions", kernel.module)
    items = [
        None
        if code.function is None
        else make_items(kernel.module, kernel.marks, code.function, is_flat=kernel.is_flat, wishes=wishes)
        for code in codes
    ]
    return Parts(kernel, outline, codes, items, slots, bytes_per_item, fixed)


def _divide(function: ir.Function, splits: bool) -> Outline:
    """Values that the cut can't copy go through variables; what still can't be copied then is refused."""
    kept: set[ir.Instruction] = set()
    while True:
        uniformity = analyse(read(function))
        if splits:
            add_seams(uniformity)
        try:
            return divide(uniformity, join_loops=True)
        except UsedOutside as found:
            if not kept.isdisjoint(found.values):
                raise
            keep_in_variables(found.values)
            kept.update(found.values)


def _place_slots(module: ir.Module, outline: Outline, held: int) -> tuple[dict[Key, int], int]:
    """Slots in the order of their places: those of the largest alignment first; after what sums take."""
    kinds = {key: slot_type(module, key) for key in outline.slots}

    def align(kind: ir.Type) -> int:
        size = module.layout.size(kind)
        return size & -size if kind.is_array else module.layout.align(kind)

    places: dict[Key, int] = {}
    end = round_up(held, max(map(align, kinds.values()), default=1))
    for key, kind in sorted(kinds.items(), key=lambda item: -align(item[1])):
        places[key] = end
        end += module.layout.size(kind)
    return places, end


class _GroupWriter:
    """Writes what runs one work-group."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def write(self, w: Writer, before: Writer, group: Group, sizes: list[ir.Value]) -> None:
        """before: where what all groups share is computed."""
        parts, marks = self.parts, self.parts.kernel.marks
        if parts.outline is None:
            (items,) = parts.items
            assert items is not None
            write_loops(w, items, group, marks, ())
            return

        def run(code: RegionCode, arguments: Sequence[ir.Value]) -> None:
            items = parts.items[code.number]
            assert items is not None
            write_loops(w, items, group, marks, arguments, parts.kernel.usual)

        shared = declare_shared(parts.outline, before)
        around = Surroundings(group.context, {}, self._slots(before, group, sizes), shared)
        style = Style(parts.kernel.module, marks, "", ITEM, marks_all=False)
        write_skeleton(parts.outline, parts.codes, w, around, style, run)

    def _slots(self, before: Writer, group: Group, sizes: list[ir.Value]) -> dict[Key, ir.Value]:
        """Each slot's place for all work-items of a group."""
        plane = before.mul(sizes[0], sizes[1], "hc.plane", nsw=False)
        items = before.mul(plane, sizes[2], "hc.items", nsw=False)
        base = round_up(self.parts.fixed)
        flags = ir.NoWrap.INBOUNDS | ir.NoWrap.NUW
        places: dict[Key, ir.Value] = {}
        for key, offset in self.parts.slots.items():
            skipped = before.mul(items, offset, "hc.skip", nsw=False)
            start = before.add(skipped, base, "hc.start", nsw=False)
            scratch = group.context[SCRATCH]
            places[key] = before.build.address(before.i8, scratch, [start], "hc.slot", flags)
        return places

"""Host target: from one kernel's simplified function to the text of its host entry.

Takes the function and the module's tile_static variables; gives the entry's text and the record's
figures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcpy.passes.host_context import BARRIER, DYNAMIC, ITEM, SCRATCH, enter_context, parameters
from hcpy.passes.host_driver import Metadata, Writer, entry_function
from hcpy.passes.host_ir import Function, TypeTable
from hcpy.passes.host_items import Items
from hcpy.passes.host_memory import mark_constants
from hcpy.passes.host_outline import Outline
from hcpy.passes.host_region_code import RegionCode
from hcpy.passes.host_regions import cut, split_at_barriers
from hcpy.passes.host_skeleton import declare_shared, write_skeleton
from hcpy.passes.host_uniform import analyse

SCRATCH_ALIGN = 64
FLAT_STRIP = 16  # work-items of a strip where groups are long rows
TILE_STRIP = 8  # of tiles, which may be narrow
_OF_GROUPS = re.compile(r"%hc\.(?:local|group|size|groups)\d|%hc\.(?:item|lane)\b")
TILE_ROWS = ((60, 8), (120, 4), (240, 2))  # rows of strips that are run together, by the code's instructions


@dataclass(frozen=True)
class KernelCode:
    """A lowered kernel: its functions, and what its record says."""

    text: str
    tile_static_bytes: int
    scratch_fixed: int
    scratch_per_item: int
    barrier: bool
    dynamic_group: bool


def place_tile_static(text: str, sizes: dict[str, tuple[int, int]]) -> tuple[dict[str, int], int]:
    """Offsets in the scratch memory of the tile_static variables that the text names, and their end."""
    offsets: dict[str, int] = {}
    end = 0
    for name, (size, align) in sizes.items():
        if re.search(re.escape(name) + r"(?![-\w$.])", text):
            end = -(-end // align) * align
            offsets[name] = end
            end += size
    return offsets, end


def lower_kernel(
    function: Function, symbol: str, closure: str, tile_static: dict[str, tuple[int, int]], metadata: Metadata
) -> KernelCode:
    offsets, static_bytes = place_tile_static(str(function), tile_static)
    enter_context(function, offsets)
    mark_constants(function)
    barrier = any(i.callee == BARRIER for i in function.instructions())
    dynamic = DYNAMIC in str(function)
    joins_groups = not (barrier or dynamic or static_bytes or _OF_GROUPS.search(str(function)))
    kernel = (
        _Grouped(function, symbol, metadata, static_bytes)
        if barrier
        else _Independent(function, symbol, metadata)
    )
    entry = entry_function(symbol, f".text.{symbol}", closure, kernel.write, joins_groups)
    text = "\n\n".join([*kernel.definitions, entry, ""])
    return KernelCode(text, static_bytes, static_bytes, kernel.bytes_per_item, barrier, dynamic)


class _Independent:
    """A kernel without barriers: one function for each work-item."""

    bytes_per_item = 0

    def __init__(self, function: Function, symbol: str, metadata: Metadata) -> None:
        function.header = f"define internal void @{symbol}.item({parameters()}) alwaysinline nounwind {{"
        function = Function(str(function), function.types)
        self.items = Items(function, metadata, FLAT_STRIP, 1)
        self.definitions = self.items.definitions

    def write(self, w: Writer) -> None:
        self.items.write(w, [])


class _Grouped:
    """A kernel with barriers: work-item loops between them, values that pass them in the scratch memory."""

    def __init__(self, function: Function, symbol: str, metadata: Metadata, static_bytes: int) -> None:
        is_flat = not re.search(r"%hc\.[a-z]+[12](?!\d)", str(function))
        edges = split_at_barriers(function)
        uniformity = analyse(function)
        self.outline = Outline(cut(uniformity, edges, join_loops=True), uniformity, f"{symbol}.r", ITEM)
        self.static_bytes = static_bytes
        self.items: dict[str, Items] = {}
        self.definitions: list[str] = []
        for block in self.outline.blocks:
            if not block.code.empty:
                region = Function(block.code.text, function.types)
                self.items[block.code.name] = Items(region, metadata, *_strip_shape(region, is_flat))
                self.definitions += self.items[block.code.name].definitions
        self.layout = _place_slots(self.outline.slots, function.types)
        self.bytes_per_item = sum(size for _, size in self.layout)

    def write(self, w: Writer) -> None:
        declare_shared(self.outline, w.at_entry)
        w.at_entry("%hc.plane = mul nuw i64 %hc.group_size0.w, %hc.group_size1.w")
        w.at_entry("%hc.items = mul nuw i64 %hc.plane, %hc.group_size2.w")
        offset = 0
        base = -(-self.static_bytes // SCRATCH_ALIGN) * SCRATCH_ALIGN
        for name, size in self.layout:
            slot = f"%slot{self.outline.tag}.{name[1:]}"
            w.at_entry(f"{slot}.skip = mul nuw i64 %hc.items, {offset}")
            w.at_entry(f"{slot}.off = add nuw i64 {slot}.skip, {base}")
            w.at_entry(f"{slot} = getelementptr inbounds nuw i8, ptr {SCRATCH}, i64 {slot}.off")
            offset += size
        write_skeleton(self.outline, w, "%hc.group.done", lambda c, a: self._region(w, c, a))
        w.label("%hc.group.done")

    def _region(self, w: Writer, code: RegionCode, arguments: list[str]) -> None:
        self.items[code.name].write(w, arguments)


def _strip_shape(region: Function, is_flat: bool) -> tuple[int, int]:
    """Work-items and rows of a strip: as much as keeps the code small."""
    if is_flat:
        return FLAT_STRIP, 1
    count = sum(1 for _ in region.instructions())
    return TILE_STRIP, next((rows for limit, rows in TILE_ROWS if count <= limit), 1)


def _place_slots(slots: dict[str, str], types: TypeTable) -> list[tuple[str, int]]:
    """Slots in the order of their places: those of the largest alignment first."""
    placed = []
    for name, kind in slots.items():
        size, align = types.layout(kind)
        if kind.startswith("["):
            align = size & -size
        placed.append((-align, name, size))
    return [(name, size) for _, name, size in sorted(placed)]

"""Host target, second stage: what a kernel reads of its function object is loaded at its beginning.

Takes a kernel's function, in SSA form, and the bytes of its function object; leaves one load of each place
and type in the entry block, for which the object is always there. A branch around a load alone
(`x < 0 ? 0 : x >= width ? width - 1 : x`) then becomes a choice: work-items stay together, and clamps.py
sees a clamp. Objects that the kernel writes to, or passes on, stay as they are.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.content import distance
from hcpy.passes.host.accesses import loads_from


def hoist_closure_loads(
    layout: ir.Layout, function: ir.Function, object_bytes: int, object_align: int
) -> bool:
    """Whether there was a load to move."""
    (closure,) = function.arguments
    placed: dict[tuple[int, ir.Type], list[ir.Instruction]] = {}
    for load in loads_from(closure) or ():
        offset = _offset(layout, load.pointer, closure)
        if offset is not None and 0 <= offset <= object_bytes - layout.store_size(load.type):
            placed.setdefault((offset, load.type), []).append(load)
    moved = {at: loads for at, loads in placed.items() if any(load.block != function.entry for load in loads)}
    if not moved:
        return False
    first = next(iter(function.entry.instructions()))
    with ir.Builder.before(first) as build:
        for (offset, kind), loads in moved.items():
            align = min(object_align, offset & -offset) if offset else object_align
            made = build.load(kind, _address(build, closure, offset), "hc.given", align)
            for load in loads:
                load.replace(made)
    return True


def _address(build: ir.Builder, closure: ir.Value, offset: int) -> ir.Value:
    if not offset:
        return closure
    flags = ir.NoWrap.INBOUNDS | ir.NoWrap.NUW
    return build.address(build.types.i8, closure, [build.types.i64.const(offset)], "hc.at", flags)


def _offset(layout: ir.Layout, pointer: ir.Value, closure: ir.Value) -> int | None:
    """Of a place in the object that is known; None: it is computed, or chosen."""
    total = 0
    while pointer != closure:
        if not isinstance(pointer, ir.Instruction) or pointer.opcode is not Opcode.GEP:
            return None
        indices = pointer.operands[1:]
        if not all(isinstance(index, ir.Integer) for index in indices):
            return None
        total += distance(layout, pointer.source_type, indices)
        pointer = pointer.pointer
    return total

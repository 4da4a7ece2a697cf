"""Writes down what the runtime must know of a lowered module.

Takes a Lowering, before optimisation for parameters and after it for the rest; gives KernelRecords and
GlobalRecords.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.core.model import GlobalRecord, KernelRecord
from hcpy.passes.find_kernels import byval_type, display_name
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE

_BARRIERS = (
    *("_Z7barrierj", "_Z18work_group_barrierj", "__spirv_ControlBarrier", "__hcrt_barrier"),
    *("llvm.nvvm.barrier", "llvm.amdgcn.s.barrier"),
)

SizeOf = Callable[[str], int]  # bytes of a variable


def describe_kernels(lowering: Lowering) -> tuple[KernelRecord, ...]:
    """What the unoptimised module shows: places, names, parameters by pointer. Sizes come later.

    Also of those that are left out: their launches name them."""
    names = (*lowering.entries, *lowering.left_out)
    return tuple(_describe(lowering, lowering.kernel(name)) for name in names)


def _describe(lowering: Lowering, function: ir.Function) -> KernelRecord:
    entry = function.name
    operator, location = lowering.operators[entry]
    by_pointer = byval_type(function) is None
    size, align = (
        _pointee(function) if by_pointer else (0, function.parameter_attributes(0).value("align", 1))
    )
    return KernelRecord(
        entry, entry, display_name(operator, location), location, size, align, by_pointer=by_pointer
    )


def _pointee(entry: ir.Function) -> tuple[int, int]:
    """Size and alignment of a pointer argument's object, as the first call with it shows them."""
    for call in entry.calls():
        for number in range(len(call.arguments)):
            given = call.argument_attributes(number)
            if size := given.value("dereferenceable") or given.value("dereferenceable_or_null"):
                align = given.value("align", 1)
                return -(-size // align) * align, align
    return 0, 1


def group_bytes(module: ir.Module, used: dict[ir.Symbol, None], size_of: SizeOf) -> int:
    """Static group memory of a kernel that uses these symbols, laid out in order of declaration."""
    end = 0
    for variable in module.variables:
        if variable in used and variable.address_space == GROUP_SPACE and not variable.is_declaration:
            align = max(variable.align, 1)
            end = -(-end // align) * align + size_of(variable.name)
    return end


def has_barrier(entry: ir.Function, graph: ir.CallGraph) -> bool:
    return any(function.name.startswith(_BARRIERS) for function in graph.reachable((entry,)))


def make_globals(lowering: Lowering, size_of: SizeOf) -> tuple[GlobalRecord, ...]:
    """Records of the exported variables that are still there."""
    return tuple(
        GlobalRecord(
            name,
            size_of(name),
            internal,
            lowering.placed.get(name, -1) + 1,
            lowering.first_uses.get(name),
            initial=lowering.initial.get(name, ""),
        )
        for name, internal in lowering.exported.items()
        if name in lowering.placed or lowering.module.variable(name) is not None
    )

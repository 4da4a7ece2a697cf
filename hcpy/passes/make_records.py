"""Writes down what the runtime must know of a lowered module.

Takes a Lowering whose module is optimised, and its LLVM module for sizes; gives KernelRecords and
GlobalRecords.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hcpy.model import GlobalRecord, KernelRecord
from hcpy.passes.drop_unreachable import reached
from hcpy.passes.find_kernels import byval_type, display_name, reachable
from hcpy.passes.irtext import NAME, Function, Module
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE

_SYMBOL = re.compile(rf"@({NAME})")
_ALIGN = re.compile(r"\balign (\d+)")
_DEREFERENCEABLE = re.compile(r"\bdereferenceable(?:_or_null)?\((\d+)\)")
_BARRIER = re.compile(
    r"_Z7barrierj|_Z18work_group_barrierj|llvm\.nvvm\.barrier|llvm\.amdgcn\.s\.barrier|__hcrt_barrier|__spirv_ControlBarrier"
)

SizeOf = Callable[[str], int]  # bytes of a variable


def describe_kernels(lowering: Lowering) -> tuple[KernelRecord, ...]:
    """What the unoptimised module shows: places, names, parameters by pointer. Sizes come later."""
    return tuple(_describe(lowering, name) for name in lowering.entries)


def _describe(lowering: Lowering, entry: str) -> KernelRecord:
    module = lowering.module
    operator, location = lowering.operators[entry]
    function = module.functions[entry]
    by_pointer = byval_type(function) is None
    size, align = _pointee(module, function) if by_pointer else (0, _align(function.parameters[0]))
    return KernelRecord(
        entry, entry, display_name(operator, location), location, size, align, by_pointer=by_pointer
    )


def _align(parameter: str) -> int:
    match = _ALIGN.search(parameter)
    return int(match.group(1)) if match else 1


def _pointee(module: Module, entry: Function) -> tuple[int, int]:
    """Size and alignment behind a pointer argument, as the first call with it shows them."""
    for call in entry.calls():
        for argument in call.arguments():
            if (found := _DEREFERENCEABLE.search(argument)) is not None:
                align = _align(argument)
                return -(-int(found.group(1)) // align) * align, align
    return 0, 1


def group_bytes(module: Module, entry: str, size_of: SizeOf) -> int:
    """Static group memory of a kernel, laid out in order of declaration."""
    used = reached(module, (entry,))
    end = 0
    for variable in module.globals.values():
        if variable.name in used and variable.address_space == GROUP_SPACE and not variable.is_declaration:
            align = max(variable.align, 1)
            end = -(-end // align) * align + size_of(variable.name)
    return end


def has_barrier(module: Module, entry: str) -> bool:
    return any(_BARRIER.match(name) for name in reachable(module, (entry,)))


def make_globals(lowering: Lowering, size_of: SizeOf) -> tuple[GlobalRecord, ...]:
    """Records of the exported variables that are still there."""
    return tuple(
        GlobalRecord(name, size_of(name), internal)
        for name, internal in lowering.exported.items()
        if name in lowering.module.globals
    )

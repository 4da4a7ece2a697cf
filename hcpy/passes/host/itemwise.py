"""Host target, the second way: kernels as they are written, run work-item by work-item.

Takes the device iteration's x86-64 IR with all that clang put in for a debugger or a sanitizer; gives an
object file in which the user's functions stay functions. What a kernel asks about its launch stays a call to
libhcrt, tile_static variables are each thread's own, and libhcrt runs the work-items (hcrt/item_abi.h).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.core.demangle import demangle
from hcpy.core.flags import driver, itemwise_flags, user_flags
from hcpy.core.model import DeviceImage, DeviceModule, KernelRecord, LoweredModule, Target, Toolchain
from hcpy.core.records import (
    ITEM_KERNEL_ROW_TYPES,
    ITEMS_CHECKED,
    KERNEL_BARRIER,
    KERNEL_DYNAMIC_GROUP,
    TILE_VARIABLE_ROW_TYPES,
)
from hcpy.frontend.run import run_clang
from hcpy.ir.metadata import text_node
from hcpy.passes import check_device_ir, join_numbers
from hcpy.passes.host import checks, host_functions
from hcpy.passes.host.entries import HostEntry, global_records, host_entries
from hcpy.passes.host.prepare import TileVariable, prepare_variables

BARRIER = "__hcrt_barrier"
DYNAMIC_MEMORY = "__hcrt_dynamic_group_memory"
_RUN_ITEMS = "__hcrt_run_items"
_PROCESSOR = ("target-cpu", "target-features", "tune-cpu")
_NAME, _LINKAGE_NAME = 2, 3  # operands of a DISubprogram


@dataclass(frozen=True)
class _Kernel:
    """What the runtime and the record hold of one kernel."""

    entry: HostEntry
    function: ir.Function
    tiles: tuple[TileVariable, ...]
    flags: int


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    include_folder = str(toolchain.prefix / "include")
    source = device.path.read_bytes()
    digest = hashlib.sha256(source).hexdigest()[:16]
    with ir.Module.parse(source, str(device.path)) as module:
        entries = host_entries(module, include_folder)
        functions = [f for f in map(module.function, (e.name for e in entries)) if f is not None]
        module.keep(ir.reached((*functions, *module.variables, *module.aliases)))
        if check_device_ir.takes_memory(module) or host_functions.are_called(module):
            host_functions.refuse(device, target, toolchain)
        join_numbers.join_numbers(module)
        tiles, plain = prepare_variables(module)
        for tile in tiles:
            _make_thread_local(module, tile)
        for function in module.functions:
            _prepare_function(function)
        kernels = [
            _kernel(module, entry, function, tiles, device.unit.checks)
            for entry, function in zip(entries, functions, strict=True)
        ]
        for kernel in kernels:
            _rename(kernel)
        if device.unit.checks:
            checks.instrument(module, (include_folder, str(toolchain.resource_dir)))
        symbols = [f"hcpy_host_{digest}_{e.index}" for e in entries]
        _define_entries(module, kernels, symbols)
        path = device.unit.work_dir / f"{device.path.stem}.{target.arch}.lower.ll"
        module.write(path)
        records = tuple(_record(k, symbol) for k, symbol in zip(kernels, symbols, strict=True))
        return LoweredModule(device.unit, target, path, records, global_records(module, plain))


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    path = lowered.path.with_name(lowered.path.name.replace(".lower.ll", ".o"))
    run_clang(
        (
            *driver(toolchain),
            *(f"-march={lowered.target.arch}", "-fPIC"),
            *itemwise_flags(user_flags(lowered.unit)),
            *("-fno-lto", "-Qunused-arguments", "-Wno-override-module"),
            *("-c", "-o", str(path), "-x", "ir", str(lowered.path)),
        ),
        toolchain,
    )
    return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals)


# --- functions and variables -------------------------------------------------------------------------
def _prepare_function(function: ir.Function) -> None:
    function.convention = ir.CallingConvention.C
    for name in _PROCESSOR:
        function.attributes.remove_text(name)
    if function.is_declaration:
        return
    function.linkage = ir.Linkage.INTERNAL
    function.section = ""
    for call in function.calls():
        call.convention = ir.CallingConvention.C


def _make_thread_local(module: ir.Module, tile: TileVariable) -> None:
    """A thread runs one work-group at a time, so that a variable of the thread is one of the group."""
    variable = module.variable(tile.name)
    assert variable is not None, tile
    variable.is_thread_local = True
    variable.section = ""
    variable.initializer = variable.value_type.null()


def _rename(kernel: _Kernel) -> None:
    """HC's entries have the name of a type, which reports would show."""
    function = kernel.function
    subprogram = function.subprogram
    if subprogram is not None and subprogram.function_name().startswith("_ZTS"):
        subprogram.set_operand(_NAME, text_node(function.context, "kernel"))
        subprogram.set_operand(_LINKAGE_NAME, None)
    function.name = kernel.entry.symbol


# --- kernels -----------------------------------------------------------------------------------------
def _kernel(
    module: ir.Module, entry: HostEntry, function: ir.Function, tiles: Sequence[TileVariable], checked: bool
) -> _Kernel:
    functions = list(ir.CallGraph().reachable((function,)))
    names = {symbol.name for f in functions for symbol in ir.named_by(f)}
    anything = any(call.is_indirect for f in functions for call in f.calls())
    flags = ITEMS_CHECKED * checked
    if BARRIER in names or (anything and module.function(BARRIER) is not None):
        flags |= KERNEL_BARRIER
    if DYNAMIC_MEMORY in names:
        flags |= KERNEL_DYNAMIC_GROUP
    return _Kernel(entry, function, tuple(t for t in tiles if t.name in names or anything), flags)


def _record(kernel: _Kernel, symbol: str) -> KernelRecord:
    end = 0
    for tile in kernel.tiles:
        end = -(-end // tile.align) * tile.align + tile.bytes
    return kernel.entry.record(
        symbol,
        dynamic_group=bool(kernel.flags & KERNEL_DYNAMIC_GROUP),
        barrier=bool(kernel.flags & KERNEL_BARRIER),
        tile_static_bytes=end,
    )


# --- what the runtime is given -----------------------------------------------------------------------
def _define_entries(module: ir.Module, kernels: Sequence[_Kernel], symbols: Sequence[str]) -> None:
    """The kernels' host entries, and the tables that those give to the runtime."""
    types = module.types
    pointer, i64 = types.pointer(), types.i64
    run_items = module.declare(
        _RUN_ITEMS, types.function(types.void, (pointer, pointer, pointer, i64, i64, pointer))
    )
    rows = {
        tile: _tile_row(module, tile) for tile in dict.fromkeys(t for kernel in kernels for t in kernel.tiles)
    }
    for kernel, symbol in zip(kernels, symbols, strict=True):
        items = _items_table(module, kernel, rows)
        type_ = types.function(types.void, (pointer, pointer, i64, i64, pointer, pointer))
        entry = module.define(symbol, type_, ir.Linkage.EXTERNAL)
        entry.make_hidden()
        entry.attributes.add("nounwind")
        argument, launch, first, last, _, dynamic = entry.arguments
        with ir.Builder.at_end(entry.append_block("entry")) as build:
            build.call(run_items, (items, argument, launch, first, last, dynamic))
            build.ret()


def _tile_row(module: ir.Module, tile: TileVariable) -> ir.Value:
    """The runtime's hcrt_tile_variable: name, function that gives the calling thread's place, size."""
    types = module.types
    plain = demangle(tile.name).rsplit("::", 1)[-1].removeprefix("hcpy_tile_")
    shown = checks.text_constant(module, f"hcpy.tile_name.{tile.name}", plain)
    where = module.define(f"hcpy.tile.{tile.name}", types.function(types.pointer(), ()))
    where.attributes.add("nounwind")
    variable = module.variable(tile.name)
    assert variable is not None, tile
    with ir.Builder.at_end(where.append_block("entry")) as build:
        build.ret(variable)
    return _layout(types, TILE_VARIABLE_ROW_TYPES).const_aggregate(
        (shown, where, types.i64.const(tile.bytes))
    )


def _items_table(module: ir.Module, kernel: _Kernel, rows: dict[TileVariable, ir.Value]) -> ir.Variable:
    """The runtime's hcrt_item_kernel."""
    types, number = module.types, kernel.entry.index
    row = _layout(types, TILE_VARIABLE_ROW_TYPES)
    name = checks.text_constant(module, f"hcpy.name.{number}", kernel.entry.display_name)
    tiles = row.array(len(kernel.tiles)).const_aggregate([rows[tile] for tile in kernel.tiles])
    table = _constant(module, f"hcpy.tiles.{number}", tiles)
    count = types.i32.const(len(kernel.tiles))
    value = _layout(types, ITEM_KERNEL_ROW_TYPES).const_aggregate(
        (kernel.function, name, types.i32.const(kernel.flags), count, table)
    )
    return _constant(module, f"hcpy.items.{number}", value)


def _layout(types: ir.Types, names: Sequence[str]) -> ir.Type:
    """A structure of fields as the runtime's headers have them."""
    known = {"ptr": types.pointer(), "i32": types.i32, "i64": types.i64}
    return types.struct(tuple(known[name] for name in names))


def _constant(module: ir.Module, name: str, value: ir.Value) -> ir.Variable:
    made = module.add_variable(name, value.type, initializer=value)
    made.linkage = ir.Linkage.INTERNAL
    made.is_readonly = True
    return made

"""Host target: the two stages.

lower takes unoptimised x86-64 IR and gives optimised IR for one architecture; image takes that and gives
an object file. The part of lower that no architecture changes is done once for all of them.
"""

from __future__ import annotations

import fcntl
import hashlib
import pickle
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from hcpy import ir
from hcpy.core import config
from hcpy.core.dataclass import dataclass
from hcpy.core.demangle import demangle
from hcpy.core.errors import CompileError
from hcpy.core.model import (
    DeviceImage,
    DeviceModule,
    Diagnostic,
    GlobalRecord,
    KernelRecord,
    LoweredModule,
    Target,
    Toolchain,
)
from hcpy.passes import (
    check_device_ir,
    define_intrinsics,
    join_numbers,
    long_sums,
    lower_bfloat,
    sort_without_recursion,
    wide_numbers,
)
from hcpy.passes.host import (
    atomic_extremes,
    carried_sums,
    cut_sums,
    empty_masks,
    host_functions,
    interleaving,
    lane_rows,
    mask_halves,
    masked_stores,
    narrow_questions,
    pointer_numbers,
    row_loads,
    vector_maths,
)
from hcpy.passes.host.context import Entry
from hcpy.passes.host.entries import HostEntry, global_records
from hcpy.passes.host.errors import NotPossible
from hcpy.passes.host.keep_calls import keep_calls
from hcpy.passes.host.prepare import Prepared, prepare
from hcpy.passes.host.simd import two_widths
from hcpy.passes.host.simd.wishes import (
    CUT_SUMS,
    EXTREMES,
    INTERLEAVING,
    LANE_ROWS,
    MEMORY_CHECKS,
    NARROW_MASKS,
    NO_WISHES,
    ROW_LOADS,
    Wishes,
)
from hcpy.passes.host.simplify import simplify
from hcpy.passes.host.stages import KernelCode, lower_kernel
from hcpy.passes.inner_stages import NOT_WANTED, InnerStages
from hcpy.passes.rename_functions import rename

TRIPLE = "x86_64-unknown-linux-gnu"
BASELINE = "x86-64"
COUNTING = "x86-64-v3"  # has instructions that count bits
_LAUNCH_FUNCTIONS = frozenset(
    "__hcrt_group_size __hcrt_num_groups __hcrt_global_size __hcrt_dynamic_group_memory".split()
)
# A stencil's loops over -1, 0 and 1: of their branches each third one is foreseen wrong.
# Level 3 takes those with two gathers, too, which are then of numbers side by side (lane_rows.py).
_UNROLL_SHORT = (
    "function(loop-unroll<O{};no-partial;no-peeling;no-runtime;no-upperbound;full-unroll-max=4>,early-cse)"
)
_VERSION = (
    "sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop-mssa(licm),"
    "loop-versioning"
)
_LOOP_ALIGNMENT = 5  # log2 of bytes
_MOST_CHECKS = 32  # pairs of arrays that a loop may compare before it runs in vectors
_LLVMS_CHECKS = 128
_TRAPS = {"abort": "llvm.trap"}  # which the runtime takes: the launch fails, not the process
_MODULE_NAME = "hcpy.kernels"  # the source's name would tell folders apart


@dataclass(frozen=True)
class _Common:
    """What all architectures share: the kernels' final, not yet optimised bitcode, and their records."""

    code: bytes
    digest: str
    entries: tuple[HostEntry, ...]
    codes: tuple[KernelCode, ...]
    globals: tuple[GlobalRecord, ...]
    may_be_refused: bool  # for the functions that it calls


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    wishes = Wishes.of(device.unit.clang_args)
    shared = shared_part(device, str(toolchain.prefix / "include"))
    if shared.may_be_refused:
        host_functions.refuse(device, target, toolchain)
    arch = target.arch or BASELINE
    symbols = {
        e.symbol: f"hcpy_host_{shared.digest}_{e.index}_{arch.replace('-', '_')}" for e in shared.entries
    }
    path = device.unit.work_dir / f"{device.path.stem}.{arch}.lower.ll"
    with ir.Module.parse(shared.code) as module:
        for old, new in symbols.items():
            if (function := module.function(old)) is not None:
                function.name = new
                function.section = f".text.{new}"
        two_widths.settle(module, arch)
        _version_records(module, [symbols[code.symbol] for code in shared.codes if code.has_records], arch)
        has_vector_maths = vector_maths.define(module, arch)
        limit_checks(wishes)
        if wishes.allows_vectors:
            wide_numbers.convert_by_halves(module)
        # Strips have their own width, and level 3 takes longer for no faster code.
        long_sums.optimise(module, machine(arch), ir.Tuning(wishes.allows_vectors, unroll=False))
        pointer_numbers.finish(module)
        unroll_level = 3 if wishes.takes(LANE_ROWS) else 2
        ir.run_passes(module, _UNROLL_SHORT.format(unroll_level), machine(arch))
        if wishes.allows_vectors:
            carried_sums.keep_in_vectors(module)
        if has_vector_maths:
            vector_maths.finish(module, machine(arch))
        if wishes.allows_vectors:
            _finish_vectors(module, wishes, arch, _tile_static_bytes(shared, symbols))
        if EXTREMES not in wishes.without:
            atomic_extremes.ask_first(module)
        module.write(path)
    kernels = tuple(
        _record(e, c, symbols[e.symbol]) for e, c in zip(shared.entries, shared.codes, strict=True)
    )
    told = _remarks(shared) if wishes.remarks else ()
    return LoweredModule(device.unit, Target(target.kind, arch), path, kernels, shared.globals, told)


def _finish_vectors(module: ir.Module, wishes: Wishes, arch: str, group_bytes: Mapping[str, int]) -> None:
    if arch in empty_masks.ARCHS:
        empty_masks.jump_over(module)
    _store_unmasked(module, arch, group_bytes)
    _take_together(module, wishes, arch)
    _narrow_masks(module, wishes, arch)


def _store_unmasked(module: ir.Module, arch: str, group_bytes: Mapping[str, int]) -> None:
    if arch in masked_stores.ARCHS:
        masked_stores.guard_masked_stores(module, group_bytes)
    if arch in masked_stores.WHOLE_ARCHS:
        masked_stores.keep_whole_stores(module)


def _tile_static_bytes(shared: _Common, symbols: Mapping[str, str]) -> dict[str, int]:
    return {symbols[code.symbol]: code.tile_static_bytes for code in shared.codes}


def _take_together(module: ir.Module, wishes: Wishes, arch: str) -> None:
    """Numbers of rows, and members of structures, that lie side by side."""
    if LANE_ROWS not in wishes.without:
        lane_rows.load_rows(module)
    if arch in interleaving.ARCHS and INTERLEAVING not in wishes.without:
        interleaving.take_in_halves(module)


def _narrow_masks(module: ir.Module, wishes: Wishes, arch: str) -> None:
    if NARROW_MASKS in wishes.without:
        return
    narrow_questions.narrow(module)
    if arch in mask_halves.ARCHS:
        mask_halves.join_by_registers(module)


def _version_records(module: ir.Module, names: list[str], arch: str) -> None:
    """Loops over work-items that write records get a copy for arrays that do not overlap."""
    if names:
        ir.run_passes(module, "always-inline", machine(arch))
    for name in names:
        function = module.function(name)
        assert function is not None
        ir.run_passes(function, _VERSION, machine(arch))


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    path = lowered.path.with_name(lowered.path.name.replace(".lower.ll", ".o"))
    with ir.Module.read(lowered.path) as module:
        path.write_bytes(machine(lowered.target.arch).object_code(module))
    return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals)


def _remarks(shared: _Common) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic("remark", entry.location, f"{remark} [-Rpass=hcc-vectorise]")
        for entry, code in zip(shared.entries, shared.codes, strict=True)
        for remark in dict.fromkeys(code.remarks)
    )


def _record(entry: HostEntry, code: KernelCode, symbol: str) -> KernelRecord:
    return entry.record(
        symbol,
        dynamic_group=code.dynamic_group,
        barrier=code.barrier,
        tile_static_bytes=code.tile_static_bytes,
        scratch_fixed=code.scratch_fixed,
        scratch_per_item=code.scratch_per_item,
    )


@cache
def _set_options() -> None:
    # A loop that runs over one more line of instructions than it needs takes up to 1.1 times as long.
    ir.set_options(f"-x86-experimental-pref-innermost-loop-alignment={_LOOP_ALIGNMENT}")


def limit_checks(wishes: Wishes = NO_WISHES) -> None:
    """For the modules that this process optimises from here on."""
    # Comparing 16 rows of one array with each other took half of a blocked product's compile time.
    most = _LLVMS_CHECKS if MEMORY_CHECKS in wishes.without else _MOST_CHECKS
    ir.set_options(f"-vectorize-memory-check-threshold={most}")


@cache
def machine(arch: str) -> ir.Machine:
    """The code generator of one architecture."""
    _set_options()
    return ir.Machine.x86(TRIPLE, arch)


def shared_part(device: DeviceModule, include_folder: str) -> _Common:
    """The arch-independent part: of the processes that lower a module the first one leaves it for the others.

    A process that LLVM ends lets go of the lock without a result: the next one then tries by itself. The
    module's time and size distinguish a changed module from the one that was kept.
    """
    stat = device.path.stat()
    name = f"{device.path.stem}.{stat.st_mtime_ns}.{stat.st_size}.common"
    with device.path.with_name(name).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if data := file.read():
            kept: _Common = pickle.loads(data)
            return kept
        inner = InnerStages.of(device.unit.work_dir, device.kind)
        made = common(device.path, include_folder, inner, Wishes.of(device.unit.clang_args))
        file.write(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
        return made


def common(
    path: Path, include_folder: str, inner: InnerStages = NOT_WANTED, wishes: Wishes = NO_WISHES
) -> _Common:
    """What no architecture changes: the kernels as functions that run work-groups."""
    with ir.Module.read(path) as module:
        lower_bfloat.lower(module)
        define_intrinsics.for_host(module)
        rename(module, _TRAPS)
        join_numbers.join_numbers(module)
        prepared = prepare(module, include_folder)
        tiles = {tile.name for tile in prepared.tile_static}
        needs_context = partial(_needs_context, tiles=tiles)
        sort_without_recursion.run_where(module, needs_context)
        keep_calls(module, needs_context)
        takes_memory = check_device_ir.takes_memory(module)
        inner.module("prepare", module)
        objects = {e.symbol: (e.parameter_bytes, e.parameter_align) for e in prepared.entries}
        simplify(module, machine(BASELINE), objects, wishes, machine(COUNTING))
        inner.module("simplify", module)
        _check_rest(module, prepared, tiles)
        codes = _lower_kernels(module, prepared, inner, wishes)
        if wishes.takes(CUT_SUMS):
            cut_sums.take_apart(module)
        if wishes.takes(ROW_LOADS) and row_loads.are_there(module):
            ir.run_passes(module, "always-inline", machine(BASELINE))
            row_loads.move_before_loops(module)
        if config.VERIFY_PASSES.get():
            module.verify()
        module.set_name(_MODULE_NAME)
        code = module.bitcode()
        digest = hashlib.sha256(code).hexdigest()[:16]
        found = global_records(module, prepared.globals)
        may_be_refused = takes_memory or host_functions.are_called(module)
        return _Common(code, digest, prepared.entries, codes, found, may_be_refused)


def _lower_kernels(
    module: ir.Module, prepared: Prepared, inner: InnerStages, wishes: Wishes
) -> tuple[KernelCode, ...]:
    tile_static = {tile.name: (tile.bytes, tile.align) for tile in prepared.tile_static}
    codes = []
    for entry in prepared.entries:
        function = module.function(entry.symbol)
        assert function is not None
        if wishes.vector_maths and wishes.allows_vectors:
            vector_maths.offer(module, function)
        facts = Entry(entry.symbol, entry.parameter_bytes, entry.parameter_align)
        try:
            codes.append(lower_kernel(module, function, facts, tile_static, inner, wishes))
        except NotPossible as reason:
            raise CompileError([Diagnostic("error", entry.location, f"{reason} in this kernel")]) from reason
    return tuple(codes)


def _check_rest(module: ir.Module, prepared: Prepared, tiles: set[str]) -> None:
    """What could not be inlined into a kernel runs without its context."""
    symbols = {entry.symbol for entry in prepared.entries}
    for function in module.definitions:
        if function.name in symbols:
            continue
        what = next((w for s in ir.named_by(function) if (w := _needs_context(s.name, tiles))), "")
        if what:
            message = (
                f"{demangle(function.name)!r} {what}: it must not be recursive or called through a pointer"
            )
            raise CompileError([Diagnostic("error", prepared.entries[0].location, message)])


def _needs_context(symbol: str, tiles: set[str]) -> str:
    """What a function that names the symbol does with it, if only a kernel can do it."""
    if symbol == "__hcrt_barrier":
        return "waits at a barrier"
    if symbol in _LAUNCH_FUNCTIONS or (symbol.startswith("__hcrt_") and symbol.endswith("_id")):
        return "asks for its place in the launch"
    return "uses tile_static memory" if symbol in tiles else ""

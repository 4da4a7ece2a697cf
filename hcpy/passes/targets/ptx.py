"""The PTX target: NVIDIA GPUs through the CUDA driver.

Takes unoptimised IR of the triple nvptx64-nvidia-cuda; gives PTX text.
"""

from __future__ import annotations

import functools

import llvmlite.binding as llvm

from hcpy import ir
from hcpy.core.model import Target
from hcpy.passes import (
    avoid_ptxas_faults,
    bound_tiles,
    chain_addresses,
    choose_loaded,
    copy_address_tables,
    define_intrinsics,
    export_globals,
    flush_denormals,
    halve_products,
    internalise_symbols,
    keep_chains,
    keep_indices,
    keep_roots_asked,
    keep_strides,
    limit_in_words,
    limit_parameter_alignment,
    link_device_library,
    link_libdevice,
    map_printf,
    map_ptx_maths,
    move_tile_static,
    name_local_memory,
    narrow_exchanges,
    normal_roots,
    offsets_last,
    pad_vector_constants,
    place_dynamic_group_memory,
    qualify_pointers,
    recompute_ids,
    sign_extend_indices,
    specialize,
    split_pair_copies,
    split_pair_maths,
    split_wide_integers,
    split_wide_shifts,
    step_indices,
    sum_indices,
    unswitch_loops,
    widen_memory_moves,
)
from hcpy.passes.check_device_ir import Rules
from hcpy.passes.check_externals import Limits
from hcpy.passes.lower_gpu import GpuTarget
from hcpy.targets.ptx import FEATURES, LATER_FEATURES, TRIPLE

_UNROLLED_SIZE = 250  # instructions
_COUNTING_COST = 25  # LLVM's unit; a division takes most of it
# What the CUDA driver links by itself, and the array that it places.
_KNOWN = frozenset(("vprintf", "malloc", "free", "__assertfail", "__hcrt_dynamic_group"))


def _features(arch: str) -> str:
    """The PTX version that an architecture needs."""
    return LATER_FEATURES.get(arch.removeprefix("sm_"), FEATURES)


@functools.cache
def _initialise() -> None:
    # Loops of unknown length: LLVM unrolls what then has 75 instructions, nvcc four times what has more. An
    # all-pairs loop of 27 instructions is 7 % faster on an H200 with this.
    llvm.set_option("", f"-unroll-partial-threshold={_UNROLLED_SIZE}")
    # The turns of a loop over every so many elements are counted by a division. Unrolled, as nvcc has it, it
    # has several loads under way at once.
    llvm.set_option("", f"-scev-cheap-expansion-budget={_COUNTING_COST}")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine(target: Target, module: ir.Module) -> llvm.TargetMachine:
    """The code generator."""
    _initialise()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=target.arch, features=_features(target.arch), opt=3, codemodel="default"
    )


def _emit(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    text: str = machine.emit_assembly(module)
    return text.encode()


STAGES = GpuTarget(
    machine=machine,
    passes=(
        map_printf.run_ptx,
        move_tile_static.run,
        copy_address_tables.run,
        export_globals.run,
        internalise_symbols.run,
        place_dynamic_group_memory.use_external_array,
        split_pair_maths.run_ptx,
        split_wide_integers.run_ptx,
        link_device_library.run_ptx,
        narrow_exchanges.run,
        define_intrinsics.run_ptx,
        map_ptx_maths.run,
        link_libdevice.run,
        flush_denormals.run,
        split_pair_copies.run,
        widen_memory_moves.align_variables,
        keep_roots_asked.hide,
    ),
    final_passes=(
        keep_roots_asked.show,
        specialize.run_ptx,
        unswitch_loops.run,
        bound_tiles.run,
        copy_address_tables.run,
        define_intrinsics.run_ptx,
        map_ptx_maths.run,
        link_libdevice.run,
        split_wide_shifts.run,
        normal_roots.run_ptx,
        choose_loaded.run,
        qualify_pointers.run,
        recompute_ids.run,
        halve_products.run,
        offsets_last.run,
        sign_extend_indices.run,
        step_indices.run,
        sum_indices.run,
        keep_indices.run,
        keep_chains.run,
        chain_addresses.run,
        keep_strides.run,
        limit_parameter_alignment.run,
        widen_memory_moves.run,
        limit_in_words.run,
        avoid_ptxas_faults.run,
        pad_vector_constants.run,
        name_local_memory.run,
    ),
    rules=Rules(is_assembler=lambda text: text.endswith((";", "}"))),  # of each instruction
    limits=Limits(_KNOWN.__contains__),
    suffix=".ptx",
    emit=_emit,
    unrolls_arrays=True,
)
lower = STAGES.lower
image = STAGES.image
assembly = STAGES.assembly
explain = STAGES.explain

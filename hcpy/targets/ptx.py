"""The PTX target: NVIDIA GPUs through the CUDA driver.

Takes unoptimised IR of the triple nvptx64-nvidia-cuda; gives PTX text.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from hcpy.core.model import DeviceImage, DeviceModule, Diagnostic, LoweredModule, Target, Toolchain
from hcpy.objects import checkers
from hcpy.targets.base import TargetKind

if TYPE_CHECKING:
    import llvmlite.binding as llvm

    from hcpy import ir
    from hcpy.passes.lower_gpu import GpuTarget

TRIPLE = "nvptx64-nvidia-cuda"
DEFAULT_ARCH = "sm_80"
_FEATURES = "+ptx80"  # CUDA 12.0: what the oldest driver in use takes
# Later GPUs need later drivers anyway.
_LATER_FEATURES = {
    **dict.fromkeys(("100", "100a"), "+ptx86"),
    **dict.fromkeys(("120", "120a"), "+ptx87"),
    **dict.fromkeys(("100f", "103", "103a", "103f", "120f"), "+ptx88"),
}
_UNROLLED_SIZE = 250  # instructions
_ARCHS = frozenset(f"sm_{number}" for number in ("75", "80", "86", "87", "89", "90", "90a", *_LATER_FEATURES))
# What the CUDA driver links by itself, and the array that it places.
_KNOWN = frozenset(("vprintf", "malloc", "free", "__assertfail", "__hcrt_dynamic_group"))


@functools.cache
def _stages() -> GpuTarget:
    """The passes are imported when code is made: the driver only reads the description below."""
    from hcpy.passes import (
        copy_address_tables,
        define_intrinsics,
        export_globals,
        flush_denormals,
        internalise_symbols,
        keep_indices,
        limit_parameter_alignment,
        link_device_library,
        link_libdevice,
        lower_gpu,
        map_printf,
        map_ptx_maths,
        move_tile_static,
        narrow_exchanges,
        place_dynamic_group_memory,
        qualify_pointers,
        recompute_ids,
        split_pair_maths,
        widen_memory_moves,
    )
    from hcpy.passes.check_device_ir import Rules
    from hcpy.passes.check_externals import Limits

    return lower_gpu.GpuTarget(
        machine=machine,
        passes=(
            map_printf.run_ptx,
            move_tile_static.run,
            copy_address_tables.run,
            export_globals.run,
            internalise_symbols.run,
            place_dynamic_group_memory.use_external_array,
            split_pair_maths.run_ptx,
            link_device_library.run_ptx,
            narrow_exchanges.run,
            define_intrinsics.run_ptx,
            map_ptx_maths.run,
            link_libdevice.run,
            flush_denormals.run,
            widen_memory_moves.align_variables,
        ),
        final_passes=(
            copy_address_tables.run,
            define_intrinsics.run_ptx,
            map_ptx_maths.run,
            link_libdevice.run,
            qualify_pointers.run,
            recompute_ids.run,
            keep_indices.run,
            limit_parameter_alignment.run,
            widen_memory_moves.run,
        ),
        rules=Rules(is_assembler=lambda text: text.endswith((";", "}"))),  # of each instruction
        limits=Limits(_KNOWN.__contains__),
        suffix=".ptx",
        emit=_emit,
    )


def _features(arch: str) -> str:
    """The PTX version that an architecture needs."""
    return _LATER_FEATURES.get(arch.removeprefix("sm_"), _FEATURES)


@functools.cache
def _initialise() -> None:
    import llvmlite.binding as llvm

    # Loops of unknown length: LLVM unrolls what then has 75 instructions, nvcc four times what has more. An
    # all-pairs loop of 27 instructions is 7 % faster on an H200 with this.
    llvm.set_option("", f"-unroll-partial-threshold={_UNROLLED_SIZE}")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine(target: Target, module: ir.Module) -> llvm.TargetMachine:
    """The code generator."""
    import llvmlite.binding as llvm

    _initialise()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=target.arch, features=_features(target.arch), opt=3, codemodel="default"
    )


def _emit(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    text: str = machine.emit_assembly(module)
    return text.encode()


def assembly(target: Target, module: ir.Module) -> str:
    return _stages().assembly(target, module)


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    return _stages().lower(device, target, toolchain)


def explain(device: DeviceModule, target: Target, toolchain: Toolchain) -> list[Diagnostic]:
    return _stages().explain(device, target, toolchain)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    return _stages().image(lowered, toolchain)


PTX = TargetKind(
    name="ptx",
    default_archs=(DEFAULT_ARCH,),
    triple=TRIPLE,
    # Without the last, clang makes printf the CUDA vprintf, whose buffer is small and drops lines.
    cc1_args=("-target-cpu", DEFAULT_ARCH, "-target-feature", _FEATURES, "-fno-builtin-printf"),
    macro="HCPY_TARGET_PTX",
    image_kind=3,
    lower=lower,
    image=image,
    assembly=assembly,
    checks_arch=_ARCHS.__contains__,
    is_default=True,
    image_suffix=".ptx",
    image_word="ptx",
    ends_in_nul=True,
    load=_stages,
    explain=explain,
    text_suffix=".ptx",
    group_memory="shared memory",
    spill_unit=" bytes",
    needs_libdevice=True,
    check=checkers.check_ptx,
    checker="ptxas",
    resources=checkers.ptx_resources,
)

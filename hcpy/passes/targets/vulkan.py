"""The Vulkan target: every GPU whose driver has Vulkan 1.3 with buffer device addresses, and Mesa's lavapipe.

Takes unoptimised IR of the triple spirv64-unknown-unknown, as the SPIR-V target does; gives a SPIR-V 1.6
module for Vulkan's environment, written by hcpy/passes/vulkan.
"""

from __future__ import annotations

import llvmlite.binding as llvm

from hcpy import ir
from hcpy.core.model import DeviceImage, DeviceModule, Diagnostic, LoweredModule, Target, Toolchain
from hcpy.passes import (
    allow_contraction,
    copy_address_tables,
    define_intrinsics,
    expand_constants,
    infer_address_spaces,
    memory_moves,
    narrow_fields,
    normal_roots,
    place_long_doubles,
    plain_pointers,
    qualify_pointers,
    specialize,
    spirv_limits,
    split_aggregate_phis,
    split_long_vectors,
    split_wide_integers,
    widen_integers,
)
from hcpy.passes.check_device_ir import Rules
from hcpy.passes.check_externals import Limits
from hcpy.passes.find_kernels import find_entries
from hcpy.passes.lower_gpu import GpuTarget
from hcpy.passes.spirv_first import FIRST_PASSES
from hcpy.passes.targets import spirv
from hcpy.passes.vulkan import (
    arguments,
    atomics,
    bits_of_vectors,
    calls,
    exact_division,
    generic_pointers,
    maths,
)
from hcpy.passes.vulkan import lower as to_words
from hcpy.passes.vulkan.emit import emit


def _emit_nothing(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    raise AssertionError("modules for Vulkan are written by hcpy.passes.vulkan.emit")


def assembly(target: Target, module: ir.Module) -> str:
    """The module's words, eight digits each."""

    entries = [f for name in find_entries(module) if (f := module.function(name)) is not None]
    code = emit(module, entries)
    return "".join(f"{code[at : at + 4][::-1].hex()}\n" for at in range(0, len(code), 4))


def explain(device: DeviceModule, target: Target, toolchain: Toolchain) -> list[Diagnostic]:
    """Emission ends no process: what it does not take, the lower stage has reported."""
    return []


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    """The words that the lower stage has written to see whether there are any."""
    return DeviceImage(
        lowered.target, STAGES.image_path(lowered.path), lowered.kernels, lowered.globals, lowered.left_out
    )


STAGES = GpuTarget(
    machine=spirv.machine,
    passes=(
        *FIRST_PASSES,
        define_intrinsics.run_spirv_early,
        maths.run,
        allow_contraction.run,
    ),
    final_passes=(
        plain_pointers.run,
        normal_roots.run_vulkan,
        specialize.run_constants,
        narrow_fields.run_memory,
        split_long_vectors.run,
        widen_integers.run,
        define_intrinsics.run_wide,
        split_wide_integers.run,
        split_aggregate_phis.run,
        copy_address_tables.run_spirv,
        place_long_doubles.run,
        define_intrinsics.run_vulkan,
        maths.run,
        qualify_pointers.run,
        arguments.run,
        bits_of_vectors.run,
        arguments.qualify,
        define_intrinsics.run_vulkan,
        maths.run,
        to_words.run_scalar,
        maths.run,
        exact_division.run,
        arguments.inline_all,
        split_aggregate_phis.run,
        infer_address_spaces.run,
        memory_moves.run,
        expand_constants.run,
        infer_address_spaces.run,
        expand_constants.run,  # a cast between spaces that is a constant again
        generic_pointers.run,
        atomics.run,
        to_words.run_structure,
        split_aggregate_phis.run,
        expand_constants.run,
        to_words.check,
    ),
    rules=Rules(has_variadic_functions=False, without_recursion=("SPIR-V", "Vulkan device")),
    limits=Limits(
        calls.KNOWN.union((arguments.ARGUMENTS,)).__contains__,
        indirect_calls=False,
        impossible=spirv_limits.impossible,
    ),
    suffix=".spv",
    emit=_emit_nothing,
)
lower = STAGES.lower

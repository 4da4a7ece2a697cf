"""The SPIR-V target: OpenCL devices.

Takes unoptimised IR of the triple spirv64-unknown-unknown; gives a SPIR-V 1.2 module for OpenCL's
environment (1.3 where kernels use wave operations).
"""

from __future__ import annotations

import functools
import os
from array import array

import llvmlite.binding as llvm

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.core.errors import HcpyError
from hcpy.core.model import Target
from hcpy.passes import (
    align_group_memory,
    align_private_memory,
    allow_contraction,
    bits_as_words,
    bound_private_indices,
    branch_to_addresses,
    call_remainders,
    choose_absolutes,
    choose_offsets,
    choose_signed_bits,
    choose_vectors,
    copy_address_tables,
    define_intrinsics,
    device_scope,
    drop_freezes,
    expand_constants,
    fill_undefined_parts,
    fill_undefined_values,
    hide_answers,
    hide_bounds,
    hide_complements,
    hide_extremes,
    hide_group_addresses,
    hide_handed_values,
    hide_loop_bounds,
    hide_truncations,
    hide_widenings,
    hold_over_barriers,
    infer_address_spaces,
    inline_group_users,
    keep_barrier_loops,
    keep_conversions,
    keep_scalar,
    keep_variable_sizes,
    link_device_library,
    make_reducible,
    map_spirv_maths,
    mask_truncations,
    memory_moves,
    narrow_atomics,
    narrow_fields,
    null_as_number,
    place_launch_data,
    place_long_doubles,
    place_tables,
    plain_pointers,
    qualify_pointers,
    return_at_ends,
    specialize,
    spirv_limits,
    split_aggregate_phis,
    split_long_vectors,
    split_wide_integers,
    store_twice,
    vary_joined_values,
    wide_numbers,
    widen_integers,
)
from hcpy.passes.check_device_ir import Rules
from hcpy.passes.check_externals import Limits
from hcpy.passes.lower_gpu import GpuTarget
from hcpy.passes.spirv_first import FIRST_PASSES

_VERSIONED_TRIPLE = "spirv64v1.2-unknown-unknown"  # OpenCL 2.2's SPIR-V: later ones fewer devices take
_WAVE_TRIPLE = "spirv64v1.3-unknown-unknown"  # the first one with wave operations
_WAVE_OPERATIONS = ("sub_group_ballot", "sub_group_shuffle")
# Named one by one: `all` makes modules that spirv-val refuses.
_EXTENSIONS = ("SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float_min_max")
# OpenCL's functions, which the back end knows by their mangled names.
_KNOWN = frozenset(
    """barrier __spirv_MemoryBarrier printf acos acosh acospi asin asinh asinpi atan atan2
    atanh atanpi cbrt ceil copysign cos cosh cospi erf erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin
    fmod frexp hypot ilogb ldexp lgamma lgamma_r log log10 log1p log2 logb modf nextafter pow pown powr
    remainder remquo rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc mul_hi popcount clz
    ctz""".split()
)
_KNOWN_PREFIXES = (
    *(f"get_{what}_" for what in ("local", "group", "global", "num", "enqueued", "work", "sub", "max")),
    *("atomic_", "atom_", "sub_group_", "work_group_", "native_", "half_"),
)


def _is_known(symbol: str) -> bool:
    name = opencl_name(symbol)
    return (
        name in _KNOWN
        or name.startswith(_KNOWN_PREFIXES)
        or name.endswith("_barrier")
        or symbol.startswith("__spirv_")
        or symbol in specialize.CONSTANTS.values()
    )


@functools.cache
def _initialise() -> None:
    """The back end reads its option when the targets are initialised, once a process."""
    llvm.set_option("", "-spirv-ext=" + ",".join(f"+{name}" for name in _EXTENSIONS))
    # Loop strength reduction runs after our passes and makes integers of odd widths, as i2 of `x & 3`, which
    # the back end takes for ones of 8 bits (passes/widen_integers.py). Drivers do their own.
    llvm.set_option("", "-disable-lsr")
    # It takes divisions out of loops although a condition there keeps them from dividing by 0. That is
    # undefined in SPIR-V: drivers then believe that the divisor is not 0.
    llvm.set_option("", "-disable-machine-licm")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine(target: Target, module: ir.Module) -> llvm.TargetMachine:
    """The code generator for a module."""
    _initialise()
    names = (opencl_name(function.name) for function in module.functions if function.is_declaration)
    has_waves = any(name.startswith(_WAVE_OPERATIONS) for name in names)
    triple = _WAVE_TRIPLE if has_waves else _VERSIONED_TRIPLE
    return llvm.Target.from_triple(triple).create_target_machine(opt=3, codemodel="default")


_FIRST_INSTRUCTION = 5  # after the words of the header
_OP_SOURCE, _OPENCL_C, _OPENCL_CPP = 3, 3, 4


def _say_cplusplus(code: bytes) -> bytes:
    """OpSource with the language of HC's modules in those of C++ AMP, which clang marks as OpenCL C.

    There Intel's vectoriser takes two loads of every second element, of two rows, for one of neighbours.
    """
    words = array("I", code)
    place = _FIRST_INSTRUCTION
    while place < len(words) and words[place] & 0xFFFF != _OP_SOURCE:
        place += words[place] >> 16
    if place + 1 < len(words) and words[place + 1] == _OPENCL_C:
        words[place + 1] = _OPENCL_CPP
    return words.tobytes()


_emitted: list[int] = []  # processes that have made a module


def _emit(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    """LLVM 22's SPIRVModuleAnalysis keeps one module's blocks, by address, in a static object for the next:
    a process's later modules now and then define ids twice. The worker forks for each."""
    if os.getpid() in _emitted:
        raise HcpyError(
            "a process makes one SPIR-V module: run the image stage through hcpy.worker.client.Worker"
        )
    _emitted.append(os.getpid())
    return _say_cplusplus(machine.emit_object(module))


STAGES = GpuTarget(
    machine=machine,
    passes=(
        *FIRST_PASSES,
        map_spirv_maths.run_intrinsics,
        define_intrinsics.run_spirv_early,
        link_device_library.run_spirv,
        map_spirv_maths.run,
        allow_contraction.run,
        inline_group_users.run,
        keep_barrier_loops.run,
    ),
    final_passes=(
        plain_pointers.run,
        inline_group_users.run,
        specialize.run_constants,
        make_reducible.run,
        choose_absolutes.run,
        choose_signed_bits.run,
        narrow_fields.run_memory,
        bits_as_words.run,
        split_long_vectors.run,
        align_private_memory.run,
        widen_integers.run,
        define_intrinsics.run_wide,
        split_wide_integers.run,
        split_aggregate_phis.run,
        copy_address_tables.run_opencl,
        fill_undefined_parts.run,
        place_long_doubles.run,
        define_intrinsics.run_spirv,
        map_spirv_maths.run_reversals,
        link_device_library.run_spirv,
        map_spirv_maths.run,
        call_remainders.run,
        memory_moves.run_overlapping,
        qualify_pointers.run,
        infer_address_spaces.run,
        align_group_memory.run,
        narrow_atomics.run,
        device_scope.run,
        choose_offsets.run,
        branch_to_addresses.run,
        return_at_ends.run,
        keep_scalar.run,
        keep_conversions.run,
        hold_over_barriers.run,
        store_twice.run,
        drop_freezes.run,
        null_as_number.run,
        wide_numbers.run,
        expand_constants.run,
        infer_address_spaces.run,  # of addresses in constants, too
        expand_constants.run,
        place_tables.run,
        hide_group_addresses.run,
        hide_bounds.run,
        hide_extremes.run,
        hide_complements.run,
        bound_private_indices.run,
        hide_truncations.run,
        hide_widenings.run,
        hide_answers.run,
        vary_joined_values.run,
        hide_handed_values.run,
        hide_loop_bounds.run,
        fill_undefined_values.run,
        place_launch_data.run,
        keep_variable_sizes.run,
        mask_truncations.run,
        choose_vectors.run,
    ),
    rules=Rules(has_variadic_functions=False, without_recursion=("SPIR-V", "OpenCL device")),
    limits=Limits(_is_known, indirect_calls=False, impossible=spirv_limits.impossible),
    suffix=".spv",
    emit=_emit,
)
lower = STAGES.lower
image = STAGES.image
assembly = STAGES.assembly
explain = STAGES.explain

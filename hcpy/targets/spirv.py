"""The SPIR-V target: OpenCL devices.

Takes unoptimised IR of the triple spirv64-unknown-unknown; gives a SPIR-V 1.2 module for OpenCL's
environment (1.3 where kernels use wave operations).
"""

from __future__ import annotations

import functools
import os
import re
from typing import TYPE_CHECKING

from hcpy.errors import HcpyError
from hcpy.model import DeviceImage, DeviceModule, LoweredModule, Target, Toolchain
from hcpy.targets.base import TargetKind

if TYPE_CHECKING:
    import llvmlite.binding as llvm

    from hcpy.passes.lower_gpu import GpuTarget

TRIPLE = "spirv64-unknown-unknown"
_VERSIONED_TRIPLE = "spirv64v1.2-unknown-unknown"  # OpenCL 2.2's SPIR-V: later ones fewer devices take
_WAVE_TRIPLE = "spirv64v1.3-unknown-unknown"  # the first one with wave operations
_WAVE_OPERATION = re.compile(r"@_Z\d+sub_group_(?:ballot|shuffle)")
# Named one by one: `all` makes modules that spirv-val refuses.
_EXTENSIONS = ("SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float_min_max")
# OpenCL's functions, which the back end knows by their mangled names.
_KNOWN = re.compile(
    r"_Z\d+(?:get_(?:local|group|global|num|enqueued|work|sub|max)_\w+|barrier|(?:read_|write_)?mem_fence|\w+_barrier"
    r"|atomic_\w+|atom_\w+|sub_group_\w+|work_group_\w+|native_\w+|half_\w+|printf"
    r"|(?:acos|asin|atan|cos|sin|tan)(?:h|pi|2)?|cbrt|ceil|copysign|erfc?|exp(?:2|10|m1)?|fabs|fdim|floor|fma|fmax|fmin"
    r"|fmod|frexp|hypot|ilogb|ldexp|lgamma(?:_r)?|log(?:2|10|1p|b)?|modf|nextafter|pow[nr]?|remainder|remquo|rint|round"
    r"|rsqrt|sqrt|tgamma|trunc|mul_hi|popcount|clz|ctz)(?:[fdijlmhcst]|PU3AS\d|Dv\d+_|Dh)*$|__spirv_"
)


# What the back end ends its process for, without naming a place.
_IMPOSSIBLE = (
    (re.compile(r" i(?:6[5-9]|[7-9]\d|\d{3,}) "), "an integer of more than 64 bits"),
    (re.compile(r" = alloca .*, i(?:32|64) %"), "an array of variable length"),
    (re.compile(r" = atomicrmw (?:volatile )?(?:nand|uinc_wrap|udec_wrap) "), "this atomic operation"),
)


@functools.cache
def _stages() -> GpuTarget:
    """The passes are imported when code is made: the driver only reads the description below."""
    from hcpy.passes import (
        allow_contraction,
        export_globals,
        infer_address_spaces,
        internalise_symbols,
        link_device_library,
        lower_gpu,
        map_printf,
        map_spirv_maths,
        move_tile_static,
        place_dynamic_group_memory,
        qualify_pointers,
        split_aggregate_phis,
        split_pair_maths,
    )
    from hcpy.passes.check_externals import Limits
    from hcpy.passes.optimise import Tuning

    return lower_gpu.GpuTarget(
        machine=machine,
        passes=(
            map_printf.run_spirv,
            move_tile_static.run,
            export_globals.run,
            internalise_symbols.run,
            place_dynamic_group_memory.use_argument,
            split_pair_maths.run_spirv,
            map_spirv_maths.run_intrinsics,
            link_device_library.run_spirv,
            map_spirv_maths.run,
            allow_contraction.run,
        ),
        final_passes=(
            split_aggregate_phis.run,
            map_spirv_maths.run_reversals,
            link_device_library.run_spirv,
            qualify_pointers.run,
            infer_address_spaces.run,
        ),
        tuning=Tuning(vectorise=False),
        limits=Limits(_KNOWN, indirect_calls=False, instructions=_IMPOSSIBLE),
        suffix=".spv",
        emit=_emit,
    )


@functools.cache
def _initialise() -> None:
    """The back end reads its option when the targets are initialised, once a process."""
    import llvmlite.binding as llvm

    llvm.set_option("", "-spirv-ext=" + ",".join(f"+{name}" for name in _EXTENSIONS))
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine(target: Target, declarations: str) -> llvm.TargetMachine:
    """The code generator for a module that has these declarations."""
    import llvmlite.binding as llvm

    _initialise()
    triple = _WAVE_TRIPLE if _WAVE_OPERATION.search(declarations) else _VERSIONED_TRIPLE
    return llvm.Target.from_triple(triple).create_target_machine(opt=3, codemodel="default")


_emitted: list[int] = []  # processes that have made a module


def _emit(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    """LLVM 22's SPIRVModuleAnalysis keeps one module's blocks, by address, in a static object for the next:
    a process's later modules now and then define ids twice. The worker forks for each."""
    if os.getpid() in _emitted:
        raise HcpyError("a process makes one SPIR-V module: run the image stage through hcpy.worker.Worker")
    _emitted.append(os.getpid())
    code: bytes = machine.emit_object(module)
    return code


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    return _stages().lower(device, target, toolchain)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    return _stages().image(lowered, toolchain)


SPIRV = TargetKind(
    name="spirv",
    default_archs=("",),
    triple=TRIPLE,
    cc1_args=(),
    macro="HCPY_TARGET_SPIRV",
    image_kind=2,
    lower=lower,
    image=image,
    machine=machine,
    checks_arch=lambda arch: not arch,
    load=_stages,
)

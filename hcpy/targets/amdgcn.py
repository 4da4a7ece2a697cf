"""The AMDGCN target: code objects for AMD GPUs, which no back end of libhcrt runs.

Takes unoptimised IR of the triple amdgcn-amd-amdhsa; gives an HSA code object (version 5 or later), linked by
ld.lld. AMD's device library is not there: maths that LLVM can't do by itself is an error at the call.
"""

from __future__ import annotations

import functools
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

from hcpy.core.errors import ToolFailed
from hcpy.core.model import DeviceImage, DeviceModule, LoweredModule, Target, Toolchain
from hcpy.core.tools import llvm_linker
from hcpy.objects import codeobject
from hcpy.targets.base import TargetKind

if TYPE_CHECKING:
    import llvmlite.binding as llvm

    from hcpy import ir
    from hcpy.passes.lower_gpu import GpuTarget

TRIPLE = "amdgcn-amd-amdhsa"
# The device iteration is one for all architectures: its CPU decides which built-ins clang knows, no more.
DEFAULT_ARCH = "gfx90a"
ARCHS = (
    *("gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"),
    *("gfx1010", "gfx1030", "gfx1031", "gfx1032", "gfx1100", "gfx1101", "gfx1102", "gfx1103"),
    *("gfx1150", "gfx1151", "gfx1200", "gfx1201"),
)
# The array that the packet processor places behind the static group memory.
_KNOWN = frozenset(("__hcrt_dynamic_group",))


@functools.cache
def _stages() -> GpuTarget:
    """The passes are imported when code is made: the driver only reads the description below."""
    from hcpy.passes import (
        copy_address_tables,
        drop_architecture,
        export_globals,
        internalise_symbols,
        link_device_library,
        lower_gpu,
        map_amdgcn_maths,
        map_printf,
        move_tile_static,
        place_dynamic_group_memory,
        qualify_pointers,
        split_pair_maths,
    )
    from hcpy.passes.check_device_ir import Rules
    from hcpy.passes.check_externals import Limits

    return lower_gpu.GpuTarget(
        machine=machine,
        passes=(
            drop_architecture.run,
            map_printf.run_amdgcn,
            move_tile_static.run,
            copy_address_tables.run,
            export_globals.run,
            internalise_symbols.run,
            place_dynamic_group_memory.use_external_array,
            split_pair_maths.run_amdgcn,
            link_device_library.run_amdgcn,
            map_amdgcn_maths.run,
        ),
        final_passes=(copy_address_tables.run, qualify_pointers.run, map_amdgcn_maths.run),
        rules=Rules(),
        limits=Limits(_KNOWN.__contains__),
        suffix=".o",
        emit=_emit,
    )


@functools.cache
def _initialise() -> None:
    import llvmlite.binding as llvm

    # Arrays on the stack would take group memory that the kernel's record and the launch do not know of.
    llvm.set_option("", "-disable-promote-alloca-to-lds")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine(target: Target, module: ir.Module) -> llvm.TargetMachine:
    """The code generator."""
    import llvmlite.binding as llvm

    _initialise()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=target.arch, opt=3, reloc="pic", codemodel="default"
    )


def _emit(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    code: bytes = machine.emit_object(module)
    return code


def assembly(target: Target, module: ir.Module) -> str:
    return _stages().assembly(target, module)


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    return _stages().lower(device, target, toolchain)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    made = _stages().image(lowered, toolchain)
    path = made.path.with_suffix(".hsaco")
    command = [
        *llvm_linker(toolchain),
        "-shared",
        "-Bsymbolic",
        "--no-undefined",
        "-o",
        str(path),
        str(made.path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolFailed(command, done.stderr, done.returncode)
    return replace(made, path=path)


AMDGCN = TargetKind(
    name="amdgcn",
    default_archs=(DEFAULT_ARCH,),
    triple=TRIPLE,
    cc1_args=("-target-cpu", DEFAULT_ARCH),
    macro="HCPY_TARGET_AMDGCN",
    image_kind=5,
    lower=lower,
    image=image,
    assembly=assembly,
    checks_arch=ARCHS.__contains__,
    image_suffix=".hsaco",
    assembly_word="amdgcn-asm",
    load=_stages,
    text_suffix=".amdgcn.s",
    group_memory="LDS",
    resources=codeobject.resources,
    note="emitted, never run by us",
)

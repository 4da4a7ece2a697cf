"""The AMDGCN target: code objects for AMD GPUs, which no back end of libhcrt runs.

Takes unoptimised IR of the triple amdgcn-amd-amdhsa; gives an HSA code object (version 5 or later), linked by
ld.lld. AMD's device library is not there: maths that LLVM can't do by itself is an error at the call.
"""

from __future__ import annotations

import functools
import subprocess

import llvmlite.binding as llvm

from hcpy import ir
from hcpy.core.dataclass import replace
from hcpy.core.errors import ToolFailed
from hcpy.core.model import DeviceImage, LoweredModule, Target, Toolchain
from hcpy.core.tools import llvm_linker
from hcpy.passes import (
    copy_address_tables,
    drop_architecture,
    export_globals,
    internalise_symbols,
    link_device_library,
    map_amdgcn_maths,
    map_printf,
    move_tile_static,
    place_dynamic_group_memory,
    qualify_pointers,
    specialize,
    split_pair_maths,
)
from hcpy.passes.check_device_ir import Rules
from hcpy.passes.check_externals import Limits
from hcpy.passes.lower_gpu import GpuTarget
from hcpy.targets.amdgcn import TRIPLE

# The array that the packet processor places after the static group memory.
_KNOWN = frozenset(("__hcrt_dynamic_group",))


@functools.cache
def _initialise() -> None:
    # Arrays on the stack would take group memory that the kernel's record and the launch do not know of.
    llvm.set_option("", "-disable-promote-alloca-to-lds")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine(target: Target, module: ir.Module) -> llvm.TargetMachine:
    """The code generator."""
    _initialise()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=target.arch, opt=3, reloc="pic", codemodel="default"
    )


def _emit(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    code: bytes = machine.emit_object(module)
    return code


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    made = STAGES.image(lowered, toolchain)
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


STAGES = GpuTarget(
    machine=machine,
    passes=(
        drop_architecture.run,
        specialize.run_pushed,
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
lower = STAGES.lower
assembly = STAGES.assembly

"""Host target: the two stages.

lower takes unoptimised x86-64 IR and gives optimised IR for one architecture; image takes that and gives
an object file. The part of lower that no architecture changes is done once for all of them.
"""

from __future__ import annotations

import fcntl
import hashlib
import pickle
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm

from hcpy.errors import CompileError
from hcpy.model import (
    DeviceImage,
    DeviceModule,
    Diagnostic,
    GlobalRecord,
    KernelRecord,
    LoweredModule,
    Target,
    Toolchain,
)
from hcpy.passes.demangle import demangle
from hcpy.passes.host_driver import Metadata
from hcpy.passes.host_ir import Function, TypeTable
from hcpy.passes.host_kernel import KernelCode, lower_kernel
from hcpy.passes.host_narrow import INTRINSICS
from hcpy.passes.host_prepare import HostEntry, Prepared, global_records, prepare
from hcpy.passes.host_region import NotUniform
from hcpy.passes.host_simplify import simplify
from hcpy.passes.irtext import read_ir

TRIPLE = "x86_64-unknown-linux-gnu"
BASELINE = "x86-64"
_CONTEXT = re.compile(
    r"@(__hcrt_(?:barrier|\w+_id|group_size|num_groups|global_size|dynamic_group_memory))\("
)
_LOOP_ALIGNMENT = 5  # log2 of bytes
_MODULE_NAME = re.compile(r"^(?:; ModuleID|source_filename) = .*$", re.M)
_FUNCTION = re.compile(r"^define .*?@([-\w$.]+)\(.*?^}$", re.M | re.S)


@dataclass(frozen=True)
class _Common:
    """What all architectures share: the kernels' final, not yet optimised text, and their records."""

    text: str
    digest: str
    entries: tuple[HostEntry, ...]
    codes: tuple[KernelCode, ...]
    globals: tuple[GlobalRecord, ...]


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    shared = shared_part(device, str(toolchain.prefix / "include"))
    arch = target.arch or BASELINE
    symbols = {
        e.symbol: f"hcpy_host_{shared.digest}_{e.index}_{arch.replace('-', '_')}" for e in shared.entries
    }
    text = re.sub(r"hcpy\.kernel\.\d+(?=[(\"])", lambda m: symbols[m.group(0)], shared.text)
    module = llvm.parse_assembly(text)
    _optimise(module, machine(arch))
    path = device.unit.work_dir / f"{device.path.stem}.{arch}.lower.ll"
    path.write_text(str(module))
    kernels = tuple(
        _record(e, c, symbols[e.symbol]) for e, c in zip(shared.entries, shared.codes, strict=True)
    )
    return LoweredModule(device.unit, Target(target.kind, arch), path, kernels, shared.globals)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    module = llvm.parse_assembly(read_ir(lowered.path))
    path = lowered.path.with_name(lowered.path.name.replace(".lower.ll", ".o"))
    path.write_bytes(machine(lowered.target.arch).emit_object(module))
    return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals)


def _optimise(module: llvm.ModuleRef, target_machine: llvm.TargetMachine) -> None:
    """-O2 without unrolling: strips have their own width, and level 3 takes longer for no faster code."""
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.loop_interleaving = options.slp_vectorization = True
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(target_machine, options)
    builder.getModulePassManager().run(module, builder)


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
def machine(arch: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()  # for inline assembler
    # A loop that runs over one more line of instructions than it needs takes up to 1.1 times as long.
    llvm.set_option("", f"-x86-experimental-pref-innermost-loop-alignment={_LOOP_ALIGNMENT}")
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=arch, opt=3, reloc="pic", codemodel="default"
    )


def shared_part(device: DeviceModule, include_folder: str) -> _Common:
    """The arch-independent part: of the processes that lower a module the first one leaves it for the others.

    A process that LLVM ends lets go of the lock without a result: the next one then tries by itself. The
    module's time and size tell a changed module from the one that was kept.
    """
    stat = device.path.stat()
    name = f"{device.path.stem}.{stat.st_mtime_ns}.{stat.st_size}.common"
    with device.path.with_name(name).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if data := file.read():
            kept: _Common = pickle.loads(data)
            return kept
        made = common(device.path, include_folder)
        file.write(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
        return made


def common(path: Path, include_folder: str) -> _Common:
    """What no architecture changes: the kernels as functions that run work-groups."""
    source = read_ir(path)
    prepared = prepare(source, include_folder)
    text, module = simplify(prepared.text, machine(BASELINE))
    sizes = _variable_sizes(module)
    tile_static = {
        name: (sizes.get(name[1:].strip('"'), 0), align) for name, (_, align) in prepared.tile_static.items()
    }
    metadata = Metadata.after(max([int(n) for n in re.findall(r"^!(\d+) = ", text, re.M)], default=-1) + 1)
    codes = _lower_kernels(text, prepared, tile_static, metadata)
    symbols = {e.symbol for e in prepared.entries}
    rest = _FUNCTION.sub(lambda m: "" if m.group(1) in symbols else m.group(0), text)
    _check_rest(rest, prepared)
    body = metadata.resolve("\n".join([rest, *(c.text for c in codes), *metadata.nodes, ""]))
    body += "\n".join([d for d in INTRINSICS if d.split("(")[0] + "(" not in body] + [""])
    # Of the code alone: the source's text names the folder in its debug information.
    digest = hashlib.sha256(_MODULE_NAME.sub("", body).encode()).hexdigest()[:16]
    return _Common(body, digest, prepared.entries, codes, global_records(body, prepared.globals, sizes))


def _lower_kernels(
    text: str, prepared: Prepared, tile_static: dict[str, tuple[int, int]], metadata: Metadata
) -> tuple[KernelCode, ...]:
    types = TypeTable(text)
    functions = {m.group(1): m.group(0) for m in _FUNCTION.finditer(text)}
    codes = []
    for entry in prepared.entries:
        closure = ""
        if entry.parameter_bytes:
            closure = f"align {entry.parameter_align} dereferenceable({entry.parameter_bytes})"
        function = Function(functions[entry.symbol], types)
        try:
            codes.append(lower_kernel(function, entry.symbol, closure, tile_static, metadata))
        except NotUniform as reason:
            raise CompileError([Diagnostic("error", entry.location, f"{reason} in this kernel")]) from reason
    return tuple(codes)


def _check_rest(text: str, prepared: Prepared) -> None:
    """What could not be inlined into a kernel runs without its context."""
    for match in _FUNCTION.finditer(text):
        found = _CONTEXT.search(match.group(0))
        name = found.group(1) if found else next((v for v in prepared.tile_static if v in match.group(0)), "")
        if name:
            what = {"__hcrt_barrier": "waits at a barrier"}.get(
                name, "asks for its place in the launch" if found else "uses tile_static memory"
            )
            message = (
                f"{demangle(match.group(1))!r} {what}: it must not be recursive or called through a pointer"
            )
            raise CompileError([Diagnostic("error", prepared.entries[0].location, message)])


def _variable_sizes(module: llvm.ModuleRef) -> dict[str, int]:
    data = llvm.create_target_data(module.data_layout)
    return {g.name: data.get_abi_size(g.global_value_type) for g in module.global_variables}

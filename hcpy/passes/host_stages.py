"""Host target: the two stages. lower takes unoptimised x86-64 IR and gives optimised IR for one architecture;
image takes that and gives an object file that is linked into the program.

The part of lower that no architecture changes is done once a process and kept.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import llvmlite.binding as llvm

from hcpy.model import DeviceImage, DeviceModule, GlobalRecord, KernelRecord, LoweredModule, Target, Toolchain
from hcpy.passes.host_driver import Metadata
from hcpy.passes.host_ir import Function, TypeTable
from hcpy.passes.host_kernel import KernelCode, lower_kernel
from hcpy.passes.host_narrow import INTRINSICS
from hcpy.passes.host_prepare import HostEntry, Prepared, global_records, prepare
from hcpy.passes.host_quiet import without_remarks
from hcpy.passes.host_simplify import simplify

TRIPLE = "x86_64-unknown-linux-gnu"
BASELINE = "x86-64"
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
    stat = device.path.stat()
    common = common(device.path, stat.st_mtime_ns, stat.st_size, str(toolchain.prefix / "include"))
    arch = target.arch or BASELINE
    text = common.text
    symbols = {e.symbol: f"hcpy_host_{common.digest}_{e.index}_{arch.replace('-', '_')}" for e in common.entries}
    text = re.sub(r"hcpy\.kernel\.\d+(?=[(\"])", lambda m: symbols[m.group(0)], text)
    module = llvm.parse_assembly(text)
    with without_remarks():
        _optimise(module, machine(arch))
    path = device.unit.work_dir / f"{device.path.stem}.{arch}.lower.ll"
    path.write_text(str(module))
    kernels = tuple(_record(e, c, symbols[e.symbol]) for e, c in zip(common.entries, common.codes))
    return LoweredModule(device.unit, Target(target.kind, arch), path, kernels, common.globals)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    module = llvm.parse_assembly(lowered.path.read_text())
    path = lowered.path.with_name(lowered.path.name.replace(".lower.ll", ".o"))
    path.write_bytes(machine(lowered.target.arch).emit_object(module))
    return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals)


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """-O2 without unrolling: strips have their own width, and level 3 doubles the time without faster code."""
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.loop_interleaving = options.slp_vectorization = True
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _record(entry: HostEntry, code: KernelCode, symbol: str) -> KernelRecord:
    return KernelRecord(
        name=entry.name,
        symbol=symbol,
        display_name=entry.display_name,
        location=entry.location,
        parameter_bytes=entry.parameter_bytes,
        parameter_align=entry.parameter_align,
        dynamic_group=code.dynamic_group,
        barrier=code.barrier,
        tile_static_bytes=code.tile_static_bytes,
        scratch_fixed=code.scratch_fixed,
        scratch_per_item=code.scratch_per_item,
    )


@lru_cache(maxsize=None)
def machine(arch: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_targetmachine(cpu=arch, opt=3, reloc="pic", codemodel="default")


@lru_cache(maxsize=4)
def common(path: Path, _changed: int, _size: int, include_folder: str) -> _Common:
    source = path.read_text()
    prepared = prepare(source, include_folder)
    machine = machine(BASELINE)
    text, module = simplify(prepared.text, machine)
    sizes = _global_sizes(module, machine, prepared)
    tile_static = {
        name: (sizes.get(name[1:].strip('"'), 0), align) for name, (_, align) in prepared.tile_static.items()
    }
    metadata = Metadata.after(max([int(n) for n in re.findall(r"^!(\d+) = ", text, re.M)], default=-1) + 1)
    types = TypeTable(text)
    codes: list[KernelCode] = []
    functions = {m.group(1): m for m in _FUNCTION.finditer(text)}
    for entry in prepared.entries:
        function = Function(functions[entry.symbol].group(0), types)
        code = lower_kernel(function, entry.symbol, _closure_attributes(entry), tile_static, metadata)
        codes.append(code)
    symbols = {e.symbol for e in prepared.entries}
    text = _FUNCTION.sub(lambda m: "" if m.group(1) in symbols else m.group(0), text)
    body = "\n".join([text, *(c.text for c in codes), *metadata.nodes, ""])
    body = _finish(body, metadata)
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    return _Common(body, digest, prepared.entries, tuple(codes), global_records(body, prepared, sizes))


def _closure_attributes(entry: HostEntry) -> str:
    if not entry.parameter_bytes:
        return ""
    return f"align {entry.parameter_align} dereferenceable({entry.parameter_bytes})"


def _finish(text: str, metadata: Metadata) -> str:
    text = metadata.resolve(text)
    missing = [d for d in INTRINSICS if d.split("(")[0] + "(" not in text]
    return text + "\n".join([*missing, ""])


def _global_sizes(module: llvm.ModuleRef, machine: llvm.TargetMachine, prepared: Prepared) -> dict[str, int]:
    data = llvm.create_target_data(module.data_layout)
    return {g.name: data.get_abi_size(g.global_value_type) for g in module.global_variables}

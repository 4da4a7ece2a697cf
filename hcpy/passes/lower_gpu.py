"""The lower and image stages as all GPU-like targets do them.

Takes what differs between targets (a GpuTarget); gives their two stage functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.model import DeviceImage, DeviceModule, KernelRecord, LoweredModule, Target, Toolchain
from hcpy.passes import check_device_ir, drop_unreachable, make_records
from hcpy.passes.check_externals import Limits, check_externals
from hcpy.passes.find_kernels import byval_type
from hcpy.passes.irtext import Module, unquote
from hcpy.passes.lowering import Lowering, Pass
from hcpy.passes.optimise import Tuning, optimise
from hcpy.passes.strip_debug_info import strip_debug_info

if TYPE_CHECKING:
    import llvmlite.binding as llvm


@dataclass(frozen=True)
class GpuTarget:
    """One GPU-like target's parts of the two stages."""

    machine: Callable[[Target, str], llvm.TargetMachine]  # of a module that has these declarations
    passes: tuple[Pass, ...]  # before optimisation
    final_passes: tuple[Pass, ...]  # after it
    tuning: Tuning
    limits: Limits
    suffix: str  # of the image's file
    emit: Callable[[llvm.TargetMachine, llvm.ModuleRef], bytes]

    def lower(self, device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
        import llvmlite.binding as llvm

        lowering = Lowering.begin(device, target, toolchain)
        path = _stage_path(device, target, ".lower.ll")
        check_device_ir.run(lowering)
        if lowering.failed:
            return LoweredModule(device.unit, target, path, (), (), tuple(lowering.diagnostics))
        kernels = make_records.describe_kernels(lowering)
        for run in (drop_unreachable.run, *self.passes):
            run(lowering)
        if lowering.failed:
            return LoweredModule(device.unit, target, path, (), (), tuple(lowering.diagnostics))
        declared = (f.header for f in lowering.module.functions.values() if f.is_declaration)
        machine = self.machine(target, "\n".join(declared))
        lowering.module.set_line_value("target triple = ", machine.triple)
        # A context of its own: in a shared one, types of other modules take the names of this one's.
        module = llvm.parse_assembly(lowering.module.text(), llvm.create_context())
        size_of = _Sizes(machine, module, lowering)
        optimise(module, machine, self.tuning)
        size_of.add_variables(module)
        lowering.module = Module.parse(str(module))
        drop_unreachable.run(lowering)
        for run in self.final_passes:
            run(lowering)
        check_externals(lowering, self.limits)
        kernels = tuple(_finish(lowering, kernel, size_of) for kernel in kernels)
        path.write_text(lowering.module.text())
        return LoweredModule(
            device.unit,
            target,
            path,
            kernels,
            make_records.make_globals(lowering, size_of.variable),
            tuple(lowering.diagnostics),
            lowering.left_out,
        )

    def image(self, lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
        path = lowered.path.with_name(lowered.path.name.replace(".lower.ll", self.suffix))
        path.write_bytes(self.emit(*self._final(lowered)))
        return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals, lowered.left_out)

    def _final(self, lowered: LoweredModule) -> tuple[llvm.TargetMachine, llvm.ModuleRef]:
        import llvmlite.binding as llvm

        text = lowered.path.read_text()
        if not lowered.unit.debug:
            text = strip_debug_info(text)
        module = llvm.parse_assembly(text, llvm.create_context())
        return self.machine(lowered.target, text), module


class _Sizes:
    """Sizes in the target's layout, asked before optimisation renames or drops what has them."""

    def __init__(self, machine: llvm.TargetMachine, module: llvm.ModuleRef, lowering: Lowering) -> None:
        import llvmlite.binding as llvm

        self._layout = layout = llvm.create_target_data(module.data_layout)
        self._variables: dict[str, int] = {}
        self.add_variables(module)
        self._parameters: dict[str, int] = {}
        for entry in lowering.entries:
            type_ = byval_type(lowering.module.functions[entry])
            if type_ is not None:
                self._parameters[entry] = layout.get_abi_size(
                    module.get_struct_type(unquote(type_.removeprefix("%")))
                )

    def add_variables(self, module: llvm.ModuleRef) -> None:
        """Those not known yet: the optimiser makes variables of the elements of others."""
        for variable in module.global_variables:
            size = self._layout.get_abi_size(variable.global_value_type)
            self._variables.setdefault(variable.name, size)

    def variable(self, name: str) -> int:
        return self._variables[name]

    def parameter(self, entry: str) -> int | None:
        return self._parameters.get(entry)


def _finish(lowering: Lowering, kernel: KernelRecord, sizes: _Sizes) -> KernelRecord:
    size = sizes.parameter(kernel.symbol)
    return replace(
        kernel,
        parameter_bytes=kernel.parameter_bytes if size is None else size,
        dynamic_group=kernel.symbol in lowering.dynamic_group,
        barrier=make_records.has_barrier(lowering.module, kernel.symbol),
        tile_static_bytes=make_records.group_bytes(lowering.module, kernel.symbol, sizes.variable),
    )


def _stage_path(device: DeviceModule, target: Target, suffix: str) -> Path:
    name = f"{device.unit.source.stem}.{target.kind}{'-' + target.arch if target.arch else ''}"
    return device.unit.work_dir / (name + suffix)

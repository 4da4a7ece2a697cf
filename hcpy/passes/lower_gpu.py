"""The lower and image stages as all GPU-like targets do them.

Takes what differs between targets (a GpuTarget); gives their two stage functions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy import ir
from hcpy.core.dataclass import dataclass, replace
from hcpy.core.model import (
    DeviceImage,
    DeviceModule,
    Diagnostic,
    KernelRecord,
    LoweredModule,
    Target,
    Toolchain,
)
from hcpy.passes import (
    check_device_ir,
    choose_callees,
    drop_unreachable,
    fail_debug_checks,
    fit_functions,
    join_numbers,
    make_records,
    missed_loop_hints,
    name_callees,
    narrow_long_doubles,
    note_classes,
    recursion_to_loops,
    sort_without_recursion,
)
from hcpy.passes.check_externals import Limits, check_externals
from hcpy.passes.find_kernels import byval_type
from hcpy.passes.lowering import Lowering, Pass
from hcpy.passes.optimise import optimised, to_llvmlite, without_arrays
from hcpy.passes.strip_debug_info import strip_debug_info
from hcpy.passes.try_intrinsics import impossible_intrinsics

if TYPE_CHECKING:
    import llvmlite.binding as llvm


# How often a function whose name was found may lead to another one's.
_ROUNDS = 8


@dataclass(frozen=True)
class GpuTarget:
    """One GPU-like target's parts of the two stages."""

    machine: Callable[[Target, ir.Module], llvm.TargetMachine]
    passes: tuple[Pass, ...]  # before optimisation
    final_passes: tuple[Pass, ...]  # after it
    rules: check_device_ir.Rules
    limits: Limits
    suffix: str  # of the image's file
    emit: Callable[[llvm.TargetMachine, llvm.ModuleRef], bytes]
    unrolls_arrays: bool = False  # what takes the code unrolls too little

    def lower(self, device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
        lowering = Lowering.begin(device, target, toolchain)
        path = _stage_path(device, target, ".lower.ll")
        note_classes.run(lowering)
        sort_without_recursion.run(lowering)  # its verification must wait for the check of the rules
        fail_debug_checks.run(lowering)
        fit_functions.run(lowering)
        check_device_ir.run(lowering, self.rules)
        if lowering.failed:
            return LoweredModule(device.unit, target, path, (), (), tuple(lowering.diagnostics))
        if self.rules.without_recursion is not None:
            recursion_to_loops.run(lowering)
            check_device_ir.leave_out_recursion(lowering, self.rules)
        kernels = make_records.describe_kernels(lowering)
        lowering.run((drop_unreachable.run, narrow_long_doubles.run, *self.passes, join_numbers.run))
        if lowering.failed:
            return LoweredModule(device.unit, target, path, (), (), tuple(lowering.diagnostics))
        machine = self.machine(target, lowering.module)
        lowering.module.triple = machine.triple
        sizes = _Sizes(lowering)
        lowering.loop_wishes = missed_loop_hints.wishes(lowering.module)
        self._optimise(lowering, machine)
        sizes.add_variables(lowering.module)
        lowering.run((drop_unreachable.run, missed_loop_hints.run, *self.final_passes, join_numbers.run))
        sizes.add_variables(lowering.module)
        check_externals(lowering, self.limits)
        left_out = tuple(k for k in kernels if k.symbol in lowering.left_out)
        kernels = _finish(lowering, kernels, sizes)
        lowering.module.write(path)
        if lowering.code:
            self.image_path(path).write_bytes(lowering.code)
        return LoweredModule(
            device.unit,
            target,
            path,
            kernels,
            make_records.make_globals(lowering, sizes.variable),
            tuple(lowering.diagnostics),
            left_out,
        )

    def _optimise(self, lowering: Lowering, machine: llvm.TargetMachine) -> None:
        optimise = without_arrays if self.unrolls_arrays else optimised
        lowering.module = optimise(lowering.module, machine)
        lowering.inner.module("optimised", lowering.module)
        for _ in range(_ROUNDS):
            if not name_callees.run(lowering.module):
                break
            lowering.module = optimised(lowering.module, machine)
            lowering.inner.module("callees_named", lowering.module)
        if not self.limits.indirect_calls and choose_callees.run(lowering.module):
            lowering.module = optimise(lowering.module, machine)
            lowering.inner.module("callees_chosen", lowering.module)
            if self.rules.without_recursion is not None:
                check_device_ir.leave_out_callers(lowering, *self.rules.without_recursion)

    def image_path(self, lowered: Path) -> Path:
        """The image's, beside a lowered module."""
        return lowered.with_name(lowered.name.replace(".lower.ll", self.suffix))

    def image(self, lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
        path = self.image_path(lowered.path)
        with ir.Module.read(lowered.path) as module:
            if not lowered.unit.debug:
                strip_debug_info(module)
            machine, code = self.machine(lowered.target, module), module.bitcode()
        path.write_bytes(self.emit(machine, to_llvmlite(code)))
        return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals, lowered.left_out)

    def explain(self, device: DeviceModule, target: Target, toolchain: Toolchain) -> list[Diagnostic]:
        """Why the back end ends the process that makes this module's image; empty: nobody knows."""
        lowered = self.lower(device, target, toolchain)
        lowering = Lowering.begin(device, target, toolchain)
        lowering.module = ir.Module.read(lowered.path)

        def emit(module: ir.Module) -> object:
            return self.emit(self.machine(target, module), to_llvmlite(module.bitcode()))

        return list(impossible_intrinsics(lowering, emit))

    def assembly(self, target: Target, module: ir.Module) -> str:
        """What the code generator makes of a lowered module."""
        text: str = self.machine(target, module).emit_assembly(to_llvmlite(module.bitcode()))
        return text


class _Sizes:
    """Sizes in the target's layout, asked before optimisation renames or drops what has them."""

    def __init__(self, lowering: Lowering) -> None:
        self._variables: dict[str, int] = {}
        self.add_variables(lowering.module)
        layout = lowering.module.layout
        types = {function.name: byval_type(function) for function in lowering.kernels}
        self._parameters = {name: layout.size(type_) for name, type_ in types.items() if type_ is not None}

    def add_variables(self, module: ir.Module) -> None:
        """Those not known yet: the optimiser makes variables of the elements of others, passes their own."""
        layout = module.layout
        for variable in module.variables:
            name = variable.name
            if name not in self._variables:
                self._variables[name] = layout.size(variable.value_type)

    def variable(self, name: str) -> int:
        return self._variables[name]

    def parameter(self, entry: str) -> int | None:
        return self._parameters.get(entry)


def _finish(lowering: Lowering, kernels: tuple[KernelRecord, ...], sizes: _Sizes) -> tuple[KernelRecord, ...]:
    """The records with what the optimised module shows."""
    references = ir.References(lowering.module)
    finished = []
    for kernel in kernels:
        if kernel.symbol in lowering.left_out:
            continue
        function = lowering.kernel(kernel.symbol)
        size = sizes.parameter(kernel.symbol)
        used = references.reached((function,))
        finished.append(
            replace(
                kernel,
                parameter_bytes=kernel.parameter_bytes if size is None else size,
                dynamic_group=kernel.symbol in lowering.dynamic_group,
                barrier=make_records.has_barrier(function, lowering.graph),
                tile_static_bytes=make_records.group_bytes(lowering.module, used, sizes.variable),
                specialized=lowering.specialized.get(kernel.symbol, ""),
            )
        )
    return tuple(finished)


def _stage_path(device: DeviceModule, target: Target, suffix: str) -> Path:
    name = f"{device.unit.source.stem}.{target.kind}{'-' + target.arch if target.arch else ''}"
    return device.unit.work_dir / (name + suffix)

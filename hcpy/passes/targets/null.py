"""The null target's code: a template for new ones.

Takes unoptimised IR of the host's triple; gives an image that holds the names of its kernels, one a line.
"""

from __future__ import annotations

from hcpy.core.model import DeviceImage, DeviceModule, LoweredModule, Target, Toolchain
from hcpy.passes import check_device_ir, make_records
from hcpy.passes.lowering import Lowering
from hcpy.passes.targets import host


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    """Checks the module as every target does and describes its kernels."""
    lowering = Lowering.begin(device, target, toolchain)
    check_device_ir.run(lowering, check_device_ir.Rules())
    kernels = make_records.describe_kernels(lowering)
    return LoweredModule(device.unit, target, device.path, kernels, (), tuple(lowering.diagnostics))


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    path = lowered.unit.work_dir / f"{lowered.unit.source.stem}.null.txt"
    path.write_text("".join(f"{kernel.name}\n" for kernel in lowered.kernels))
    return DeviceImage(lowered.target, path, lowered.kernels, lowered.globals)


assembly = host.assembly

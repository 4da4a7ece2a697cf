"""The host target's code: the fast way, and itemwise code for debuggers, sanitizers and checks.

Takes unoptimised x86-64 IR; gives an object file (hcrt_host_entry in include/hcrt/abi.h).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy import ir
from hcpy.core.lazy import lazy
from hcpy.core.model import DeviceImage, DeviceModule, LoweredModule, Target, Toolchain
from hcpy.passes.host import lowering

if TYPE_CHECKING:
    from hcpy.passes.host import itemwise
else:
    itemwise = lazy("hcpy.passes.host.itemwise")  # of debugging alone


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    if device.unit.itemwise:
        return itemwise.lower(device, target, toolchain)
    return lowering.lower(device, target, toolchain)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    if lowered.unit.itemwise:
        return itemwise.image(lowered, toolchain)
    return lowering.image(lowered, toolchain)


def assembly(target: Target, module: ir.Module) -> str:
    """What the code generator makes of a lowered module."""
    return lowering.machine(target.arch or lowering.BASELINE).assembly(module)

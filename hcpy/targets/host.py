"""The host target: the CPU that the program runs on.

Takes unoptimised x86-64 IR; gives an object file with one function for each kernel that runs ranges of
work-groups (hcrt_host_entry in include/hcrt/abi.h), to be linked into the program. Two ways lead there:
passes/host/lowering.py makes fast code, passes/host/itemwise.py code that debuggers, sanitizers and checks
understand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy.core.model import DeviceImage, DeviceModule, LoweredModule, Target, Toolchain
from hcpy.targets.base import TargetKind

if TYPE_CHECKING:
    from hcpy import ir

ARCHS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")


def load() -> None:
    from hcpy.passes.host import lowering  # noqa: F401


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    if device.unit.itemwise:
        from hcpy.passes.host import itemwise

        return itemwise.lower(device, target, toolchain)
    from hcpy.passes.host import lowering  # loads LLVM, which the driver does not need

    return lowering.lower(device, target, toolchain)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    if lowered.unit.itemwise:
        from hcpy.passes.host import itemwise

        return itemwise.image(lowered, toolchain)
    from hcpy.passes.host import lowering

    return lowering.image(lowered, toolchain)


def assembly(target: Target, module: ir.Module) -> str:
    """What the code generator makes of a lowered module."""
    from hcpy.passes.host import lowering

    return lowering.machine(target.arch or lowering.BASELINE).assembly(module)


HOST = TargetKind(
    name="host",
    default_archs=("x86-64", "x86-64-v3"),
    triple="x86_64-unknown-linux-gnu",
    cc1_args=(),
    macro="HCPY_TARGET_HOST",
    image_kind=1,
    lower=lower,
    image=image,
    assembly=assembly,
    checks_arch=ARCHS.__contains__,
    load=load,
    is_host=True,
    is_default=True,
    image_suffix=".o",
    text_suffix=".host.s",
    arch_notes={
        "x86-64": "SSE2, 128 bits",
        "x86-64-v2": "SSE4.2, 128 bits",
        "x86-64-v3": "AVX2, 256 bits",
        "x86-64-v4": "AVX-512, 512 bits",
    },
)

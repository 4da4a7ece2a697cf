"""The host target: the CPU that the program runs on.

Takes unoptimised x86-64 IR; gives an object file with one function for each kernel that runs ranges of
work-groups (hcrt_host_entry in include/hcrt/abi.h), to be linked into the program. Two ways lead there:
host_stages makes fast code, host_itemwise code that debuggers, sanitizers and checks understand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy.model import DeviceImage, DeviceModule, LoweredModule, Target, Toolchain
from hcpy.targets.base import TargetKind

if TYPE_CHECKING:
    import llvmlite.binding as llvm

ARCHS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")


def load() -> None:
    from hcpy.passes import host_stages  # noqa: F401


def lower(device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
    if device.unit.itemwise:
        from hcpy.passes import host_itemwise

        return host_itemwise.lower(device, target, toolchain)
    from hcpy.passes import host_stages  # loads LLVM, which the driver does not need

    return host_stages.lower(device, target, toolchain)


def image(lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
    if lowered.unit.itemwise:
        from hcpy.passes import host_itemwise

        return host_itemwise.image(lowered, toolchain)
    from hcpy.passes import host_stages

    return host_stages.image(lowered, toolchain)


def machine(target: Target, declarations: str) -> llvm.TargetMachine:
    """The code generator."""
    from hcpy.passes import host_stages

    return host_stages.machine(target.arch or host_stages.BASELINE)


HOST = TargetKind(
    name="host",
    default_archs=("x86-64", "x86-64-v3"),
    triple="x86_64-unknown-linux-gnu",
    cc1_args=(),
    macro="HCPY_TARGET_HOST",
    image_kind=1,
    lower=lower,
    image=image,
    machine=machine,
    checks_arch=ARCHS.__contains__,
    load=load,
)

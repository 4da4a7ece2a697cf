"""The host target: the CPU that the program runs on.

Takes unoptimised x86-64 IR; gives an object file with one function for each kernel that runs ranges of
work-groups (hcrt_host_entry in include/hcrt/abi.h), to be linked into the program. Two ways lead there:
passes/host/lowering.py makes fast code, passes/host/itemwise.py code that debuggers, sanitizers and checks
understand.
"""

from __future__ import annotations

from hcpy.core import records
from hcpy.targets.base import TargetKind

ARCHS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")

HOST = TargetKind(
    name="host",
    default_archs=("x86-64", "x86-64-v3", "x86-64-v4"),
    triple="x86_64-unknown-linux-gnu",
    cc1_args=(),
    macro="HCPY_TARGET_HOST",
    image_kind=records.IMAGE_HOST,
    code="hcpy.passes.targets.host",
    checks_arch=ARCHS.__contains__,
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

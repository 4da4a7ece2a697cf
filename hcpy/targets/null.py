"""The null target: a template for new ones, which needs no device and makes no code.

Takes unoptimised IR of the host's triple; gives an image that holds the names of its kernels, one a line.
"""

from __future__ import annotations

from hcpy.core import records
from hcpy.targets.base import TargetKind

NULL = TargetKind(
    name="null",
    default_archs=("",),
    triple="x86_64-unknown-linux-gnu",
    cc1_args=(),
    macro="HCPY_TARGET_NULL",
    image_kind=records.IMAGE_NULL,
    code="hcpy.passes.targets.null",
    checks_arch=lambda arch: not arch,
    image_suffix=".txt",
)

"""The SPIR-V target: OpenCL devices.

Takes unoptimised IR of the triple spirv64-unknown-unknown; gives a SPIR-V 1.2 module for OpenCL's
environment (1.3 where kernels use wave operations).
"""

from __future__ import annotations

from hcpy.core import records
from hcpy.targets.base import TargetKind

TRIPLE = "spirv64-unknown-unknown"

# note_classes.py reads what clang writes for them: which class a virtual call is of.
CLASSES_OF_CALLS = ("-flto-unit", "-fwhole-program-vtables")

SPIRV = TargetKind(
    name="spirv",
    default_archs=("",),
    triple=TRIPLE,
    cc1_args=CLASSES_OF_CALLS,
    macro="HCPY_TARGET_SPIRV",
    image_kind=records.IMAGE_SPIRV,
    code="hcpy.passes.targets.spirv",
    checks_arch=lambda arch: not arch,
    is_default=True,
    image_suffix=".spv",
    image_word="spirv",
    text_suffix=".spvasm",
    group_memory="local memory",
    check="hcpy.objects.checkers:check_spirv",
    checker="spirv-val",
)

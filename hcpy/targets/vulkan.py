"""The Vulkan target: every GPU whose driver has Vulkan 1.3 with buffer device addresses, and Mesa's lavapipe.

Takes unoptimised IR of the triple spirv64-unknown-unknown, as the SPIR-V target does; gives a SPIR-V 1.6
module for Vulkan's environment, written by hcpy/passes/vulkan.
"""

from __future__ import annotations

from hcpy.core import records
from hcpy.targets import spirv
from hcpy.targets.base import TargetKind

_VERSION = "1.3"

VULKAN = TargetKind(
    name="vulkan",
    default_archs=(_VERSION,),
    triple=spirv.TRIPLE,
    # The headers' work-item functions are those of the SPIR-V target.
    cc1_args=(
        *spirv.CLASSES_OF_CALLS,
        "-DHCPY_TARGET_VULKAN",
    ),
    macro="HCPY_TARGET_SPIRV",
    image_kind=records.IMAGE_VULKAN,
    code="hcpy.passes.targets.vulkan",
    checks_arch=lambda arch: arch == _VERSION,
    image_suffix=".vulkan.spv",
    image_word="vulkan",
    text_suffix=".vulkan.spvasm",
    group_memory="workgroup memory",
    check="hcpy.objects.checkers:check_vulkan",
    checker="spirv-val",
)

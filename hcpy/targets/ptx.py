"""The PTX target: NVIDIA GPUs through the CUDA driver.

Takes unoptimised IR of the triple nvptx64-nvidia-cuda; gives PTX text.
"""

from __future__ import annotations

from hcpy.core import records
from hcpy.targets.base import TargetKind

TRIPLE = "nvptx64-nvidia-cuda"
DEFAULT_ARCH = "sm_80"
FEATURES = "+ptx80"  # CUDA 12.0: what the oldest driver in use takes
# Later GPUs need later drivers anyway.
LATER_FEATURES = {
    **dict.fromkeys(("100", "100a"), "+ptx86"),
    **dict.fromkeys(("120", "120a"), "+ptx87"),
    **dict.fromkeys(("100f", "103", "103a", "103f", "120f"), "+ptx88"),
}
_ARCHS = frozenset(f"sm_{number}" for number in ("75", "80", "86", "87", "89", "90", "90a", *LATER_FEATURES))

PTX = TargetKind(
    name="ptx",
    default_archs=(DEFAULT_ARCH,),
    triple=TRIPLE,
    # Without the last, clang makes printf the CUDA vprintf, whose buffer is small and drops lines.
    cc1_args=("-target-cpu", DEFAULT_ARCH, "-target-feature", FEATURES, "-fno-builtin-printf"),
    macro="HCPY_TARGET_PTX",
    image_kind=records.IMAGE_PTX,
    code="hcpy.passes.targets.ptx",
    checks_arch=_ARCHS.__contains__,
    is_default=True,
    image_suffix=".ptx",
    image_word="ptx",
    ends_in_nul=True,
    text_suffix=".ptx",
    group_memory="shared memory",
    spill_unit=" bytes",
    needs_libdevice=True,
    check="hcpy.objects.checkers:check_ptx",
    checker="ptxas",
    resources="hcpy.objects.checkers:ptx_resources",
)

"""The AMDGCN target: code objects for AMD GPUs, which no back end of libhcrt runs.

Takes unoptimised IR of the triple amdgcn-amd-amdhsa; gives an HSA code object (version 5 or later), linked by
ld.lld. AMD's device library is not there: maths that LLVM can't do by itself is an error at the call.
"""

from __future__ import annotations

from hcpy.core import records
from hcpy.targets.base import TargetKind

TRIPLE = "amdgcn-amd-amdhsa"
# The device iteration is one for all architectures: its CPU decides which built-ins clang knows, no more.
DEFAULT_ARCH = "gfx90a"
ARCHS = (
    *("gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"),
    *("gfx1010", "gfx1030", "gfx1031", "gfx1032", "gfx1100", "gfx1101", "gfx1102", "gfx1103"),
    *("gfx1150", "gfx1151", "gfx1200", "gfx1201"),
)

AMDGCN = TargetKind(
    name="amdgcn",
    default_archs=(DEFAULT_ARCH,),
    triple=TRIPLE,
    cc1_args=("-target-cpu", DEFAULT_ARCH),
    macro="HCPY_TARGET_AMDGCN",
    image_kind=records.IMAGE_AMDGCN,
    code="hcpy.passes.targets.amdgcn",
    checks_arch=ARCHS.__contains__,
    image_suffix=".hsaco",
    assembly_word="amdgcn-asm",
    text_suffix=".amdgcn.s",
    group_memory="LDS",
    resources="hcpy.objects.codeobject:resources",
    note="emitted, never run by us",
)

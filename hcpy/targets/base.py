"""What a device target is: one frozen description and two stage functions, `lower` and `image`.

Both run in a child process (LLVM ends its process on what a back end cannot do), so their arguments and
results are plain frozen data that pickles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hcpy.core.model import DeviceImage, DeviceModule, Diagnostic, LoweredModule, Target, Toolchain

if TYPE_CHECKING:
    from hcpy import ir

Lower = Callable[[DeviceModule, Target, Toolchain], LoweredModule]
Image = Callable[[LoweredModule, Toolchain], DeviceImage]
Check = Callable[[Path, str], str]  # of an image, for an architecture; what it said
Assembly = Callable[[Target, "ir.Module"], str]
Resources = Callable[[bytes, str], dict[str, dict[str, Any]]]  # of each kernel of an image, by its symbol


def nothing_to_load() -> None:
    """For targets whose stages import little."""


@dataclass(frozen=True)
class TargetKind:
    """One kind of device target; `hcpy.targets.TARGETS` lists them all."""

    name: str  # as users spell it: "host", "spirv", ...
    default_archs: tuple[str, ...]  # what the bare name stands for
    triple: str  # of the device iteration
    cc1_args: tuple[str, ...]  # further arguments of the device iteration
    macro: str  # HCPY_TARGET_*
    image_kind: int  # hcrt_image_kind
    lower: Lower
    image: Image
    assembly: Assembly  # what the code generator makes of a lowered module
    checks_arch: Callable[[str], bool]  # is this spelling of an architecture known?
    is_host: bool = False  # its images are objects that are linked into the program, which runs them itself
    is_default: bool = False  # made where nobody asks for certain targets
    image_suffix: str = ""  # of its image's file
    image_word: str = ""  # WHAT of --emit=WHAT that gives its image; empty: there is none
    assembly_word: str = ""  # the same for its assembly
    ends_in_nul: bool = False  # its image is a text that the device's driver takes as a C string
    load: Callable[[], object] = nothing_to_load  # imports what the stages need, before the fork
    explain: Callable[[DeviceModule, Target, Toolchain], list[Diagnostic]] | None = (
        None  # why image ended a process
    )
    note: str = ""  # what hcc-info says of it
    text_suffix: str = ""  # of its code as text; empty: it has none
    group_memory: str = "tile_static"  # what its makers call it
    spill_unit: str = ""  # of the compiler's figures
    needs_libdevice: bool = False
    check: Check | None = None  # the vendor's checker
    checker: str = ""  # what that is called
    resources: Resources | None = None  # what the vendor's tools or the image itself say of its kernels
    arch_notes: Mapping[str, str] = field(default_factory=dict)  # what an architecture's code may use

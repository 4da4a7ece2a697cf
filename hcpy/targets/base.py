"""What a device target is: one frozen description, without LLVM, which names the module that makes its code.

The driver reads descriptions in a millisecond; the module is loaded where code is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from hcpy.core.dataclass import dataclass, field
from hcpy.core.lazy import load_module, named
from hcpy.core.model import DeviceImage, DeviceModule, Diagnostic, LoweredModule, Target, Toolchain

if TYPE_CHECKING:
    from hcpy import ir


class Code(Protocol):
    """What the module has that a target's `code` names. Both stages run in a child process (LLVM ends its
    process on what a back end cannot do): their arguments and results are plain frozen data that pickles.
    """

    def lower(self, device: DeviceModule, target: Target, toolchain: Toolchain) -> LoweredModule:
        """The lower stage."""

    def image(self, lowered: LoweredModule, toolchain: Toolchain) -> DeviceImage:
        """The image stage."""

    def assembly(self, target: Target, module: ir.Module) -> str:
        """What the code generator makes of a lowered module."""


@dataclass(frozen=True)
class TargetKind:
    """One kind of device target; `hcpy.targets.TARGETS` lists them all."""

    name: str  # as users spell it: "host", "spirv", ...
    default_archs: tuple[str, ...]  # what the bare name means
    triple: str  # of the device iteration
    cc1_args: tuple[str, ...]  # further arguments of the device iteration
    macro: str  # HCPY_TARGET_*
    image_kind: int  # hcrt_image_kind
    code: str  # the module with its stages, hcpy.passes.targets.NAME: what is in `Code`
    checks_arch: Callable[[str], bool]  # is this spelling of an architecture known?
    is_host: bool = False  # its images are objects that are linked into the program, which runs them itself
    is_default: bool = False  # made where nobody asks for certain targets
    image_suffix: str = ""  # of its image's file
    image_word: str = ""  # WHAT of --emit=WHAT that gives its image; empty: there is none
    assembly_word: str = ""  # the same for its assembly
    ends_in_nul: bool = False  # its image is a text that the device's driver takes as a C string
    note: str = ""  # what hcc-info says of it
    text_suffix: str = ""  # of its code as text; empty: it has none
    group_memory: str = "tile_static"  # what its makers call it
    spill_unit: str = ""  # of the compiler's figures
    needs_libdevice: bool = False
    check: str = ""  # "module:function" of the vendor's checker: (image, architecture) -> what it said
    checker: str = ""  # what that is called
    resources: str = ""  # "module:function": (image, architecture) -> of each kernel, by its symbol
    arch_notes: Mapping[str, str] = field(default_factory=dict)  # what an architecture's code may use

    def load(self) -> Code:
        """The module that makes its code, with all passes."""
        return cast(Code, load_module(self.code))

    def explain(self, device: DeviceModule, target: Target, toolchain: Toolchain) -> list[Diagnostic]:
        """Why the image stage ended its process; empty: nobody knows."""
        explain = getattr(self.load(), "explain", None)
        return [] if explain is None else explain(device, target, toolchain)

    def checked(self, image: Path, arch: str) -> str:
        """What the vendor's checker says of an image; nothing where there is none."""
        said: str = named(self.check)(image, arch) if self.check else ""
        return said

    def resources_of(self, image: bytes, arch: str) -> dict[str, dict[str, Any]]:
        """What the vendor's tools or the image itself say of its kernels, by symbol."""
        found: dict[str, dict[str, Any]] = named(self.resources)(image, arch) if self.resources else {}
        return found

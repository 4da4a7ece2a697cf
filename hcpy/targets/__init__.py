"""The device targets: a new one is one file here and one line in TARGETS.

Importing this costs little: what makes code, and needs LLVM, is named by a string (hcpy/passes/targets).
"""

from __future__ import annotations

from hcpy.core.model import Target
from hcpy.targets.amdgcn import AMDGCN
from hcpy.targets.base import TargetKind
from hcpy.targets.host import HOST
from hcpy.targets.null import NULL
from hcpy.targets.ptx import PTX
from hcpy.targets.spirv import SPIRV
from hcpy.targets.vulkan import VULKAN

__all__ = ["HOST", "TARGETS", "TargetKind"]

TARGETS: tuple[TargetKind, ...] = (HOST, SPIRV, PTX, VULKAN, AMDGCN, NULL)


def find_kind(name: str) -> TargetKind | None:
    """The target of that name; None where there is none."""
    return next((kind for kind in TARGETS if kind.name == name), None)


def known_kind(name: str) -> TargetKind:
    """The target of a name that was looked up before."""
    kind = find_kind(name)
    assert kind is not None, name
    return kind


def is_host(target: Target) -> bool:
    """Is its code linked into the program, which runs it itself?"""
    return known_kind(target.kind).is_host


def image_name(image_kind: int) -> str:
    """The target whose images have an hcrt_image_kind."""
    return next((k.name for k in TARGETS if k.image_kind == image_kind), f"kind {image_kind}")


def default_targets() -> str:
    """What --targets is where nobody gives it."""
    return ",".join(kind.name for kind in TARGETS if kind.is_default)


def emitted() -> dict[str, TargetKind]:
    """Each WHAT of --emit=WHAT that one target has, and that target."""
    words = [(kind.image_word, kind) for kind in TARGETS] + [(kind.assembly_word, kind) for kind in TARGETS]
    return {word: kind for word, kind in words if word}

"""The device targets: a new one is one file here and one line in TARGETS.

Importing this costs little: each target imports its passes, and these LLVM, when code is made.
"""

from __future__ import annotations

from hcpy.targets.amdgcn import AMDGCN
from hcpy.targets.base import TargetKind
from hcpy.targets.host import HOST
from hcpy.targets.null import NULL
from hcpy.targets.ptx import PTX
from hcpy.targets.spirv import SPIRV

TARGETS: tuple[TargetKind, ...] = (HOST, SPIRV, PTX, AMDGCN, NULL)


def find_kind(name: str) -> TargetKind | None:
    """The target of that name; None where there is none."""
    return next((kind for kind in TARGETS if kind.name == name), None)

"""Files of a stage that are given to hcc again: the pipeline goes on after that stage.

Takes: the name of a file as HCPY_DUMP, -save-temps (NAME.1-ir.ptx.ll, NAME.2-lower.ptx-sm_80.ll) and
-S -emit-llvm (NAME.ptx.ll, NAME.sm_90.ptx.ll: after lower) write it.
Gives: the stage and the target that it belongs to. Imports the targets only for such a name: each command
line asks.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    from hcpy import targets
else:
    targets = lazy("hcpy.targets")

_STAGES = {"1-ir": "ir", "2-lower": "lower"}


class StageFile(NamedTuple):
    """What a name says."""

    stem: str
    stage: str  # "ir" or "lower"
    kind: str
    arch: str  # empty: the name has none


def stage_file(path: str) -> StageFile | None:
    """None: the name of any other file."""
    name, suffix = os.path.splitext(os.path.basename(path))
    if suffix != ".ll":
        return None
    rest, dot, target = name.rpartition(".")
    kind, _, arch = target.partition("-")
    if not dot:
        return None
    known = targets.find_kind(kind)
    if known is None:
        return None
    stem, dot, middle = rest.rpartition(".")
    if dot and middle in _STAGES:
        return StageFile(stem, _STAGES[middle], kind, arch)
    if dot and not arch and middle and known.checks_arch(middle):
        return StageFile(stem, "lower", kind, middle)
    return StageFile(rest, "lower", kind, arch)

"""NVIDIA's device library, which some targets need.

Takes: the targets of a run and its tool chain.
Gives: a ToolMissing where the library is not there.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy.core.errors import ToolMissing
from hcpy.core.model import Target, Toolchain
from hcpy.core.tools import INSTALL_LIBDEVICE
from hcpy.targets import find_kind


def require_libdevice(targets: Iterable[Target], tools: Toolchain) -> None:
    """ToolMissing where a target needs the library and it isn't there."""
    kinds = (find_kind(target.kind) for target in targets) if tools.libdevice is None else ()
    for kind in kinds:
        if kind is not None and kind.needs_libdevice:
            raise ToolMissing(f"target {kind.name} needs libdevice, which was not found", INSTALL_LIBDEVICE)

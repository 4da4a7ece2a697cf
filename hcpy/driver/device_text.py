"""Device code as text: PTX, SPIR-V assembly, or the host target's assembly.

Takes: a lowered module's file. Runs in a child of the worker, as LLVM ends its process on what it cannot do.
Gives: a file beside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy
from hcpy.core.model import Target

if TYPE_CHECKING:
    from hcpy import ir, targets
    from hcpy.passes import strip_debug_info
else:
    ir = lazy("hcpy.ir")
    strip_debug_info = lazy("hcpy.passes.strip_debug_info")
    targets = lazy("hcpy.targets")


def assembly(lowered: Path, target: Target, debug: bool) -> Path:
    """Write what the target's code generator makes of a lowered module."""
    kind = targets.find_kind(target.kind)
    assert kind is not None
    with ir.Module.read(lowered) as module:
        if not debug:
            strip_debug_info.strip_debug_info(module)
        text = kind.load().assembly(target, module)
    made = lowered.with_suffix(".s")
    made.write_text(text)
    return made

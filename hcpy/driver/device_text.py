"""Device code as text: PTX, SPIR-V assembly, or the host target's assembly.

Takes: a lowered module's file. Runs in a child of the worker, as LLVM ends its process on what it cannot do.
Gives: a file beside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.model import Target

if TYPE_CHECKING:
    import llvmlite.binding as llvm


def assembly(lowered: Path, target: Target, debug: bool) -> Path:
    """Write what the target's code generator makes of a lowered module."""
    import llvmlite.binding as llvm

    from hcpy.passes.strip_debug_info import strip_debug_info

    text = lowered.read_text()
    if not debug:
        text = strip_debug_info(text)
    module = llvm.parse_assembly(text, llvm.create_context())
    made = lowered.with_suffix(".s")
    made.write_text(_machine(target, text).emit_assembly(module))
    return made


def _machine(target: Target, text: str) -> llvm.TargetMachine:
    from hcpy.targets import find_kind

    kind = find_kind(target.kind)
    assert kind is not None
    return kind.machine(target, text)

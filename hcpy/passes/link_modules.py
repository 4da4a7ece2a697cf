"""Links device modules of several units into one, before anything is optimised.

Takes: the bitcode of the unit whose kernels are finished, and that of the units which define what it lacks.
Gives: textual IR with the unit's kernels and all that they reach, as the ir stage makes it of one source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hcpy.errors import HcpyError


@dataclass(frozen=True)
class LinkPart:
    """A unit's bitcode, and the functions that are taken from it."""

    name: str  # of the object, for messages
    code: bytes
    functions: frozenset[str]


def link_modules(unit: LinkPart, parts: Sequence[LinkPart], path: Path) -> None:
    """Write the linked module; of `unit` all is kept, of the parts what is taken and what it needs."""
    import llvmlite.binding as llvm

    context = llvm.create_context()
    visible = (llvm.Linkage.external, llvm.Linkage.weak_odr, llvm.Linkage.weak_any)
    try:
        module = llvm.parse_bitcode(unit.code, context)
    except RuntimeError as error:
        raise HcpyError(f"{unit.name}: cannot read its device code: {_line(error)}") from None
    for part in parts:
        try:
            other = llvm.parse_bitcode(part.code, context)
            for function in other.functions:
                # LLVM's linker leaves out what is internal and nobody names.
                is_wanted = function.is_declaration or function.name in part.functions
                if not is_wanted and function.linkage in visible:
                    function.linkage = llvm.Linkage.internal
            module.link_in(other)
        except RuntimeError as error:
            raise HcpyError(
                f"cannot link the device code of {part.name} to that of {unit.name}: {_line(error)}"
            ) from None
    path.write_text(str(module))


def _line(error: RuntimeError) -> str:
    return " ".join(str(error).split())

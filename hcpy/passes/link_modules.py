"""Links device modules of several units into one, before anything is optimised.

Takes: the bitcode of the unit whose kernels are finished, and that of the units which define what it lacks.
Gives: IR with the unit's kernels and all that they reach, as the ir stage makes it of one source.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.dataclass import dataclass
from hcpy.core.errors import HcpyError
from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    from hcpy import ir
else:
    ir = lazy("hcpy.ir")


@dataclass(frozen=True)
class LinkPart:
    """A unit's bitcode, and the functions that are taken from it."""

    name: str  # of the object, for messages
    code: bytes
    functions: frozenset[str]


def link_modules(unit: LinkPart, parts: Sequence[LinkPart], path: Path) -> None:
    """Write the linked module; of `unit` all is kept, of the parts what is taken and what it needs."""
    visible = (ir.Linkage.EXTERNAL, ir.Linkage.WEAK_ODR, ir.Linkage.WEAK_ANY)
    try:
        module = ir.Module.parse(unit.code, unit.name)
    except ir.IrError as error:
        raise HcpyError(f"{unit.name}: cannot read its device code: {_line(error)}") from None
    for part in parts:
        try:
            other = ir.Module.parse(part.code, part.name, module.owner)
            for function in other.definitions:
                # LLVM's linker leaves out what is internal and nobody names.
                if function.name not in part.functions and function.linkage in visible:
                    function.linkage = ir.Linkage.INTERNAL
            module.link(other)
        except ir.IrError as error:
            raise HcpyError(
                f"cannot link the device code of {part.name} to that of {unit.name}: {_line(error)}"
            ) from None
    module.write(path)
    module.close()


def _line(error: Exception) -> str:
    return " ".join(str(error).split())

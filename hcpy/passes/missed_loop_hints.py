"""Warns, as clang does, of what the source asks of loops in kernels and LLVM did not do.

Takes a module before its optimisation, whose wishes are noted; then a Lowering with the optimised module:
LLVM takes away the hints that it followed.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.core.model import Diagnostic, Location
from hcpy.core.words import LOOP_HINTS
from hcpy.ir.enums import MetadataKind
from hcpy.ir.metadata import Node
from hcpy.passes.find_kernels import is_inside
from hcpy.passes.loops import LOOP
from hcpy.passes.lowering import Lowering

Wish = tuple[Location, str]  # where the loop is, and what was not done to it

_SILENCERS = frozenset(("-w", "-Wno-pass-failed", "-Wno-pass-failed=transform-warning"))
_WHY = (
    "the optimizer was unable to perform the requested transformation; the transformation might be disabled "
    f"or specified as part of an unsupported transformation ordering [{LOOP_HINTS}=transform-warning]"
)
_HINTS = {
    "llvm.loop.unroll.enable": "unrolled",
    "llvm.loop.unroll.full": "unrolled",
    "llvm.loop.unroll.count": "unrolled",
    "llvm.loop.vectorize.enable": "vectorized",
}
_UNDONE = frozenset(("llvm.loop.unroll.disable", "llvm.loop.isvectorized"))


def run(lowering: Lowering) -> None:
    if not lowering.loop_wishes or _SILENCERS & set(lowering.unit.clang_args):
        return
    missed = wishes(lowering.module) & lowering.loop_wishes
    for place, what in sorted(missed, key=lambda wish: (wish[0].file, wish[0].line, wish[0].column, wish[1])):
        if not is_inside(place.file, lowering.include_folder):
            lowering.diagnostics.append(Diagnostic("warning", place, f"loop not {what}: {_WHY}"))


def wishes(module: ir.Module) -> frozenset[Wish]:
    """What is asked of the module's loops, as far as their places are known."""
    loops = {
        loop
        for function in module.definitions
        for block in function.blocks
        if (loop := block.terminator.metadata(LOOP)) is not None
    }
    return frozenset(wish for loop in loops for wish in _wishes_of(loop))


def _wishes_of(loop: Node) -> Iterator[Wish]:
    parts = [part for part in loop.operands[1:] if part is not None]
    places = [part.frames()[0].location for part in parts if part.kind is MetadataKind.LOCATION]
    names = {name for part in parts if (name := _name(part))}
    if not places or names & _UNDONE:
        return
    for name in names & _HINTS.keys():
        yield places[0], _HINTS[name]


def _name(hint: Node) -> str:
    """Of a hint that asks for something: `unroll(disable)` and its kin have a zero."""
    operands = hint.operands if hint.kind is not MetadataKind.LOCATION else []
    if not operands or operands[0] is None:
        return ""
    value = operands[1].constant if len(operands) > 1 and operands[1] is not None else None
    is_off = isinstance(value, ir.Integer) and value.value == 0
    return "" if is_off else operands[0].text

"""Which loops are unrolled so that a work-item's own array falls apart into registers, on GPUs.

Takes a module that LLVM has optimised; gives the places of loops, to be marked in the module that it was
before. An array that is indexed in a loop lies in the GPU's memory: an edit distance over 24 letters ran at
a quarter of its speed. LLVM unrolls by size alone, and a loop whose length is only bounded not at all, as in
the triangle of an option's prices. Whether an array falls apart is seen afterwards (optimise.py): where none
does, nothing is unrolled for it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.enums import MetadataKind
from hcpy.ir.metadata import text_node, tuple_of
from hcpy.passes.loops import LOOP, Loops, mark_loops

MOST_BYTES = 384  # of one array: an NVIDIA GPU has 255 registers
MOST_ROUNDS = 72  # of a loop whose length is only bounded
MOST_GROWTH, SMALL = 12, 4000  # of all instructions: times, and what is never too many
Place = tuple[str, int, int]  # file, line, column
_FOLLOWED = frozenset(
    (
        *(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.AND, Opcode.OR, Opcode.XOR),
        *(Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC, Opcode.PHI, Opcode.FREEZE),
    )
)


def is_better(unrolled: ir.Module, usual: ir.Module) -> bool:
    """Are there fewer such elements, and is the code not far longer?"""
    if _elements(unrolled) >= _elements(usual):
        return False
    return _length(unrolled) <= max(MOST_GROWTH * _length(usual), SMALL)


def _elements(module: ir.Module) -> int:
    """Of work-items' arrays, chosen by what loops count."""
    return sum(1 for function in module.definitions for _ in _chosen(module.layout, function))


def _length(module: ir.Module) -> int:
    return sum(
        1 for function in module.definitions for block in function.blocks for _ in block.instructions()
    )


def places(module: ir.Module) -> set[Place]:
    """Of the loops in the source that choose such elements."""
    found: set[Place] = set()
    for function in module.definitions:
        counters = {phi.block for phis in _chosen(module.layout, function) for phi in phis}
        if counters:
            found.update(
                place for header, end in _closed(function) if header in counters and (place := _place(end))
            )
    return found


def mark(module: ir.Module, wanted: Container[Place]) -> bool:
    """Marks the loops at these places; is there one?"""
    wish = tuple_of(module.context, [text_node(module.context, "llvm.loop.unroll.enable")])
    ends = [end for function in module.definitions for _, end in _closed(function) if _place(end) in wanted]
    return mark_loops(ends, wish, {})


def _closed(function: ir.Function) -> Iterator[tuple[ir.Block, ir.Instruction]]:
    """Headers, and what closes each loop that has one end."""
    for header, ends in Loops.of(function).ends.items():
        if len(ends) == 1:
            yield header, ends[0]


def _place(end: ir.Instruction) -> Place | None:
    loop = end.metadata(LOOP)
    for part in loop.operands[1:] if loop is not None else ():
        if part is not None and part.kind is MetadataKind.LOCATION:
            found = part.frames()[0].location
            return found.file, found.line, found.column or 0
    return None


def _chosen(layout: ir.Layout, function: ir.Function) -> Iterator[set[ir.Instruction]]:
    """Of each place that chooses an element by numbers that follow from loops' counters alone: these."""
    for pointer in function.instructions_of(Opcode.GEP):
        array = ir.base_of(pointer)
        if not isinstance(array, ir.Instruction) or array.opcode is not Opcode.ALLOCA:
            continue
        if not 0 < layout.size(array.allocated_type) <= MOST_BYTES:
            continue
        phis: set[ir.Instruction] = set()
        if all(_counts(index, phis, set()) for index in pointer.operands[1:]) and phis:
            yield phis


def _counts(value: ir.Value, phis: set[ir.Instruction], seen: set[ir.Value]) -> bool:
    """Does a number follow from constants and phis alone, which are found?"""
    if not isinstance(value, ir.Instruction):
        return value.is_constant
    if value in seen:
        return True
    seen.add(value)
    if value.opcode not in _FOLLOWED:
        return False
    if value.opcode is Opcode.PHI:
        phis.add(value)
    return all(_counts(operand, phis, seen) for operand in value.operands)

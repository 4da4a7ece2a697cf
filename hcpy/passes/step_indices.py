"""Has addresses in loops moved on from turn to turn, on PTX, where the source computes each index by 32 bits.

Takes a Lowering whose module is optimised. LLVM's code generator moves a pointer on where it knows that the
index, extended to 64 bits, grows evenly; of a sum under a condition it does not know that it stays in 32 bits
in the other turns. So the parts are extended, each of which is known: what the loop counts, and what is the
same in all turns, which is summed before the loop. A kernel for alignments of texts takes 12 % less time on
an H200 by that: nothing waits for an address.
"""

from __future__ import annotations

from typing import NamedTuple

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import reachable
from hcpy.passes.loops import Loops
from hcpy.passes.lowering import Lowering
from hcpy.passes.sign_extend_indices import makes_address

_STEPS = 2  # between an index and the address
_MOST_PARTS = 5


class _Part(NamedTuple):
    value: ir.Value
    is_added: bool


class _Loop(NamedTuple):
    header: ir.Block
    blocks: set[ir.Block]
    before: ir.Block


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        found = Loops.of(function).blocks.items()
        loops = [loop for header, blocks in found if (loop := _with_entry(header, blocks)) is not None]
        if loops:
            _Steps(function, sorted(loops, key=lambda loop: len(loop.blocks))).run()


def _with_entry(header: ir.Block, blocks: set[ir.Block]) -> _Loop | None:
    """The loop, where one block leads to it, and nowhere else."""
    outside = [block for block in header.predecessors if block not in blocks]
    if len(outside) != 1 or outside[0].successors != [header]:
        return None
    return _Loop(header, blocks, outside[0])


class _Steps:
    """Of one function; loops: the innermost first."""

    def __init__(self, function: ir.Function, loops: list[_Loop]) -> None:
        self._function, self._loops = function, loops
        self._type = ir.Types(function.context).i64
        self._extended: dict[ir.Value, ir.Value] = {}

    def run(self) -> None:
        for index in list(self._function.instructions_of(Opcode.SEXT)):
            if (
                index.type != self._type
                or index.operand(0).type.width != 32
                or not makes_address(index, _STEPS)
            ):
                continue
            loop = next((loop for loop in self._loops if index.block in loop.blocks), None)
            parts = _parts(index.operand(0), True)
            if loop is not None and 1 < len(parts) <= _MOST_PARTS and _may_skip(loop, index.block):
                self._split(index, loop, parts)

    def _split(self, index: ir.Instruction, loop: _Loop, parts: list[_Part]) -> None:
        counters = [part for part in parts if not _is_invariant(part.value, loop)]
        if len(counters) != 1 or not _is_counter(counters[0].value, loop):
            return
        counter = counters[0]
        same = self._sum([part for part in parts if part is not counter], loop)
        with ir.Builder.before(index) as build:
            build.at_location(index.debug_location)
            counted = self._counted(counter.value, loop)
            made = build.add if counter.is_added else build.sub
            index.replace(made(same, counted, nsw=True))

    def _sum(self, parts: list[_Part], loop: _Loop) -> ir.Value:
        """Of what is the same in all turns, before the loop."""
        total: ir.Value | None = None
        with ir.Builder.before(loop.before.terminator) as build:
            for value, is_added in sorted(parts, key=lambda part: not part.is_added):
                wide = build.cast(Opcode.SEXT, value, self._type)
                if total is None:
                    total = wide if is_added else build.sub(self._type.const(0), wide, nsw=True)
                else:
                    total = (build.add if is_added else build.sub)(total, wide, nsw=True)
        assert total is not None
        return total

    def _counted(self, counter: ir.Value, loop: _Loop) -> ir.Value:
        if counter not in self._extended:
            first = next(i for i in loop.header.instructions() if i.opcode is not Opcode.PHI)
            with ir.Builder.before(first) as build:
                self._extended[counter] = build.cast(Opcode.SEXT, counter, self._type)
        return self._extended[counter]


def _may_skip(loop: _Loop, block: ir.Block) -> bool:
    """Is there a turn of the loop that does not come to the block?"""
    within = {b: [to for to in b.successors if to in loop.blocks] for b in loop.blocks}
    return any(loop.header in within[b] for b in reachable(within, (loop.header,), (block,)))


def _parts(value: ir.Value, is_added: bool) -> list[_Part]:
    """What a sum without overflow consists of."""
    if isinstance(value, ir.Instruction) and value.opcode in (Opcode.ADD, Opcode.SUB) and value.nsw:
        first, second = value.operands
        is_second = is_added == (value.opcode is Opcode.ADD)
        return [*_parts(first, is_added), *_parts(second, is_second)]
    return [_Part(value, is_added)]


def _is_invariant(value: ir.Value, loop: _Loop) -> bool:
    return not isinstance(value, ir.Instruction) or value.block not in loop.blocks


def _is_counter(value: ir.Value, loop: _Loop) -> bool:
    """Does the loop add the same number to it in each turn? That this does not overflow, LLVM knows of the
    number of turns, where the sum does not say so any more."""
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.PHI or value.block != loop.header:
        return False
    further = [source for source, block in value.incoming if block in loop.blocks]
    if len(further) != 1 or not isinstance(further[0], ir.Instruction):
        return False
    step = further[0]
    if step.opcode is not Opcode.ADD or value not in step.operands:
        return False
    return all(_is_invariant(operand, loop) for operand in step.operands if operand != value)

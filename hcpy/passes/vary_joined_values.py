"""Keeps Intel's OpenCL compiler for CPUs from taking one work-item's value for all where ways meet again.

Takes a Lowering whose module is optimised for SPIR-V. In `if (a[id] & 1) { a loop } else { another }` each
way's loop may compute one number for all work-items that go through it. Where the ways meet again, that
compiler's vectoriser then believes that the number is one for all, and gives each work-item the first one's.
Only where one of the numbers differs by work-item does it choose between them. Here one of them has a
zero added that the compiler must believe to differ: the upper bits of the global id. Run it before
place_launch_data.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.hidden_zero import ask_launch, takes_zero, with_zero
from hcpy.passes.host.cfg import immediate_dominators, reverse
from hcpy.passes.lowering import Lowering

_ID = "_Z13get_global_idj"  # of the fastest dimension, which has less than 2^31 work-items
_BRANCHES = (Opcode.BR, Opcode.SWITCH)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        phis = _Joins(function).phis()
        if phis:
            with ir.Builder.before(function.entry.first_after_allocas) as build:
                id_ = ask_launch(lowering.module, build, _ID)
                zero = build.binary(Opcode.LSHR, id_, build.types.i64.const(31))
            for phi in phis:
                _vary(phi, zero)


class _Joins:
    """Where a function's ways meet behind a branch and a loop."""

    def __init__(self, function: ir.Function) -> None:
        graph = {block: block.successors for block in function.blocks}
        self._above = immediate_dominators(graph, function.entry)
        below: dict[ir.Block, list[ir.Block]] = {block: [] for block in self._above}
        for block, above in self._above.items():
            if block != above:
                below[above].append(block)
        order = _in_preorder(function.entry, below)
        self._first = {block: n for n, block in enumerate(order)}
        self._behind = _ends(order, below, self._first)
        sources = reverse({block: graph[block] for block in order})
        self._headers = {b for b in order if any(self._dominates(b, source) for source in sources[b])}
        self._loops = _sums(block in self._headers for block in order)
        self._branches = _sums(_may_vary(block.terminator) for block in order)

    def phis(self) -> list[ir.Instruction]:
        return [
            phi
            for block in self._above
            if block not in self._headers and self._is_behind_loops(block)
            for phi in block.instructions()
            if phi.opcode is Opcode.PHI and _can_vary(phi)
        ]

    def _dominates(self, block: ir.Block, other: ir.Block) -> bool:
        return self._first[block] <= self._first[other] < self._behind[block]

    def _is_behind_loops(self, block: ir.Block) -> bool:
        """Is there, from the block that all ways to this one come through, a branch and a loop before it?"""
        start = self._above[block]
        first, behind = self._first[start], self._behind[start]
        own, own_end = self._first[block], self._behind[block]

        def count(sums: list[int], begin: int) -> int:
            return sums[behind] - sums[begin] - (sums[own_end] - sums[own])

        return count(self._loops, first + 1) > 0 and count(self._branches, first) > 0


def _in_preorder(root: ir.Block, below: dict[ir.Block, list[ir.Block]]) -> list[ir.Block]:
    order, todo = [], [root]
    while todo:
        order.append(block := todo.pop())
        todo += below[block]
    return order


def _ends(
    order: list[ir.Block], below: dict[ir.Block, list[ir.Block]], first: dict[ir.Block, int]
) -> dict[ir.Block, int]:
    """Of each block the number behind those that it dominates."""
    ends: dict[ir.Block, int] = {}
    for block in reversed(order):
        ends[block] = max((ends[inner] for inner in below[block]), default=first[block] + 1)
    return ends


def _sums(flags: Iterable[bool]) -> list[int]:
    return [0, *accumulate(map(int, flags))]


def _may_vary(terminator: ir.Instruction) -> bool:
    """May work-items go different ways? By constants alone they do not."""
    if terminator.opcode not in _BRANCHES or len(terminator.successors) < 2:
        return False
    return isinstance(terminator.operand(0), ir.Instruction | ir.Argument)


def _can_vary(phi: ir.Instruction) -> bool:
    return takes_zero(phi.type) and len({value for value, _ in phi.incoming}) > 1


def _vary(phi: ir.Instruction, zero: ir.Value) -> None:
    """Adds the zero to the value of one way: of one that an instruction makes, where there is one."""
    pairs = phi.incoming
    value, source = next((p for p in pairs if isinstance(p[0], ir.Instruction)), pairs[0])
    with ir.Builder.before(source.terminator) as build:
        build.at_location(phi.debug_location)
        varied = with_zero(build, value, zero)
    with ir.Builder.before(phi) as build:
        new = [(varied if block == source else other, block) for other, block in pairs]
        phi.replace(build.phi(phi.type, new))

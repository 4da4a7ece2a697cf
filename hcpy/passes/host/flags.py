"""Flags that say which way a work-item has gone become what it was asked on its way.

`bool computed = false; if (local >= i && ...) { ...; computed = true; }` leaves a phi of constants where the
ways meet. Kept over a barrier it would have a place for each work-item, and what asks for it later would be a
masked store; conditions on ids are computed again instead, and become bounds of loops (narrow.py). The same
goes for `bool computes = inside && local >= i && ...`, whose last questions LLVM asks only where the first
ones hold: a phi of `false` and of what they say.

Takes a kernel's function with the context; changes it. A condition is asked only where those before it have
held, so that it may be poison elsewhere. Ways on which nothing else happened are gone then.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import Graph, immediate_dominators, reachable, reverse
from hcpy.passes.host.code import read
from hcpy.passes.host.effects import PURE, is_cheap
from hcpy.passes.host.uniformity import analyse

_MOST_BLOCKS = 8  # between where ways part and where they meet
_DEEPEST = 12


def write_flags(function: ir.Function) -> None:
    flags = [phi for phi in function.instructions_of(Opcode.PHI) if _is_flag(phi)]
    if not flags:
        return
    differing = {node.value for node in analyse(read(function)).divergent}
    graph = {block: block.successors for block in function.blocks}
    above = immediate_dominators(graph, function.entry)
    sources = reverse(graph)
    found = [_Ways(phi, above[phi.block], sources, differing) for phi in flags if phi in differing]
    known = [ways for ways in found if ways.are_of_ids()]  # judged before anything is changed
    for ways in known:
        ways.replace()
    gone: set[ir.Block] = set()
    for ways in known:
        ways.drop_empty(gone)


def _is_flag(phi: ir.Instruction) -> bool:
    values = {value for value, _ in phi.incoming}
    if all(isinstance(value, ir.Integer) for value in values):
        return len(values) == 2
    return phi.type.is_integer and phi.type.width == 1


class _Ways:
    """The blocks between where work-items part and a flag."""

    def __init__(
        self,
        phi: ir.Instruction,
        parted: ir.Block,
        sources: Graph[ir.Block],
        differing: set[ir.Value],
    ) -> None:
        self.phi, self.parted, self.sources, self.differing = phi, parted, sources, differing
        self.met = phi.block
        self.blocks = reachable(sources, [b for _, b in phi.incoming], {parted})
        self.copies: dict[ir.Value, ir.Value] = {}
        self.asked: dict[ir.Block, ir.Value] = {}

    def are_of_ids(self) -> bool:
        """Is what decides about them computed again at little cost?"""
        if self.phi.block in self.blocks or len(self.blocks) > _MOST_BLOCKS or self._have_loops():
            return False
        ends = [block.terminator for block in (self.parted, *self.blocks)]
        if any(end.opcode is not Opcode.BR for end in ends):
            return False
        asked = [end.condition for end in ends if end.is_conditional]
        return all(self._is_of_ids(value, 0) for value in (*asked, *(v for v, _ in self.phi.incoming)))

    def _have_loops(self) -> bool:
        inside = {block: [b for b in self.sources[block] if b != self.parted] for block in self.blocks}
        return any(block in reachable(inside, inside[block], ()) for block in self.blocks)

    def _is_of_ids(self, value: ir.Value, depth: int) -> bool:
        if not isinstance(value, ir.Instruction):
            return True
        if value.block not in self.blocks and value not in self.differing:
            return True
        name = value.callee_name if value.opcode is Opcode.CALL else ""
        if depth > _DEEPEST or not is_cheap(value.opcode, name):
            return False
        operands = value.operands[:-1] if name else value.operands
        return all(self._is_of_ids(operand, depth + 1) for operand in operands)

    # -- writing --
    def replace(self) -> None:
        phi = self.phi
        if not all(isinstance(value, ir.Integer) for value, _ in phi.incoming):
            with ir.Builder.before(phi.block.first_after_phis) as build:
                phi.replace(self._said(build))
            return
        first, second = dict.fromkeys(value for value, _ in phi.incoming)
        if sum(value == first for value, _ in phi.incoming) > len(phi.incoming) // 2:
            first, second = second, first
        sources = [block for value, block in phi.incoming if value == first]
        with ir.Builder.before(phi.block.first_after_phis) as build:
            holds = self._any_of(build, sources, phi.block)
            for user in phi.users:
                if isinstance(user, ir.Instruction) and _asks_flag(user):
                    user.replace(self._as_answer(build, holds, first, second))
            phi.replace(build.select(holds, first, second, "hc.flag"))

    def _as_answer(self, build: ir.Builder, holds: ir.Value, first: ir.Value, second: ir.Value) -> ir.Value:
        """What a flag of two values is where it is cut down to a bit."""
        bits = [value.value & 1 for value in (first, second) if isinstance(value, ir.Integer)]
        if bits == [1, 0]:
            return holds
        return self._not(build, holds) if bits == [0, 1] else build.types.i1.const(bits[0])

    def _not(self, build: ir.Builder, value: ir.Value) -> ir.Value:
        return build.binary(Opcode.XOR, value, build.types.i1.const(1))

    def _said(self, build: ir.Builder) -> ir.Value:
        """A flag of conditions: has a work-item come from where one of them holds?"""
        yes, no = (build.types.i1.const(n) for n in (1, 0))
        result: ir.Value = no
        for value, source in self.phi.incoming:
            if value == no:
                continue
            comes = self._any_of(build, [source], self.met)
            holds = comes if value == yes else build.select(comes, self._again(build, value), no)
            result = holds if result == no else build.select(result, yes, holds)
        return result

    def drop_empty(self, gone: set[ir.Block]) -> None:
        """Where nothing happens on any way, work-items go at once where they meet. gone: erased blocks."""
        blocks = [block for block in self.blocks if block not in gone]
        if not blocks or self.met.phis or not self._are_empty(blocks):
            return
        self.parted.terminator.erase()
        with ir.Builder.at_end(self.parted) as build:
            build.branch(self.met)
        for block in blocks:
            for instruction in block.instructions():
                if not instruction.type.is_void:
                    instruction.replace_uses(instruction.type.poison())
                instruction.erase()
        for block in blocks:
            block.erase()
        gone.update(blocks)

    def _are_empty(self, blocks: list[ir.Block]) -> bool:
        ways = {*blocks, self.met}
        if any(target not in ways for block in (self.parted, *blocks) for target in block.successors):
            return False
        inside = [i for block in blocks for i in block.instructions()]
        return all(i.opcode is Opcode.BR or i.opcode in PURE for i in inside) and all(
            isinstance(user, ir.Instruction) and user.block in blocks for i in inside for user in i.users
        )

    def _any_of(self, build: ir.Builder, sources: Iterable[ir.Block], to: ir.Block) -> ir.Value:
        """Has a work-item come to the block from one of these?"""
        yes, no = (build.types.i1.const(n) for n in (1, 0))
        result = no
        for source in dict.fromkeys(sources):
            here = self._comes_to(build, source)
            goes = self._goes(build, source.terminator, to)
            both = goes if here == yes else here if goes == yes else build.select(here, goes, no)
            result = both if result == no else build.select(result, yes, both)
        return result

    def _comes_to(self, build: ir.Builder, block: ir.Block) -> ir.Value:
        if block == self.parted:
            return build.types.i1.const(1)
        if block not in self.asked:
            self.asked[block] = self._any_of(build, self.sources[block], block)
        return self.asked[block]

    def _goes(self, build: ir.Builder, end: ir.Instruction, to: ir.Block) -> ir.Value:
        if not end.is_conditional or end.successors[0] == end.successors[1]:
            return build.types.i1.const(1)
        condition = self._again(build, end.condition)
        return condition if end.successors[0] == to else self._not(build, condition)

    def _again(self, build: ir.Builder, value: ir.Value) -> ir.Value:
        """A value of before the ways parted, or a copy of one of theirs."""
        if not isinstance(value, ir.Instruction) or value.block not in self.blocks:
            return value
        if value not in self.copies:
            operands = [self._again(build, operand) for operand in value.operands]
            copy = build.insert(value.clone())
            for number, operand in enumerate(operands):
                copy.set_operand(number, operand)
            self.copies[value] = copy
        return self.copies[value]


def _asks_flag(user: ir.Instruction) -> bool:
    return user.opcode is Opcode.TRUNC and user.type.width == 1

"""A function's code between barriers.

Takes a function, and those that wait; gives its parts: blocks, cut after each barrier and each call that
leads to one. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

from hcpy import ir

_BARRIERS = ("_Z7barrierj", "_Z22__spirv_ControlBarrieriii", "__spirv_ControlBarrier")

Part = tuple[ir.Block, int]  # of a block: how many barriers come before


def waiting(module: ir.Module) -> frozenset[ir.Function]:
    """The barriers, and the functions that lead to one."""
    barriers = [function for name in _BARRIERS if (function := module.function(name)) is not None]
    return frozenset((*barriers, *ir.callers(barriers)))


class Parts:
    """The parts of one function, as it was when this was made."""

    def __init__(self, function: ir.Function, waits: Container[ir.Function]) -> None:
        self.of: dict[ir.Instruction, Part] = {}
        self.graph: dict[Part, list[Part]] = {}
        self.barrier_at: dict[Part, ir.Instruction] = {}  # the end of the part
        self.last_of: dict[ir.Block, Part] = {}
        for block in function.blocks:
            number = 0
            for instruction in block.instructions():
                self.of[instruction] = (block, number)
                if instruction.is_call and instruction.callee in waits:
                    self.barrier_at[block, number] = instruction
                    self.graph[block, number] = [(block, number + 1)]
                    number += 1
            self.last_of[block] = (block, number)
            self.graph[block, number] = [(target, 0) for target in block.terminator.successors]

    @cached_property
    def before(self) -> dict[Part, list[Part]]:
        """The parts that lead to one."""
        found: dict[Part, list[Part]] = {part: [] for part in self.graph}
        for part, onward in self.graph.items():
            for target in onward:
                found[target].append(part)
        return found

    def place(self, use: ir.Use) -> Part:
        """Where a value must be there for a use: for a phi's, at the end of the block that it comes from."""
        user = use.user
        assert isinstance(user, ir.Instruction)
        if user.opcode is ir.Opcode.PHI:
            return self.last_of[user.incoming[use.index][1]]
        return self.of[user]

    def repeats(self, block: ir.Block) -> bool:
        """Does the block begin a loop that passes a barrier at each turn, which all take alike?"""
        begin = (block, 0)
        return begin in self._reached(begin, self.graph) and begin not in self._reached(begin, self._between)

    @cached_property
    def _between(self) -> dict[Part, list[Part]]:
        """What follows without a barrier."""
        return {part: [] if part in self.barrier_at else after for part, after in self.graph.items()}

    @staticmethod
    def _reached(part: Part, graph: dict[Part, list[Part]]) -> set[Part]:
        seen: set[Part] = set()
        stack = [*graph[part]]
        while stack:
            if (at := stack.pop()) not in seen:
                seen.add(at)
                stack += graph[at]
        return seen

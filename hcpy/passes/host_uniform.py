"""Host target: which values and branches are the same for all work-items of a group.

Takes a kernel's function (built-ins replaced); gives the divergent values and the blocks under divergent
control. Memory that all work-items read at one address has one value for them: another would be a race
between two barriers. What decides whether a barrier is reached is uniform because the language says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hcpy.passes.host_cfg import EXIT, immediate_postdominators, reachable, successors_of
from hcpy.passes.host_context import BARRIER, DIVERGENT, ITEM, LANE
from hcpy.passes.host_effects import is_pure_call
from hcpy.passes.host_ir import Block, Function, Instruction

_ALWAYS_DIVERGENT = frozenset(("alloca", "atomicrmw", "cmpxchg", "va_arg", "invoke", "landingpad"))


@dataclass
class Uniformity:
    """The analysis of one function."""

    function: Function
    divergent: set[str] = field(default_factory=set)  # values
    under: set[str] = field(default_factory=set)  # blocks that a divergent branch decides about
    assumed: set[str] = field(default_factory=set)  # blocks whose branch is uniform by the barrier rule

    def has_divergent_branch(self, block: Block) -> bool:
        return block.name not in self.assumed and any(u in self.divergent for u in block.terminator.uses)


def analyse(function: Function) -> Uniformity:
    result = Uniformity(function)
    graph = successors_of(function)
    after = immediate_postdominators(function)
    influence = {
        name: set(reachable(graph, graph[name], after[name]))
        for name, b in function.blocks.items()
        if len(b.successors) > 1
    }
    barriers = {b.name for b in function.blocks.values() if any(i.callee == BARRIER for i in b.instructions)}
    result.assumed = {name for name, blocks in influence.items() if blocks & barriers}
    result.divergent = set(DIVERGENT) | {ITEM, LANE}
    changed = True
    while changed:
        before = len(result.divergent), len(result.under)
        for block in function.blocks.values():
            for instruction in block.instructions:
                if instruction.result not in result.divergent and _is_divergent(
                    instruction, result.divergent
                ):
                    result.divergent.add(instruction.result)
        for name, blocks in influence.items():
            if result.has_divergent_branch(function.blocks[name]):
                result.under |= blocks
                _mark_joins(result, name, blocks, after[name])
        changed = before != (len(result.divergent), len(result.under))
    return result


def _is_divergent(instruction: Instruction, divergent: set[str]) -> bool:
    if not instruction.result:
        return False
    if any(u in divergent for u in instruction.uses) or instruction.opcode in _ALWAYS_DIVERGENT:
        return True
    if instruction.opcode == "load":
        return instruction.text.startswith(("load volatile", "load atomic"))
    return instruction.opcode == "call" and not is_pure_call(instruction.callee)


def _mark_joins(result: Uniformity, branch: str, blocks: set[str], after: str) -> None:
    """Phis where a divergent branch's paths meet choose by work-item; loops left divergently do so too."""
    inside = blocks | {branch}
    for name in blocks:
        for phi in result.function.blocks[name].phis:
            if len({v for v, _ in phi.incoming}) > 1:
                result.divergent.add(phi.result)
    if after != EXIT:
        for phi in result.function.blocks[after].phis:
            if len({v for v, source in phi.incoming if source in inside}) > 1:
                result.divergent.add(phi.result)

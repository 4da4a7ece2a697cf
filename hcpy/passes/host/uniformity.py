"""Which values and branches are the same for all work-items of a group.

Takes the Code of a function with the context; gives its divergent values and the blocks under divergent
control. Memory that all work-items read at one address has one value for them: another would be a race
between two barriers. What decides whether a barrier is reached is uniform because the language says so.
"""

from __future__ import annotations

from hcpy.core.dataclass import dataclass, field
from hcpy.ir import Opcode
from hcpy.passes.host.cfg import immediate_postdominators, reachable, successors_of
from hcpy.passes.host.code import EXIT, Block, Code, Node, Op
from hcpy.passes.host.effects import is_plain, is_pure_call
from hcpy.passes.host.launch import DIVERGENT

_ALWAYS_DIVERGENT = frozenset(
    (Opcode.ALLOCA, Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.VA_ARG, Opcode.INVOKE, Opcode.LANDING_PAD)
)


@dataclass(frozen=True)
class Uniformity:
    """The analysis of one function."""

    code: Code
    divergent: set[Node] = field(default_factory=set)
    under: set[Block] = field(default_factory=set)  # blocks that a divergent branch decides about
    assumed: set[Block] = field(default_factory=set)  # blocks whose branch is uniform by the barrier rule

    def has_divergent_branch(self, block: Block) -> bool:
        return block not in self.assumed and not self.divergent.isdisjoint(block.terminator.uses)


def analyse(code: Code, divergent: frozenset[str] = DIVERGENT) -> Uniformity:
    """divergent: what of the context differs between the work-items that are run together."""
    graph = successors_of(code)
    after = immediate_postdominators(code)
    influence = {
        block: set(reachable(graph, targets, {after[block]}))
        for block, targets in graph.items()
        if len(targets) > 1
    }
    waiting = {source for source, _ in code.barriers}
    result = Uniformity(code, assumed={b for b, blocks in influence.items() if blocks & waiting})
    users = _users_of(code)
    work: list[Node] = [i for i in code.inputs if i.context in divergent]
    work += [op for op in code.ops() if _starts_divergence(op)]
    while work:
        node = work.pop()
        if node in result.divergent:
            continue
        result.divergent.add(node)
        for user in users.get(node, ()):
            work.append(user)
            block = user.block
            if user is block.terminator and block in influence and block not in result.assumed:
                result.under.update(influence[block])
                work += _joins(block, influence[block], after[block])
    return result


def _users_of(code: Code) -> dict[Node, list[Op]]:
    users: dict[Node, list[Op]] = {}
    for op in code.ops():
        for node in op.uses:
            users.setdefault(node, []).append(op)
    return users


def _starts_divergence(op: Op) -> bool:
    if op.opcode is Opcode.LOAD:
        return not is_plain(op.instruction)
    if op.opcode is Opcode.CALL:
        return not is_pure_call(op.callee)
    return op.opcode in _ALWAYS_DIVERGENT


def _joins(branch: Block, influence: set[Block], after: Block) -> list[Op]:
    """Phis where a divergent branch's paths meet choose by work-item; loops left divergently do so too."""
    found = [
        phi
        for block in sorted(influence, key=lambda b: b.number)
        for phi in block.phis
        if len({value for value, _ in phi.incoming}) > 1
    ]
    if after is not EXIT:
        inside = influence | {branch}
        found += [phi for phi in after.phis if len({v for v, b in phi.incoming if b in inside}) > 1]
    return found

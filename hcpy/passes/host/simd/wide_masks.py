"""Functions whose masks pay on processors with AVX-512 alone.

Takes what the cost rule (cost.py) found dear with masks; says whether it is so there. Scattered loads take
less of their time than those of AVX2, and what asks about fractions is no branch that is guessed wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy.ir import Opcode
from hcpy.passes.host.code import Code, Node, Op
from hcpy.passes.host.simd.chains import have_same
from hcpy.passes.host.simd.cost import ENTERED, IDLE, WIDTH, iterations, single_cost
from hcpy.passes.host.simd.shapes import VARYING, Shapes
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.structure import Level

_GUESSED = 12  # a branch that is guessed wrong now and then, beyond its own cost


def pay_when_wide(code: Code, shapes: Shapes, single: float, masked: float) -> bool:
    """The costs are cost.py's, without masks and with them."""
    steps = Steps(shapes)
    most = {level for level in shapes.divergent if _do_most_enter(level, code, steps)}
    guessed = 0.0
    for block in code.blocks:
        level = shapes.structure.level_of[block]
        if level not in most:
            continue
        alone = WIDTH * iterations(level, set(), shapes)[0]
        single += (1 - ENTERED) / ENTERED * alone * sum(_own_cost(op, shapes) for op in block.ops)
        stays = all(target in level.blocks for target in block.successors)
        guessed += alone / ENTERED * _GUESSED * (stays and _is_guessed(block.terminator, shapes))
    return guessed > 0 and masked * IDLE < single + guessed


def _do_most_enter(level: Level, code: Code, steps: Steps) -> bool:
    """Is what is asked before a loop what ends it, as of `for (k = first[i]; k < first[i + 1]; ++k)`?"""
    if level not in steps.shapes.partial:
        return False
    limits = [limit for edge in level.exits for limit in _compared(edge.source.terminator)]
    outside = (block.terminator for block in code.blocks if block not in level.blocks)
    return have_same(limits, [limit for end in outside for limit in _compared(end)], steps)


def _asked(end: Op) -> Node | None:
    return end.operands[0] if end.opcode is Opcode.BR and len(end.targets) > 1 else None


def _compared(end: Op) -> Sequence[Node]:
    asked = _asked(end)
    if not isinstance(asked, Op) or asked.opcode is not Opcode.ICMP:
        return ()
    return [operand for operand in asked.operands if not operand.value.is_constant]


def _own_cost(op: Op, shapes: Shapes) -> float:
    return single_cost(op) if shapes.of.get(op) == VARYING else 0


def _is_guessed(end: Op, shapes: Shapes) -> bool:
    """Does a branch ask about a number with a fraction of each work-item's own?"""
    asked = _asked(end)
    return isinstance(asked, Op) and asked.opcode is Opcode.FCMP and shapes.of[asked] == VARYING

"""Cuts work between two barriers where a question about ids alone begins or ends.

Between barriers no work-item may wait for another, so that one more place where all are awaited changes
nothing. A tile that loads its inner part, and then its edges under `if (local == 0)`, becomes separate loops:
the first one is vectorised, and the questions become the others' bounds (narrow.py).

Takes a kernel's function, whose switches over ids it unfolds, and its uniformity, to whose Code it adds
blocks and barriers. Cuts only where no further value would have to be kept for each work-item.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.cfg import natural_loops, reachable, reverse, successors_of
from hcpy.passes.host.code import Block, Code, Node, Op
from hcpy.passes.host.effects import CHEAP, is_cheap
from hcpy.passes.host.uniformity import Uniformity

_MOST_CASES = 4
_MOST_BLOCKS = 8  # of what some work-items do
_DEEPEST = 8
_WORK = frozenset((Opcode.LOAD, Opcode.STORE))


# --- the kernel's function ---------------------------------------------------------------------------
def unfold_switches(function: ir.Function) -> None:
    """`if (x == 1) ...; if (x == 2) ...;` again, which LLVM has made a switch."""
    for switch in list(function.instructions_of(Opcode.SWITCH)):
        blocks = [block for _, block in switch.cases]
        default = switch.successors[0]
        is_about_ids = _is_about_ids(switch.operand(0), 0)
        if is_about_ids:
            for value, block in switch.cases:
                _answer_again(switch, value, block)
        if len(set(blocks)) != len(blocks) or len(blocks) > _MOST_CASES or default.phis:
            continue
        asides = [_aside(switch.block, block, default) for block in blocks]
        if all(aside and (is_about_ids or len(aside) == 1) for aside in asides):
            _unfold(function, switch, asides, default)


def _answer_again(switch: ir.Instruction, value: ir.Integer, block: ir.Block) -> None:
    """In the case's blocks it is known what else is asked of the value: `x == 16` where x is 0."""
    if block.predecessors != [switch.block] or switch.successors.count(block) > 1:
        return
    found = [block]
    for at in found:
        taken = _answer(at.terminator, switch.operand(0), value)
        if taken is not None:
            target, dropped = (at.terminator.successors[n] for n in (taken, 1 - taken))
            if target != dropped and not dropped.phis and len(dropped.predecessors) > 1:
                at.terminator.erase()
                with ir.Builder.at_end(at) as build:
                    build.branch(target)
        for target in at.terminator.successors:
            if target not in found and all(b in found for b in target.predecessors):
                found.append(target)


def _is_about_ids(value: ir.Value, depth: int) -> bool:
    """Does it follow from arguments alone, which are the ids and the function object?"""
    if not isinstance(value, ir.Instruction):
        return True
    if value.opcode not in CHEAP or depth > _DEEPEST:
        return False
    return all(_is_about_ids(operand, depth + 1) for operand in value.operands)


def _answer(end: ir.Instruction, asked: ir.Value, value: ir.Integer) -> int | None:
    """Which successor a branch about the value, or about a constant more than it, goes to."""
    question = end.condition if end.opcode is Opcode.BR and end.is_conditional else None
    if not isinstance(question, ir.Instruction) or question.opcode is not Opcode.ICMP:
        return None
    left, limit = question.operand(0), question.operand(1)
    number = value.value
    if isinstance(left, ir.Instruction) and left.opcode is Opcode.ADD and left != asked:
        more = left.operand(1)
        if not isinstance(more, ir.Integer):
            return None
        left, number = left.operand(0), number + more.value
    if left != asked or not isinstance(limit, ir.Integer):
        return None
    if question.predicate not in (IntPredicate.EQ, IntPredicate.NE):
        return None
    is_same = (number - limit.value) % 2**asked.type.width == 0
    return int(is_same != (question.predicate is IntPredicate.EQ))


def _aside(before: ir.Block, block: ir.Block, after: ir.Block) -> list[ir.Block]:
    """The blocks of which the switch alone leads to the first, and that lead nowhere but to what comes after
    the switch; none: there are others."""
    if block == after:
        return []
    found = [block]
    for at in found:
        if at == before or len(found) > _MOST_BLOCKS or not at.terminator.successors:
            return []
        found += [t for t in dict.fromkeys(at.terminator.successors) if t != after and t not in found]
    entries = [(b, at) for at in found for b in at.predecessors if b not in found]
    return found if entries == [(before, block)] else []


def _unfold(
    function: ir.Function, switch: ir.Instruction, asides: list[list[ir.Block]], default: ir.Block
) -> None:
    cases, asked = switch.cases, switch.operand(0)
    following = [function.append_block("hc.case") for _ in cases[1:]] + [default]
    with ir.Builder.before(switch) as build:
        for (value, block), aside, after in zip(cases, asides, following, strict=True):
            build.branch_if(build.compare(IntPredicate.EQ, asked, value, "hc.is"), block, after)
            for at in aside:
                at.terminator.retarget(default, after)
            build.move_to_end(after)
    switch.erase()


# --- its Code ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Question:
    """body: the blocks that some work-items run through, their way in first; after: where all meet again."""

    body: list[Block]
    after: Block


def add_seams(uniformity: Uniformity) -> None:
    code = uniformity.code
    if any(op.opcode is Opcode.ALLOCA for op in code.ops()):
        return  # a work-item's own arrays would have to outlive a loop
    for block in list(code.blocks):
        question = _question_of(uniformity, block)
        if question is None:
            continue
        before, after = _around(code, block, question)
        if before and not _passes_values(uniformity, before, [*question.body, *after]):
            if _has_work(after):
                _cut_after(code, block, question)
            if _has_work(before):
                _cut_before(code, block)


def _question_of(uniformity: Uniformity, block: Block) -> _Question | None:
    """What an `if` about ids at the block's end decides about, and where the work-items meet again."""
    end = block.terminator
    if block in uniformity.under or end.opcode is not Opcode.BR or len(block.successors) != 2:
        return None
    if not uniformity.has_divergent_branch(block) or not _is_of_ids(uniformity, end.operands[0], 0):
        return None
    for body, after in (block.successors, block.successors[::-1]):
        blocks = [] if after in uniformity.under else _body(uniformity, block, body, after)
        if blocks:
            return None if after.phis else _Question(blocks, after)
    return None


def _body(uniformity: Uniformity, block: Block, first: Block, after: Block) -> list[Block]:
    """The blocks from the first one to where all meet, if they have no other way in or out, and no loop."""
    found = [first]
    for at in found:
        if at not in uniformity.under or len(found) > _MOST_BLOCKS or not at.successors:
            return []
        found += [t for t in dict.fromkeys(at.successors) if t is not after and t not in found]
    if any(first in at.successors for at in found) or natural_loops(uniformity.code).keys() & set(found):
        return []
    others = [b for b in uniformity.code.blocks if b is not block and b not in found]
    return [] if any(target in found for b in others for target in b.successors) else found


def _is_of_ids(uniformity: Uniformity, value: Node, depth: int) -> bool:
    """Is it computed again at little cost wherever it is needed?"""
    if not isinstance(value, Op) or value not in uniformity.divergent:
        return True
    if not is_cheap(value.opcode, value.callee) or depth > _DEEPEST:
        return False
    return all(_is_of_ids(uniformity, use, depth + 1) for use in value.uses)


def _around(code: Code, block: Block, question: _Question) -> tuple[list[Block], list[Block]]:
    """The blocks up to the question and after it, between barriers; none where they are in one loop."""
    graph = successors_of(code)
    for source, target in code.barriers:
        graph[source] = [t for t in graph[source] if t is not target]
    before, behind = reachable(reverse(graph), [block], ()), reachable(graph, [question.after], ())
    return ([], []) if set(before) & {*question.body, *behind} else (before, behind)


def _passes_values(uniformity: Uniformity, before: list[Block], following: list[Block]) -> bool:
    """Would a value have to be kept that is not kept over the next barrier in any case?"""
    used = _used_in(following)
    near = {*before, *following}
    kept = _used_in(block for block in uniformity.code.blocks if block not in near)
    made = (op for block in before for op in block.ops if op in used and op not in kept)
    return not all(_is_of_ids(uniformity, op, 0) for op in made)


def _used_in(blocks: Iterable[Block]) -> set[Node]:
    return {use for block in blocks for op in block.ops for use in op.uses}


def _has_work(blocks: list[Block]) -> bool:
    return any(op.opcode in _WORK for block in blocks for op in block.ops)


def _cut_before(code: Code, block: Block) -> None:
    question = code.add_block(f"{block.name}.asked")
    end = block.ops.pop()
    end.block = question
    question.ops.append(end)
    for target in question.successors:
        for phi in target.phis:
            phi.set_incoming([(v, question if b is block else b) for v, b in phi.incoming])
    code.add_branch(block, question)
    code.barriers.add((block, question))


def _cut_after(code: Code, block: Block, question: _Question) -> None:
    met, after = code.add_block(f"{block.name}.met"), question.after
    for source in (block, *question.body):
        end = source.terminator
        end.targets = [met if target is after else target for target in end.targets]
    code.add_branch(met, after)
    code.barriers.add((met, after))

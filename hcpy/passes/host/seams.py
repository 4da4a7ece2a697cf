"""Cuts work between two barriers where a question about ids alone begins or ends.

Between barriers no work-item may wait for another, so that one more place where all are awaited changes
nothing. A tile that loads its inner part, and then its edges under `if (local == 0)`, becomes separate loops:
the first one is vectorised, and the questions become the others' bounds (narrow.py).

Takes a kernel's function, whose switches over ids it unfolds, and its uniformity, to whose Code it adds
blocks and barriers. Cuts only where no value would have to be kept for each work-item.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.cfg import reachable, reverse, successors_of
from hcpy.passes.host.code import Block, Code, Node, Op
from hcpy.passes.host.effects import CHEAP
from hcpy.passes.host.uniformity import Uniformity

_MOST_CASES = 4
_DEEPEST = 8
_WORK = frozenset((Opcode.LOAD, Opcode.STORE))


# --- the kernel's function ---------------------------------------------------------------------------
def unfold_switches(function: ir.Function) -> None:
    """`if (x == 1) ...; if (x == 2) ...;` again, which LLVM has made a switch."""
    for switch in list(function.instructions_of(Opcode.SWITCH)):
        blocks = [block for _, block in switch.cases]
        default = switch.successors[0]
        if len(set(blocks)) != len(blocks) or len(blocks) > _MOST_CASES or default.phis:
            continue
        if all(_is_aside(block, default) for block in blocks):
            _unfold(function, switch, default)


def _is_aside(block: ir.Block, after: ir.Block) -> bool:
    """Does the switch alone lead to the block, and the block nowhere but to what comes after the switch?"""
    return block != after and len(block.predecessors) == 1 and block.terminator.successors == [after]


def _unfold(function: ir.Function, switch: ir.Instruction, default: ir.Block) -> None:
    cases, asked = switch.cases, switch.operand(0)
    following = [function.append_block("hc.case") for _ in cases[1:]] + [default]
    with ir.Builder.before(switch) as build:
        for (value, block), after in zip(cases, following, strict=True):
            build.branch_if(build.compare(IntPredicate.EQ, asked, value, "hc.is"), block, after)
            block.terminator.set_successor(0, after)
            build.move_to_end(after)
    switch.erase()


# --- its Code ----------------------------------------------------------------------------------------
def add_seams(uniformity: Uniformity) -> None:
    code = uniformity.code
    if any(op.opcode is Opcode.ALLOCA for op in code.ops()):
        return  # a work-item's own arrays would have to outlive a loop
    for block in list(code.blocks):
        question = _question_of(uniformity, block)
        if question is None:
            continue
        before, after = _around(code, block, *question)
        if before and not _passes_values(uniformity, before, [question[0], *after]):
            if _has_work(after):
                _cut_after(code, block, *question)
            if _has_work(before):
                _cut_before(code, block)


def _question_of(uniformity: Uniformity, block: Block) -> tuple[Block, Block] | None:
    """What an `if` about ids at the block's end decides about, and where the work-items meet again."""
    end = block.terminator
    if block in uniformity.under or end.opcode is not Opcode.BR or len(block.successors) != 2:
        return None
    if not uniformity.has_divergent_branch(block) or not _is_of_ids(uniformity, end.operands[0], 0):
        return None
    for body, after in (block.successors, block.successors[::-1]):
        if body in uniformity.under and body.successors == [after] and after not in uniformity.under:
            return None if after.phis else (body, after)
    return None


def _is_of_ids(uniformity: Uniformity, value: Node, depth: int) -> bool:
    """Is it computed again at little cost wherever it is needed?"""
    if not isinstance(value, Op) or value not in uniformity.divergent:
        return True
    if value.opcode not in CHEAP or depth > _DEEPEST:
        return False
    return all(_is_of_ids(uniformity, use, depth + 1) for use in value.uses)


def _around(code: Code, block: Block, body: Block, after: Block) -> tuple[list[Block], list[Block]]:
    """The blocks up to the question and after it, between barriers; none where they are in one loop."""
    graph = successors_of(code)
    for source, target in code.barriers:
        graph[source] = [t for t in graph[source] if t is not target]
    before, behind = reachable(reverse(graph), [block], ()), reachable(graph, [after], ())
    return ([], []) if set(before) & {body, *behind} else (before, behind)


def _passes_values(uniformity: Uniformity, before: list[Block], following: list[Block]) -> bool:
    used = {use for block in following for op in block.ops for use in op.uses}
    made = (op for block in before for op in block.ops if op in used)
    return not all(_is_of_ids(uniformity, op, 0) for op in made)


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


def _cut_after(code: Code, block: Block, body: Block, after: Block) -> None:
    met = code.add_block(f"{block.name}.met")
    for source in (block, body):
        end = source.terminator
        end.targets = [met if target is after else target for target in end.targets]
    code.add_branch(met, after)
    code.barriers.add((met, after))

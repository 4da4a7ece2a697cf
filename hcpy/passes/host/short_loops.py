"""Host target, second stage: which short loops are unrolled before the kernels' stages see them.

Takes a function of one work-item; gives the branches that close loops of a few rounds within longer ones. A
strip is cut at each loop: with one over three coordinates in one over all clusters, what a work-item has
loaded of its own point would be loaded anew for each cluster. Short loops that no longer one is around stay
for now: rows that are no whole number of strips take less time with them. Those that go through private
arrays do not: unrolled they leave values, where LLVM's vectoriser would scatter elements over the stack.
"""

from __future__ import annotations

from math import prod

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.launch import BARRIER
from hcpy.passes.loops import Loops

MOST_ROUNDS = 8
MOST_NEST_ROUNDS, MOST_NEST_CODE = 16, 300  # instructions of all rounds together
MOST_OWN_CODE = 300  # the same of a loop over what is a work-item's own
MOST_WHOLE_CODE, MOST_BLOCK_CODE = 3000, 12000  # of work-items that write records; that write all in loops
MOST_ARRAY_ROUNDS, MOST_ARRAY_CODE = 16, 2000  # the second one: instructions of all rounds together


def short_inner_loops(function: ir.Function) -> list[ir.Instruction]:
    loops = Loops.of(function)
    if len(loops.blocks) < 2:
        return []
    short = {header for header in loops.ends if _is_short(loops, header)}
    long = [blocks for header, blocks in loops.blocks.items() if header not in short]
    inner = [header for header in loops.blocks if header in short and any(header in b for b in long)]
    return [end for header in inner for end in loops.ends[header]]


def loops_over_own(function: ir.Function) -> list[ir.Instruction]:
    """Those of short loops that load anew, in each round of a loop around them, what is the work-item's own.

    Unrolled, they leave loads that are made once, before the loop around.
    """
    closed = Loops.of(function)
    found = []
    for header, blocks in closed.blocks.items():
        around = [b for other, b in closed.blocks.items() if other != header and header in b]
        code = [op for block in blocks for op in block.instructions()]
        most = MOST_ROUNDS if any(map(_waits, around)) else min(MOST_NEST_ROUNDS, MOST_OWN_CODE // len(code))
        if not around or not _is_short(closed, header, most):
            continue
        changing = {phi for b in around for block in b - blocks for phi in block.phis}
        loads = [op for op in code if op.opcode is Opcode.LOAD]
        if any(_is_own(load.pointer, changing) for load in loads):
            found += closed.ends[header]
    return found


def _waits(loop: set[ir.Block]) -> bool:
    """Behind a barrier what lies in a tile is another's: it is loaded again in any case."""
    return any(op.is_call and op.callee_name == BARRIER for block in loop for op in block.instructions())


def _is_own(pointer: ir.Value, changing: set[ir.Instruction]) -> bool:
    """Does an address follow from ids, and from nothing that changes in the loops around?"""
    seen: set[ir.Value] = {pointer}
    work = [pointer]
    has_id = False
    while work:
        at = work.pop()
        if not isinstance(at, ir.Instruction):
            continue
        if at in changing or (at.opcode is Opcode.LOAD and at.block != at.function.entry):
            return False
        has_id = has_id or (at.opcode is Opcode.CALL and at.callee_name.startswith("__hcrt_"))
        operands = [v for v, _ in at.incoming] if at.opcode is Opcode.PHI else at.operands
        work += [operand for operand in operands if operand not in seen]
        seen.update(operands)
    return has_id


def short_nests(function: ir.Function) -> list[ir.Instruction]:
    """Those of loops of few rounds, none in a longer one, that go through what lies around a work-item.

    A window's accesses are rows for LLVM's vectoriser then, which takes more elements at once where they are
    bytes. Not where all work-items load the same (weights): a strip loads that once for more of them.
    """
    closed = Loops.of(function)
    loops, rounds = closed.blocks, _most_rounds(closed)
    found = []
    for header, blocks in loops.items():
        if any(header in outer for other, outer in loops.items() if other != header):
            continue
        inside = [other for other in loops if other in blocks]
        code = 0
        addresses = []
        for block in filter(blocks.__contains__, closed.graph):
            ops = list(block.instructions())
            code += len(ops) * prod(rounds[other] for other in inside if block in loops[other])
            addresses += [op.pointer for op in ops if op.opcode in (Opcode.LOAD, Opcode.STORE)]
        if addresses and code <= MOST_NEST_CODE and all(map(_depends_on_ids, addresses)):
            found += [end for other in inside for end in closed.ends[other]]
    return found


def all_loops(function: ir.Function) -> list[ir.Instruction]:
    """Those that close all of a function's loops, if unrolled they leave little code."""
    closed = Loops.of(function)
    loops, rounds = closed.blocks, _most_rounds(closed)
    if any(most > MOST_NEST_ROUNDS for most in rounds.values()):
        return []
    code = sum(
        len(list(block.instructions())) * prod(rounds[h] for h, blocks in loops.items() if block in blocks)
        for block in closed.graph
    )
    if code > (MOST_BLOCK_CODE if _writes_in_loops(closed) else MOST_WHOLE_CODE):
        return []
    return [end for ends in closed.ends.values() for end in ends]


def _writes_in_loops(closed: Loops) -> bool:
    """Are all numbers written in loops? A block's are: a transform's of 8 x 8."""
    inside = {block for blocks in closed.blocks.values() for block in blocks}
    ops = (op for block in closed.graph if block not in inside for op in block.instructions())
    return all(op.opcode is not Opcode.STORE for op in ops)


def _depends_on_ids(value: ir.Value) -> bool:
    seen, work = {value}, [value]
    while work:
        at = work.pop()
        if not isinstance(at, ir.Instruction):
            continue
        if at.opcode is Opcode.CALL and at.callee_name.startswith("__hcrt_"):
            return True
        operands = [v for v, _ in at.incoming] if at.opcode is Opcode.PHI else at.operands
        work += [operand for operand in operands if operand not in seen]
        seen.update(operands)
    return False


def _most_rounds(loops: Loops) -> dict[ir.Block, int]:
    """Of each, or a great number."""
    return {header: _rounds(loops, header) for header in loops.ends}


def _rounds(loops: Loops, header: ir.Block) -> int:
    tried = (2, 4, 8, MOST_NEST_ROUNDS)
    return next((most for most in tried if _is_short(loops, header, most)), MOST_NEST_CODE)


def array_loops(function: ir.Function) -> list[ir.Instruction]:
    """Those of short innermost loops that choose elements of the work-item's own arrays."""
    loops = Loops.of(function)
    found = []
    for header, blocks in loops.blocks.items():
        if any(other in blocks for other in loops.blocks if other != header):
            continue
        code = [op for block in loops.graph if block in blocks for op in block.instructions()]
        short = _is_short(loops, header, min(MOST_ARRAY_ROUNDS, MOST_ARRAY_CODE // len(code)))
        if short and any(_chooses_element(op) for op in code):
            found += loops.ends[header]
    return found


def _chooses_element(op: ir.Instruction) -> bool:
    if op.opcode is not Opcode.GEP or all(index.is_constant for index in op.operands[1:]):
        return False
    return isinstance(op.pointer, ir.Instruction) and op.pointer.opcode is Opcode.ALLOCA


def _is_short(loops: Loops, header: ir.Block, most: int = MOST_ROUNDS) -> bool:
    """By the numbers that its ends compare with; LLVM counts the rounds before it unrolls anything.

    What it counts is the first of the ways out that it can count. An interpreter's loop ends on a state
    (`state == -1`), or after thousands of steps: it is not short, although its end has a small number.
    """
    ends, blocks = loops.ends[header], loops.blocks[header]
    if not all((asked := _compared(end)) is not None and asked[1] <= most for end in ends):
        return False
    out = [b.terminator for b in loops.graph if b in blocks and not blocks.issuperset(loops.graph[b])]
    counted = [asked[1] for way in out if (asked := _compared(way)) and _is_count(asked[0], header, blocks)]
    return not counted or min(counted) <= most


def _compared(end: ir.Instruction) -> tuple[ir.Value, int] | None:
    """What decides a branch by a comparison with a constant, and that one's distance from zero."""
    if end.opcode is not Opcode.BR or not end.is_conditional:
        return None
    asked = end.condition
    if not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
        return None
    left, right = asked.operands
    pairs = ((left, right), (right, left))
    return next(((of, abs(by.signed)) for of, by in pairs if isinstance(by, ir.Integer)), None)


def _is_count(value: ir.Value, header: ir.Block, blocks: set[ir.Block]) -> bool:
    """Does a value follow from constants and from what it was in the round before, alone?"""
    seen: set[ir.Value] = {value}
    work = [value]
    while work:
        at = work.pop()
        if at.is_constant:
            continue
        if not isinstance(at, ir.Instruction) or at.block not in blocks:
            return False
        if at.opcode in (Opcode.LOAD, Opcode.CALL) or (at.opcode is Opcode.PHI and at.block != header):
            return False
        operands = [v for v, _ in at.incoming] if at.opcode is Opcode.PHI else at.operands
        work += [operand for operand in operands if operand not in seen]
        seen.update(operands)
    return True

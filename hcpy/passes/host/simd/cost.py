"""Whether masks are the better way for a function of one work-item.

Takes a function's Code and Shapes; gives a Verdict. LLVM's loop vectoriser takes no loop over work-items in
which another loop's count differs, and none whose scattered accesses only some work-items make, or with a
stride again and again: without masks such a function is run work-item by work-item. Masks lose where what
they do at once is little beside accesses to scattered places, which are made one by one anyway. They lose
too where a work-item leaves a loop almost at once: a strip stays as long as the last of its work-items.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.code import Block, Code, Input, Node, Op
from hcpy.passes.host.effects import is_plain, is_pure_call, may_run_anywhere
from hcpy.passes.host.group_atomics import is_marked
from hcpy.passes.host.launch import ACROSS_ROWS, CLEAR
from hcpy.passes.host.simd.chains import ROOT, round_waits
from hcpy.passes.host.simd.refuse import is_ignored
from hcpy.passes.host.simd.shapes import VARYING, Shape, Shapes
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.structure import Edge, Level, blocks_of
from hcpy.passes.host.vector_maths import vector_form

WIDTH, FLAT_WIDTH = 8, 16  # the second one is a cache line of numbers of 32 bits
LEAST_MASKED = 4  # bytes of an element that all processors with masked accesses can leave out
_IN_A_LOOP, _DEEPEST = 8, 4  # how often a loop's instructions count; loops further inside count no more
# The same of a loop that goes on while numbers are equal, of which one in four are: the last of WIDTH
# work-items leaves it with the third iteration.
_BRIEF, _BRIEF_STRIP = 4 / 3, 2.6
_SEARCHED = 3.4  # so many times as long as most of 16 work-items looks the last one, along an array
ENTERED = 0.5  # so many work-items go into a loop that only some enter; the strip does where one does
IDLE = 1.5  # a strip runs as long as its last work-item
_SOME_LOOPS = "only some work-items run a loop"
_FREE = frozenset(
    (Opcode.PHI, Opcode.GEP, Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC, Opcode.FREEZE, Opcode.BITCAST)
)
_ATOMIC = frozenset((Opcode.ATOMIC_RMW, Opcode.CMPXCHG))
_DIVISIONS = frozenset((Opcode.UDIV, Opcode.SDIV, Opcode.UREM, Opcode.SREM, Opcode.FREM))
# of one work-item; an addition is 1
_BRANCH, _DIVISION, _FRACTION, _CALL, _LOCKED, _GROUP = 3, 10, 4, 30, 20, 3
_WAIT = 3  # for a cycle in which a round of a loop waits for the one before
_LEAVE = 1  # a branch out of a loop of many rounds: only the last one is foreseen wrong
_COLUMN = 4  # of one work-item: a load in a loop that goes through an array across what its neighbours load
# with masks; all but the first for each
_ROW, _GATHERED, _SMALL_STORE, _SCATTERED, _SERIAL, _APART = 2, 3, 4, 6, 10, 2
_TURNED = 4  # an element of a block's rows, for all WIDTH of them


@dataclass(frozen=True)
class Verdict:
    """masks: are they the better way? alone: without them work-items are run one by one, loops and all."""

    masks: bool
    why: str
    alone: bool = False
    costs: tuple[float, float] | None = None  # without masks, and with them


def judge(
    code: Code,
    shapes: Shapes,
    rows: Collection[Node] = (),
    *,
    is_flat: bool = True,
    loops_are_lost: bool = False,
) -> Verdict:
    """rows: loads that blocks of rows take (row_blocks.py); is_flat: a group is one row; loops_are_lost: only
    some work-items enter each loop, which no strip runs for all."""
    why = _why_not_loops(code, shapes, is_flat=is_flat)
    if why is None and loops_are_lost and _some_run_loops(shapes):
        why = _SOME_LOOPS
    if why is None:
        return Verdict(False, "no loop's count differs between work-items")
    single, masked = _costs(code, shapes, rows)
    single *= ENTERED if why == _SOME_LOOPS else 1
    numbers = f" ({masked:.0f} instructions for {WIDTH} work-items instead of {single:.0f})"
    if masked * IDLE < single:
        return Verdict(True, why + numbers)
    why = f"{why}, but most of their accesses are scattered{numbers}"
    return Verdict(False, why, _some_in_loops(code, shapes), (single, masked))


def _some_run_loops(shapes: Shapes) -> bool:
    """Is there a loop that LLVM's vectoriser does not take by itself?"""
    steps = Steps(shapes)
    inner = [level for level in shapes.structure.levels if level.depth]
    return any(not steps.is_vector_inside(level) for level in inner)


def _some_in_loops(code: Code, shapes: Shapes) -> bool:
    """Does a loop have accesses without a masked form, of some work-items only?

    LLVM's vectoriser would ask for each work-item of a strip whether it makes them.
    """
    some: set[Block] = {block for node in shapes.partial for block in blocks_of(node)}
    return any(
        op.opcode in (Opcode.LOAD, Opcode.STORE)
        and is_plain(op.instruction)
        and not _has_masked_form(op, shapes)
        for block in code.blocks
        if block in some and shapes.structure.level_of[block].depth
        for op in block.ops
    )


def _why_not_loops(code: Code, shapes: Shapes, *, is_flat: bool) -> str | None:
    """What keeps LLVM's vectoriser from a loop over the work-items; None: nothing that is known."""
    if shapes.divergent:
        return "a loop's count differs between work-items"
    if any(isinstance(node, Input) and node.context == CLEAR for op in code.ops() for node in op.uses):
        return None  # strips are written twice: where indices are within bounds, few accesses are scattered
    steps = Steps(shapes)
    some: set[Block] = {block for node in shapes.partial for block in blocks_of(node)}
    for block in code.blocks:
        level = shapes.structure.level_of[block]
        depth = level.depth
        for op in block.ops:
            if op.opcode in (Opcode.LOAD, Opcode.STORE) and is_plain(op.instruction):
                if block in some and not _has_masked_form(op, shapes):
                    return "accesses without a masked form are for some work-items only"
                if depth and _is_scattered(op, level, steps):
                    return "a loop's accesses are scattered"
    if not is_flat and _rows_part(code, shapes) and _loads(some):
        return "rows go ways of their own, and their work-items different ones"
    return None


def _loads(blocks: Collection[Block]) -> bool:
    return any(op.opcode is Opcode.LOAD for block in blocks for op in block.ops)


def _rows_part(code: Code, shapes: Shapes) -> bool:
    """Does a branch differ from row to row of a tile, in code without loops?

    LLVM's vectoriser gives masks to what one row does as a whole, too.
    """
    if any(level.depth for level in shapes.structure.levels):
        return False
    ends = [block.terminator for block in code.blocks if len(block.successors) > 1]
    return any(not shapes.is_apart(end.block) and _is_across(end, set()) for end in ends)


def _is_across(node: Node, seen: set[Node]) -> bool:
    """Is it computed of what differs from row to row?"""
    if isinstance(node, Input):
        return node.context in ACROSS_ROWS
    if not isinstance(node, Op) or node in seen:
        return False
    seen.add(node)
    return any(_is_across(use, seen) for use in node.uses)


def _is_scattered(op: Op, level: Level, steps: Steps) -> bool:
    """Does a loop make accesses that lie apart, and LLVM's vectoriser not go along each work-item's row?"""
    is_row = steps.is_row_of_one(op, level)
    if _address_shape(op, steps.shapes) != VARYING:
        return is_row and steps.sums_in_order(level)
    if is_row and steps.is_vector_inside(level):
        return False
    return (is_row and steps.sums_in_order(level)) or not _is_indirect(op, steps.shapes)


def _is_indirect(op: Op, shapes: Shapes) -> bool:
    """Does the address come from memory? LLVM's vectoriser makes such accesses as masks do, in wider strips;
    what each work-item finds in its own row it would make one by one."""
    wanted: list[Node] = [op.operands[0 if op.opcode is Opcode.LOAD else 1]]
    seen: set[Node] = set()
    while wanted:
        node = wanted.pop()
        if not isinstance(node, Op) or node in seen or shapes.of[node].is_uniform:
            continue
        if node.opcode is Opcode.LOAD:
            return True
        seen.add(node)
        wanted += node.uses
    return False


def _has_masked_form(op: Op, shapes: Shapes) -> bool:
    """Short of AVX-512: rows of elements of 4 bytes or more. LLVM loads what is the same for all, and stores
    to one place, for each work-item in turn."""
    kind = op.type if op.opcode is Opcode.LOAD else op.operands[0].type
    return is_row(op, shapes) and shapes.module.layout.size(kind) >= LEAST_MASKED


def _costs(code: Code, shapes: Shapes, rows: Collection[Node]) -> tuple[float, float]:
    """Of WIDTH work-items one by one, and with masks."""
    single = masked = 0.0
    once = _computed_once(code, shapes)
    brief = {level for level in shapes.divergent if _is_brief(level, shapes)}
    steps = Steps(shapes)
    searches = {level for level in shapes.divergent - brief if _is_search(level, steps)}
    rounds: dict[Level, float] = {}
    for block in code.blocks:
        level = shapes.structure.level_of[block]
        strip_times = iterations(level, brief, shapes)[1]
        strip_times *= _SEARCHED if level in searches else 1
        leaves = level not in brief and any(target not in level.blocks for target in block.successors)
        for op in block.ops:
            if op not in once and not is_ignored(op) and op.opcode is not Opcode.ALLOCA:
                column = _COLUMN if level.depth and _is_column(op, shapes) else 0
                cost = _LEAVE if leaves and op is block.terminator else single_cost(op) + column
                rounds[level] = rounds.get(level, 0) + cost
                masked += strip_times * (_TURNED * _registers(op.type) if op in rows else _masked(op, shapes))
    for level, cost in rounds.items():
        waits = _WAIT * round_waits(level, steps) if level.depth else 0
        single += iterations(level, brief, shapes)[0] * WIDTH * max(cost, waits)
    return single, masked


def iterations(level: Level, brief: set[Level], shapes: Shapes) -> tuple[float, float]:
    """How often a level's instructions count: of a work-item alone, and of a strip."""
    around = []
    at: Level | None = level
    while at is not None and at.depth:
        around.append(at)
        at = at.parent
    single = masked = 1.0
    for loop in around[-_DEEPEST:]:
        single *= _BRIEF if loop in brief else _IN_A_LOOP
        masked *= _BRIEF_STRIP if loop in brief else _IN_A_LOOP
        if loop in shapes.divergent and loop in shapes.partial:
            single *= ENTERED
    return single, masked


def _is_brief(level: Level, shapes: Shapes) -> bool:
    """Does a work-item stay in a loop only while two numbers from memory are equal? Few are."""
    return any(_stays_while_equal(edge, shapes) for edge in level.exits)


def _stays_while_equal(leaving: Edge, shapes: Shapes) -> bool:
    end = leaving.source.terminator
    asked = end.operands[0] if end.opcode is Opcode.BR and len(end.targets) > 1 else None
    if not isinstance(asked, Op) or asked.opcode is not Opcode.ICMP:
        return False
    predicate = asked.instruction.predicate
    if predicate not in (IntPredicate.EQ, IntPredicate.NE):
        return False
    if end.targets[predicate is IntPredicate.EQ] is not leaving.target:  # where they are unequal
        return False
    first, second = map(_source, asked.operands)
    kinds = [node.opcode if isinstance(node, Op) else None for node in (first, second)]
    return kinds == [Opcode.LOAD, Opcode.LOAD] and not all(shapes.of[n].is_uniform for n in (first, second))


def _is_search(level: Level, steps: Steps) -> bool:
    """Does a work-item leave a loop by what it reads, element by element, from its own place in a row on?"""
    for edge in level.exits:
        end = edge.source.terminator
        asked = end.operands[0] if end.opcode is Opcode.BR and len(end.targets) > 1 else None
        if not isinstance(asked, Op) or asked.opcode not in (Opcode.ICMP, Opcode.FCMP):
            continue
        if any(_is_next(_source(operand), level, steps) for operand in asked.operands):
            return True
    return False


def _is_next(node: Node, level: Level, steps: Steps) -> bool:
    """Is it what a work-item reads of an array, one element a round, as its neighbours do beside it, or in
    rows of their own?"""
    if not isinstance(node, Op) or node.opcode is not Opcode.LOAD:
        return False
    if not is_row(node, steps.shapes) and not steps.is_row_of_one(node, level):
        return False
    return steps.step(node.operands[0], level) == steps.module.layout.size(node.type)


def _source(node: Node) -> Node:
    """What a number is before it is extended."""
    while isinstance(node, Op) and node.opcode in _FREE - {Opcode.PHI, Opcode.GEP}:
        (node,) = node.operands
    return node


def _computed_once(code: Code, shapes: Shapes) -> set[Node]:
    """What LLVM moves before all loops either way: what follows from the launch and the closure alone."""
    found: set[Node] = set()
    for block in code.blocks:
        for op in block.ops:
            if op.opcode is Opcode.PHI or not may_run_anywhere(op) or op.type.is_void:
                continue
            if all(u in found if isinstance(u, Op) else shapes.of[u].is_uniform for u in op.uses):
                found.add(op)
    return found


def width_of(code: Code, shapes: Shapes, rows: Collection[Node] = (), *, is_flat: bool) -> int:
    """Where rows are long enough: a register of AVX-512, or two of AVX2, of which one need not wait for the
    other; a cache line of what loops read."""
    if not is_flat:
        return WIDTH
    looped = (op for op in code.ops() if shapes.structure.level_of[op.block].depth)
    loads = (op for op in looped if _is_own_load(op, shapes))
    if rows and not all(op in rows and _registers(op.type) == 1 for op in loads):
        return WIDTH
    return FLAT_WIDTH


def _is_own_load(op: Op, shapes: Shapes) -> bool:
    """Does each work-item load something of its own?"""
    return op.opcode is Opcode.LOAD and not shapes.of[op].is_uniform


def single_cost(op: Op) -> float:
    """What an instruction costs one work-item."""
    if op.opcode in _FREE:
        return 0
    if op.opcode in (Opcode.BR, Opcode.SWITCH):
        return _BRANCH if len(op.targets) > 1 else 0
    if _is_division(op):
        return _DIVISION
    if op.opcode is Opcode.FDIV or op.callee.startswith(ROOT):
        return _FRACTION
    if op.opcode in _ATOMIC:
        return _GROUP if is_marked(op.instruction) else _LOCKED
    return _CALL if _is_call(op) else 1


def _masked(op: Op, shapes: Shapes) -> float:
    """What it costs a strip."""
    shape = shapes.of.get(op)
    if op.opcode in (Opcode.BR, Opcode.SWITCH):
        return _BRANCH + _APART if len(op.targets) > 1 else 0
    if shape is None or shape.stride is not None:
        return single_cost(op)
    if op.opcode in (Opcode.LOAD, Opcode.STORE) and is_plain(op.instruction):
        return _access(op, shapes)
    if op.opcode is Opcode.CALL and vector_form(shapes.module, op.callee, WIDTH) is not None:
        return _CALL * _registers(op.type)
    if _is_division(op) or _is_call(op):
        return WIDTH * (single_cost(op) + _APART)
    if op.opcode in _ATOMIC:
        return WIDTH * (single_cost(op) + _APART)
    if op.opcode in (Opcode.LOAD, Opcode.STORE):
        return WIDTH * _SERIAL
    if op.opcode is Opcode.CALL and not is_pure_call(op.callee):
        return WIDTH * _SERIAL
    return _registers(op.type) * (single_cost(op) or 1)


def _access(op: Op, shapes: Shapes) -> float:
    loads = op.opcode is Opcode.LOAD
    if is_row(op, shapes):
        if not loads and not _has_masked_form(op, shapes) and op.block in shapes.partial:
            return WIDTH * _SMALL_STORE
        return _ROW * _registers(op.type if loads else op.operands[0].type)
    size = shapes.module.layout.size(op.type if loads else op.operands[0].type)
    if size < LEAST_MASKED and any(op.block in level.blocks for level in shapes.divergent):
        return WIDTH * _SERIAL  # no gather takes them, and those who are still in the loop are looked for
    return WIDTH * (_GATHERED if loads else _SCATTERED)


def _address_shape(op: Op, shapes: Shapes) -> Shape:
    return shapes.operand(op, 0 if op.opcode is Opcode.LOAD else 1) or VARYING


def is_row(op: Op, shapes: Shapes) -> bool:
    """Does a load or store go to contiguous elements?"""
    kind = op.type if op.opcode is Opcode.LOAD else op.operands[0].type
    return _address_shape(op, shapes).stride == shapes.module.layout.size(kind)


def _is_column(op: Op, shapes: Shapes) -> bool:
    """Does a loop load what does not lie beside what it has loaded before? Its work-items' rows do."""
    if op.opcode is not Opcode.LOAD or not is_row(op, shapes):
        return False
    address = op.operands[0]
    levels = shapes.structure.level_of
    return isinstance(address, Op) and levels[address.block] is levels[op.block]


def _registers(kind: ir.Type) -> int:
    """How many vectors a value takes."""
    wide = kind.is_pointer or ((kind.is_integer or kind.is_floating) and kind.width > 32)
    return 2 if wide else 1


def _is_division(op: Op) -> bool:
    """By a number that is not known: by another one it is a multiplication."""
    return op.opcode in _DIVISIONS and not op.operands[1].value.is_constant


def _is_call(op: Op) -> bool:
    """Of a function that is called, not of one that LLVM knows as an instruction."""
    name = op.callee
    return op.opcode is Opcode.CALL and (not name.startswith("llvm.") or name.startswith(_LONG))


_LONG = tuple(f"llvm.{name}." for name in "exp exp2 exp10 log log2 log10 sin cos tan pow powi".split())

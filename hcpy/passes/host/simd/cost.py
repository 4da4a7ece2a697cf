"""Whether masks are the better way for a function of one work-item.

Takes a function's Code and Shapes; gives a Verdict. LLVM's loop vectoriser takes no loop over work-items in
which another loop's count differs, and none whose scattered accesses only some work-items make, or again and
again: without masks such a function is run work-item by work-item. Masks lose where what they do at once is
little beside accesses to scattered places, which are made one by one anyway.
"""

from __future__ import annotations

from dataclasses import dataclass

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Block, Code, Input, Node, Op
from hcpy.passes.host.effects import is_plain, is_pure_call, may_run_anywhere
from hcpy.passes.host.group_atomics import is_marked
from hcpy.passes.host.launch import CLEAR
from hcpy.passes.host.simd.refuse import is_ignored
from hcpy.passes.host.simd.shapes import VARYING, Shape, Shapes
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.structure import blocks_of
from hcpy.passes.host.vector_maths import vector_form

WIDTH, FLAT_WIDTH = 8, 16  # the second one is a cache line of numbers of 32 bits
LEAST_MASKED = 4  # bytes of an element that all processors with masked accesses can leave out
_IN_A_LOOP, _DEEPEST = 8, 4  # how often a loop's instructions count; loops further inside count no more
_IDLE = 1.5  # a strip runs as long as its last work-item
_FREE = frozenset(
    (Opcode.PHI, Opcode.GEP, Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC, Opcode.FREEZE, Opcode.BITCAST)
)
_ATOMIC = frozenset((Opcode.ATOMIC_RMW, Opcode.CMPXCHG))
_DIVISIONS = frozenset((Opcode.UDIV, Opcode.SDIV, Opcode.UREM, Opcode.SREM, Opcode.FREM))
_BRANCH, _DIVISION, _CALL, _LOCKED, _GROUP = 3, 10, 20, 20, 3  # of one work-item; an addition is 1
_COLUMN = 4  # of one work-item: a load in a loop that goes through an array across what its neighbours load
_ROW, _GATHERED, _SCATTERED, _SERIAL, _APART = 2, 3, 5, 10, 2  # with masks; all but the first for each


@dataclass(frozen=True)
class Verdict:
    """masks: are they the better way?"""

    masks: bool
    why: str


def judge(code: Code, shapes: Shapes) -> Verdict:
    why = _why_not_loops(code, shapes)
    if why is None:
        return Verdict(False, "no loop's count differs between work-items")
    single, masked = _costs(code, shapes)
    numbers = f" ({masked:.0f} instructions for {WIDTH} work-items instead of {single:.0f})"
    if masked * _IDLE < single:
        return Verdict(True, why + numbers)
    return Verdict(False, f"{why}, but most of their accesses are scattered{numbers}")


def _why_not_loops(code: Code, shapes: Shapes) -> str | None:
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
                if depth and (
                    _address_shape(op, shapes) == VARYING
                    or (steps.is_row_of_one(op, level) and steps.sums_in_order(level))
                ):
                    return "a loop's accesses are scattered"
    return None


def _has_masked_form(op: Op, shapes: Shapes) -> bool:
    """Short of AVX-512: rows of elements of 4 bytes or more; what is the same for all is made once."""
    if _address_shape(op, shapes).is_uniform:
        return True
    kind = op.type if op.opcode is Opcode.LOAD else op.operands[0].type
    return _is_row(op, shapes) and shapes.module.layout.size(kind) >= LEAST_MASKED


def _costs(code: Code, shapes: Shapes) -> tuple[float, float]:
    """Of WIDTH work-items one by one, and with masks."""
    single = masked = 0.0
    once = _computed_once(code, shapes)
    for block in code.blocks:
        level = shapes.structure.level_of[block]
        weight = float(_IN_A_LOOP ** min(level.depth, _DEEPEST))
        for op in block.ops:
            if op not in once and not is_ignored(op) and op.opcode is not Opcode.ALLOCA:
                column = _COLUMN if level.depth and _is_column(op, shapes) else 0
                single += weight * WIDTH * (_single(op) + column)
                masked += weight * _masked(op, shapes)
    return single, masked


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


def width_of(code: Code, shapes: Shapes, *, is_flat: bool) -> int:
    """Loops that go through arrays read whole cache lines, where rows are long enough for it."""
    if not is_flat:
        return WIDTH
    reads = [
        op
        for block in code.blocks
        for op in block.ops
        if op.opcode is Opcode.LOAD
        and any(block in loop.blocks for loop in shapes.divergent)
        and not shapes.of[op].is_uniform
    ]
    return FLAT_WIDTH if reads and all(_is_row(op, shapes) for op in reads) else WIDTH


def _single(op: Op) -> float:
    """What an instruction costs one work-item."""
    if op.opcode in _FREE:
        return 0
    if op.opcode in (Opcode.BR, Opcode.SWITCH):
        return _BRANCH if len(op.targets) > 1 else 0
    if _is_division(op):
        return _DIVISION
    if op.opcode in _ATOMIC:
        return _GROUP if is_marked(op.instruction) else _LOCKED
    return _CALL if _is_call(op) else 1


def _masked(op: Op, shapes: Shapes) -> float:
    """What it costs a strip."""
    shape = shapes.of.get(op)
    if op.opcode in (Opcode.BR, Opcode.SWITCH):
        return _BRANCH + _APART if len(op.targets) > 1 else 0
    if shape is None or shape.stride is not None:
        return _single(op)
    if op.opcode in (Opcode.LOAD, Opcode.STORE) and is_plain(op.instruction):
        return _access(op, shapes)
    if op.opcode is Opcode.CALL and vector_form(shapes.module, op.callee, WIDTH) is not None:
        return _CALL * _registers(op.type)
    if _is_division(op) or _is_call(op):
        return WIDTH * (_single(op) + _APART)
    if op.opcode in _ATOMIC:
        return WIDTH * (_single(op) + _APART)
    if op.opcode in (Opcode.LOAD, Opcode.STORE):
        return WIDTH * _SERIAL
    if op.opcode is Opcode.CALL and not is_pure_call(op.callee):
        return WIDTH * _SERIAL
    return _registers(op.type)


def _access(op: Op, shapes: Shapes) -> float:
    loads = op.opcode is Opcode.LOAD
    if _is_row(op, shapes):
        return _ROW * _registers(op.type if loads else op.operands[0].type)
    return WIDTH * (_GATHERED if loads else _SCATTERED)


def _address_shape(op: Op, shapes: Shapes) -> Shape:
    return shapes.operand(op, 0 if op.opcode is Opcode.LOAD else 1) or VARYING


def _is_row(op: Op, shapes: Shapes) -> bool:
    """Does a load or store go to contiguous elements?"""
    kind = op.type if op.opcode is Opcode.LOAD else op.operands[0].type
    return _address_shape(op, shapes).stride == shapes.module.layout.size(kind)


def _is_column(op: Op, shapes: Shapes) -> bool:
    """Does a loop load what does not lie beside what it has loaded before? Its work-items' rows do."""
    if op.opcode is not Opcode.LOAD or not _is_row(op, shapes):
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

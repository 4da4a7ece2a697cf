"""Loops in which each work-item reads a row of its own, eight elements at once.

Takes a function of one work-item; gives a copy whose loops of this kind make eight rounds in one, and which
loads belong together there. A strip's work-items then load eight elements of their rows each, and shuffles
turn the block: what each round asks for is a vector. Gathered one by one an element takes about a cycle.
Each work-item adds up what it did, in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.ir.metadata import distinct_with_self, hint, tuple_of, value_node
from hcpy.passes.host.code import Block as CodeBlock
from hcpy.passes.host.code import Code, Node, Op, read
from hcpy.passes.host.copied_code import copy_function
from hcpy.passes.host.effects import is_plain, may_write
from hcpy.passes.host.simd.lanes import Strip
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.structure import Level
from hcpy.passes.host.turned_blocks import LANE, rows_of, turned

ROUNDS = 8
_SIZES = (4, 8)  # bytes of an element
_MOST_CODE = 60  # instructions of a round: eight of them should stay in the cache of decoded ones
_WHOLE, _SIGNED, _UNSIGNED = 64, "signed", "unsigned"
_UNROLL = "loop-unroll<O2;no-partial;no-peeling;no-runtime;no-upperbound;full-unroll-max=1>"
_PLACES = frozenset((Opcode.GEP, Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.SEXT, Opcode.ZEXT))
_MARK = "hc.row"
_LOOP = "llvm.loop"


@dataclass(frozen=True)
class Block:
    """A load of a block's rounds, in their order."""

    loads: tuple[Op, ...]


def find_rows(shapes: Shapes) -> list[Op]:
    """The loads of elements that lie side by side in a work-item's row, in loops that may go in eights."""
    steps = Steps(shapes)
    found: list[Op] = []
    for level in shapes.structure.levels:
        if level.depth and level not in shapes.divergent and _goes_in_eights(level, steps):
            found += [op for op in level.header.ops if _is_of_row(op, level, steps)]
    return found


def _goes_in_eights(level: Level, steps: Steps) -> bool:
    """One block that writes nothing and counts its rounds."""
    ops = level.header.ops
    if len(level.blocks) > 1 or len(ops) > _MOST_CODE or any(map(may_write, ops)):
        return False
    if any(op.opcode is Opcode.LOAD and not is_plain(op.instruction) for op in ops):
        return False
    end = ops[-1]
    asked = end.operands[0] if end.opcode is Opcode.BR and len(end.targets) > 1 else None
    if not isinstance(asked, Op) or asked.opcode is not Opcode.ICMP or asked.block is not level.header:
        return False
    counted = [steps.step(operand, level) for operand in asked.operands]
    return None not in counted and 0 in counted and counted != [0, 0]


def _is_of_row(op: Op, level: Level, steps: Steps) -> bool:
    if op.opcode is not Opcode.LOAD or not (op.type.is_floating or op.type.is_integer):
        return False
    size, place = steps.module.layout.size(op.type), op.operands[0]
    if size not in _SIZES or not steps.is_row_of_one(op, level):
        return False
    return steps.step(place, level) == size and _rises_evenly(place, level, set())


def _rises_evenly(node: Node, level: Level, seen: set[tuple[Node, str]], as_: str = _SIGNED) -> bool:
    """Does a value rise by the same in each round, with no number on its way that starts again at 0?

    as_: how a number of less than 64 bits is extended.
    """
    if (node, as_) in seen or _is_kept(node, level):
        return True
    assert isinstance(node, Op)
    seen.add((node, as_))
    source, opcode = node.instruction, node.opcode
    if opcode in (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL):
        even = node.type.width == _WHOLE or (source.nsw if as_ == _SIGNED else source.nuw)
    elif opcode in (Opcode.SEXT, Opcode.ZEXT):
        even = True
        as_ = _SIGNED if opcode is Opcode.SEXT else _UNSIGNED
    else:
        even = opcode in (Opcode.PHI, Opcode.GEP)
        as_ = _SIGNED if opcode is Opcode.GEP else as_
    return even and all(_rises_evenly(operand, level, seen, as_) for operand in node.uses)


def _is_kept(node: Node, level: Level) -> bool:
    """Is it the same in all rounds? Nothing is written in there."""
    if not isinstance(node, Op) or node.block not in level.blocks:
        return True
    return node.opcode is not Opcode.PHI and all(_is_kept(operand, level) for operand in node.uses)


# --- the copy ---------------------------------------------------------------------------------------
def in_eights(module: ir.Module, code: Code, rows: Sequence[Op]) -> Code:
    """A copy of the function whose loops make eight rounds in one; its loads keep the mark."""
    old = code.function
    made, (copies, values) = copy_function(module, old, f"{old.name}.x{ROUNDS}")
    i32 = module.types.i32
    count = hint(module.context, "llvm.loop.unroll.count", value_node(module.context, i32.const(ROUNDS)))
    for number, row in enumerate(rows):
        load = values[row.instruction]
        assert isinstance(load, ir.Instruction)
        load.set_metadata(_MARK, tuple_of(module.context, [value_node(module.context, i32.const(number))]))
        end = copies[row.instruction.block].terminator
        end.set_metadata(_LOOP, distinct_with_self(module.context, [count]))
    ir.run_passes(made, _UNROLL)
    return read(made)


def blocks_in(code: Code) -> dict[Op, Block]:
    """By its loads, what is loaded in each place where eight rounds follow each other."""
    found: dict[Op, Block] = {}
    for block in code.blocks:
        rows: dict[object, list[Op]] = {}
        for op in block.ops:
            mark = op.instruction.metadata(_MARK) if op.opcode is Opcode.LOAD and op.source else None
            if mark is not None:
                rows.setdefault(mark, []).append(op)
        for loads in rows.values():
            if len(loads) == ROUNDS:
                found.update(dict.fromkeys(loads, Block(tuple(loads))))
    return found


# --- a block ----------------------------------------------------------------------------------------
def place_of_one(strip: Strip, node: Node, number: ir.Value, inside: CodeBlock) -> ir.Value:
    """Where one work-item's row goes on, computed from where it begins, which a loop's rounds share.

    Vectors of places would be taken apart in each round, which costs as much as the shuffles.
    """
    follows = isinstance(node, Op) and node.block is inside and node.opcode in _PLACES
    if not follows or strip.shape(node).stride is not None:
        return strip.lane(node, number)
    assert isinstance(node, Op)
    operands = [place_of_one(strip, operand, number, inside) for operand in node.operands]
    made = strip.w.build.insert(node.instruction.clone())
    for index, operand in enumerate(operands):
        made.set_operand(index, operand)
    return made


def load_block(strip: Strip, pointers: Sequence[ir.Value], kind: ir.Type, align: int) -> list[ir.Value]:
    """What eight rounds ask for, as vectors over the work-items whose rows begin at the pointers.

    Vectors are as wide as the strip from the loads on: where registers are that wide, each shuffle is one.
    """
    size, build = strip.w.module.layout.size(kind), strip.w.build
    parts = range(0, ROUNDS, LANE // size)
    return [vector for n in parts for vector in turned(build, _rows(strip, pointers, n, kind, align), size)]


def _rows(
    strip: Strip, pointers: Sequence[ir.Value], begin: int, kind: ir.Type, align: int
) -> list[ir.Value]:
    """A lane of each row. Rows that lie a lane's elements apart share a vector, so that no shuffle crosses
    its lanes."""
    build, size = strip.w.build, strip.w.module.layout.size(kind)
    together = LANE // size
    places = [build.address(strip.w.i8, pointer, [begin * size]) for pointer in pointers]
    return rows_of(build, [build.load(kind.vector(together), place, align=align) for place in places], size)

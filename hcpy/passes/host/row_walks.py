"""Whether the work-items of a strip should go through their loops one after the other.

Takes the Code of a function of one work-item, with uniform loops; gives the answer. Where each work-item goes
through a row of its own (a matrix's row, its own array), a strip that runs in step reads as many lines in
each round as it has work-items, far from each other: elements are gathered one by one, and rows whose
distance is a power of two push each other out of the cache. One work-item after the other reads each line
once, and LLVM's vectoriser may take the inner loop.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy.ir import Opcode
from hcpy.passes.host.code import Code, Op
from hcpy.passes.host.simd.refuse import is_ignored
from hcpy.passes.host.simd.shapes import UNIFORM, Shapes
from hcpy.passes.host.simd.steps import PASSED_ON, Steps
from hcpy.passes.host.simd.structure import Level

_IN_A_LOOP, _DEEPEST = 8, 4  # how often a loop's instructions count; loops further inside count no more
# Instructions of one work-item that a row's access saves one by one, and that an operation loses: a vector of
# 16 elements takes about a sixth. Lines that lie far apart may push each other out of the cache.
_NEAR_ROW, _FAR_ROW, _LOST = 1.25, 3.0, 0.83
# What waiting for the round before costs one work-item alone. Rows that lie near each other are short: the
# processor begins the next one meanwhile.
_CHAIN, _SHORT_CHAIN = 3.0, 1.5
_FREE = PASSED_ON | {Opcode.PHI, Opcode.GEP, Opcode.BR, Opcode.SWITCH, Opcode.ALLOCA}


def walks_rows(code: Code, shapes: Shapes, side_by_side: Collection[Op] = ()) -> bool:
    """side_by_side: accesses to arrays of a work-item's own whose elements lie so (own_arrays.py)."""
    saved = lost = 0.0
    steps = Steps(shapes)
    for block in code.blocks:
        level = shapes.structure.level_of[block]
        if not level.depth:
            continue
        inside = steps.is_vector_inside(level)
        chain = _chain(level, steps) if block is level.header and not inside else 0
        weight = float(_IN_A_LOOP ** min(level.depth, _DEEPEST))
        lost += weight * chain
        for op in block.ops:
            if is_ignored(op) or op.opcode in _FREE:
                continue
            if op.opcode not in (Opcode.LOAD, Opcode.STORE):
                counts = not inside and shapes.of.get(op, UNIFORM).stride is None
                # What rises by the same in each round is an address, or a part of one.
                lost += weight * _LOST * (counts and steps.step(op, level) is None)
            elif op not in side_by_side and steps.is_row_of_one(op, level):
                saved += weight * (_FAR_ROW if steps.is_far(op) else _NEAR_ROW)
            elif not steps.is_same_for_all(op):
                lost += weight
    return saved > lost


def _chain(level: Level, steps: Steps) -> float:
    if not steps.is_chain(level):
        return 0
    rows = (op for op in level.header.ops if op.opcode in (Opcode.LOAD, Opcode.STORE))
    is_near = all(steps.is_same_for_all(op) or not steps.is_far(op) for op in rows)
    return _SHORT_CHAIN if is_near else _CHAIN

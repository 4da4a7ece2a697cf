"""How far the addresses of a loop go from round to round, beside how far they lie apart between work-items.

Takes a function's Shapes; answers questions.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Node, Op
from hcpy.passes.host.effects import DIVISIONS, PURE, is_plain, is_safe_division
from hcpy.passes.host.simd.shapes import VARYING, Shapes
from hcpy.passes.host.simd.structure import Level

PASSED_ON = frozenset((Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC, Opcode.FREEZE, Opcode.BITCAST))
_IN_VECTORS = tuple(
    f"llvm.{name}." for name in "abs smin smax umin umax fmuladd fabs sqrt copysign minnum maxnum".split()
)
_NEAR = 64  # bytes: what a line holds is near
_FAR = 1024
_SHORT = 16  # rounds of a loop that LLVM may unroll


class Steps:
    """How far addresses go from round to round."""

    def __init__(self, shapes: Shapes) -> None:
        self.module, self.shapes = shapes.module, shapes
        self.known: dict[tuple[Node, Level], int | None] = {}

    def is_same_for_all(self, op: Op) -> bool:
        return (self.shapes.operand(op, _address(op)) or VARYING).is_uniform

    def is_far(self, op: Op) -> bool:
        """Do neighbours' accesses lie so far apart that they may share few places of a cache?"""
        apart = (self.shapes.operand(op, _address(op)) or VARYING).stride
        return apart is None or abs(apart) >= _FAR

    def is_row_of_one(self, op: Op, level: Level) -> bool:
        """Is what a work-item accesses next nearer than what its neighbour does now?"""
        if not is_plain(op.instruction):
            return False
        apart = (self.shapes.operand(op, _address(op)) or VARYING).stride
        step = self.step(op.operands[_address(op)], level)
        if step is None or step == 0 or abs(step) > _NEAR:
            return False
        return apart is None or abs(apart) > abs(step)

    def is_chain(self, level: Level) -> bool:
        """Does each of many rounds wait for what the one before has computed?"""
        kept = any(self.shapes.of[op] == VARYING for op in level.header.phis)
        return kept and not self._is_short(level)

    def sums_in_order(self, level: Level) -> bool:
        """Is that a floating-point number? Sums are not reordered: no vectoriser takes the loop itself."""
        sums = any(op.type.is_floating and self.shapes.of[op] == VARYING for op in level.header.phis)
        return sums and not self._is_short(level)

    @staticmethod
    def _is_short(level: Level) -> bool:
        return any(_is_short(edge.source.terminator) for edge in level.exits)

    def is_vector_inside(self, level: Level) -> bool:
        """May LLVM's vectoriser take the loop itself? It has one block, goes along arrays element by element,
        and keeps whole numbers alone. One of few rounds that computes others is unrolled instead."""
        if len(level.blocks) > 1:
            return False
        if self._is_short(level) and any(op.type.is_floating for op in level.header.ops if not _loads(op)):
            return False
        for op in level.header.ops:
            if op.opcode in (Opcode.LOAD, Opcode.STORE):
                kind = op.type if op.opcode is Opcode.LOAD else op.operands[0].type
                step = self.step(op.operands[_address(op)], level)
                near = step == self.module.layout.size(kind) or (step == 0 and op.opcode is Opcode.LOAD)
                if not near or not is_plain(op.instruction):
                    return False
            elif op.opcode is Opcode.PHI:
                if op.type.is_floating or op.type.is_pointer:
                    return False
            elif op.opcode is Opcode.CALL:
                if not op.callee.startswith(_IN_VECTORS):
                    return False
            elif not _has_vector_form(op) and op is not level.header.terminator:
                return False
        return True

    def step(self, node: Node, level: Level) -> int | None:
        """By how much a value rises in each round of a loop; None: there is no such number."""
        if not isinstance(node, Op) or node.block not in level.blocks:
            return 0
        key = node, level
        if key not in self.known:
            self.known[key] = None
            self.known[key] = self._step(node, level)
        return self.known[key]

    def _step(self, op: Op, level: Level) -> int | None:
        if op.opcode is Opcode.PHI:
            return self._phi(op, level)
        if op.opcode is Opcode.CALL:
            return None
        if op.opcode is Opcode.LOAD:  # of one place: a pitch, as a rule, which no round changes
            return 0 if self.step(op.operands[0], level) == 0 else None
        steps = [self.step(operand, level) for operand in op.operands]
        known = [step for step in steps if step is not None]
        if len(known) < len(steps):
            return None
        if not any(known) or op.opcode in PASSED_ON:
            return known[0] if op.opcode in PASSED_ON else 0
        return self._sum(op, known)

    def _sum(self, op: Op, steps: list[int]) -> int | None:
        if op.opcode is Opcode.ADD:
            return steps[0] + steps[1]
        if op.opcode is Opcode.SUB:
            return steps[0] - steps[1]
        if op.opcode in (Opcode.MUL, Opcode.SHL) and not steps[1]:
            by = op.operands[1].value
            if not isinstance(by, ir.Integer):
                return None
            return steps[0] * by.signed if op.opcode is Opcode.MUL else steps[0] << by.value
        if op.opcode is Opcode.GEP and len(steps) == 2:
            return steps[0] + steps[1] * self.module.layout.size(op.instruction.source_type)
        return None

    def _phi(self, op: Op, level: Level) -> int | None:
        """Of a loop's counter, the constant that is added in each round."""
        if op.block is not level.header:
            return None
        backs = {edge.source for edge in level.backs}
        nexts = {value for value, block in op.incoming if block in backs}
        if len(nexts) != 1:
            return None
        (following,) = nexts
        if not isinstance(following, Op) or following.opcode not in (Opcode.ADD, Opcode.GEP):
            return None
        if following.operands[0] is not op or len(following.operands) != 2:
            return None
        by = following.operands[1].value
        if not isinstance(by, ir.Integer):
            return None
        of = (
            1
            if following.opcode is Opcode.ADD
            else self.module.layout.size(following.instruction.source_type)
        )
        return by.signed * of


def _is_short(end: Op) -> bool:
    """By the number that it compares with."""
    asked = end.operands[0] if end.operands else None
    if not isinstance(asked, Op) or asked.opcode is not Opcode.ICMP:
        return False
    return any(isinstance(o.value, ir.Integer) and abs(o.value.signed) <= _SHORT for o in asked.operands)


def _loads(op: Op) -> bool:
    return op.opcode is Opcode.LOAD


def _has_vector_form(op: Op) -> bool:
    return op.opcode in PURE - DIVISIONS or is_safe_division(op)


def _address(op: Op) -> int:
    return 0 if op.opcode is Opcode.LOAD else 1

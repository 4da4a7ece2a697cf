"""Writes an instruction that is run for one work-item after the other.

Takes an Op, the Strip at its place and the mask there; gives the results as vectors.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.code import Fixed, Op
from hcpy.passes.host.simd.lanes import Strip
from hcpy.passes.host.simd.refuse import is_pair


def write_serial(strip: Strip, op: Op, bits: ir.Value | None) -> list[ir.Value]:
    """A loop over the active work-items, of which there is one."""
    w, build = strip.w, strip.w.build
    number = strip.number(bits)
    _prepare(strip, op)
    kinds = _result_types(op)
    before = w.here
    body, done = w.new_block("hc.each"), w.new_block("hc.each.done")
    w.jump(body)
    w.start(body)
    left = build.phi(number.type, [(number, before)], "hc.left")
    given = [build.phi(k.vector(strip.width), [(k.vector(strip.width).poison(), before)]) for k in kinds]
    lane = strip.lowest(left)
    made = _clone(strip, op, lane)
    values = [made] if len(kinds) == 1 else [build.extract_value(made, n) for n in range(len(kinds))]
    results = [build.insert_element(g, v, lane) for g, v in zip(given, values, strict=True) if kinds]
    one = number.type.const(1)
    following = build.binary(Opcode.AND, left, build.sub(left, one), "hc.left.next")
    left.add_incoming([(following, body)])
    for phi, result in zip(given, results, strict=True):
        phi.add_incoming([(result, body)])
    build.branch_if(build.compare(IntPredicate.NE, following, number.type.null()), body, done)
    w.start(done)
    return results


def _prepare(strip: Strip, op: Op) -> None:
    """Vectors are made in front of the loop."""
    for operand in op.operands:
        if strip.shape(operand).stride is None:
            strip.vector(operand)


def _result_types(op: Op) -> list[ir.Type]:
    if is_pair(op):
        return op.type.elements
    return [] if op.type.is_void else [op.type]


def _clone(strip: Strip, op: Op, lane: ir.Value) -> ir.Instruction:
    values = {
        index: strip.lane(operand, lane)
        for index, operand in enumerate(op.operands)
        if not isinstance(operand, Fixed)
    }
    new = strip.w.build.insert(op.instruction.clone())
    for index, value in values.items():
        new.set_operand(index, value)
    return new

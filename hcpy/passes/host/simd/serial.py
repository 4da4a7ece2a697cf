"""Writes an instruction that is run for one work-item after the other.

Takes an Op, the Strip at its place and the mask there; gives the results as vectors.
"""

from __future__ import annotations

from collections.abc import Mapping

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.code import Fixed, Node, Op
from hcpy.passes.host.group_atomics import is_marked
from hcpy.passes.host.simd.lanes import Strip
from hcpy.passes.host.simd.refuse import is_pair

_OF_ADDRESSES = frozenset((Opcode.GEP, Opcode.ZEXT, Opcode.SEXT))


def write_serial(strip: Strip, op: Op, bits: ir.Value | None) -> list[ir.Value]:
    """A loop over the active work-items, of which there is one.

    An operation that costs less than finding the next work-item is written out for the case that all are.
    """
    _prepare(strip, op)
    if not is_marked(op.instruction):
        return _loop(strip, op, strip.number(bits))
    if bits is None:
        return _each(strip, op)
    w, build = strip.w, strip.w.build
    number = strip.number(bits)
    some, every, done = (w.new_block(name) for name in ("hc.some", "hc.every", "hc.served"))
    is_full = build.compare(IntPredicate.EQ, number, number.type.const(-1), "hc.full")
    build.branch_if(is_full, every, some)
    w.start(every)
    full = _each(strip, op)
    from_full = w.here
    w.jump(done)
    w.start(some)
    others = _loop(strip, op, number)
    from_others = w.here
    w.jump(done)
    w.start(done)
    return [build.phi(a.type, [(a, from_full), (b, from_others)]) for a, b in zip(full, others, strict=True)]


def _each(strip: Strip, op: Op) -> list[ir.Value]:
    """All of them, one after the other."""
    build = strip.w.build
    results = [kind.vector(strip.width).poison() for kind in _result_types(op)]
    lanes = [strip.w.number(number) for number in range(strip.width)]
    # All before the first operation: LLVM makes elements of a loaded vector loads where no store is between.
    given = [{n: _element(strip, op, node, lane) for n, node in _asked(op)} for lane in lanes]
    for lane, values in zip(lanes, given, strict=True):
        made = _results(strip, op, values)
        results = [build.insert_element(r, v, lane) for r, v in zip(results, made, strict=True)]
    return results


def _element(strip: Strip, op: Op, node: Node, lane: ir.Value) -> ir.Value:
    """One work-item's value; an address that is made for the operation alone is computed in scalars."""
    if not isinstance(node, Op) or node.opcode not in _OF_ADDRESSES or node.block is not op.block:
        return strip.lane(node, lane)
    if strip.shape(node).stride is not None:
        return strip.lane(node, lane)
    return _clone(strip, node, {n: _element(strip, op, operand, lane) for n, operand in _asked(node)})


def _asked(op: Op) -> list[tuple[int, Node]]:
    """The operands that are no constants."""
    return [(n, operand) for n, operand in enumerate(op.operands) if not isinstance(operand, Fixed)]


def _results(strip: Strip, op: Op, given: Mapping[int, ir.Value]) -> list[ir.Value]:
    """Runs it for one work-item."""
    made = _clone(strip, op, given)
    kinds = _result_types(op)
    return [made] if len(kinds) == 1 else [strip.w.build.extract_value(made, n) for n in range(len(kinds))]


def _loop(strip: Strip, op: Op, number: ir.Value) -> list[ir.Value]:
    """number: the work-items as bits."""
    w, build = strip.w, strip.w.build
    kinds = _result_types(op)
    before = w.here
    body, done = w.new_block("hc.each"), w.new_block("hc.each.done")
    w.jump(body)
    w.start(body)
    left = build.phi(number.type, [(number, before)], "hc.left")
    given = [build.phi(k.vector(strip.width), [(k.vector(strip.width).poison(), before)]) for k in kinds]
    lane = strip.lowest(left)
    values = _results(strip, op, {n: strip.lane(operand, lane) for n, operand in _asked(op)})
    results = [build.insert_element(g, v, lane) for g, v in zip(given, values, strict=True)]
    one = number.type.const(1)
    following = build.binary(Opcode.AND, left, build.sub(left, one), "hc.left.next")
    left.add_incoming([(following, body)])
    for phi, result in zip(given, results, strict=True):
        phi.add_incoming([(result, body)])
    build.branch_if(build.compare(IntPredicate.NE, following, number.type.null()), body, done)
    w.start(done)
    return results


def _prepare(strip: Strip, op: Op) -> None:
    """Vectors are made before the loop."""
    for operand in op.operands:
        if strip.shape(operand).stride is None:
            strip.vector(operand)


def _result_types(op: Op) -> list[ir.Type]:
    if is_pair(op):
        return op.type.elements
    return [] if op.type.is_void else [op.type]


def _clone(strip: Strip, op: Op, given: Mapping[int, ir.Value]) -> ir.Instruction:
    new = strip.w.build.insert(op.instruction.clone())
    for index, value in given.items():
        new.set_operand(index, value)
    return new

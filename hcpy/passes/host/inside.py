"""Writes the function that computes which part of a row of work-items lies off all edges (edges.py).

Takes a function of one work-item with such choices; gives one of the same parameters whose result is
{ low, high }. In a long row the work-items between are run in a loop that asks nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.passes.host import launch
from hcpy.passes.host.clamps import Slice, along_of, settle_edges, varying_of
from hcpy.passes.host.edges import SIGNED, SIGNED_BEYOND, Edge, Varying, answer_of, edge_of
from hcpy.passes.host.id_sums import I32, Wide, extended, parts_of, step_of
from hcpy.passes.host.writer import Number, Writer

_MOST = (1 << 63) - 1


def write_inside(module: ir.Module, function: ir.Function) -> ir.Function | None:
    """None: the choices are not about a stretch of a row, or there are none."""
    settle_edges(function)
    asked = Slice(function)
    context = launch.context_of(function)
    varying, along = varying_of(context), along_of(context)
    questions = _questions(asked, varying, along)
    if questions is None:
        return None
    edges, alike = questions
    pair = module.types.struct([module.types.i64, module.types.i64])
    extra = [(argument.type, argument.name) for argument in function.arguments[len(launch.NAMES) :]]
    made = launch.define(module, f"{function.name}.inside", pair, extra)
    with Writer(module, made) as w:
        w.start(w.new_block("hc.inside"))
        found = asked.write(w.build, made.arguments)
        size = launch.context_of(made)["size0.w"]
        stretch = _Stretch(w, size)
        for choice in alike:
            answer = w.build.compare(P.EQ, found(choice.operand(2)), choice.operand(1))
            stretch.only_if(w.build.freeze(answer))
        for edge in edges:
            wide = Wide(w.build, varying.all, found)
            first = w.build.freeze(wide.of(edge.linear))
            limit = w.build.freeze(extended(w.build, found(edge.limit), edge.predicate in SIGNED))
            if edge.linear.type.width == 32:
                wide.must_fit(edge.linear, first)
            stretch.keep(edge, first, limit)
            for part, value in wide.bounded:
                stretch.fit(w.build.freeze(value), grows=step_of(part, varying.all, along) == 1)
        w.build.ret(stretch.pair(pair))
    return made


def _questions(
    asked: Slice, varying: Varying, along: Collection[ir.Value]
) -> tuple[list[Edge], list[ir.Instruction]] | None:
    """What is asked about a stretch of a row, and the choices that are the same for all of it."""
    edges: list[Edge] = []
    alike: list[ir.Instruction] = []
    for choice in asked.choices:
        question = choice.operand(2)
        if choice.type.width == 1 and question not in varying.along:
            alike.append(choice)
            continue
        edge = edge_of(question, varying.all, answer_of(choice))
        if edge is None:
            return None
        parts = [edge.linear, *parts_of(edge.linear, varying.all)]
        if any(step_of(part, varying.all, along) not in (0, 1) for part in parts):
            return None
        edges.append(edge)
    return (edges, alike) if edges or alike else None


class _Stretch:
    """The work-items of a row for which all holds that is asked for."""

    def __init__(self, w: Writer, size: ir.Value) -> None:
        self.w, self.size = w, size
        self.low: ir.Value = w.number(0)
        self.high: ir.Value = size

    def keep(self, edge: Edge, first: ir.Value, limit: ir.Value) -> None:
        """first: the number of the row's first work-item."""
        w, predicate = self.w, edge.predicate
        if predicate in SIGNED:
            self._from(w.intrinsic("ssub.sat", 0, first))
            limit = w.intrinsic("umin", limit, _MOST)
        at = w.intrinsic("ssub.sat", limit, first)
        after = w.intrinsic("sadd.sat", at, 1)
        if predicate in (P.SLT, P.ULT):
            self._until(at)
        elif predicate in (P.SLE, P.ULE):
            self._until(after)
        elif predicate is P.SGE:
            self._from(at)
        elif predicate is P.SGT:
            self._from(after)
        elif predicate in SIGNED_BEYOND:  # from the limit on, or where it is negative: the longer one
            self.only_if(w.build.compare(P.SGE, limit, w.number(0)))
            before = w.intrinsic("ssub.sat", 0, first)
            is_early = w.build.compare(P.SLE, w.intrinsic("sadd.sat", before, at), self.size)
            self._from(w.choose(is_early, at if predicate is P.UGE else after, 0))
            self._until(w.choose(is_early, self.size, before))
        else:  # on the longer side of the one that differs
            is_early = w.build.compare(P.SLE, w.intrinsic("sadd.sat", at, at), self.size)
            self._from(w.choose(is_early, after, 0))
            self._until(w.choose(is_early, self.size, at))

    def fit(self, first: ir.Value, *, grows: bool) -> None:
        w = self.w
        if not grows:
            self.only_if(w.build.compare(P.SGE, first, w.number(I32[0])))
            self.only_if(w.build.compare(P.SLE, first, w.number(I32[1])))
            return
        self._from(w.intrinsic("ssub.sat", I32[0], first))
        self._until(w.intrinsic("ssub.sat", I32[1] + 1, first))

    def pair(self, kind: ir.Type) -> ir.Value:
        w = self.w
        low = w.intrinsic("smin", w.intrinsic("smax", self.low, 0), self.size)
        high = w.intrinsic("smax", w.intrinsic("smin", self.high, self.size), low)
        return w.build.insert_value(w.build.insert_value(kind.poison(), low, 0), high, 1)

    def _from(self, value: Number) -> None:
        self.low = self.w.intrinsic("smax", self.low, value)

    def _until(self, value: Number) -> None:
        self.high = self.w.intrinsic("smin", self.high, value)

    def only_if(self, condition: ir.Value) -> None:
        self.high = self.w.intrinsic("smin", self.high, self.w.choose(condition, self.size, 0))

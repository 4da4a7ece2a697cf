"""Writes the function that computes which part of a row of work-items has work.

Takes the Questions that narrow.py took out of a function; gives a function of the same parameters whose
result is { low, high }.
"""

from __future__ import annotations

from dataclasses import dataclass

from hcpy import ir
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.code import Code, Fixed, Node
from hcpy.passes.host.narrow import UNSIGNED, Compared, Questions, Same
from hcpy.passes.host.region_code import set_operands
from hcpy.passes.host.writer import Number, Writer

_MOST = (1 << 63) - 1


@dataclass(frozen=True)
class Bounds:
    """The function that computes a row's bounds."""

    function: ir.Function
    same_for_rows: bool  # does it look at no other dimension?


def write_bounds(module: ir.Module, code: Code, questions: Questions) -> Bounds:
    i64 = module.types.i64
    pair = module.types.struct([i64, i64])
    extra = [(i.type, i.name) for i in code.inputs if not i.context]
    function = launch.define(module, f"{code.function.name}.bounds", pair, extra)
    with Writer(module, function) as w:
        _BoundsWriter(w, code, questions).write(pair)
    return Bounds(function, not questions.across)


class _BoundsWriter:
    def __init__(self, w: Writer, code: Code, questions: Questions) -> None:
        self.w, self.questions = w, questions
        self.context = launch.context_of(w.function)
        self.values: dict[Node, ir.Value] = dict(code.bind_inputs(w.function.arguments).items())
        self.low: list[Number] = [0]
        self.high: list[Number] = [self.context["size0.w"]]

    def write(self, pair: ir.Type) -> None:
        w = self.w
        w.start(w.new_block("hc.bounds"))
        for op in self.questions.computed:
            new = w.build.insert(op.instruction.clone())
            set_operands(new, op, self.values.__getitem__)
            self.values[op] = new
        for asked in self.questions.asked:
            if isinstance(asked, Same):
                self._same(asked)
            else:
                self._compared(asked)
        low, high = self.low[0], self.high[0]
        for value in self.low[1:]:
            low = w.intrinsic("smax", low, value)
        for value in self.high[1:]:
            high = w.intrinsic("smin", high, value)
        high = w.intrinsic("smax", high, low)
        first = w.build.insert_value(pair.poison(), w.number(low), 0)
        w.build.ret(w.build.insert_value(first, high, 1))

    def _same(self, asked: Same) -> None:
        size = self.context["size0.w"]
        yes, no = (size, 0) if asked.holds else (0, size)
        self.high.append(self.w.choose(self._frozen(asked.condition), yes, no))

    def _compared(self, asked: Compared) -> None:
        w, unsigned = self.w, asked.predicate in UNSIGNED
        limit = self._wide(asked.limit, unsigned)
        if asked.offset is not None:
            limit = w.intrinsic("ssub.sat", limit, self._wide(asked.offset, unsigned))
        if asked.id.context.startswith("global"):
            limit = w.intrinsic("ssub.sat", limit, self.context["global0.w"])
        behind: Number = limit
        if asked.predicate in (P.SLE, P.ULE, P.SGT, P.UGT, P.EQ):
            behind = w.intrinsic("sadd.sat", limit, 1)
        if asked.predicate in (P.SLT, P.ULT, P.SLE, P.ULE, P.EQ):
            self.high.append(behind)
        if asked.predicate in (P.SGE, P.UGE, P.EQ):
            self.low.append(limit)
        if asked.predicate in (P.SGT, P.UGT):
            self.low.append(behind)

    def _frozen(self, node: Node) -> ir.Value:
        """Where a condition before it fails a value may be poison; then any other will do."""
        return node.value if isinstance(node, Fixed) else self.w.build.freeze(self.values[node])

    def _wide(self, node: Node, unsigned: bool) -> Number:
        """A 32- or 64-bit value as a signed 64-bit one; beyond its range it stays at the range's end."""
        value = self._frozen(node)
        if isinstance(value, ir.Integer):
            return min(value.value, _MOST) if unsigned else value.signed
        if value.type == self.w.i32:
            return self.w.build.cast(Opcode.ZEXT if unsigned else Opcode.SEXT, value, self.w.i64)
        return self.w.intrinsic("umin", value, _MOST) if unsigned else value

"""Writes the function that computes which part of a row of work-items has work.

Takes the Questions that narrow.py took out of a function; gives a function of the same parameters whose
result is { low, high }, or { low, high, step } where every step-th work-item alone has work. Questions about
ids of the other dimensions alone go to a function of the group, which says which of its rows have work.
"""

from __future__ import annotations

from collections.abc import Callable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.code import Code, Fixed, Input, Node, Op
from hcpy.passes.host.id_parts import dimension_of, is_local
from hcpy.passes.host.narrow import SWAPPED, Compared, Every, Linear, Questions, Same
from hcpy.passes.host.region_code import set_operands
from hcpy.passes.host.writer import Number, Writer

_MOST = (1 << 63) - 1
_SHORTEST, _LONGEST = 4, 64  # parts of rows
_ENDS = {P.SGE: (True, 0), P.SGT: (True, 1), P.SLT: (False, 0), P.SLE: (False, 1)}


@dataclass(frozen=True)
class Bounds:
    """The function that computes a row's bounds."""

    function: ir.Function
    same_for_rows: bool  # does it look at no other dimension?
    has_step: bool
    part: tuple[int, int] | None = None  # of a tile's row, that has work at most
    rows: ir.Function | None = None  # gives { low, high } of dimension 1 and of dimension 2; None: all rows


def write_bounds(module: ir.Module, code: Code, questions: Questions) -> Bounds:
    i64 = module.types.i64
    has_step = questions.every is not None
    extra = [(i.type, i.name) for i in code.inputs if not i.context]

    def define(name: str, numbers: int, write: Callable[[_BoundsWriter, ir.Type], None]) -> ir.Function:
        kind = module.types.struct([i64] * numbers)
        function = launch.define(module, f"{code.function.name}.{name}", kind, extra)
        with Writer(module, function) as w:
            write(_BoundsWriter(w, code, questions), kind)
        return function

    rows = define("rows", 4, _BoundsWriter.write_rows) if any(map(_is_of_rows, questions.asked)) else None
    function = define("bounds", 2 + has_step, _BoundsWriter.write)
    return Bounds(function, not questions.across, has_step, _part_of_row(questions), rows)


def _is_of_rows(asked: Compared | Linear | Same) -> bool:
    return isinstance(asked, Compared) and dimension_of(asked.id) > 0


def _part_of_row(questions: Questions) -> tuple[int, int] | None:
    """From where to where, by the numbers that local ids are compared with."""
    low, high = 0, _LONGEST
    for asked in questions.asked:
        if not isinstance(asked, Compared) or not is_local(asked.id) or asked.offset is not None:
            continue
        if _is_of_rows(asked):
            continue
        limit = asked.limit.value
        if not isinstance(limit, ir.Integer) or asked.predicate not in _ENDS:
            continue
        is_low, more = _ENDS[asked.predicate]
        if is_low:
            low = max(low, limit.signed + more)
        else:
            high = min(high, limit.signed + more)
    return (low, high) if low + _SHORTEST <= high < _LONGEST else None


class _BoundsWriter:
    def __init__(self, w: Writer, code: Code, questions: Questions) -> None:
        self.w, self.questions = w, questions
        self.context = launch.context_of(w.function)
        self.values: dict[Node, ir.Value] = dict(code.bind_inputs(w.function.arguments).items())
        self._ask_along(0)

    def write(self, pair: ir.Type) -> None:
        w = self.w
        self._begin()
        for asked in self.questions.asked:
            if isinstance(asked, Same):
                self._same(asked)
            elif isinstance(asked, Linear):
                self._linear(asked)
            elif not _is_of_rows(asked):
                self._compared(asked)
        low, high = self._ends()
        every = self.questions.every
        step = None if every is None else self._step(every)
        if every is not None and step is not None:
            low = self._first(every, w.number(low), step)
        result = w.build.insert_value(pair.poison(), w.number(low), 0)
        result = w.build.insert_value(result, high, 1)
        w.build.ret(result if step is None else w.build.insert_value(result, step, 2))

    def write_rows(self, ends: ir.Type) -> None:
        w = self.w
        self._begin()
        result = ends.poison()
        for dimension in (1, 2):
            self._ask_along(dimension)
            for asked in self.questions.asked:
                if isinstance(asked, Compared) and dimension_of(asked.id) == dimension:
                    self._compared(asked)
            for n, end in enumerate(self._ends()):
                result = w.build.insert_value(result, w.number(end), 2 * (dimension - 1) + n)
        w.build.ret(result)

    def _begin(self) -> None:
        w = self.w
        w.start(w.new_block("hc.bounds"))
        for op in self.questions.computed:
            new = w.build.insert(op.instruction.clone())
            set_operands(new, op, self.values.__getitem__)
            self.values[op] = new

    def _ask_along(self, dimension: int) -> None:
        self.origin = self.context[f"global{dimension}.w"]
        self.low: list[Number] = [0]
        self.high: list[Number] = [self.context[f"size{dimension}.w"]]

    def _ends(self) -> tuple[Number, ir.Value]:
        w = self.w
        low, high = self.low[0], self.high[0]
        for value in self.low[1:]:
            low = w.intrinsic("smax", low, value)
        for value in self.high[1:]:
            high = w.intrinsic("smin", high, value)
        return low, w.intrinsic("smax", high, low)

    def _same(self, asked: Same) -> None:
        size = self.context["size0.w"]
        yes, no = (size, 0) if asked.holds else (0, size)
        self.high.append(self.w.choose(self._frozen(asked.condition), yes, no))

    def _compared(self, asked: Compared) -> None:
        w, unsigned = self.w, asked.predicate in ir.UNSIGNED_ORDERS
        limit = self._wide(asked.limit, unsigned)
        if asked.offset is not None:
            limit = w.intrinsic("ssub.sat", limit, self._wide(asked.offset, unsigned))
        if asked.id.context.startswith("global"):
            limit = w.intrinsic("ssub.sat", limit, self.origin)
        behind: Number = limit
        if asked.predicate in (P.SLE, P.ULE, P.SGT, P.UGT, P.EQ):
            behind = w.intrinsic("sadd.sat", limit, 1)
        if asked.predicate in (P.SLT, P.ULT, P.SLE, P.ULE, P.EQ):
            self.high.append(behind)
        if asked.predicate in (P.SGE, P.UGE, P.EQ):
            self.low.append(limit)
        if asked.predicate in (P.SGT, P.UGT):
            self.low.append(behind)

    # -- multiples of ids --
    def _add(self, a: Number, b: Number) -> ir.Value:
        return self.w.build.add(self.w.number(a), self.w.number(b))

    def _sub(self, a: Number, b: Number) -> ir.Value:
        return self.w.build.sub(self.w.number(a), self.w.number(b))

    def _mul(self, a: Number, b: Number) -> ir.Value:
        return self.w.build.mul(self.w.number(a), self.w.number(b))

    def _linear(self, asked: Linear) -> None:
        """All in 64 bits, where nothing overflows (narrow.py)."""
        w, predicate = self.w, asked.predicate
        factor, summand = self._parts(asked.value)
        limit = self._sub(self._wide(asked.limit, unsigned=False), summand)
        if not is_local(asked.id):
            origin = self._mul(factor, self.context["global0.w"])
            limit = self._sub(limit, origin)
        # id * -2 < limit: id * 2 > -limit. As of at least: id >= ceil(limit / factor); as of at most: floor.
        zero = w.number(0)
        falls = w.build.compare(P.SLT, w.number(factor), zero)
        opposite = self._sub(0, limit)
        size = w.choose(falls, self._sub(0, factor), factor)
        is_same = w.is_equal(size, 0)
        divisor = w.choose(is_same, 1, size)
        all_of, none = w.number(-1), self.context["size0.w"]
        for sign, limited in ((0, limit), (1, opposite)):
            applies = falls if sign else w.build.compare(P.SGT, w.number(factor), zero)
            asks = SWAPPED[predicate] if sign else predicate
            if asks in (P.SLT, P.SLE, P.EQ):
                most = limited if asks is not P.SLT else self._sub(limited, 1)
                behind = self._add(self._floor(most, divisor), 1)
                self.high.append(w.choose(applies, behind, none))
            if asks in (P.SGT, P.SGE, P.EQ):
                least = self._sub(limited, int(asks is not P.SGT))
                first = self._add(self._floor(least, divisor), 1)
                self.low.append(w.choose(applies, first, all_of))
        holds = w.build.compare(predicate, zero, limit)
        self.high.append(w.choose(is_same, w.choose(holds, none, 0), none))

    def _parts(self, node: Node) -> tuple[Number, Number]:
        """The factor of the id in a value, and what is added."""
        if isinstance(node, Input):
            return 1, 0
        assert isinstance(node, Op)
        first, second = node.operands
        is_first = self._has_id(first)
        factor, summand = self._parts(first if is_first else second)
        other = self._wide(second if is_first else first, unsigned=False)
        if node.opcode is Opcode.ADD:
            return factor, self._add(summand, other)
        if node.opcode is Opcode.SUB:
            if is_first:
                return factor, self._sub(summand, other)
            return self._sub(0, factor), self._sub(other, summand)
        if node.opcode is Opcode.SHL:
            assert isinstance(other, int)
            other = 1 << other
        return self._mul(factor, other), self._mul(summand, other)

    def _has_id(self, node: Node) -> bool:
        if isinstance(node, Op):
            return node not in self.values and any(map(self._has_id, node.operands))
        return isinstance(node, Input) and node.context in launch.ALONG_ROW

    def _floor(self, value: Number, divisor: Number) -> ir.Value:
        """Rounded down, where division rounds towards 0; the divisor is above 0."""
        w = self.w
        quotient = w.build.binary(Opcode.SDIV, w.number(value), w.number(divisor))
        rest = w.build.binary(Opcode.SREM, w.number(value), w.number(divisor))
        below = w.build.compare(P.SLT, rest, w.number(0))
        return w.build.add(quotient, w.build.cast(Opcode.SEXT, below, w.i64))

    # -- every n-th --
    def _step(self, every: Every) -> ir.Value:
        """1 where all have to be asked."""
        w = self.w
        by = w.number(self._wide(every.by, every.is_unsigned))
        if not every.is_mask:
            absolute = w.choose(w.build.compare(P.SLT, by, w.number(0)), self._sub(0, by), by)
            return w.intrinsic("smax", absolute, 1)
        following = self._add(by, 1)
        common = w.is_equal(w.bits_and(by, following), 0)
        return w.intrinsic("smax", w.choose(common, following, 1), 1)

    def _first(self, every: Every, low: ir.Value, step: ir.Value) -> ir.Value:
        """The first one from low on that may pass."""
        w = self.w
        value = low if is_local(every.id) else w.add(low, self.context["global0.w"])
        if every.offset is not None:
            value = self._add(value, self._wide(every.offset, every.is_unsigned))
        missing = self._sub(self._wide(every.rest, every.is_unsigned), value)
        rest = w.build.binary(Opcode.SREM, missing, step)
        below = w.build.compare(P.SLT, rest, w.number(0))
        return w.add(low, w.choose(below, self._add(rest, step), rest), nsw=False)

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

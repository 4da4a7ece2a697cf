"""Writes instructions one after the other, in the order of the text that LLVM would print.

Takes a function; adds blocks to it. Numbers are 64 bits wide where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import TracebackType

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch

Number = ir.Value | int


class Writer:
    """A place in a function that moves on. Use it in a `with` statement, or close it."""

    def __init__(self, module: ir.Module, function: ir.Function) -> None:
        self.module, self.function = module, function
        self.types = module.types
        self.i64, self.i32, self.i8, self.i1 = (self.types.integer(n) for n in (64, 32, 8, 1))
        self.build = ir.Builder(module.context)
        self.block: ir.Block | None = None
        self._constants: dict[int, ir.Value] = {}
        self._unused: dict[str, ir.Value] = {}

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.build.close()

    # -- blocks --
    def new_block(self, name: str) -> ir.Block:
        return self.function.append_block(name)

    def start(self, block: ir.Block) -> ir.Block:
        """Goes on in an empty block, which comes after all others."""
        block.move_to_end()
        self.build.move_to_end(block)
        self.block = block
        return block

    def go_before(self, instruction: ir.Instruction) -> None:
        self.build.move_before(instruction)

    @property
    def here(self) -> ir.Block:
        assert self.block is not None
        return self.block

    def jump(self, target: ir.Block) -> None:
        self.build.branch(target)

    # -- numbers --
    def number(self, value: Number) -> ir.Value:
        if not isinstance(value, int):
            return value
        if value not in self._constants:
            self._constants[value] = self.i64.const(value)
        return self._constants[value]

    def add(self, a: Number, b: Number, name: str = "", *, nsw: bool = True) -> ir.Value:
        """Without unsigned wrap, and mostly without a signed one."""
        return self.build.add(self.number(a), self.number(b), name, nuw=True, nsw=nsw)

    def sub(self, a: Number, b: Number, name: str = "", *, nsw: bool = True) -> ir.Value:
        return self.build.sub(self.number(a), self.number(b), name, nuw=True, nsw=nsw)

    def mul(self, a: Number, b: Number, name: str = "", *, nsw: bool = True) -> ir.Value:
        return self.build.mul(self.number(a), self.number(b), name, nuw=True, nsw=nsw)

    def divide(self, a: Number, b: Number, name: str = "") -> ir.Value:
        return self.build.binary(Opcode.UDIV, self.number(a), self.number(b), name)

    def bits_and(self, a: Number, b: Number, name: str = "") -> ir.Value:
        return self.build.binary(Opcode.AND, self.number(a), self.number(b), name)

    def is_less(self, a: Number, b: Number, name: str = "") -> ir.Value:
        """Unsigned."""
        return self.build.compare(ir.IntPredicate.ULT, self.number(a), self.number(b), name)

    def is_equal(self, a: Number, b: Number, name: str = "") -> ir.Value:
        return self.build.compare(ir.IntPredicate.EQ, self.number(a), self.number(b), name)

    def choose(self, condition: ir.Value, a: Number, b: Number, name: str = "") -> ir.Value:
        return self.build.select(condition, self.number(a), self.number(b), name)

    def narrow(self, value: Number, name: str = "") -> ir.Value:
        """As an i32 that holds it."""
        return self.build.trunc(self.number(value), self.i32, name, nuw=True, nsw=True)

    def intrinsic(self, name: str, a: Number, b: Number, result: str = "") -> ir.Value:
        """Of two i64: umin, smin, ssub.sat, ..."""
        declared = self.module.declare(
            f"llvm.{name}.i64", self.types.function(self.i64, [self.i64, self.i64])
        )
        return self.build.call(declared, [self.number(a), self.number(b)], result)

    @property
    def unused(self) -> dict[str, ir.Value]:
        """What a call gives for the context's values that nobody uses."""
        if not self._unused:
            poison = {kind: kind.poison() for kind in (self.types.pointer(), self.i64, self.i32)}
            kinds = launch.parameter_types(self.types)
            self._unused = {n: poison[kind] for n, kind in zip(launch.NAMES, kinds, strict=True)}
        return self._unused

    # -- memory --
    def memory_type(self, kind: ir.Type) -> ir.Type:
        """How a value is kept: an i1 as a byte."""
        return self.i8 if kind == self.i1 else kind

    def load_value(self, kind: ir.Type, pointer: ir.Value, name: str) -> tuple[ir.Value, ir.Instruction]:
        """The value and the load itself."""
        memory = self.memory_type(kind)
        loaded = self.build.load(memory, pointer, name)
        if memory == kind:
            return loaded, loaded
        return self.build.trunc(loaded, kind, name, nuw=True), loaded

    def store_value(self, value: ir.Value, pointer: ir.Value) -> ir.Instruction:
        kind = value.type
        memory = self.memory_type(kind)
        stored = value if memory == kind else self.build.cast(Opcode.ZEXT, value, memory)
        return self.build.store(stored, pointer)


class Loop:
    """A loop that is being written: `for index = begin; index + step <= end; index += step`, and
    `index < end` where the step is not a constant."""

    def __init__(
        self, w: Writer, begin: Number, end: Number, step: Number, name: str, *, guarded: bool
    ) -> None:
        self.w, self.step = w, step
        self.body, self.done = w.new_block(f"hc.{name}.body"), w.new_block(f"hc.{name}.done")
        self.latch = w.new_block(f"hc.{name}.latch")
        before = w.new_block(f"hc.{name}.before")
        w.jump(before)
        w.start(before)
        limit = w.number(end)
        if isinstance(step, int) and step > 1:
            room = w.sub(end, begin, "hc.room")
            whole = w.bits_and(room, -step, "hc.whole")
            limit = w.add(begin, whole, "hc.limit")
        self.limit = limit
        if guarded:
            w.build.branch_if(w.is_less(begin, limit, "hc.some"), self.body, self.done)
        else:
            w.jump(self.body)
        w.start(self.body)
        self.index = w.build.phi(w.i64, [(w.number(begin), before)], f"hc.{name}")

    def close(self) -> ir.Instruction:
        """Gives the branch back to the beginning."""
        w = self.w
        w.jump(self.latch)
        w.start(self.latch)
        following = w.add(self.index, self.step, "hc.next", nsw=isinstance(self.step, int))
        self.index.add_incoming([(following, self.latch)])
        branch = w.build.branch_if(w.is_less(following, self.limit, "hc.more"), self.body, self.done)
        w.start(self.done)
        return branch


def bind_ids(
    w: Writer,
    used: Collection[str],
    around: launch.Context,
    local: Sequence[Number],
    origin: Sequence[Number],
    item: Number,
    lane: Number = 0,
) -> list[ir.Value]:
    """The context of one work-item from its local ids, as the arguments of a call.

    used: what the function asks of its context: nothing else is computed; around: the context outside of
    the work-item loops; origin: per dimension, what makes a global id of a local one.
    """
    own: dict[str, ir.Value] = {launch.ITEM: w.number(item), launch.LANE: w.number(lane)}
    for d in range(3):
        own[f"local{d}.w"] = w.number(local[d])
        if f"local{d}" in used:
            own[f"local{d}"] = w.narrow(local[d], "hc.l")
        if f"global{d}" in used or f"global{d}.w" in used:
            wide = own[f"global{d}.w"] = w.add(origin[d], local[d], "hc.g")
            if f"global{d}" in used:
                own[f"global{d}"] = w.narrow(wide, "hc.g")
    unused = w.unused
    return [(own.get(name) or around[name]) if name in used else unused[name] for name in launch.NAMES]

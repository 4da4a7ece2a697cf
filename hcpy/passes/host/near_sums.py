"""Sums that work-items of a kernel add to memory, wherever data says, are held near by.

`atomic_fetch_add(&bins[in[i]], 1)` locks the bus for each work-item. What a thread adds to the places around
one of the first that it adds to, it adds plainly to a window in its scratch memory; after its last group the
window is added to memory. Other places are added to as the kernel says; where they are many, all are.

`mark_near` takes the function of one work-item, with the context, and marks the operations. They stay atomic
for the stages, which so know that work-items meet there. `NearSums.write` comes after these.

Nobody may see the difference (unseen.py): whole numbers alone, whose order does not matter, no result is
used, and the memory is what a captured pointer leads to. What a work-item loads after it has added may lie in
the same memory: it asks whether that is in a window, which is then added at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import AtomicOperation, IntPredicate, Opcode, Ordering, metadata
from hcpy.passes.host.fixed_sums import is_fixed
from hcpy.passes.host.launch import INDEX, SCRATCH, context_of
from hcpy.passes.host.loops import Group
from hcpy.passes.host.unseen import ADDS, Unseen, is_captured_sum, root_of
from hcpy.passes.host.writer import Loop, Number, Writer

_PLACES = 2048  # of a window: 1024 bins are in it, whichever comes first
_HEAD = 64  # bytes before them: the address of the window's first place, and a counter
_OFF = 1  # in place of the address: no window any more; 0: not yet
_WIDEST = 64  # bytes that are loaded at once, at most
_EARLY, _MOST_ASTRAY = 128, 256  # sums before there is a window; beyond it, before it is given up
_AT_ONCE = 8  # words of 64 bits that are asked at once whether any place has a sum
_MOST_WINDOWS = 4
_MOST_LOADS = 8  # after sums
_ENTRY_SCRATCH = 4  # place of the entry's parameter


@dataclass(frozen=True)
class NearSums:
    """The windows, one for each captured pointer, all of numbers of one type."""

    module: ir.Module
    symbol: str  # the kernel's entry
    kind: ir.Type
    ordering: Ordering
    windows: int
    begin: int  # where in the scratch memory they begin

    @property
    def end(self) -> int:
        return self.begin + self.windows * self._window

    def empty(self, w: Writer, group: Group) -> None:
        for n in range(self.windows):
            head = self._head(w, group.context[SCRATCH], n)
            for at in (head, w.build.offset(head, 8)):
                w.build.store(w.number(0), at, 8)

    def add(self, w: Writer, group: Group) -> None:
        """Adds what the windows hold to memory."""
        for n in range(self.windows):
            w.build.call(self._flush(), [self._head(w, group.context[SCRATCH], n)])

    def check(self, load: ir.Instruction) -> None:
        """A call before it, which the stages take for one that does anything."""
        pointer = self.module.types.pointer()
        check = self.module.function(_check_name(self.symbol)) or self._define("check", [pointer, pointer])
        scratch = load.block.function.arguments[INDEX[SCRATCH]]
        with ir.Builder.before(load) as build:
            for n in range(self.windows):
                head = build.offset(scratch, self.begin + n * self._window, "hc.window")
                build.call(check, [head, load.pointer])

    def write(self, entry: ir.Function) -> None:
        """Replaces what is marked; all functions on the way from the entry to it get the scratch memory."""
        check = self.module.function(_check_name(self.symbol))
        if check is not None:
            with Writer(self.module, check) as w:
                self._write_check(w)
        functions: dict[Opcode, ir.Function] = {}
        changed: dict[ir.Function, None] = {}
        for function in self.module.definitions:
            for op in list(function.instructions_of(Opcode.ATOMIC_RMW)):
                window = self._window_of(op)
                if window is not None:
                    self._replace(op, window, entry, functions)
                    changed[function] = None
        work = list(changed)
        for function in work:
            for call in function.users if function != entry else ():
                assert isinstance(call, ir.Instruction)
                caller = call.block.function
                call.set_operand(INDEX[SCRATCH], _scratch_of(caller, entry))
                if caller not in work:
                    work.append(caller)

    # -- what is written --
    @property
    def _size(self) -> int:
        return self.module.layout.size(self.kind)

    @property
    def _window(self) -> int:
        return _HEAD + _PLACES * self._size

    def _head(self, w: Writer, scratch: ir.Value, window: int) -> ir.Value:
        return w.build.offset(scratch, self.begin + window * self._window, "hc.window")

    def _define(self, name: str, parameters: Sequence[ir.Type], *, is_cold: bool = False) -> ir.Function:
        types = self.module.types
        made = self.module.define(f"{self.symbol}.near.{name}", types.function(types.void, parameters))
        for attribute in ("nounwind", *(("noinline", "cold") if is_cold else ())):
            made.attributes.add(attribute)
        return made

    def _window_of(self, op: ir.Instruction) -> int | None:
        marks = (metadata.kind_number(self.module.context, _mark(n)) for n in range(self.windows))
        return next((n for n, kind in enumerate(marks) if op.has_metadata(kind)), None)

    def _replace(
        self, op: ir.Instruction, window: int, entry: ir.Function, functions: dict[Opcode, ir.Function]
    ) -> None:
        operation = ADDS[op.atomic_operation]
        if operation not in functions:
            functions[operation] = self._define_add(operation)
        with Writer(self.module, op.block.function) as w:
            w.go_before(op)
            head = self._head(w, _scratch_of(op.block.function, entry), window)
            w.build.call(functions[operation], [head, op.pointer, op.operand(1)])
        op.replace(op.type.poison())  # a strip collects results that nobody uses

    def _define_add(self, operation: Opcode) -> ir.Function:
        """Of a window's head, a place in memory and a number."""
        pointer = self.module.types.pointer()
        given = [pointer, pointer, self.kind]
        function = self._define(operation.name, given)
        function.attributes.add("alwaysinline")
        astray = self._define(f"{operation.name}.astray", given, is_cold=True)
        with Writer(self.module, function) as w:
            self._write_add(w, operation, astray)
        with Writer(self.module, astray) as w:
            self._write_astray(w, operation)
        return function

    def _write_add(self, w: Writer, operation: Opcode, astray: ir.Function) -> None:
        head, place, value = w.function.arguments
        names = ("in", "near", "far", "memory", "astray", "out")
        begin, near, far, memory, other, out = (w.new_block(f"hc.{name}") for name in names)
        w.start(begin)
        base = w.build.load(w.i64, head, "hc.base", 8)
        at = w.build.cast(Opcode.PTRTOINT, place, w.i64, "hc.at")
        # In bytes: a shift would make a store's address known later, and what is loaded for the next sum
        # wait for it.
        offset = w.build.sub(at, base, "hc.offset")
        w.build.branch_if(w.is_less(offset, _PLACES * self._size, "hc.is_near"), near, far)
        w.start(near)
        self._add_near(w, operation, offset)
        w.jump(out)
        w.start(far)
        w.build.branch_if(w.is_equal(base, _OFF), memory, other)
        w.start(memory)
        self._add_to_memory(w, operation)
        w.jump(out)
        w.start(other)
        w.build.call(astray, [head, place, value])
        w.jump(out)
        w.start(out)
        w.build.ret()

    def _add_near(self, w: Writer, operation: Opcode, offset: Number) -> None:
        """offset: of a place in the window, in bytes."""
        head, _, value = w.function.arguments
        held = w.build.address(w.i8, w.build.offset(head, _HEAD), [w.number(offset)], "hc.held")
        w.build.store(w.build.binary(operation, w.build.load(self.kind, held), value), held)

    def _add_to_memory(self, w: Writer, operation: Opcode) -> None:
        _, place, value = w.function.arguments
        by = next(by for by, plain in ADDS.items() if plain is operation)
        w.build.atomic(by, place, value, self.ordering)

    def _write_astray(self, w: Writer, operation: Opcode) -> None:
        """Counts what comes before there is a window, and then what comes beyond it."""
        head, place, _ = w.function.arguments
        names = ("in", "none", "early", "first", "beyond", "off", "out")
        begin, none, early, first, beyond, off, out = (w.new_block(f"hc.{name}") for name in names)
        w.start(begin)
        counter = w.build.offset(head, 8)
        count = w.add(w.build.load(w.i64, counter, "", 8), 1, "hc.count")
        w.build.store(count, counter, 8)
        is_none = w.is_equal(w.build.load(w.i64, head, "hc.base", 8), 0)
        w.build.branch_if(is_none, none, beyond)
        w.start(none)
        w.build.branch_if(w.is_less(count, _EARLY), early, first)
        w.start(early)
        self._add_to_memory(w, operation)
        w.jump(out)
        w.start(first)
        w.build.store(w.number(0), counter, 8)
        self._open(w, head, place)
        self._add_near(w, operation, _PLACES // 2 * self._size)
        w.jump(out)
        w.start(beyond)
        self._add_to_memory(w, operation)
        w.build.branch_if(w.is_less(count, _MOST_ASTRAY), out, off)
        w.start(off)
        w.build.call(self._flush(), [head])
        w.build.store(w.number(_OFF), head, 8)
        w.jump(out)
        w.start(out)
        w.build.ret()

    def _write_check(self, w: Writer) -> None:
        """Of a window's head, and a place that is about to be read.

        Without a window the base is 0 or _OFF: so near to those nothing can be read."""
        begin, same, out = (w.new_block(f"hc.{name}") for name in ("in", "same", "out"))
        w.start(begin)
        head, place = w.function.arguments
        base = w.build.load(w.i64, head, "hc.base", 8)
        at = w.build.cast(Opcode.PTRTOINT, place, w.i64, "hc.at")
        beyond = w.build.sub(w.build.add(at, w.number(_WIDEST)), base, "hc.beyond")
        end = _PLACES * self._size + _WIDEST
        w.build.branch_if(w.is_less(beyond, end, "hc.is_near"), same, out)
        w.start(same)
        w.build.call(self._flush(), [head])
        w.build.store(w.number(_OFF), head, 8)
        w.jump(out)
        w.start(out)
        w.build.ret()

    def _open(self, w: Writer, head: ir.Value, place: ir.Value) -> None:
        """Empties a window, and puts it around the place."""
        loop = Loop(w, 0, _PLACES * self._size // 8, 1, "empty", guarded=False)
        w.build.store(w.number(0), w.build.address(w.i64, w.build.offset(head, _HEAD), [loop.index]), 8)
        loop.close()
        at = w.build.cast(Opcode.PTRTOINT, place, w.i64, "hc.at")
        w.build.store(w.build.sub(at, w.number(_PLACES // 2 * self._size)), head, 8)

    # -- after the last group --
    def _flush(self) -> ir.Function:
        """Adds what a window holds to memory."""
        found = self.module.function(f"{self.symbol}.near.flush")
        if found is None:
            found = self._define("flush", [self.module.types.pointer()], is_cold=True)
            with Writer(self.module, found) as w:
                self._write_flush(w, found.arguments[0])
        return found

    def _write_flush(self, w: Writer, head: ir.Value) -> None:
        begin, some, none = (w.new_block(f"hc.{name}") for name in ("in", "some", "out"))
        w.start(begin)
        base = w.build.load(w.i64, head, "hc.base", 8)
        w.build.branch_if(w.is_less(base, _OFF + 1), none, some)
        w.start(some)
        step = _AT_ONCE * 8 // self._size
        loop = Loop(w, 0, _PLACES, step, "n", guarded=False)
        held = w.build.address(self.kind, w.build.offset(head, _HEAD), [loop.index], "hc.held")
        any_: ir.Value = w.number(0)
        for n in range(_AT_ONCE):
            word = w.build.load(w.i64, w.build.offset(held, 8 * n), "", 8)
            any_ = w.build.binary(Opcode.OR, any_, word)
        sums, following = w.new_block("hc.some_sums"), w.new_block("hc.following")
        w.build.branch_if(w.is_equal(any_, 0), following, sums)
        w.start(sums)
        self._add_some(w, held, w.add(base, w.mul(loop.index, self._size), nsw=False), step)
        w.jump(following)
        w.start(following)
        loop.close()
        w.jump(none)
        w.start(none)
        w.build.ret()

    def _add_some(self, w: Writer, held: ir.Value, base: ir.Value, count: int) -> None:
        loop = Loop(w, 0, count, 1, "m", guarded=False)
        value = w.build.load(self.kind, w.build.address(self.kind, held, [loop.index]), "hc.sum")
        some, following = w.new_block("hc.adds"), w.new_block("hc.kept")
        is_none = w.build.compare(IntPredicate.EQ, value, self.kind.null())
        w.build.branch_if(is_none, following, some)
        w.start(some)
        at = w.add(base, w.mul(loop.index, self._size), nsw=False)
        place = w.build.cast(Opcode.INTTOPTR, at, self.module.types.pointer(), "hc.place")
        w.build.atomic(AtomicOperation.ADD, place, value, self.ordering)
        w.jump(following)
        w.start(following)
        loop.close()


def mark_near(
    module: ir.Module, function: ir.Function, symbol: str, begin: int, *, by_groups: bool = False
) -> NearSums | None:
    """All of a kernel's sums, or none. begin: where in the scratch memory the windows may be; by_groups: is a
    place that is the same for all added to once by each group, mostly?"""
    unseen = Unseen(function, context_of(function))
    sums = unseen.sums()
    if not sums or any(not is_captured_sum(op, sums[0]) for op in sums):
        return None
    if by_groups and all(is_fixed(op.pointer) for op in sums):
        return None
    loads = unseen.loads_after(sums)
    roots = {op: root_of(op.pointer) for op in sums}
    windows = list(dict.fromkeys(root for root in roots.values() if root is not None))
    if loads is None or len(loads) > _MOST_LOADS or len(windows) > _MOST_WINDOWS:
        return None
    if any(module.layout.size(load.type) > _WIDEST for load in loads):
        return None
    node = metadata.tuple_of(module.context, ())
    for op, root in roots.items():
        assert root is not None
        op.attach(metadata.kind_number(module.context, _mark(windows.index(root))), node)
    made = NearSums(module, symbol, sums[0].type, sums[0].ordering, len(windows), begin)
    for load in loads:
        made.check(load)
    return made


def has_near_sums(module: ir.Module, function: ir.Function) -> bool:
    marks = [metadata.kind_number(module.context, _mark(n)) for n in range(_MOST_WINDOWS)]
    operations = function.instructions_of(Opcode.ATOMIC_RMW)
    return any(op.has_metadata(mark) for op in operations for mark in marks)


def _check_name(symbol: str) -> str:
    return f"{symbol}.near.check"


def _mark(window: int) -> str:
    return f"hcpy.near{window}"


def _scratch_of(function: ir.Function, entry: ir.Function) -> ir.Value:
    return function.arguments[_ENTRY_SCRATCH if function == entry else INDEX[SCRATCH]]

"""Host target, after LLVM's optimiser: masked stores ask first whether there is anything to store.

Takes the optimised module of an architecture with AVX2; changes its calls of llvm.masked.store. AMD's
processors take 12 cycles for a masked store, and 1 for another. Work-items that store where they have found
something are rare, and those that have work mostly have neighbours that do: where no work-item stores nothing
is run, and where all do a plain store.

Nothing is stored that a work-item did not store: to write back what was loaded would undo what others have
written there in the meantime. Where the program itself does that (`a[i] = a[i] > b ? a[i] : b`), the code
generator would make a masked store of it; a freeze, which costs nothing, keeps it from seeing the pattern,
with AVX-512, too: what is stored under a mask is not forwarded to the next load.

No other thread sees a group's memory. There a register is loaded, chosen from and stored, where all of it is
tile_static: what is asked of data is foreseen wrong, and what is masked is not forwarded to the next load.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.group_atomics import group_pointers

ARCHS = frozenset(("x86-64-v3",))  # AVX-512's are as fast as others; before AVX2 LLVM makes branches of them
WHOLE_ARCHS = ARCHS | {"x86-64-v4"}  # where such choices are stored whole
_REGISTER = 32  # bytes
_NAME = "llvm.masked.store."
_NONE: Mapping[str, int] = {}
_SCRATCH = 4  # the argument of a kernel's entry


@dataclass(frozen=True)
class _GroupMemory:
    """What is tile_static: so many bytes from a kernel's scratch memory on, and what points there."""

    begin: ir.Value
    bytes: int
    pointers: set[ir.Value]


def guard_masked_stores(module: ir.Module, group_bytes: Mapping[str, int] = _NONE) -> None:
    """group_bytes: of kernels, how many bytes of tile_static memory the scratch memory begins with."""
    for function in module.definitions:
        group = _group_memory(function, group_bytes.get(function.name, 0))
        for call in [c for c in function.calls() if c.callee_name.startswith(_NAME)]:
            if not call.arguments[2].is_constant:
                _guard(
                    module, call, group if group is not None and call.arguments[1] in group.pointers else None
                )


def _group_memory(function: ir.Function, size: int) -> _GroupMemory | None:
    if size < _REGISTER:
        return None
    begin = function.arguments[_SCRATCH]
    return _GroupMemory(begin, size, group_pointers([begin]))


def keep_whole_stores(module: ir.Module) -> None:
    for function in module.definitions:
        for store in function.instructions_of(Opcode.STORE):
            value = store.operand(0)
            if value.type.is_vector and _keeps_some(value, store.pointer):
                with ir.Builder.before(store) as build:
                    store.set_operand(0, build.freeze(value))


def _keeps_some(value: ir.Value, place: ir.Value) -> bool:
    """Is it a choice between another value and what was loaded from the place?"""
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.SELECT:
        return False
    return any(
        isinstance(arm, ir.Instruction) and arm.opcode is Opcode.LOAD and arm.pointer == place
        for arm in value.operands[1:]
    )


def _guard(module: ir.Module, call: ir.Instruction, group: _GroupMemory | None) -> None:
    """Register by register."""
    value, pointer, mask = call.arguments
    size = module.layout.size(value.type.scalar)
    align = min(call.argument_attributes(1).value("align", 1), size)
    for first, lanes in _parts(value.type.count, _REGISTER // size):
        with ir.Builder.before(call) as build:
            stored, asked = _part(build, value, first, lanes), build.freeze(_part(build, mask, first, lanes))
            at = build.offset(pointer, first * size) if first else pointer
            number = build.cast(Opcode.BITCAST, asked, build.types.integer(lanes))
        _store(module, call, (stored, at, asked), number, align, group)
    call.erase()


def _parts(count: int, most: int) -> Iterator[tuple[int, int]]:
    for first in range(0, count, most):
        yield first, min(most, count - first)


def _part(build: ir.Builder, vector: ir.Value, first: int, lanes: int) -> ir.Value:
    if lanes == vector.type.count:
        return vector
    i32 = build.types.i32
    places = i32.vector(lanes).const_aggregate([i32.const(first + n) for n in range(lanes)])
    return build.shuffle(vector, vector.type.poison(), places)


def _store(
    module: ir.Module,
    call: ir.Instruction,
    given: tuple[ir.Value, ir.Value, ir.Value],
    number: ir.Value,
    align: int,
    group: _GroupMemory | None,
) -> None:
    """Before the call, whose block begins after the store."""
    stored, at, asked = given
    function, rest = call.function, call.block
    before = rest.split_before(call)
    if group is not None:
        before = _choose(module, before, rest, given, align, group)
    some, every, part = (function.append_block(f"hc.{name}") for name in ("some", "every", "part"))
    for block in (some, every, part):
        block.move_after(before)
    with ir.Builder.at_end(before) as build:
        none = build.compare(IntPredicate.EQ, number, number.type.null(), "hc.none")
        build.branch_if(none, rest, some)
    with ir.Builder.at_end(some) as build:
        full = build.compare(IntPredicate.EQ, number, number.type.const(-1), "hc.full")
        build.branch_if(full, every, part)
    with ir.Builder.at_end(every) as build:
        build.store(stored, at, align).copy_metadata(call)
        build.branch(rest)
    with ir.Builder.at_end(part) as build:
        intrinsic = module.intrinsic("llvm.masked.store", [stored.type, at.type])
        masked = build.call(intrinsic, [stored, at, asked])
        masked.argument_attributes(1).add("align", align)
        masked.copy_metadata(call)
        build.branch(rest)


def _choose(
    module: ir.Module,
    before: ir.Block,
    rest: ir.Block,
    given: tuple[ir.Value, ir.Value, ir.Value],
    align: int,
    group: _GroupMemory,
) -> ir.Block:
    """Stores what is chosen where all of the register is the group's; gives the block of the other places.

    A work-item that stores nothing may have any place, and that of the first one is asked. What lies there
    may be of another type: nothing is known of the accesses.
    """
    stored, at, asked = given
    whole, others = (before.function.append_block(f"hc.{name}") for name in ("whole", "others"))
    others.move_after(before)
    whole.move_after(before)
    with ir.Builder.at_end(before) as build:
        i64 = build.types.i64
        number = build.types.integer(8 * module.layout.size(stored.type.scalar)).vector(stored.type.count)
        wide = build.cast(Opcode.SEXT, asked, number)  # from block to block bits would be packed
        at_number, begin = (build.cast(Opcode.PTRTOINT, p, i64) for p in (at, group.begin))
        last = i64.const(group.bytes - module.layout.size(stored.type))
        inside = build.compare(IntPredicate.ULE, build.sub(at_number, begin), last, "hc.inside")
        build.branch_if(inside, whole, others)
    with ir.Builder.at_end(whole) as build:
        kept = build.load(stored.type, at, "hc.kept", align)
        chosen = build.compare(IntPredicate.SLT, wide, number.null())
        build.store(build.freeze(build.select(chosen, stored, kept)), at, align)
        build.branch(rest)
    return others

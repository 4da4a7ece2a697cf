"""Host target, after LLVM's optimiser: masked stores ask first whether there is anything to store.

Takes the optimised module of an architecture with AVX2; changes its calls of llvm.masked.store. AMD's
processors take 12 cycles for a masked store, and 1 for another. Work-items that store where they have found
something are rare, and those that have work mostly have neighbours that do: where no work-item stores nothing
is run, and where all do a plain store.

Nothing is stored that a work-item did not store: to write back what was loaded would undo what others have
written there in the meantime. Where the program itself does that (`a[i] = a[i] > b ? a[i] : b`), the code
generator would make a masked store of it; a freeze, which costs nothing, keeps it from seeing the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode

ARCHS = frozenset(("x86-64-v3",))  # AVX-512's are as fast as others; before AVX2 LLVM makes branches of them
_REGISTER = 32  # bytes
_NAME = "llvm.masked.store."


def guard_masked_stores(module: ir.Module) -> None:
    for function in module.definitions:
        for call in [c for c in function.calls() if c.callee_name.startswith(_NAME)]:
            if not call.arguments[2].is_constant:
                _guard(module, call)


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


def _guard(module: ir.Module, call: ir.Instruction) -> None:
    """Register by register."""
    value, pointer, mask = call.arguments
    size = module.layout.size(value.type.scalar)
    align = min(call.argument_attributes(1).value("align", 1), size)
    for first, lanes in _parts(value.type.count, _REGISTER // size):
        with ir.Builder.before(call) as build:
            stored, asked = _part(build, value, first, lanes), build.freeze(_part(build, mask, first, lanes))
            at = build.offset(pointer, first * size) if first else pointer
            number = build.cast(Opcode.BITCAST, asked, build.types.integer(lanes))
        _store(module, call, (stored, at, asked), number, align)
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
) -> None:
    """Before the call, whose block begins after the store."""
    stored, at, asked = given
    function, rest = call.function, call.block
    before = rest.split_before(call)
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

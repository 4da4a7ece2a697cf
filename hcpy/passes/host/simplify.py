"""Host target, second stage: brings the kernels into the form that the kernels' stages read.

Takes a prepared module; leaves in it each kernel as one function in SSA form, everything inlined. No pass is
run that would drop nsw (Reassociate) or contract (GVN) from the arithmetic.

Loops of the user stay loops, for strips keep more rows of a tile in registers than unrolled code would;
where a private array is indexed in them they are unrolled after all, so that the array falls apart into
values. So are short loops within longer ones (short_loops.py); what these then load in each round alike is
loaded before them.

x86-64 passes structs of a few floats as pairs of them in vectors, which stay after inlining. They are
taken apart: neither masks nor LLVM's vectoriser take code that has vectors already. A program's own vectors,
which are wider, stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hcpy import ir
from hcpy.passes.host.bit_loops import count_at_once
from hcpy.passes.host.closure_loads import hoist_closure_loads
from hcpy.passes.host.counted_loops import count_loops
from hcpy.passes.host.pointer_walks import split_pointer_walks
from hcpy.passes.host.records import writes_records
from hcpy.passes.host.rounds import split_rounds
from hcpy.passes.host.short_loops import (
    MOST_NEST_ROUNDS,
    all_loops,
    array_loops,
    loops_over_own,
    short_inner_loops,
    short_nests,
)
from hcpy.passes.host.simd.wishes import (
    BIT_LOOPS,
    CLOSURE_LOADS,
    COUNTED_LOOPS,
    EARLY_CSE,
    NO_WISHES,
    POINTER_WALKS,
    PRIVATE_ARRAYS,
    RECORDS,
    ROUNDS,
    Wishes,
)
from hcpy.passes.host.sums import write_sums
from hcpy.passes.host.whole_rounds import split_whole_rounds
from hcpy.passes.host.windows import split_windows
from hcpy.passes.loops import let_unroll, mark_loops, rolled_mark, unrolled_mark
from hcpy.passes.make_reducible import make_reducible

_SPLIT = "sroa<preserve-cfg>"
_FOLD = "simplifycfg,instcombine<no-verify-fixpoint>"
_CLEAN = f"{_SPLIT},{_FOLD}"
_UNROLL = f"loop(loop-rotate),loop-unroll,{_CLEAN},dce"
_FULLY = f"no-partial;no-peeling;no-runtime;no-upperbound;full-unroll-max={MOST_NEST_ROUNDS}"
_UNROLL_SHORT = f"loop-unroll<O2;{_FULLY}>,simplifycfg,early-cse,loop-mssa(licm),instsimplify"
_UNROLL_ARRAYS = f"loop-unroll<O2;{_FULLY}>,{_CLEAN},dce"
_UNROLL_WHOLE = f"loop-unroll<O2;{_FULLY}>,early-cse,{_CLEAN},early-cse,dce"
_TAKE_APART = f"scalarizer<load-store>,{_CLEAN}"
_ON_ELEMENTS = (ir.Opcode.INSERT_ELEMENT, ir.Opcode.EXTRACT_ELEMENT, ir.Opcode.SHUFFLE_VECTOR)
_DEEPEST_ARRAY_LOOPS = 4
_NONE: Mapping[str, tuple[int, int]] = {}


def simplify(
    module: ir.Module,
    machine: ir.Machine,
    objects: Mapping[str, tuple[int, int]] = _NONE,
    wishes: Wishes = NO_WISHES,
    counting: ir.Machine | None = None,
) -> None:
    """objects: of each kernel's function object the bytes and the alignment; counting: has instructions that
    count bits."""
    ir.run_passes(module, f"always-inline,globaldce,function({_SPLIT})", machine)
    for name, (size, align) in objects.items():
        function = module.function(name)
        if function is not None and CLOSURE_LOADS not in wishes.without:
            hoist_closure_loads(module.layout, function, size, align)
    _fold(module, machine, wishes)
    if wishes.allows_vectors:
        for function in filter(_has_pairs_alone, module.definitions):
            ir.run_passes(function, _TAKE_APART, machine)
    ir.run_passes(module, f"function({_UNROLL})", machine)
    make_reducible(module, machine)
    if counting is not None and wishes.allows_vectors and BIT_LOOPS not in wishes.without:
        count_at_once(module, counting)
    mark = rolled_mark(module)
    arrays = [f for f in module.definitions if _has_array(f)]
    if let_unroll(_terminators(arrays), mark):
        _unroll_array_loops(module, machine, PRIVATE_ARRAYS not in wishes.without)
    if wishes.allows_vectors and RECORDS not in wishes.without:
        _unroll_records(module, machine, objects)
    for function in module.definitions if wishes.allows_vectors else ():
        _unroll_short_loops(module, function, machine)
    let_unroll(_terminators(module.definitions), mark)
    kernels = [f for f in map(module.function, objects) if f is not None] if wishes.allows_vectors else []
    for function in kernels:
        write_sums(function)
        if POINTER_WALKS not in wishes.without:
            split_pointer_walks(function)
        if ROUNDS not in wishes.without:
            split_windows(module, function)
            split_rounds(module, function)
            split_whole_rounds(module, function)


def _fold(module: ir.Module, machine: ir.Machine, wishes: Wishes) -> None:
    """Loops are counted before: what LLVM makes of their limits does not say that they do not wrap.

    An index is an array, whose elements are known after early-cse: `i[0] * 8` in a loop and before it is one
    value then.
    """
    if EARLY_CSE not in wishes.without:  # two addresses of one value are one: a choice between them goes
        ir.run_passes(module, f"function(early-cse,{_SPLIT},early-cse)", machine)
    if wishes.allows_vectors and COUNTED_LOOPS not in wishes.without:
        for function in module.definitions:
            count_loops(function)
    ir.run_passes(module, f"function({_FOLD})", machine)


def _unroll_short_loops(module: ir.Module, function: ir.Function, machine: ir.Machine) -> None:
    mark, whole = rolled_mark(module), unrolled_mark(module)
    own = loops_over_own(function)
    if let_unroll([*own, *short_inner_loops(function), *short_nests(function)], mark):
        mark_loops(own, whole, {})
        ir.run_passes(function, _UNROLL_SHORT, machine)
        let_unroll(_terminators([function]), whole)
    else:
        ir.run_passes(function, "loop-simplify", machine)


def _unroll_array_loops(module: ir.Module, machine: ir.Machine, also_long: bool) -> None:
    """From the innermost out, until no array is left or no loop is short. LLVM's own choice is asked once:
    again and again it would unroll what it has unrolled in part."""
    whole = unrolled_mark(module)
    how = _UNROLL
    for _ in range(_DEEPEST_ARRAY_LOOPS):
        arrays = [f for f in module.definitions if _has_array(f)]
        ends = [end for f in arrays for end in array_loops(f)] if also_long else []
        mark_loops(ends, whole, {})
        if ends or how == _UNROLL:
            ir.run_passes(module, f"function({how})", machine)
        let_unroll(_terminators(arrays), whole)
        how = _UNROLL_ARRAYS
        if not ends:
            break


def _unroll_records(module: ir.Module, machine: ir.Machine, names: Iterable[str]) -> None:
    """Of kernels that write records, all loops. Whether they do is seen when none is left, in a copy."""
    asked = [name for name in names if (f := module.function(name)) is not None and all_loops(f)]
    if not asked:
        return
    with ir.Module.parse(module.bitcode()) as copy:
        found = [name for name in asked if writes_records(copy.layout, _unroll_whole(copy, name, machine))]
    for name in found:
        _unroll_whole(module, name, machine)


def _unroll_whole(module: ir.Module, name: str, machine: ir.Machine) -> ir.Function:
    function = module.function(name)
    assert function is not None
    ends = all_loops(function)
    let_unroll(ends, rolled_mark(module))
    mark_loops(ends, unrolled_mark(module), {})
    ir.run_passes(function, _UNROLL_WHOLE, machine)
    return function


def _terminators(functions: list[ir.Function]) -> Iterator[ir.Instruction]:
    return (block.terminator for function in functions for block in function.blocks)


def _has_pairs_alone(function: ir.Function) -> bool:
    """Whether it has vectors, and all have two elements."""
    counts = {
        value.type.count
        for op in function.instructions_of(*_ON_ELEMENTS)
        for value in (op, op.operand(0))
        if value.type.is_vector
    }
    return counts == {2}


def _has_array(function: ir.Function) -> bool:
    return any(
        i.opcode is ir.Opcode.ALLOCA and _is_array(i.allocated_type) for i in function.entry.instructions()
    )


def _is_array(kind: ir.Type) -> bool:
    """Is it one, or a struct that has one?"""
    return kind.is_array or (kind.is_struct and any(map(_is_array, kind.elements)))

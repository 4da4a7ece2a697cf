"""First stage: what a kernel asks about its launch becomes plain values.

Takes a kernel's function; gives it as a function with the context (launch.py), in which work-item built-ins,
tile_static variables and dynamic group memory are values of it, and index arithmetic is 64 bits wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.passes.host import launch
from hcpy.passes.host.accesses import mark_constants
from hcpy.passes.host.clamps import split_clamps, varying_of
from hcpy.passes.host.fixed_sums import FixedSums, hold_fixed
from hcpy.passes.host.gather_ways import gather_ways
from hcpy.passes.host.group_atomics import join_appends, mark_atomics
from hcpy.passes.host.group_memory import ANY_TILE, Usual, place_tile_static, usual_line, usual_row
from hcpy.passes.host.indices import mark_differences, widen_indices
from hcpy.passes.host.joined_questions import part_questions
from hcpy.passes.host.marks import Marks
from hcpy.passes.host.mirrors import write_choices
from hcpy.passes.host.quotients import split_quotients
from hcpy.passes.host.simd.wishes import (
    APPENDS,
    CLAMPS,
    EDGES,
    NEAR_SUMS,
    NO_WISHES,
    QUOTIENTS,
    SHORT_LINES,
    Wishes,
)

_SHORT_LINE = 32  # work-items; in longer ones what a group takes apart from them is little


@dataclass(frozen=True)
class Entry:
    """What is known of a kernel before it is lowered."""

    symbol: str
    parameter_bytes: int  # of the function object; 0: it has none
    parameter_align: int


@dataclass(frozen=True)
class Kernel:
    """A kernel as a function of one work-item, and what its code shows of it."""

    module: ir.Module
    marks: Marks
    entry: Entry
    function: ir.Function
    tile_static_bytes: int
    barrier: bool
    dynamic_group: bool
    group_atomics: bool  # some are marked: group_atomics.py
    is_flat: bool  # it looks at dimension 0 only
    knows_groups: bool  # it can distinguish groups
    usual: Usual  # what its tiles are probably like
    counts: FixedSums | None  # what it adds to places that are the same for all


def enter_context(
    module: ir.Module,
    function: ir.Function,
    entry: Entry,
    tile_static: Mapping[str, tuple[int, int]],
    wishes: Wishes = NO_WISHES,
) -> Kernel:
    """The kernel's own function is gone: its code moves to the new one."""
    made = launch.define(module, f"{entry.symbol}.item", module.types.void, ())
    context = launch.context_of(made)
    made.take_blocks(function)
    (closure,) = function.arguments
    closure.replace_uses(context[launch.CLOSURE])
    function.erase()
    usual = {flat: of(module, made, tile_static) for flat, of in ((True, usual_line), (False, usual_row))}
    static_bytes = place_tile_static(module, made, context[launch.SCRATCH], tile_static)
    barrier = _replace_builtins(made, context)
    _prepare_indices(made, context, wishes, in_tiles=barrier)
    mark_constants(made, context[launch.CLOSURE], marks := Marks(module))
    counts = None if barrier else _hold_counts(module, made, context, static_bytes, wishes)
    has_atomics = _mark_atomics(module, made, context, wishes)
    dynamic = context[launch.DYNAMIC].is_used
    is_flat = not _any_used(context, launch.OF_HIGHER_DIMENSIONS)
    return Kernel(
        module,
        marks,
        entry,
        made,
        static_bytes,
        barrier,
        dynamic,
        has_atomics,
        is_flat=is_flat,
        knows_groups=barrier or dynamic or static_bytes > 0 or _any_used(context, launch.OF_GROUPS),
        usual=_usual(usual[is_flat], is_flat, wishes) if barrier else ANY_TILE,
        counts=counts,
    )


def _prepare_indices(
    function: ir.Function, context: launch.Context, wishes: Wishes, *, in_tiles: bool
) -> None:
    mark_differences(function, context)
    if EDGES not in wishes.without and wishes.allows_vectors:
        part_questions(function, varying_of(context).all)
        write_choices(function, varying_of(context).all)
    widen_indices(function, context)
    if CLAMPS not in wishes.without and split_clamps(function, context):  # of sums that were extended, too
        widen_indices(function, context)
    if QUOTIENTS not in wishes.without and wishes.allows_vectors:
        split_quotients(function, context, in_tiles=in_tiles)


def _hold_counts(
    module: ir.Module, function: ir.Function, context: launch.Context, used: int, wishes: Wishes
) -> FixedSums | None:
    if NEAR_SUMS in wishes.without or not wishes.allows_vectors:
        return None
    return hold_fixed(module, function, context, used)


def _mark_atomics(module: ir.Module, function: ir.Function, context: launch.Context, wishes: Wishes) -> bool:
    has_atomics = mark_atomics(module, function, context)
    if has_atomics and wishes.allows_vectors and APPENDS not in wishes.without:
        join_appends(module, function, context)
    return has_atomics


def _usual(row: int, is_flat: bool, wishes: Wishes) -> Usual:
    if not wishes.allows_vectors:
        return ANY_TILE
    return Usual(row, is_flat and 0 < row <= _SHORT_LINE and wishes.takes(SHORT_LINES))


def _any_used(context: launch.Context, names: Iterable[str]) -> bool:
    return any(context[name].is_used for name in names)


def _replace_builtins(function: ir.Function, context: launch.Context) -> bool:
    """Puts the context's values for the calls; returns whether there is a barrier, which stays."""
    barrier = False
    for call in list(function.calls()):
        name = call.callee_name
        if name == launch.DYNAMIC_MEMORY:
            call.replace(context[launch.DYNAMIC])
        elif name in launch.STEMS:
            call.replace(_id(call, launch.STEMS[name], context))
        barrier = barrier or name == launch.BARRIER
    if barrier:
        gather_ways(function)
    return barrier


def _id(call: ir.Instruction, stem: str, context: launch.Context) -> ir.Value:
    """The stem's value of the dimension that the call asks for."""
    dimension = call.operand(0)
    first, second, third = (context[f"{stem}{d}"] for d in range(3))
    if isinstance(dimension, ir.Integer):
        return (first, second, third)[min(dimension.value, 2)]
    with ir.Builder.before(call) as build:
        i32 = build.types.i32
        is_first = build.compare(ir.IntPredicate.EQ, dimension, i32.const(0), "is0")
        is_second = build.compare(ir.IntPredicate.EQ, dimension, i32.const(1), "is1")
        return build.select(is_first, first, build.select(is_second, second, third, "up"), "id")

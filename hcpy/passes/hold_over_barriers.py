"""Holds values that live across a barrier in memory, as OpenCL runtimes for CPUs need it.

Takes a Lowering whose module is optimised for SPIR-V. Such runtimes run the work-items of a group one after
another from barrier to barrier, and keep what each of them carries over. Intel's passes for that give wrong
results (docs/devices.md): a negated number is garbage after the barrier, a value may be the last
work-item's for all. What work-items have in private memory it keeps well. So each value is stored before
a barrier and loaded after it, both volatile, or the runtime would make a value of it again. Addresses and
ids are computed again instead, and what ids and arguments decide stays a value
(alike_over_barriers.py). PoCL needs it, too: it computes behind the barrier again what a value or a variable
with one store was made of, loads included, though others may have stored there. Hence a first store to each
variable. For all other devices libhcrt takes the volatile away by the variables' name
(runtime/backends/opencl/held_values.cpp), and their compilers take the memory away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.passes.alike_over_barriers import Decided
from hcpy.passes.barrier_parts import Part, Parts, waiting
from hcpy.passes.lowering import Lowering

NAME = "hcpy.held"  # runtime/backends/opencl/held_values.cpp knows it
_IDS = frozenset(
    f"get_{what}"
    for what in ("local_id", "global_id", "group_id", "local_size", "enqueued_local_size", "num_groups")
)
_ADDRESSES = (ir.Opcode.GEP, ir.Opcode.BITCAST, ir.Opcode.ADDRSPACE_CAST)


def run(lowering: Lowering) -> None:
    held = False
    waits = waiting(lowering.module)
    for function in lowering.module.definitions:
        if function not in waits:
            continue
        parts = Parts(function, waits)
        while _compute_again(parts):
            parts = Parts(function, waits)
        held |= _hold(function, parts)
    if held:
        ir.run_passes(lowering.module, "function(mem2reg)")


def _uses_elsewhere(parts: Parts, value: ir.Instruction) -> list[ir.Use]:
    home = parts.of[value]
    return [use for use in value.uses if parts.place(use) != home]


def _crossed(parts: Parts, value: ir.Instruction) -> list[Part]:
    """The parts whose barrier finds the value alive."""
    home = parts.of[value]
    seen: set[Part] = set()
    crossed: dict[Part, None] = {}
    stack = [parts.place(use) for use in _uses_elsewhere(parts, value)]
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        for before in parts.before[part]:
            if before in parts.barrier_at:
                crossed[before] = None
            if before != home:
                stack.append(before)
    return list(crossed)


def _compute_again(parts: Parts) -> bool:
    """Makes cheap values that cross a barrier again where they are used; true: there may be more of them."""
    cheap = [i for i in list(parts.of) if _is_cheap(i) and _crossed(parts, i)]
    for value in cheap:
        if not value.is_used:
            continue

        def copy(build: ir.Builder, part: Part, value: ir.Instruction = value) -> ir.Value:
            made = build.insert(value.clone())
            parts.of[made] = part
            return made

        _change_uses(parts, value, copy)
    return bool(cheap)


def _is_cheap(instruction: ir.Instruction) -> bool:
    if instruction.opcode in _ADDRESSES:
        return instruction.type.is_pointer
    return instruction.is_call and opencl_name(instruction.callee_name or "") in _IDS


def _change_uses(parts: Parts, value: ir.Instruction, make: Callable[[ir.Builder, Part], ir.Value]) -> None:
    """Gives the uses in other parts what is made before each."""
    made: dict[ir.Instruction, ir.Value] = {}
    for use in _uses_elsewhere(parts, value):
        user = use.user
        assert isinstance(user, ir.Instruction)
        at = user.incoming[use.index][1].terminator if user.opcode is ir.Opcode.PHI else user
        if at not in made:
            with ir.Builder.before(at) as build:
                made[at] = make(build, parts.of[at])
        user.set_operand(use.index, made[at])


def _hold(function: ir.Function, parts: Parts) -> bool:
    decided = Decided(function, parts)
    found = [
        (value, crossed)
        for value in parts.of
        if value.opcode is not ir.Opcode.ALLOCA
        and _can_hold(value.type)
        and (crossed := _crossed(parts, value))
        and not decided.by_ids(value)
    ]
    slots = _Slots(function)
    taken = [slots.take(value, crossed) for value, crossed in found]
    for (value, crossed), held in zip(found, taken, strict=True):
        _hold_one(function, parts, value, crossed, held)
    return bool(found)


class _Slots:
    """The variables of a function that hold values: a value is in one only while its barrier waits.

    Values that phis make one of share theirs, and with no others. Intel's runtime takes the last work-item's
    for all, or another value, where one of three branches carries a value over its barriers in a variable of
    its own or in one that is another's in the other branches (docs/devices.md).
    """

    def __init__(self, function: ir.Function) -> None:
        self._function = function
        self._webs: dict[ir.Value, ir.Value] = {}  # towards the one that stands for all that phis make one of
        self._of: dict[ir.Value, list[ir.Instruction]] = {}  # by that one
        self._busy: dict[ir.Instruction, set[Part]] = {}
        for block in function.blocks:
            for phi in block.phis:
                for incoming, _ in phi.incoming:
                    if isinstance(incoming, ir.Instruction):
                        self._webs[self._web(incoming)] = self._web(phi)

    def _web(self, value: ir.Value) -> ir.Value:
        while (next_ := self._webs.get(value, value)) != value:
            self._webs[value] = self._webs.get(next_, next_)
            value = next_
        return value

    def take(self, value: ir.Instruction, crossed: Collection[Part]) -> ir.Instruction:
        """The variable for a value that crosses these parts' barriers."""
        type_ = value.type
        is_bit = type_.is_integer and type_.width == 1
        stored = ir.Types(self._function.context).i32 if is_bit else type_
        own = self._of.setdefault(self._web(value), [])
        found = next((slot for slot in own if self._busy[slot].isdisjoint(crossed)), None)
        if found is None:
            with ir.Builder.before(self._function.entry.first_after_phis) as build:
                found = build.alloca(stored, NAME)
                build.store(stored.null(), found).is_volatile = True
            own.append(found)
            self._busy[found] = set()
        self._busy[found].update(crossed)
        return found


def _can_hold(type_: ir.Type) -> bool:
    scalar = type_.scalar
    if scalar.is_integer and scalar.width == 1:
        return not type_.is_vector
    return scalar.is_integer or scalar.is_floating or scalar.is_pointer


def _hold_one(
    function: ir.Function,
    parts: Parts,
    value: ir.Instruction,
    crossed: Iterable[Part],
    held: ir.Instruction,
) -> None:
    """One variable that mem2reg makes a value again, and the one that stays."""
    type_, stored = value.type, held.allocated_type
    is_bit = stored != type_
    with ir.Builder.before(function.entry.first_after_phis) as build:
        plain = build.alloca(type_)
    _change_uses(parts, value, lambda build, part: build.load(type_, plain))
    behind = value.block.first_after_phis if value.opcode is ir.Opcode.PHI else value.following
    assert behind is not None
    with ir.Builder.before(behind) as build:
        build.store(value, plain)
    for part in crossed:
        barrier = parts.barrier_at[part]
        assert barrier.following is not None
        with ir.Builder.before(barrier) as build:
            now: ir.Value = build.load(type_, plain)
            kept: ir.Value = build.cast(ir.Opcode.ZEXT, now, stored) if is_bit else now
            build.store(kept, held).is_volatile = True
        with ir.Builder.before(barrier.following) as build:
            back = build.load(stored, held)
            back.is_volatile = True
            zero = stored.const(0) if is_bit else None
            build.store(build.compare(ir.IntPredicate.NE, back, zero) if zero else back, plain)

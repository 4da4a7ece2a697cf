"""Work-items that take turns: `out[i % 2 * half + i / 2] = in[i]`, `if ((x + y) % 2 == colour) ...`.

Work-items side by side go to different places, or do different things, but every second one the same. Takes
a function of one work-item of a kernel without barriers; gives one that calls it for two or four of them,
from a multiple on. What each of these does is then known, and goes through memory in equal steps, of which
LLVM's vectoriser makes rows. Numbers that are not negative are divided without a sign.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.clamps import along_of, varying_of
from hcpy.passes.host.edges import Varying, leads_to_place
from hcpy.passes.host.effects import DIVISIONS
from hcpy.passes.host.id_sums import I32, interval, step_of
from hcpy.passes.host.writer import Writer, bind_ids

_MOST_CODE = 80  # instructions of a work-item
_PARTS = (*DIVISIONS, Opcode.AND, Opcode.LSHR, Opcode.ASHR)
_UNSIGNED = {Opcode.SDIV: Opcode.UDIV, Opcode.SREM: Opcode.UREM, Opcode.ASHR: Opcode.LSHR}
_REMAINDERS = frozenset((Opcode.AND, Opcode.UREM))
_COUNTS = (2, 4)


@dataclass(frozen=True)
class Turns:
    function: ir.Function  # of `count` work-items, the first of which has a global id that is a multiple
    count: int


def find_turns(module: ir.Module, function: ir.Function) -> Turns | None:
    own = {launch.ITEM, launch.LANE, launch.CLEAR, "local0", "local0.w"}
    if launch.used_by(function) & own or sum(1 for _ in function.instructions()) > _MOST_CODE:
        return None
    varying = varying_of(launch.context_of(function))
    parts = dict(_parts_of(function, varying))
    turned = {op: count for op, count in parts.items() if leads_to_place(op, op.operand(0)) or _asks(op)}
    if not turned or not all(_is_of_turns(end, varying, turned) for end in _ends(function)):
        return None
    for op in parts:
        _without_sign(op)
    return Turns(_write(module, function, max(turned.values())), max(turned.values()))


def _parts_of(function: ir.Function, varying: Varying) -> Iterator[tuple[ir.Instruction, int]]:
    """What takes a number apart that grows by 1 from work-item to work-item, and by how many."""
    along = along_of(launch.context_of(function))
    for op in function.instructions_of(*_PARTS):
        number, by = op.operands
        if number not in varying.along or not isinstance(by, ir.Integer) or number.type.width not in (32, 64):
            continue
        count = by.signed
        if op.opcode is Opcode.AND:
            count = _without_sign_bit(by) + 1
        elif op.opcode in (Opcode.LSHR, Opcode.ASHR):
            count = 1 << min(by.value, 16)
        where = interval(number, varying.all)
        if count not in _COUNTS or where is None or where[0] < 0:
            continue
        if step_of(number, varying.all, along) == 1 and (where[1] <= I32[1] or _is_exact(number)):
            yield op, count


def _is_exact(number: ir.Value) -> bool:
    """Is it a sum that does not wrap?"""
    if not isinstance(number, ir.Instruction) or number.opcode not in (Opcode.ADD, Opcode.SUB):
        return True
    return number.nsw and all(map(_is_exact, number.operands))


def _asks(op: ir.Instruction) -> bool:
    """Does a branch ask for it?"""
    return any(
        isinstance(user, ir.Instruction)
        and user.opcode is Opcode.ICMP
        and any(isinstance(end, ir.Instruction) and end.opcode is Opcode.BR for end in user.users)
        for user in op.users
    )


def _ends(function: ir.Function) -> Iterator[ir.Instruction]:
    return (block.terminator for block in function.blocks if block.terminator.successors)


def _is_of_turns(end: ir.Instruction, varying: Varying, turned: dict[ir.Instruction, int]) -> bool:
    """Is it known for each of the work-items that take turns where they go?"""
    if end.opcode is not Opcode.BR:
        return False
    if not end.is_conditional or end.condition not in varying.along:
        return True
    asked = end.condition
    if not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
        return False
    return all(
        part not in varying.along
        or (isinstance(part, ir.Instruction) and part in turned and _is_remainder(part))
        for part in asked.operands
    )


def _is_remainder(part: ir.Instruction) -> bool:
    return _UNSIGNED.get(part.opcode, part.opcode) in _REMAINDERS


def _without_sign_bit(mask: ir.Integer) -> int:
    """`x % 2 == 1` is a question about the sign, too."""
    return mask.value & (1 << mask.type.width - 1) - 1


def _without_sign(op: ir.Instruction) -> None:
    mask = op.operand(1)
    if op.opcode is Opcode.AND and isinstance(mask, ir.Integer):
        op.set_operand(1, mask.type.const(_without_sign_bit(mask)))
    if op.opcode in _UNSIGNED:
        with ir.Builder.before(op) as build:
            op.replace(build.binary(_UNSIGNED[op.opcode], op.operand(0), op.operand(1)))


def _write(module: ir.Module, function: ir.Function, count: int) -> ir.Function:
    """Its local id along dimension 0 is not one, but the global id of the first work-item over the count."""
    extra = [(argument.type, argument.name) for argument in function.arguments[len(launch.NAMES) :]]
    made = launch.define(module, f"{function.name}.x{count}", module.types.void, extra)
    context = launch.context_of(made)
    used = launch.used_by(function)
    local = [context[f"local{d}.w"] for d in range(3)]
    with Writer(module, made) as w:
        w.start(w.new_block("hc.turns"))
        narrow, zero = w.narrow(local[0], "hc.h"), w.number(0)
        origin = [zero, *(w.sub(context[f"global{d}.w"], local[d], "hc.o", nsw=False) for d in (1, 2))]
        for number in range(count):
            x = w.add(w.mul(local[0], count, "hc.first"), number, "hc.x")
            ids = dict(
                zip(launch.NAMES, bind_ids(w, used, context, [x, *local[1:]], origin, zero), strict=True)
            )
            if "global0" in used:
                first = w.build.mul(narrow, narrow.type.const(count), nuw=True, nsw=True)
                ids["global0"] = w.build.add(first, narrow.type.const(number), nuw=True, nsw=True)
            w.build.call(function, [*ids.values(), *made.arguments[len(launch.NAMES) :]])
        w.build.ret()
    return made

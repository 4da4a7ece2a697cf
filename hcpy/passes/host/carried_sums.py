"""Host target, after LLVM's optimiser: sums that a loop carries along stay vectors until it ends.

Of two loops, one in the other, that add up whole numbers LLVM makes the inner one vector code, and adds up
the vector's elements in each round of the outer one: it waits for what the round before has added up. Here
the outer loop carries a vector, whose elements are added up behind it.

Takes the optimised module of an architecture; changes its loops of a single block.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode

_NAME = "llvm.vector.reduce.add."
_WIDEST = 64  # bytes
_Path = list[ir.Instruction]


@dataclass(frozen=True)
class _Sum:
    """`carried` is the sum before a round and `following` the one after it, of which `reduced` is a part."""

    carried: ir.Instruction
    following: ir.Instruction
    reduced: ir.Instruction
    placed: ir.Instruction | None  # the vector that has the sum before the round in one element
    path: _Path  # the additions from there on
    before: ir.Block
    behind: ir.Block


def keep_in_vectors(module: ir.Module) -> None:
    layout = module.layout
    for function in module.functions:
        if not function.name.startswith(_NAME):
            continue
        for call in list(function.users):
            if isinstance(call, ir.Instruction) and layout.size(call.operand(0).type) <= _WIDEST:
                found = _find(call)
                if found is not None:
                    _rewrite(found)


def _find(reduced: ir.Instruction) -> _Sum | None:
    block = reduced.block
    for carried in block.phis:
        incoming = {source: value for value, source in carried.incoming}
        following = incoming.pop(block, None)
        if carried.type != reduced.type or not isinstance(following, ir.Instruction) or len(incoming) != 1:
            continue
        path = _path(carried, following, reduced)
        behind = [target for target in block.terminator.successors if target != block]
        if path is None or len(behind) != 1 or len(set(behind[0].predecessors)) != 1:
            continue
        if any(_is_inside(user, carried) for user in following.users):
            continue
        placed = path[0] if path and path[0].opcode is Opcode.INSERT_ELEMENT else None
        return _Sum(carried, following, reduced, placed, path[1:], next(iter(incoming)), behind[0])
    return None


def _path(carried: ir.Instruction, following: ir.Instruction, reduced: ir.Instruction) -> _Path | None:
    """How the sum before a round becomes a part of the one after it: the vector that it is put into, and the
    additions to that; nothing, where it is added to the sum of the elements."""
    if len(carried.uses) != 1:
        return None
    (user,) = carried.users
    if not isinstance(user, ir.Instruction) or user.block != carried.block:
        return None
    if user == following:
        is_sum = user.opcode is Opcode.ADD and reduced in user.operands and len(reduced.uses) == 1
        return [] if is_sum else None
    if following != reduced or user.opcode is not Opcode.INSERT_ELEMENT or not _is_empty(user):
        return None
    path = [user]
    while len(path[-1].uses) == 1:
        (above,) = path[-1].users
        if above == reduced:
            return path
        if not isinstance(above, ir.Instruction) or above.opcode is not Opcode.ADD:
            return None
        path.append(above)
    return None


def _is_empty(placed: ir.Instruction) -> bool:
    """Are a vector's other elements 0?"""
    vector, _, index = placed.operands
    if not vector.is_constant or not isinstance(index, ir.Integer):
        return False
    elements = vector.operands if vector.operand_count else []
    others = [element for number, element in enumerate(elements) if number != index.value]
    return vector.is_null or (bool(others) and all(element.is_null for element in others))


def _is_inside(user: ir.Value, carried: ir.Instruction) -> bool:
    """Is a sum asked for in the loop?"""
    return isinstance(user, ir.Instruction) and user.block == carried.block and user != carried


def _rewrite(found: _Sum) -> None:
    vector, block = found.reduced.operand(0).type, found.carried.block
    first = next(value for value, source in found.carried.incoming if source == found.before)
    with ir.Builder.before(found.before.terminator) as build:
        start = build.insert_element(vector.null(), first, build.types.i64.const(0), "hc.sums.first")
    with ir.Builder.before(next(iter(block.instructions()))) as build:
        sums = build.phi(vector, [(start, found.before)], "hc.sums")
    following = found.reduced.operand(0)
    if found.placed is None:
        with ir.Builder.before(found.reduced) as build:
            following = build.add(sums, following, "hc.sums.next")
    else:
        for addition in found.path:
            addition.nsw = addition.nuw = False
        if following == found.placed:
            following = sums
        found.placed.replace(sums)
    sums.add_incoming([(following, block)])
    total = found.reduced.clone()
    with ir.Builder.before(found.behind.first_after_phis) as build:
        build.insert(total)
    total.set_operand(0, following)
    found.carried.replace_uses(found.carried.type.poison())
    found.carried.erase()
    for phi in found.behind.phis:
        if phi.incoming[0][0] == found.following:
            phi.replace(total)
    found.following.replace(total)
    if found.following != found.reduced:
        found.reduced.erase()

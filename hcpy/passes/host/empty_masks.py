"""Host target, after LLVM's optimiser: what work-items do under a mask is jumped over where none is in it.

Takes the optimised module of an architecture with AVX-512; changes its vector loops of a single block. There
LLVM makes masked loads and gathers of what stands under a condition, and computes for all work-items what
follows from them: where few work-items enter, nearly all of that is for nobody. AVX2 has no such gathers, so
that its code branches for each work-item. Here what counts only under the mask goes into a block of its own.

Code that takes no longer than a jump that the processor foresees wrong stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.effects import DIVISIONS, PURE, is_plain

ARCHS = frozenset(("x86-64-v4",))
_READS = {"llvm.masked.load.": 1, "llvm.masked.gather.": 1}  # which argument the mask is
_WRITES = {"llvm.masked.store.": 2, "llvm.masked.scatter.": 2}
_PURE_CALLS = tuple(
    f"llvm.{name}."
    for name in "fma fmuladd sqrt fabs abs smax smin umax umin minnum maxnum copysign floor ceil trunc rint "
    "round roundeven nearbyint ctpop ctlz cttz fshl fshr bswap bitreverse".split()
)
_LEAST = 24  # cycles, about: what a jump costs that was foreseen wrong
_SLOW = 8  # divisions and roots
_REGISTER = 32  # bytes: what LLVM's vectoriser prefers
_DEEPEST = 4  # conditions in one another


@dataclass(frozen=True)
class _Part:
    """`members` in their order are computed for the mask alone; `joins` choose between them and others."""

    mask: ir.Value
    members: list[ir.Instruction]
    joins: list[ir.Instruction]


def jump_over(module: ir.Module) -> None:
    for function in module.definitions:
        for block in list(function.blocks):
            if block in block.terminator.successors:
                _rewrite_all(module, block)


def _rewrite_all(module: ir.Module, block: ir.Block) -> None:
    blocks, done = [block], set[ir.Value]()
    while blocks:
        block = blocks.pop()
        for mask in _masks(block):
            if mask in done:
                continue
            done.add(mask)
            part = _part(module, block, mask)
            if part is not None:
                blocks += [block, _rewrite(block, part)]
                break


def _masks(block: ir.Block) -> list[ir.Value]:
    found: dict[ir.Value, None] = {}
    for instruction in block.instructions():
        mask = _mask(instruction)
        if mask is not None and not mask.is_constant:
            found[mask] = None
    return list(found)


def _mask(instruction: ir.Instruction) -> ir.Value | None:
    if instruction.opcode is Opcode.CALL:
        for name, argument in (_READS | _WRITES).items():
            if instruction.callee_name.startswith(name):
                return instruction.arguments[argument]
    return None


def _part(module: ir.Module, block: ir.Block, mask: ir.Value) -> _Part | None:
    members = set[ir.Value]()
    instructions = list(block.instructions())
    for instruction in reversed(instructions):
        if instruction == mask or instruction.opcode is Opcode.PHI or instruction.is_terminator:
            continue
        if _may_belong(instruction, mask) and all(
            _is_inside(use, block, mask, members) for use in instruction.uses
        ):
            members.add(instruction)
    ordered = [i for i in instructions if i in members]
    if sum(_cost(module.layout, i) for i in ordered) < _LEAST:
        return None
    joins = {use.user for i in ordered for use in i.uses if use.user not in members}
    part = _Part(mask, ordered, [i for i in instructions if i in joins])
    return part if _may_move(part, instructions) else None


def _may_belong(instruction: ir.Instruction, mask: ir.Value) -> bool:
    asked = _mask(instruction)
    if asked is not None:
        return _implies(asked, mask)
    if instruction.opcode is Opcode.CALL:
        return instruction.callee_name.startswith(_PURE_CALLS)
    return instruction.opcode in PURE


def _implies(mask: ir.Value, other: ir.Value, depth: int = _DEEPEST) -> bool:
    """Is a work-item of the mask one of the other?"""
    if mask == other:
        return True
    if not isinstance(mask, ir.Instruction) or not depth:
        return False
    is_both = mask.opcode is Opcode.SELECT and mask.operand(2).is_null
    if mask.opcode is not Opcode.AND and not is_both:
        return False
    return any(_implies(mask.operand(n), other, depth - 1) for n in (0, 1))


def _is_inside(use: ir.Use, block: ir.Block, mask: ir.Value, members: set[ir.Value]) -> bool:
    user = use.user
    if not isinstance(user, ir.Instruction) or user.block != block:
        return False
    return user in members or (
        user.opcode is Opcode.SELECT and user.operand(0) == mask and use.index == 1 and mask.type.is_vector
    )


def _cost(layout: ir.Layout, instruction: ir.Instruction) -> int:
    kind = instruction.operand(0).type if _name(instruction, _WRITES) else instruction.type
    if not kind.is_vector:
        return 1
    if _name(instruction, ("llvm.masked.gather.", "llvm.masked.scatter.")):
        return kind.count
    registers = max(1, layout.size(kind) // _REGISTER)
    is_slow = instruction.opcode in DIVISIONS or instruction.opcode is Opcode.FDIV
    return registers * (_SLOW if is_slow or _name(instruction, ("llvm.sqrt.",)) else 1)


def _name(instruction: ir.Instruction, names: Iterable[str]) -> bool:
    return instruction.opcode is Opcode.CALL and instruction.callee_name.startswith(tuple(names))


def _may_move(part: _Part, instructions: list[ir.Instruction]) -> bool:
    """To the place of the last one: nothing between may see or change what they do, or use what they give."""
    places: dict[ir.Value, int] = {instruction: n for n, instruction in enumerate(instructions)}
    members, last = set(part.members), places[part.members[-1]]
    begun: set[str] = set()
    for instruction in instructions[places[part.members[0]] : last]:
        if instruction in members:
            begun |= _effects(instruction)
        elif _effects(instruction) & _forbidden(begun):
            return False
    return all(_may_join(join, places, last, set(part.joins)) for join in part.joins)


def _may_join(
    join: ir.Instruction, places: dict[ir.Value, int], last: int, joins: set[ir.Instruction]
) -> bool:
    """Behind the last one: is the other value known before, and is it used only there?"""
    other = join.operand(2)
    if other in joins or places.get(other, 0) > last:
        return False
    users = (u for u in join.users if isinstance(u, ir.Instruction) and u.opcode is not Opcode.PHI)
    return all(places.get(user, last + 1) > last for user in users)


def _effects(instruction: ir.Instruction) -> set[str]:
    if _name(instruction, _READS):
        return {"reads"}
    if _name(instruction, _WRITES):
        return {"writes"}
    if instruction.opcode in PURE or _name(instruction, _PURE_CALLS):
        return set()
    is_load = instruction.opcode is Opcode.LOAD and is_plain(instruction)
    return {"reads"} if is_load else {"reads", "writes"}


def _forbidden(begun: set[str]) -> set[str]:
    if "writes" in begun:
        return {"reads", "writes"}
    return {"writes"} if begun else set()


def _rewrite(block: ir.Block, part: _Part) -> ir.Block:
    """Gives what comes before; the block stays what comes behind, which its successors know."""
    behind = part.members[-1].following
    while behind in part.joins:
        behind = behind.following
    assert behind is not None
    before = block.split_before(behind)
    inside = block.function.append_block("hc.some")
    inside.move_after(before)
    with ir.Builder.at_end(inside) as build:
        for moved in (*part.members, *part.joins):
            build.take(moved)
        build.branch(block)
    with ir.Builder.at_end(before) as build:
        number = build.cast(
            Opcode.BITCAST, build.freeze(part.mask), build.types.integer(part.mask.type.count)
        )
        build.branch_if(build.compare(IntPredicate.EQ, number, number.type.null(), "hc.none"), block, inside)
    with ir.Builder.before(behind) as build:
        for join in part.joins:
            uses = join.uses
            either = build.phi(join.type, ((join, inside), (join.operand(2), before)))
            for use in uses:
                use.set(either)
    return before

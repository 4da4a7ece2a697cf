"""What all work-items of a row load from one place, to find others: `to[y, x] = from[rows[y], x]`.

Takes a module of kernels after the stages, its functions of work-items inlined; changes their loops. LLVM
cannot move such a load out of a loop that also stores, and its vectoriser then takes addresses side by side
for places apart. The loop's work-items are independent: none stores to what another one loads. So the load
may run once before them, if it comes before anything that the work-item itself stores.

Left as they are: loops with atomic operations, or that store to a place that is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.ir.metadata import Node
from hcpy.passes.host import effects
from hcpy.passes.host.launch import ALONG_ROW, CLEAR

_VARIES = frozenset(f"hc.{name}" for name in ALONG_ROW | {CLEAR})
_BEFORE = "hc."  # what the parameters of functions of work-items are called
_PARALLEL = "llvm.loop.parallel_accesses"
_ACCESS = "llvm.access.group"
_INTEGERS = frozenset(
    (
        *(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.OR, Opcode.AND),
        *(Opcode.SEXT, Opcode.ZEXT, Opcode.TRUNC),
    )
)
_OF_ADDRESSES = effects.CHEAP | {Opcode.LOAD}
_Same = Callable[[ir.Value], bool]  # for all work-items of a row, before the loop's own code has moved


def are_there(module: ir.Module) -> bool:
    """Asked before functions are inlined, which costs time."""
    for function in module.definitions:
        arguments = function.arguments
        if not arguments or not arguments[0].name.startswith(_BEFORE) or not _stores(function.blocks):
            continue
        if _first_loads(function.entry, _is_of_row):
            return True
    return False


def _is_of_row(value: ir.Value) -> bool:
    return not isinstance(value, ir.Instruction) and value.name not in _VARIES


def move_before_loops(module: ir.Module) -> None:
    for function in module.definitions:
        for block in function.blocks:
            group = _group_of(block.terminator)
            loop = _loop_of(block) if group is not None else None
            if group is not None and loop is not None:
                _move(loop, group)


def _group_of(terminator: ir.Instruction) -> Node | None:
    """The accesses that the rounds of the loop make independently of each other."""
    loop = terminator.metadata("llvm.loop")
    for part in loop.operands[1:] if loop is not None else ():
        words = part.operands if part is not None else []
        if len(words) > 1 and words[0] is not None and words[0].text == _PARALLEL:
            return words[1]
    return None


@dataclass(frozen=True)
class _Loop:
    header: ir.Block
    before: ir.Block  # leads nowhere else
    members: set[ir.Block]

    def is_outside(self, value: ir.Value) -> bool:
        return not isinstance(value, ir.Instruction) or value.block not in self.members


def _loop_of(latch: ir.Block) -> _Loop | None:
    for header in latch.terminator.successors:
        members = _members(header, latch)
        outside = [block for block in header.predecessors if block not in members]
        if members and len(outside) == 1 and len(outside[0].successors) == 1:
            return _Loop(header, outside[0], members)
    return None


def _move(loop: _Loop, group: Node) -> None:
    if not _stores(loop.members):
        return
    moved = _first_loads(loop.header, loop.is_outside)
    if not moved or not _are_independent(loop, set(moved), group):
        return
    with ir.Builder.before(loop.before.terminator) as build:
        for instruction in moved:
            build.take(instruction)


def _members(header: ir.Block, latch: ir.Block) -> set[ir.Block]:
    """The blocks of the loop; empty: it has another way in."""
    members, pending = {header}, [latch]
    while pending:
        block = pending.pop()
        if block in members:
            continue
        members.add(block)
        before = block.predecessors
        if not before:
            return set()
        pending += before
    return members


def _stores(blocks: Iterable[ir.Block]) -> bool:
    return any(i.opcode is Opcode.STORE for block in blocks for i in block.instructions())


def _first_loads(block: ir.Block, is_same: _Same) -> list[ir.Instruction]:
    """What the block begins with that is the same for all, as far as such loads need it, in its order."""
    same: dict[ir.Value, None] = {}
    loads = []
    for instruction in block.instructions():
        if instruction.opcode is Opcode.PHI or instruction.opcode is Opcode.ALLOCA:
            continue
        if instruction.is_terminator or _may_write(instruction):
            break
        if not all(is_same(operand) or operand in same for operand in instruction.operands):
            continue
        if instruction.opcode is Opcode.LOAD and effects.is_plain(instruction):
            same[instruction] = None
            if instruction.metadata("invariant.load") is None:
                loads.append(instruction)
        elif instruction.opcode in effects.CHEAP:
            same[instruction] = None
    needed: set[ir.Value] = set()
    pending: list[ir.Value] = [load for load in loads if _finds_others(load, same)]
    while pending:
        value = pending.pop()
        if isinstance(value, ir.Instruction) and value in same and value not in needed:
            needed.add(value)
            pending += value.operands
    return [i for i in same if i in needed and isinstance(i, ir.Instruction)]


def _may_write(instruction: ir.Instruction) -> bool:
    if instruction.opcode is Opcode.CALL:
        return not effects.is_pure_call(instruction.callee_name)
    return instruction.opcode in effects.WRITES or (
        instruction.opcode is Opcode.LOAD and not effects.is_plain(instruction)
    )


def _finds_others(load: ir.Instruction, same: dict[ir.Value, None]) -> bool:
    """Is it part of an address that work-items do not share?"""
    pending: list[ir.Value] = [load]
    seen: set[ir.Value] = set()
    while pending:
        for user in pending.pop().users:
            if not isinstance(user, ir.Instruction) or user in seen:
                continue
            seen.add(user)
            if user.opcode is Opcode.GEP and user not in same:
                return True
            if user.opcode in _INTEGERS or (user in same and user.opcode in (Opcode.GEP, Opcode.LOAD)):
                pending.append(user)
    return False


def _are_independent(loop: _Loop, moved: set[ir.Instruction], group: Node) -> bool:
    """Do no work-items store to what is loaded?"""
    for load in moved:
        is_load = load.opcode is Opcode.LOAD and load.metadata("invariant.load") is None
        if is_load and load.metadata(_ACCESS) != group:
            return False
    for block in loop.members:
        for instruction in block.instructions():
            if instruction.opcode is Opcode.STORE:
                if not _is_independent(instruction, group):
                    return False
                if _is_one_place(instruction.pointer, moved, loop.is_outside):
                    return False
            elif not instruction.is_terminator and _may_write(instruction):
                return False
    return True


def _is_independent(store: ir.Instruction, group: Node) -> bool:
    if not effects.is_plain(store):
        return False
    base = ir.base_of(store.pointer)
    is_own = isinstance(base, ir.Instruction) and base.opcode is Opcode.ALLOCA
    return is_own or store.metadata(_ACCESS) == group


def _is_one_place(pointer: ir.Value, moved: set[ir.Instruction], is_same: _Same) -> bool:
    if is_same(pointer) or pointer in moved:
        return True
    if not isinstance(pointer, ir.Instruction) or pointer.opcode not in _OF_ADDRESSES:
        return False
    return all(_is_one_place(operand, moved, is_same) for operand in pointer.operands)

"""Turns accesses through generic pointers into global, group and private ones where their origin shows.

Takes a Lowering whose module is optimised SPIR-V IR; LLVM's own pass of this name is not in that back end's
pipeline, and takes the generic space for 0 where it has no target machine. Follows casts, address arithmetic,
phis and selects within a function. Copies and fills by LLVM's intrinsics are accesses, too.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.rewrite import move_again
from hcpy.passes.lowering import Lowering
from hcpy.passes.memory_moves import MOVES

GENERIC = 4
_FOLLOWED = (ir.Opcode.GEP, ir.Opcode.PHI, ir.Opcode.SELECT)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        _Inference(function).rewrite()


class _Inference:
    """One function's generic pointers, and the one space that each of them points to."""

    def __init__(self, function: ir.Function) -> None:
        self._values: list[ir.Instruction] = []
        self._accesses: list[ir.Instruction] = []
        self._seeds: dict[ir.Value, ir.Value] = {}  # casts to generic: what was cast
        self._origins: dict[ir.Value, int] = {}
        for instruction in function.instructions_of(
            ir.Opcode.ADDRSPACE_CAST, *_FOLLOWED, *ir.POINTER_ACCESSES
        ):
            self._note(instruction)
        self._moves = [call for call in function.calls() if call.callee_name.startswith(MOVES)]
        self._solve()
        self._made: dict[ir.Value, ir.Value] = {}

    def _note(self, instruction: ir.Instruction) -> None:
        opcode = instruction.opcode
        if opcode in ir.POINTER_ACCESSES:
            if _is_generic(instruction.pointer):
                self._accesses.append(instruction)
        elif not _is_generic(instruction):
            return
        elif opcode is ir.Opcode.ADDRSPACE_CAST:
            source = instruction.operand(0)
            self._seeds[instruction] = source
            self._origins[instruction] = source.type.address_space
        else:
            self._values.append(instruction)

    def _solve(self) -> None:
        """Optimistic: a circle of phis has the space of what enters it."""
        known = set(self._values)
        sources = {value: _pointers(value) for value in self._values}
        changed = True
        while changed:
            changed = False
            for value in self._values:
                found = {s for o in sources[value] if (s := self._space(o, known)) is not None}
                if not found:
                    continue
                space = GENERIC if len(found) > 1 else found.pop()
                if self._origins.get(value) not in (space, GENERIC):
                    self._origins[value] = space
                    changed = True

    def _space(self, operand: ir.Value, known: set[ir.Instruction]) -> int | None:
        """The space that an operand points to; None: not known yet, or any will do."""
        if operand in self._origins:
            return self._origins[operand]
        if operand in known or operand.is_undefined:
            return None
        return _constant_space(operand) if isinstance(operand, ir.Expression) else GENERIC

    def rewrite(self) -> None:
        specific = [v for v in self._values if self._origins.get(v, GENERIC) != GENERIC]
        for value in specific:
            if value.opcode is ir.Opcode.PHI:  # what enters it may be made of it
                with ir.Builder.before(value) as build:
                    pointer = build.types.pointer(self._origins[value])
                    self._made[value] = build.phi(pointer, (), value.name)
        for value in specific:
            self._specific(value, self._origins[value])
        for value in specific:
            if value.opcode is ir.Opcode.PHI:
                self._fill(value)
        for access in self._accesses:
            place = access.pointer
            space = self._space(place, set())
            if space is not None and space != GENERIC:
                access.pointer = self._specific(place, space)
        for move in self._moves:
            self._move(move)
        self._replace(specific)

    def _move(self, call: ir.Instruction) -> None:
        arguments = call.arguments
        for number, place in enumerate(arguments[:2]):
            space = self._space(place, set()) if _is_generic(place) else None
            if space is not None and space != GENERIC:
                arguments[number] = self._specific(place, space)
        if arguments != call.arguments:
            move_again(call, arguments)

    def _fill(self, value: ir.Instruction) -> None:
        new = self._made[value]
        assert isinstance(new, ir.Instruction)
        space = self._origins[value]
        new.add_incoming([(self._specific(operand, space), block) for operand, block in value.incoming])

    def _specific(self, value: ir.Value, space: int) -> ir.Value:
        """The value as a pointer to its own space."""
        if value in self._seeds:
            return self._seeds[value]
        if value.is_undefined or (isinstance(value, ir.Instruction) and value not in self._origins):
            return value.type.types.pointer(space).poison()
        if isinstance(value, ir.Expression):
            return _specific_constant(value)
        if value not in self._made:
            assert isinstance(value, ir.Instruction)
            with ir.Builder.before(value) as build:
                self._made[value] = self._build(build, value, space)
        return self._made[value]

    def _build(self, build: ir.Builder, value: ir.Instruction, space: int) -> ir.Value:
        if value.opcode is ir.Opcode.GEP:
            base, *indices = value.operands
            pointer = self._specific(base, space)
            return build.address(value.source_type, pointer, indices, value.name, value.no_wrap)
        condition, *chosen = value.operands
        first, second = (self._specific(o, space) for o in chosen)
        return build.select(condition, first, second, value.name)

    def _replace(self, specific: list[ir.Instruction]) -> None:
        """Other users see a generic pointer still, cast from the new one; most values have none."""
        left = set(specific)
        for value in specific:
            others = [use for use in value.uses if use.user not in left]
            if others:
                self._cast(value, others)
        for value in specific:
            value.replace_uses(value.type.poison())
        for value in specific:
            value.erase()
        for seed in self._seeds:
            if not seed.is_used and isinstance(seed, ir.Instruction):
                seed.erase()

    def _cast(self, value: ir.Instruction, others: list[ir.Use]) -> None:
        place = value.block.first_after_phis if value.opcode is ir.Opcode.PHI else value
        with ir.Builder.before(place) as build:
            cast = build.space_cast(self._made[value], GENERIC)
        for use in others:
            use.set(cast)


def _is_generic(value: ir.Value) -> bool:
    type_ = value.type
    return type_.is_pointer and type_.address_space == GENERIC


def _pointers(value: ir.Instruction) -> list[ir.Value]:
    """The pointers that a value may be."""
    if value.opcode is ir.Opcode.PHI:
        return [operand for operand, _ in value.incoming]
    operands = value.operands
    return operands[:1] if value.opcode is ir.Opcode.GEP else operands[1:]


def _constant_space(value: ir.Value) -> int:
    """The space that a constant generic pointer was cast from."""
    while isinstance(value, ir.Expression) and value.opcode is ir.Opcode.GEP:
        value = value.operand(0)
    if isinstance(value, ir.Expression) and value.opcode is ir.Opcode.ADDRSPACE_CAST:
        return value.operand(0).type.address_space
    return GENERIC


def _specific_constant(value: ir.Expression) -> ir.Value:
    if value.opcode is ir.Opcode.ADDRSPACE_CAST:
        return value.operand(0)
    base, *indices = value.operands
    assert isinstance(base, ir.Expression)
    return value.rebuild([_specific_constant(base), *indices])

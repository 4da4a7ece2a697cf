"""Turns accesses through generic pointers into global, group and private ones where their origin shows.

Takes a Lowering whose module is optimised SPIR-V IR; LLVM's own pass of this name is not in that back end's
pipeline, and takes the generic space for 0 where it has no target machine. Follows casts, address
arithmetic, phis and selects within a function. Copies and fills by LLVM's intrinsics are accesses, too, and
so are OpenCL's functions that write a second result (frexp, modf), of which there is one for each memory, and
casts back. Addresses as numbers are those of their own memory where only their distance, their order or their
lowest bits are asked.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.ir.rewrite import move_again
from hcpy.passes.lowering import Lowering
from hcpy.passes.map_spirv_maths import WITH_POINTERS
from hcpy.passes.memory_moves import MOVES
from hcpy.passes.move_tile_static import GROUP_SPACE, PRIVATE_SPACE

GENERIC = 4
# Pointers in the names of OpenCL's functions.
_MANGLED = {PRIVATE_SPACE: "P", 1: "PU3AS1", GROUP_SPACE: "PU3AS3", GENERIC: "PU3AS4"}
_LOWEST_BITS = 4095  # which addresses have in common, generic or not
_FOLLOWED = (ir.Opcode.GEP, ir.Opcode.PHI, ir.Opcode.SELECT)


def run(lowering: Lowering) -> None:
    for function in lowering.module.definitions:
        _Inference(lowering.module, function).rewrite()


class _Inference:
    """One function's generic pointers, and the one space that each of them points to."""

    def __init__(self, module: ir.Module, function: ir.Function) -> None:
        self._module = module
        self._values: list[ir.Instruction] = []
        self._accesses: list[ir.Instruction] = []
        self._seeds: dict[ir.Value, ir.Value] = {}  # casts to generic: what was cast
        self._origins: dict[ir.Value, int] = {}
        for instruction in function.instructions_of(
            ir.Opcode.ADDRSPACE_CAST, *_FOLLOWED, *ir.POINTER_ACCESSES
        ):
            self._note(instruction)
        calls = list(function.calls())
        self._moves = [call for call in calls if call.callee_name.startswith(MOVES)]
        self._writers = [call for call in calls if _writes_second_result(call)]
        casts = function.instructions_of(ir.Opcode.ADDRSPACE_CAST)
        self._casts_back = [cast for cast in casts if _is_generic(cast.operand(0))]
        self._numbers = [n for n in function.instructions_of(ir.Opcode.PTRTOINT) if _is_generic(n.operand(0))]
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
            if (own := self._in_own_memory(access.pointer)) is not None:
                access.pointer = own
        for move in self._moves:
            self._move(move)
        for call in self._writers:
            self._write(call)
        for cast in self._casts_back:
            own = self._in_own_memory(cast.operand(0))
            if own is not None and own.type == cast.type:
                cast.replace_uses(own)
                cast.erase()
        for number in self._own_numbers():
            number.set_operand(0, self._specific(number.operand(0), self._known_space(number.operand(0))))
        self._replace(specific)

    def _known_space(self, place: ir.Value) -> int:
        """The space that a generic pointer is known to point to, else the generic one."""
        space = self._space(place, set())
        return GENERIC if space is None else space

    def _in_own_memory(self, place: ir.Value) -> ir.Value | None:
        """A generic pointer as one to the space that it is known to point to."""
        space = self._known_space(place) if _is_generic(place) else GENERIC
        return None if space == GENERIC else self._specific(place, space)

    def _own_numbers(self) -> list[ir.Instruction]:
        """Those for which the address in the own memory does, in the order of the function."""
        spaces = {number: self._known_space(number.operand(0)) for number in self._numbers}
        own = {number for number, space in spaces.items() if space != GENERIC}
        while left := {n for n in own if not all(self._does(n, use.user, own, spaces) for use in n.uses)}:
            own -= left
        return [number for number in self._numbers if number in own]

    @staticmethod
    def _does(
        number: ir.Instruction, user: ir.Value, own: set[ir.Instruction], spaces: dict[ir.Instruction, int]
    ) -> bool:
        """Does this use ask nothing that the generic address has and the own one has not?"""
        if not isinstance(user, ir.Instruction):
            return False
        others = [operand for operand in user.operands if operand != number]
        if user.opcode is ir.Opcode.AND:
            return any(isinstance(o, ir.Integer) and 0 <= o.value <= _LOWEST_BITS for o in others)
        if user.opcode in (ir.Opcode.SUB, ir.Opcode.ICMP):
            return all(
                isinstance(o, ir.Instruction) and o in own and spaces[o] == spaces[number] for o in others
            )
        return False

    def _write(self, call: ir.Instruction) -> None:
        *given, place = call.arguments
        own = self._in_own_memory(place)
        if own is None:
            return
        arguments = [*given, own]
        name = call.callee_name.replace(_MANGLED[GENERIC], _MANGLED[own.type.address_space])
        types = call.type.types
        kind = types.function(call.type, [argument.type for argument in arguments])
        callee = self._module.declare(name, kind, call.convention)
        if not callee.is_declaration:  # the program's own of this name
            return
        with ir.Builder.before(call) as build:
            build.at_location(call.debug_location)
            made = build.call(callee, arguments)
        call.replace_uses(made)
        call.erase()

    def _move(self, call: ir.Instruction) -> None:
        arguments = call.arguments
        for number, place in enumerate(arguments[:2]):
            if (own := self._in_own_memory(place)) is not None:
                arguments[number] = own
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


def _writes_second_result(call: ir.Instruction) -> bool:
    callee = call.callee
    is_outside = isinstance(callee, ir.Function) and callee.is_declaration
    return is_outside and opencl_name(call.callee_name) in WITH_POINTERS and _is_generic(call.arguments[-1])


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

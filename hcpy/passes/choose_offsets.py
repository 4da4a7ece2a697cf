"""Chooses between offsets into a private array, not between the addresses of its elements.

Takes a Lowering whose module is optimised, with its address spaces known. The vectoriser of Intel's OpenCL
runtime for CPUs loses stores through an address that a select gives, or that is computed from such a one
(seen with arrays of i8). One address that is computed from the array and an offset comes out right where one
choice leads to it; a byte is stored into each of a small array's elements that it may belong to.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.passes.lowering import Lowering

_SMALL = 64  # elements
_CHOICES = (ir.Opcode.SELECT, ir.Opcode.PHI)


def run(lowering: Lowering) -> None:
    layout = lowering.module.layout
    for function in lowering.module.definitions:
        found = _Pointers(function, layout)
        changed = set(found.changed())
        if changed:
            _Rewriter(found, changed, layout).run()


class _Pointers:
    """A function's private addresses: what each is computed from."""

    def __init__(self, function: ir.Function, layout: ir.Layout) -> None:
        self.steps: dict[ir.Instruction, ir.Value] = {}  # an address one index on: its base
        self.choices: dict[ir.Instruction, list[ir.Value]] = {}
        self.roots: dict[ir.Value, ir.Value] = {}  # address -> its array
        self.stores: list[ir.Instruction] = []
        self.order: list[ir.Instruction] = []
        opcodes = (ir.Opcode.ALLOCA, ir.Opcode.GEP, ir.Opcode.STORE, *_CHOICES)
        for instruction in function.instructions_of(*opcodes):
            self._note(instruction, layout)
        self._find_roots()

    def _note(self, instruction: ir.Instruction, layout: ir.Layout) -> None:
        opcode = instruction.opcode
        if opcode is ir.Opcode.STORE:
            self.stores.append(instruction)
        elif not instruction.type.is_pointer or instruction.type.address_space:
            return
        elif opcode is ir.Opcode.ALLOCA:
            self.roots[instruction] = instruction
        elif opcode is ir.Opcode.GEP:
            if instruction.operand_count == 2 and layout.size(instruction.source_type):
                self.steps[instruction] = instruction.operand(0)
                self.order.append(instruction)
        else:
            given = (
                [v for v, _ in instruction.incoming] if opcode is ir.Opcode.PHI else instruction.operands[1:]
            )
            self.choices[instruction] = given
            self.order.append(instruction)

    def _find_roots(self) -> None:
        """First as if each choice had one array, since loops lead back to it; then without those with two."""
        sources = {name: [base] for name, base in self.steps.items()} | self.choices
        changed = True
        while changed:
            changed = False
            for name, given in sources.items():
                root = next((self.roots[g] for g in given if g in self.roots), None)
                if name not in self.roots and root is not None:
                    self.roots[name] = root
                    changed = True
        changed = True
        while changed:
            changed = False
            for name, given in sources.items():
                if name in self.roots and any(self.roots.get(g) != self.roots[name] for g in given):
                    del self.roots[name]
                    changed = True

    def changed(self) -> Iterator[ir.Instruction]:
        """The addresses that are made anew: choices, and steps on from an address that is computed."""
        for name in self.order:
            if name not in self.roots:
                continue
            if name in self.choices or (self.steps[name] != self.roots[name] and self._is_computed(name)):
                yield name

    def _is_computed(self, name: ir.Instruction) -> bool:
        at: ir.Value = name
        while isinstance(at, ir.Instruction) and at in self.steps:
            if not isinstance(at.operand(1), ir.Integer):
                return True
            at = self.steps[at]
        return at in self.choices


class _Rewriter:
    """Makes the offsets of one function, and the addresses that are computed from them."""

    def __init__(self, found: _Pointers, changed: set[ir.Instruction], layout: ir.Layout) -> None:
        self._found = found
        self._changed = changed
        self._layout = layout
        self._offsets: dict[ir.Value, ir.Value] = {}
        self._wanted: set[ir.Value] = set()  # what offsets are computed from, too
        work: list[ir.Value] = list(changed)
        while work:
            name = work.pop()
            if name not in self._wanted:
                self._wanted.add(name)
                if isinstance(name, ir.Instruction):
                    work += found.choices.get(name, [])
                    work += [found.steps[name]] if name in found.steps else []

    def run(self) -> None:
        wanted = [name for name in self._found.order if name in self._wanted]
        for name in wanted:
            if name.opcode is ir.Opcode.PHI:  # what enters it may be made of it
                with ir.Builder.before(name) as build:
                    self._offsets[name] = build.phi(build.types.i64)
        for name in wanted:
            self._offset(name)
        for name in wanted:
            if name.opcode is ir.Opcode.PHI:
                phi = self._offsets[name]
                assert isinstance(phi, ir.Instruction)
                phi.add_incoming([(self._offset(value), block) for value, block in name.incoming])
        for store in self._found.stores:
            self._store_byte(store)
        addresses = {name: self._address(name) for name in wanted if name in self._changed}
        for name, address in addresses.items():
            name.replace_uses(address)
        for name in addresses:
            name.erase()

    def _offset(self, name: ir.Value) -> ir.Value:
        """The bytes from the array's beginning to the address."""
        if self._found.roots[name] == name:
            return name.type.types.i64.const(0)
        if name not in self._offsets:
            assert isinstance(name, ir.Instruction)
            with ir.Builder.before(name) as build:
                self._offsets[name] = self._made(build, name)
        return self._offsets[name]

    def _made(self, build: ir.Builder, name: ir.Instruction) -> ir.Value:
        if name.opcode is ir.Opcode.SELECT:
            condition, first, second = name.operands
            return build.select(condition, self._offset(first), self._offset(second))
        index = name.operand(1)
        if index.type.width < 64:
            index = build.cast(ir.Opcode.SEXT, index, build.types.i64)
        size = build.types.i64.const(self._layout.size(name.source_type))
        return build.add(self._offset(self._found.steps[name]), build.mul(index, size))

    def _address(self, name: ir.Instruction) -> ir.Value:
        place = name.block.first_after_phis if name.opcode is ir.Opcode.PHI else name
        with ir.Builder.before(place) as build:
            return build.offset(self._found.roots[name], self._offsets[name])

    def _store_byte(self, store: ir.Instruction) -> None:
        """A byte, put into each element of a small array that the offset may mean."""
        place, value = store.pointer, store.operand(0)
        if place not in self._changed or not value.type.is_integer or value.type.width != 8:
            return
        if store.is_volatile or store.ordering is not ir.Ordering.NOT_ATOMIC:
            return
        root = self._found.roots[place]
        assert isinstance(root, ir.Instruction)
        array = root.allocated_type
        if not array.is_array or array.count > _SMALL or array.element != value.type:
            return
        with ir.Builder.before(store) as build:
            for number in range(array.count):
                at = build.offset(root, number)
                old = build.load(value.type, at, align=1)
                here = build.types.i64.const(number)
                meant = build.compare(ir.IntPredicate.EQ, self._offsets[place], here)
                build.store(build.select(meant, value, old), at, align=1)
        store.erase()

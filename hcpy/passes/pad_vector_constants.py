"""Fills the bytes between the vectors of constant tables.

LLVM's NVPTX writes the bytes of a vector's numbers alone, and what follows too early: three floats are 12
bytes in a table whose rows are 16 apart. Takes a Lowering whose module is optimised; leaves variables
whose initial value has such a vector with arrays and bytes in its place, at the same places.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir.padding import padded
from hcpy.ir.rewrite import copy_variable
from hcpy.passes.lowering import Lowering


def run(lowering: Lowering) -> None:
    module = lowering.module
    rows = _Rows(module.layout)
    for old in list(module.variables):
        if (value := old.initializer) is None or rows.type(old.value_type) == old.value_type:
            continue
        name, old.name = old.name, ""
        made = module.add_variable(name, rows.type(old.value_type), old.address_space)
        copy_variable(old, made)
        made.align = old.align or module.layout.align(old.value_type)
        made.initializer = rows.value(value)
        old.replace_uses(made)
        old.erase()


class _Rows:
    """Types and constants without vectors that end before their place does."""

    def __init__(self, layout: ir.Layout) -> None:
        self._layout = layout

    def type(self, old: ir.Type) -> ir.Type:
        """One with the same size, and the same numbers at the same places."""
        if old.is_array:
            element = self.type(old.element)
            return old if element == old.element else element.array(old.count)
        if old.is_struct:
            elements = [self.type(element) for element in old.elements]
            return old if elements == old.elements else self._packed(old, elements)[0]
        if old.is_vector and (missing := self._missing(old)):
            return old.types.struct([old.element.array(old.count), old.types.i8.array(missing)], packed=True)
        return old

    def value(self, old: ir.Value) -> ir.Value:
        """The constant over the new type of its own."""
        type_ = self.type(old.type)
        if type_ == old.type:
            return old
        if old.is_undefined or not isinstance(old, ir.Constant) or old.kind is ir.ValueKind.ZERO:
            return type_.null()
        elements = list(old.elements())
        if old.type.is_array:
            return type_.const_aggregate([self.value(element) for element in elements])
        whole = [element.null() for element in type_.elements]
        if old.type.is_vector:
            whole[0] = whole[0].type.const_aggregate(elements)
            return type_.const_aggregate(whole)
        _, numbers = self._packed(old.type, [self.type(element) for element in old.type.elements])
        for number, element in zip(numbers, elements, strict=True):
            whole[number] = self.value(element)
        return type_.const_aggregate(whole)

    def _packed(self, old: ir.Type, elements: list[ir.Type]) -> tuple[ir.Type, list[int]]:
        made, numbers = padded(self._layout, old, elements)
        return old.types.struct(made, packed=True), numbers

    def _missing(self, vector: ir.Type) -> int:
        """Bytes after its last number. Numbers that are no whole bytes lie side by side as they are."""
        element = vector.element
        if element.is_pointer or self._layout.size(element) * 8 != element.width:
            return 0
        return self._layout.size(vector) - vector.count * self._layout.size(element)

"""Structures whose members stay where they are, though they have types now that ask for less alignment."""

from __future__ import annotations

from collections.abc import Sequence

from hcpy.ir.module import Layout
from hcpy.ir.types import Type


def lies_alike(layout: Layout, old: Type, elements: Sequence[Type]) -> bool:
    """Are members of these types where the structure's own are?"""
    new = old.types.struct(elements, old.is_packed)
    if layout.size(new) != layout.size(old):
        return False
    return all(layout.offset(new, n) == layout.offset(old, n) for n in range(len(elements)))


def padded(layout: Layout, old: Type, elements: Sequence[Type]) -> tuple[list[Type], list[int]]:
    """The members of a packed structure with bytes between them, and the numbers of those that were there."""
    made: list[Type] = []
    numbers: list[int] = []
    end = 0
    for index, element in enumerate(elements):
        made += _bytes(old, layout.offset(old, index) - end)
        numbers.append(len(made))
        made.append(element)
        end = layout.offset(old, index) + layout.size(element)
    return made + _bytes(old, layout.size(old) - end), numbers


def _bytes(old: Type, count: int) -> list[Type]:
    return [old.types.i8.array(count)] if count else []

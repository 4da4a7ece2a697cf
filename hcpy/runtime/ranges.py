"""Ranges of memory that belong to objects, and which of them overlap.

Takes: ranges of addresses, with the objects that they belong to; the objects are not kept alive.
Gives: the objects whose ranges a new one touches. A search costs about as much as there are sizes of ranges,
not as there are ranges.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
_Entry = tuple[int, int, "weakref.ref[T]"]


class Ranges(Generic[T]):
    """Thread contract: one thread at a time."""

    def __init__(self) -> None:
        # By the power of two above the size, then by the cells of that size that the range touches: at most
        # two.
        self._levels: dict[int, dict[int, dict[int, _Entry[T]]]] = {}

    def add(self, owner: T, begin: int, end: int) -> list[T]:
        """Notes a range that has at least one byte; gives the owners of those that it overlaps."""
        found = list(self._overlapping(begin, end))
        level, cells = _cells(begin, end)
        entry = (begin, end, weakref.ref(owner))
        for cell in cells:
            self._levels.setdefault(level, {}).setdefault(cell, {})[id(owner)] = entry
        return found

    def remove(self, owner: T, begin: int, end: int) -> None:
        """Forgets a range that was added."""
        level, cells = _cells(begin, end)
        known = self._levels.get(level, {})
        for cell in cells:
            entries = known.get(cell, {})
            entries.pop(id(owner), None)
            if not entries:
                known.pop(cell, None)
        if not known:
            self._levels.pop(level, None)

    def _overlapping(self, begin: int, end: int) -> Iterator[T]:
        seen = set()
        for level, known in list(self._levels.items()):
            touched = range(begin >> level, ((end - 1) >> level) + 1)
            for cell in touched if len(touched) <= len(known) else list(known):
                for number, (other_begin, other_end, owner) in list(known.get(cell, {}).items()):
                    found = owner()
                    if other_begin < end and begin < other_end and found is not None and number not in seen:
                        seen.add(number)
                        yield found


def _cells(begin: int, end: int) -> tuple[int, range]:
    level = (end - begin).bit_length()
    return level, range(begin >> level, ((end - 1) >> level) + 1)

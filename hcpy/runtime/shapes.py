"""Extents: how many work-items a launch has, in which tiles.

Takes: numbers, slowest dimension first, as in C++.
Gives: extent and tiled_extent, which are hashable and never change.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, SupportsIndex

from hcpy.runtime.exceptions import DomainError


class extent:
    """The number of work-items in each of 1 to 3 dimensions.

    `extent(rows, columns)` or `extent(array.shape)`.

    Args:
        dims: work-items in each dimension, the slowest first; or one tuple of them.

    Raises:
        DomainError: the rank is another one, or a number is negative or larger than 2**31 - 1.
    """

    __slots__ = ("dims",)

    def __init__(self, *dims: SupportsIndex | tuple[SupportsIndex, ...] | extent) -> None:
        given: Any = dims
        if len(dims) == 1 and not hasattr(dims[0], "__index__"):
            given = dims[0]
        try:
            numbers = tuple(operator.index(d) for d in given)
        except TypeError:
            raise DomainError(f"an extent is made of integers, not {given!r}") from None
        if not 1 <= len(numbers) <= 3:
            raise DomainError(f"an extent has 1, 2 or 3 dimensions, not {len(numbers)}")
        for number in numbers:
            if not 0 <= number < 2**31:
                raise DomainError(f"{number} work-items in a dimension of {numbers}: it takes 0 to 2**31 - 1")
        self.dims: tuple[int, ...] = numbers

    @property
    def rank(self) -> int:
        """How many dimensions it has."""
        return len(self.dims)

    @property
    def size(self) -> int:
        """How many work-items it has in all."""
        result = 1
        for number in self.dims:
            result *= number
        return result

    def tile(self, *tile: SupportsIndex, dynamic_group_bytes: int = 0) -> tiled_extent:
        """Cut the extent into tiles; those at the upper edge are smaller where they don't divide it.

        Args:
            tile: work-items of a tile in each dimension.
            dynamic_group_bytes: group memory of each tile, in bytes, of a size that the launch chooses.

        Returns:
            The extent in tiles.

        Raises:
            DomainError: the tile's rank is another one, or a number is not positive.
        """
        return tiled_extent(self, *tile, dynamic_group_bytes=dynamic_group_bytes)

    def __getitem__(self, dimension: int) -> int:
        return self.dims[dimension]

    def __iter__(self) -> Iterator[int]:
        return iter(self.dims)

    def __len__(self) -> int:
        return len(self.dims)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.dims

    def __repr__(self) -> str:
        return f"hcpy.extent({', '.join(map(str, self.dims))})"


class tiled_extent(extent):
    """An extent in tiles (work-groups), for kernels that take an hc::tiled_index.

    `tiled_extent(extent(1024, 1024), 16, 16, dynamic_group_bytes=4096)`.

    Args:
        of: the work-items.
        tile: work-items of a tile in each dimension of the extent.
        dynamic_group_bytes: group memory of each tile, in bytes, of a size that the launch chooses
            (hc::get_dynamic_group_segment_base_pointer in C++).

    Raises:
        DomainError: the tile's rank is another one, or a number is not positive.
    """

    __slots__ = ("dynamic_group_bytes", "tile_dims")

    def __init__(self, of: extent, *tile: SupportsIndex, dynamic_group_bytes: int = 0) -> None:
        super().__init__(*(of if isinstance(of, extent) else extent(of)).dims)
        try:
            self.tile_dims: tuple[int, ...] = tuple(operator.index(t) for t in tile)
        except TypeError:
            raise DomainError(f"a tile is made of integers, not {tile!r}") from None
        if len(self.tile_dims) != len(self.dims):
            raise DomainError(f"a tile of rank {len(self.tile_dims)} for an extent of rank {len(self.dims)}")
        if any(number <= 0 or number >= 2**31 for number in self.tile_dims):
            raise DomainError(f"a tile of {self.tile_dims}: every dimension must be positive")
        try:
            dynamic_group_bytes = operator.index(dynamic_group_bytes)
        except TypeError:
            raise DomainError(f"dynamic_group_bytes is an integer, not {dynamic_group_bytes!r}") from None
        if not 0 <= dynamic_group_bytes < 2**32:
            raise DomainError(f"{dynamic_group_bytes} bytes of dynamic group memory: it takes 0 to 2**32 - 1")
        self.dynamic_group_bytes = dynamic_group_bytes

    def _key(self) -> tuple[object, ...]:
        return (self.dims, self.tile_dims, self.dynamic_group_bytes)

    def __repr__(self) -> str:
        more = f", dynamic_group_bytes={self.dynamic_group_bytes}" if self.dynamic_group_bytes else ""
        tile = ", ".join(map(str, self.tile_dims))
        return f"hcpy.tiled_extent({super().__repr__()}, {tile}{more})"

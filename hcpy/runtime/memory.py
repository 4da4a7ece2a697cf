"""Memory: the bytes of array_views, as libhcrt knows them; it keeps their copies coherent.

Takes: the host memory of an array, or memory of a device.
Gives: handles for launches. What kernels write is in host memory after `synchronize`, and at the latest when
the Memory ends, or the process.
"""

from __future__ import annotations

import atexit
import functools
import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hcpy.runtime.exceptions import AcceleratorRemoved, Single
from hcpy.runtime.library import check, failure, handle, in_own_process, library

if TYPE_CHECKING:
    from hcpy.runtime.device import Device, Queue

ALIGNMENT = 128


class Memory(Single):
    """Thread contract: as arrays in C++: several threads may read, one writes."""

    __slots__ = ("__weakref__", "address", "handle", "home", "host", "nbytes", "owner")

    def __init__(self, host: Any, home: Device | None = None, adopted: tuple[int, int] | None = None) -> None:
        """host: a contiguous array of bytes, or None. adopted: address and size on the device `home`."""
        lib = _library()
        self.host = host
        self.home = home  # the one device whose kernels may use it; None: any
        self.owner: Any = None  # of adopted memory
        if adopted is None:
            self.address, self.nbytes = host.ctypes.data, int(host.nbytes)
            self.handle = handle(lib.hcrt_c_view_memory(self.address, self.nbytes))
        else:
            assert home is not None
            self.address, self.nbytes = adopted
            self.handle = handle(lib.hcrt_c_adopt_memory(home.handle, self.address, self.nbytes))

    def synchronize(self, offset: int, nbytes: int) -> None:
        """Makes these bytes current in host memory. Raises the error of a kernel that failed."""
        check(library().hcrt_c_synchronize(self.handle, offset, nbytes))

    def synchronize_to(self, queue: Queue, offset: int, nbytes: int) -> int:
        """Makes them current on the queue's device; gives the event's handle."""
        return handle(library().hcrt_c_synchronize_to(self.handle, queue.handle, offset, nbytes))

    def refresh(self, offset: int, shape: Sequence[int], strides: Sequence[int], itemsize: int) -> None:
        """The elements in host memory were changed: copies are stale."""
        for row, row_bytes, rows, pitch in _rows(offset, shape, strides, itemsize):
            check(library().hcrt_c_refresh(self.handle, row, row_bytes, rows, pitch))

    def wait(self) -> None:
        """For all work that uses it."""
        check(library().hcrt_c_wait_memory(self.handle))

    # The default is there when the module's names are not any more.
    def __del__(self, ending: Any = sys.is_finalizing) -> None:
        pointer = getattr(self, "handle", None)
        if pointer is None or ending():  # _finish came first
            return
        if library().hcrt_c_release_memory(pointer) != 0:
            _tell_loss()


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array whose elements may have any alignment that C++ asks for; NumPy's have 16 bytes."""
    if dtype.hasobject or dtype.itemsize == 0:
        return np.zeros(shape, dtype)  # which array_view refuses
    nbytes = math.prod(shape) * dtype.itemsize
    raw = np.zeros(nbytes + ALIGNMENT, np.uint8)
    first = -raw.ctypes.data % ALIGNMENT
    return raw[first : first + nbytes].view(dtype).reshape(shape)


def _rows(
    offset: int, shape: Sequence[int], strides: Sequence[int], itemsize: int
) -> list[tuple[int, int, int, int]]:
    """Offset, bytes, count and pitch of rows without gaps that are all of the elements."""
    if 0 in shape:
        return []
    row_bytes, dimensions = itemsize, [*zip(shape, strides, strict=True)]
    while dimensions and (dimensions[-1][0] == 1 or dimensions[-1][1] == row_bytes):
        row_bytes *= dimensions.pop()[0]
    rows, pitch = dimensions.pop() if dimensions else (1, row_bytes)
    starts = [offset]
    for count, stride in dimensions:
        starts = [start + n * stride for start in starts for n in range(count)]
    return [(start, row_bytes, rows, pitch) for start in starts]


def _tell_loss() -> None:
    """Nobody could catch the error: it is printed in one line."""
    error = failure()
    if isinstance(error, AcceleratorRemoved) and not in_own_process():
        return  # in a child of fork the elements are the parent's
    print(f"hcpy: warning: an array could not be written back: {error}", file=sys.stderr)


@functools.cache
def _library() -> Any:
    """libhcrt, whose work is over before the process's arrays end."""
    atexit.register(_finish)
    return library()


def _finish() -> None:
    if library().hcrt_c_finish() != 0:
        _tell_loss()


def as_bytes(array: Any) -> Any:
    """Return the memory that holds an array's elements, as bytes; it keeps the array alive."""
    if not array.size:
        return np.empty(0, np.uint8)
    span = array.itemsize + sum((n - 1) * step for n, step in zip(array.shape, array.strides, strict=True))
    interface = {
        "version": 3,
        "shape": (span,),
        "typestr": "|u1",
        "data": (array.ctypes.data, not array.flags.writeable),
    }
    return np.asarray(_Interface(interface, array))


class _Interface:
    """Keeps the array alive as long as its bytes."""

    def __init__(self, interface: dict[str, Any], owner: Any) -> None:
        self.__array_interface__ = interface
        self.owner = owner

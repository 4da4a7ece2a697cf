"""array_view and array: the elements that kernels work on.

Takes: ndarrays, and everything that says where its memory is.
Gives: views whose elements are wherever they are used; `numpy()` and indexing bring them to the host.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from hcpy.runtime.accelerator import accelerator, accelerator_view, view_of
from hcpy.runtime.device import Event
from hcpy.runtime.exceptions import ArgumentError
from hcpy.runtime.futures import completion_future
from hcpy.runtime.interop import adopted
from hcpy.runtime.memory import Memory, aligned_zeros, as_bytes
from hcpy.runtime.shapes import extent


class array_view:
    """A view of 1 to 3 dimensions (for pointer parameters: of any number) of elements.

    `array_view(data)`: of an ndarray, of anything with `__array_interface__`, of what DLPack gives
    (`__dlpack__`), of memory of an accelerator (`__cuda_array_interface__`, pyopencl arrays in SVM).
    `array_view(data, shape)`: the same elements in another shape. Nothing is copied: data must stay as it is.
    `array_view(shape=..., dtype=...)`: no host memory; the elements are zero.

    What a kernel writes is in `data` after `synchronize()`, on accelerators that share the host's memory once
    the kernel is complete, and at the latest when the last view of the data ends.

    Args:
        data: the elements; None: the view has its own memory.
        shape: elements in each dimension, the slowest first; None: that of the data.
        dtype: of the elements of a view without data; None: float32.

    Raises:
        ArgumentError: kernels can't use the data: rows with gaps inside, objects, big-endian numbers.
    """

    __slots__ = (
        "__weakref__",
        "_contiguous",
        "dtype",
        "memory",
        "offset",
        "readonly",
        "shape",
        "span",
        "steps",
    )

    def __init__(
        self, data: Any = None, shape: int | Sequence[int] | extent | None = None, dtype: Any = None
    ) -> None:
        if data is None:
            if shape is None:
                raise ArgumentError("an array_view takes data, or shape= and dtype=")
            data = aligned_zeros(_dimensions(shape), np.dtype(np.float32 if dtype is None else dtype))
            shape = dtype = None
        if dtype is not None:
            raise ArgumentError("dtype= is for views without data; data has its own")
        found = adopted(data) if not isinstance(data, np.ndarray) else None
        if found is not None:
            self._of_interface(data, *found)
        else:
            self._of_array(_as_array(data))
        if shape is not None:
            self._reshape(_dimensions(shape))
        self._finish()

    def _of_array(self, array: Any) -> None:
        steps = _steps(array.shape, array.strides, array.dtype)
        self.memory = Memory(as_bytes(array))
        self.offset = 0
        self.shape = array.shape
        self.steps = steps
        self.dtype = array.dtype
        self.readonly = not array.flags.writeable

    def _of_interface(self, data: Any, told: dict[str, Any], home: Any) -> None:
        """Over memory of a device, in the words of __cuda_array_interface__."""
        self.dtype, self.shape = np.dtype(told["typestr"]), tuple(told["shape"])
        self.steps = _steps(self.shape, told.get("strides"), self.dtype)
        self.offset = 0
        address, self.readonly = told["data"][0], bool(told["data"][1])
        self.memory = Memory(None, home, (address, _span(self.shape, self.steps) * self.dtype.itemsize))
        self.memory.owner = data

    def _reshape(self, shape: tuple[int, ...]) -> None:
        count = int(np.prod(shape, dtype=np.int64))
        if self.steps != _dense(self.shape) or count != int(np.prod(self.shape, dtype=np.int64)):
            raise ArgumentError(f"{self.shape} elements can't be viewed as {shape}")
        self.shape, self.steps = shape, _dense(shape)

    def _finish(self) -> None:
        self._contiguous = self.steps == _dense(self.shape) or 0 in self.shape
        self.span = _span(self.shape, self.steps) * int(self.dtype.itemsize)  # bytes, with gaps

    @classmethod
    def _part(cls, of: array_view, offset: int, shape: tuple[int, ...], steps: tuple[int, ...]) -> array_view:
        self = object.__new__(array_view)
        self.memory, self.dtype, self.readonly = of.memory, of.dtype, of.readonly
        self.offset, self.shape, self.steps = of.offset + offset * of.dtype.itemsize, shape, steps
        self._finish()
        return self

    # --- what it is ----------------------------------------------------------------------------------------
    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many elements it has."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        """How many bytes its elements have."""
        return self.size * int(self.dtype.itemsize)

    @property
    def extent(self) -> extent:
        """The extent that has a work-item for each element."""
        return extent(self.shape)

    def __len__(self) -> int:
        return self.shape[0] if self.shape else 0

    # --- parts ---------------------------------------------------------------------------------------------
    def section(self, origin: Sequence[int], shape: Sequence[int]) -> array_view:
        """Take a part; the elements are shared.

        Args:
            origin: index of its first element, one number for each dimension.
            shape: its elements in each dimension, at least 1.

        Returns:
            A view of the part.

        Raises:
            ArgumentError: it does not lie in the view.
        """
        try:
            origin, shape = tuple(map(operator.index, origin)), tuple(map(operator.index, shape))
        except TypeError:
            raise ArgumentError(
                f"a section takes an integer for each dimension; given {shape!r} at {origin!r}"
            ) from None
        inside = len(origin) == len(shape) == self.ndim and all(
            o >= 0 and 0 < n <= whole - o for o, n, whole in zip(origin, shape, self.shape, strict=True)
        )
        if not inside:
            raise ArgumentError(f"a section of {shape} at {origin} does not lie in a view of {self.shape}")
        return self._part(
            self, sum(o * s for o, s in zip(origin, self.steps, strict=True)), shape, self.steps
        )

    def __getitem__(self, key: Any) -> Any:
        """Read an element or a part.

        Args:
            key: as NumPy takes it.

        Returns:
            With slices alone a section, which shares the elements; else a value, as NumPy gives it.

        Raises:
            ArgumentError: there are more slices than dimensions.
        """
        keys = key if isinstance(key, tuple) else (key,)
        if keys and all(isinstance(k, slice) and k.step in (None, 1) for k in keys):
            keys += (slice(None),) * (self.ndim - len(keys))
            if len(keys) != self.ndim:
                raise ArgumentError(f"{len(keys)} slices for a view of rank {self.ndim}")
            ranges = [k.indices(n) for k, n in zip(keys, self.shape, strict=True)]
            return self.section([r[0] for r in ranges], [r[1] - r[0] for r in ranges])
        return self.numpy()[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.readonly:
            raise ArgumentError("the view is read-only")
        self.wait()  # for what reads the old elements, too
        self.numpy()[key] = value
        self.refresh()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.numpy())

    # --- where the elements are ----------------------------------------------------------------------------
    def numpy(self) -> Any:
        """Give the elements to NumPy, after kernels that write them. After writing to them call `refresh()`.

        Returns:
            An ndarray of the view's shape and dtype over the same memory.

        Raises:
            ArgumentError: the memory is an accelerator's, and the host can't reach it.
            HcpyError: a kernel that writes the elements failed.
        """
        self.synchronize()
        host = self.memory.host
        if host is None:
            raise ArgumentError("the elements are memory of an accelerator that the host can't reach")
        strides = tuple(step * self.dtype.itemsize for step in self.steps)
        if not self.size:
            return np.empty(self.shape, self.dtype)
        result = np.ndarray(self.shape, self.dtype, host, self.offset, strides)
        if self.readonly:
            result.flags.writeable = False
        return result

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    def __dlpack__(self, **options: Any) -> Any:
        return self.numpy().__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return (1, 0)  # kDLCPU

    def synchronize(self) -> None:
        """Bring the newest elements to the host; block until that is done.

        Raises:
            HcpyError: a kernel that writes the elements failed.
        """
        self.memory.synchronize(self.offset, self.span)

    def synchronize_async(self) -> completion_future:
        """Do what `synchronize` does, on another thread.

        Returns:
            A future without a value; it has the error where `synchronize` would raise one.
        """
        following = completion_future(None, None, "synchronize")
        following.set_result(None)
        return following.then(self.synchronize)

    def synchronize_to(self, view: accelerator_view) -> completion_future:
        """Bring the newest elements to an accelerator.

        Args:
            view: after whose earlier work they are copied.

        Returns:
            The copy's future.
        """
        view = view_of(view)
        event = Event(self.memory.synchronize_to(view.queue, self.offset, self.span))
        view.hold(event, self.memory)
        return completion_future(event, view, "synchronize_to")

    def refresh(self) -> None:
        """Declare that the memory was changed without the view: accelerators' copies are stale."""
        strides = [step * self.dtype.itemsize for step in self.steps]
        self.memory.refresh(self.offset, self.shape, strides, self.dtype.itemsize)

    def wait(self) -> None:
        """Block until all work that uses the elements has finished."""
        self.memory.wait()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (np.array(self.numpy()),)

    def __repr__(self) -> str:
        access = " read-only" if self.readonly else ""
        return f"<hcpy.{type(self).__name__} {self.dtype}{list(self.shape)}{access}>"


class array(array_view):
    """Elements in memory of one accelerator, for its kernels.

    `array((rows, columns), numpy.float32, view)`, or `array(data=ndarray)`, which copies. Kernels on other
    accelerators that use it raise ArgumentError; `copy_to` moves elements.

    Args:
        shape: elements in each dimension, the slowest first; they are zero.
        dtype: of the elements.
        view: an accelerator, or a view of it; None: the default accelerator.
        data: elements to copy, in place of shape and dtype.

    Raises:
        ArgumentError: both shape and data are given, or none of them.
    """

    __slots__ = ("view",)

    def __init__(
        self,
        shape: Sequence[int] | extent | None = None,
        dtype: Any = np.float32,
        view: accelerator_view | accelerator | None = None,
        data: Any = None,
    ) -> None:
        if (shape is None) == (data is None):
            raise ArgumentError("an array takes shape and dtype, or data=")
        if isinstance(shape, np.ndarray):
            raise ArgumentError("an array's first argument is its shape: array(data=...) copies an ndarray")
        own = np.array(data, order="C") if shape is None else np.zeros(_dimensions(shape), dtype)
        super().__init__(own)
        self.view = view_of(accelerator() if view is None else view)
        self.memory.home = self.view.device

    def copy_to(self, destination: Any) -> None:
        """Copy the elements; block until that is done.

        Args:
            destination: an ndarray, array or array_view of the same shape and dtype.

        Raises:
            ArgumentError: its shape or dtype is another one, or it is read-only.
        """
        target = destination if isinstance(destination, array_view) else array_view(destination)
        if target.shape != self.shape or target.dtype != self.dtype:
            raise ArgumentError(f"{self!r} can't be copied to {target!r}")
        target[...] = self.numpy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (np.array(self.numpy()), self.view.accelerator.path)


def _remade(data: Any, path: str) -> array:
    return array(data=data, view=accelerator(path).default_view)


def _dense(shape: Sequence[int]) -> tuple[int, ...]:
    steps, step = [], 1
    for number in reversed(shape):
        steps.append(step)
        step *= number
    return tuple(reversed(steps))


def _span(shape: Sequence[int], steps: Sequence[int]) -> int:
    """From the first element to the last, in elements."""
    return 0 if 0 in shape else 1 + sum((n - 1) * s for n, s in zip(shape, steps, strict=True))


def _dimensions(shape: int | Sequence[int] | extent) -> tuple[int, ...]:
    """A shape as NumPy takes them."""
    try:
        found = tuple(map(operator.index, shape if isinstance(shape, Iterable) else (shape,)))
    except TypeError:
        found = (-1,)
    if any(count < 0 for count in found):
        raise ArgumentError(f"shape={shape!r} is neither a number of elements nor one for each dimension")
    return found


def _steps(shape: Sequence[int], strides: Sequence[int] | None, dtype: Any) -> tuple[int, ...]:
    """The elements from one index to the next, of each dimension; strides of None: without gaps.

    Raises ArgumentError for elements and strides that kernels can't use.
    """
    if dtype.hasobject or not dtype.isnative or dtype.itemsize == 0:
        raise ArgumentError(f"kernels have no elements of dtype {dtype}")
    if strides is None:
        return _dense(shape)
    itemsize = dtype.itemsize
    steps: list[int] = []
    for number, stride in zip(reversed(shape), reversed(strides), strict=True):
        if number <= 1:  # NumPy's strides of such dimensions are anything
            dense = steps[-1] * shape[len(shape) - len(steps)] if steps else 1
            steps.append(dense)
        elif stride % itemsize or stride < 0:
            raise ArgumentError(
                f"an array with strides of {tuple(strides)} bytes for elements of {itemsize} can't be "
                "viewed; numpy.ascontiguousarray copies it"
            )
        else:
            steps.append(stride // itemsize)
    return tuple(reversed(steps))


def _as_array(data: Any) -> Any:
    """An ndarray over the memory of data, never a copy."""
    if isinstance(data, np.ma.MaskedArray):
        raise ArgumentError("kernels know of no mask: give the masked array's .data")
    if isinstance(data, np.ndarray):
        return data
    interface = hasattr(data, "__array_interface__")
    if interface or hasattr(data, "__dlpack__"):
        try:
            return np.asarray(data) if interface else np.from_dlpack(data)
        except (BufferError, RuntimeError, TypeError, ValueError) as error:
            raise ArgumentError(f"{type(data).__name__} can't be viewed: {error}") from None
    try:
        return np.asarray(memoryview(data))
    except TypeError:
        raise ArgumentError(
            f"{type(data).__name__} has no memory to view: it takes an ndarray, or an object with "
            "__array_interface__, __cuda_array_interface__ or __dlpack__"
        ) from None

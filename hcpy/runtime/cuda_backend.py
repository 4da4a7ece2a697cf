"""The CUDA back end, on cuda.core and cuda-bindings: NVIDIA GPUs.

Takes: CodeImages that hold PTX.
Gives: Devices. Arrays have copies in the GPU's memory. A launch records no event: one is recorded when
somebody asks for its completion, behind what the stream has then, unless times are wanted
(HCPY_EVENT_TIMING=1, profile()).
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from cuda.bindings import driver
from cuda.core import Device as CoreDevice
from cuda.core import EventOptions, ObjectCode, StreamOptions

from hcpy import config
from hcpy.errors import HcpyError
from hcpy.runtime import profiling
from hcpy.runtime.backend import Device, DeviceInfo, Event, Memory, Queue
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.exceptions import (
    AcceleratorNotFound,
    AcceleratorRemoved,
    DomainError,
    KernelFailed,
    OutOfMemory,
)
from hcpy.runtime.shapes import extent, tiled_extent

_RESULT = driver.CUresult
_REMOVED = {
    _RESULT.CUDA_ERROR_DEVICE_UNAVAILABLE,
    _RESULT.CUDA_ERROR_NO_DEVICE,
    _RESULT.CUDA_ERROR_ECC_UNCORRECTABLE,
    _RESULT.CUDA_ERROR_CONTEXT_IS_DESTROYED,
}
_DOMAIN = {_RESULT.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, _RESULT.CUDA_ERROR_INVALID_VALUE}
_NAMED = tuple(code for code in _RESULT if code != _RESULT.CUDA_SUCCESS)
_ALWAYS_ALLOWED = 48 * 1024  # bytes of dynamic shared memory
_FLAT_ITEMS = 256


def _check(answer: tuple[Any, ...], what: str) -> Any:
    """The driver's answer without its status; an error is one of ours."""
    if answer[0] == _RESULT.CUDA_SUCCESS:
        return answer[1] if len(answer) == 2 else answer[1:]
    raise _error(answer[0], what)


def _error(code: Any, what: str) -> HcpyError:
    _, text = driver.cuGetErrorString(code)
    message = f"{what}: {text.decode() if text else code}"
    if code == _RESULT.CUDA_ERROR_OUT_OF_MEMORY:
        return OutOfMemory(message)
    if code in _REMOVED:
        return AcceleratorRemoved(message)
    return DomainError(message) if code in _DOMAIN else KernelFailed(message)


def _failure(error: Exception, what: str) -> HcpyError:
    """cuda.core's error, whose text holds the driver's name for it."""
    text = str(error)
    code = next((c for c in _NAMED if c.name in text), None)
    return KernelFailed(f"{what}: {text}") if code is None else _error(code, what)


class CudaEvent(Event):
    """A place in a stream."""

    __slots__ = ("_begin", "_end", "_lock", "_native", "_queue", "_start", "_what")

    def __init__(self, queue: CudaQueue, what: str, start: Any = None, native: Any = None) -> None:
        self._queue = queue
        self._what = what
        self._begin = time.monotonic_ns()
        self._end = 0
        self._start = start  # recorded in front of the work, where times are wanted
        self._native = native
        self._lock = threading.Lock()

    @property
    def native(self) -> Any:
        """cuda.core's event; recorded when first asked for."""
        with self._lock:
            if self._native is None:
                self._native = self._queue.record()
            return self._native

    def wait(self) -> None:
        try:
            self.native.sync()
        except Exception as error:
            raise _failure(error, self._what) from None
        self._end = self._end or time.monotonic_ns()

    def done(self) -> bool:
        if self._end:
            return True
        try:
            complete = bool(self.native.is_done)
        except Exception:
            complete = True  # it failed; wait() says so
        if complete:
            self._end = time.monotonic_ns()
        return complete

    def ticks(self) -> tuple[int, int]:
        """Exact where times were wanted; else as the host saw it."""
        if not self.done():
            return 0, 0
        if self._start is None:
            return self._begin, self._end
        base, when = self._queue.clock
        return when + int((self._start - base) * 1e6), when + int((self.native - base) * 1e6)

    def on_complete(self, function: Callable[[], None]) -> None:
        native = self.native

        def call() -> None:
            self._queue.device.enter()
            with contextlib.suppress(Exception):  # the function asks the event
                native.sync()
            function()

        threading.Thread(target=call, name="hcpy-cuda", daemon=True).start()


class CudaMemory(Memory):
    """Memory of the GPU."""

    def __init__(self, device: CudaDevice, nbytes: int) -> None:
        device.enter()
        self.pointer = _check(driver.cuMemAlloc(max(nbytes, 1)), f"{nbytes} bytes on {device.info.path}")
        self.address = int(self.pointer)
        self.nbytes = nbytes
        weakref.finalize(self, _free, device, self.pointer)


def _free(device: CudaDevice, pointer: Any) -> None:
    device.enter()
    driver.cuMemFree(pointer)


class CudaQueue(Queue):
    """A non-blocking stream."""

    def __init__(self, device: CudaDevice) -> None:
        device.enter()
        self.device = device
        self.native = device.native.create_stream(options=StreamOptions(nonblocking=True))
        self._stream = driver.CUstream(int(self.native.handle))
        self._timed = config.EVENT_TIMING.get()
        self._clock: tuple[Any, int] | None = None

    @property
    def clock(self) -> tuple[Any, int]:
        """An event and the host's time at it."""
        if self._clock is None:
            event = self.native.record(options=EventOptions(timing_enabled=True))
            event.sync()
            self._clock = (event, time.monotonic_ns())
        return self._clock

    def record(self, timed: bool = False) -> Any:
        """An event behind all work so far."""
        self.device.enter()
        return self.native.record(options=EventOptions(timing_enabled=timed))

    def launch(self, function: Any, argument: bytes, shape: extent, after: Sequence[Event]) -> Event:
        self.device.enter()
        if after:
            self._come_after(after)
        timed = self._timed or profiling.running.profile is not None
        start = None
        if timed:
            _ = self.clock
            start = self.record(True)
        grid, block, dynamic = function.sizes(shape)
        with function.lock:
            ctypes.memmove(function.buffer, argument, len(argument))
            (code,) = driver.cuLaunchKernel(
                function.native, *grid, *block, dynamic, self._stream, function.parameters, 0
            )
        if code != _RESULT.CUDA_SUCCESS:
            raise _error(code, f"launch of kernel '{function.name}' over {shape!r}")
        return CudaEvent(self, f"kernel '{function.name}'", start, self.record(True) if timed else None)

    def upload(self, memory: Memory, source: Any, after: Sequence[Event]) -> Event:
        return self._copy(driver.cuMemcpyHtoDAsync, memory.address, source.ctypes.data, source.nbytes, after)

    def download(self, memory: Memory, destination: Any, after: Sequence[Event]) -> Event:
        return self._copy(
            driver.cuMemcpyDtoHAsync, destination.ctypes.data, memory.address, destination.nbytes, after
        )

    def _copy(self, function: Any, to: int, source: int, nbytes: int, after: Sequence[Event]) -> Event:
        self.device.enter()
        self._come_after(after)
        timed = self._timed or profiling.running.profile is not None
        if timed:
            _ = self.clock
        start = self.record(True) if timed else None
        _check(function(to, source, nbytes, self._stream), f"copy of {nbytes} bytes")
        return CudaEvent(self, "copy", start, self.record(timed))

    def _come_after(self, after: Sequence[Event]) -> None:
        for event in after:
            if isinstance(event, CudaEvent):
                self.native.wait(event.native)
            else:
                event.wait()

    def marker(self, after: Sequence[Event]) -> Event:
        self.device.enter()
        self._come_after(after)
        return CudaEvent(self, "marker", None, self.record())

    def wait(self) -> None:
        self.device.enter()
        try:
            self.native.sync()
        except Exception as error:
            raise _failure(error, f"work on {self.device.info.path}") from None


class _Function:
    """A kernel, and the place where its argument is when it is launched."""

    def __init__(self, native: Any, name: str, nbytes: int, record: Any, device: CudaDevice) -> None:
        self.kernel = native  # keeps the code loaded
        self.native = driver.CUfunction(int(native.handle))
        self.name = name
        self.lock = threading.Lock()
        self._bytes = (ctypes.c_char * nbytes)()
        self.buffer = ctypes.addressof(self._bytes)
        self._pointers = (ctypes.c_void_p * 1)(self.buffer)
        self.parameters = ctypes.addressof(self._pointers)
        self.max_items = int(native.attributes.max_threads_per_block)
        self._static_bytes = record.tile_static_bytes
        self._device = device
        self._allowed = _ALWAYS_ALLOWED
        self._sizes: dict[extent, tuple[tuple[int, ...], tuple[int, ...], int]] = {}

    def sizes(self, shape: extent) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Grid, block and dynamic shared memory of a launch."""
        found = self._sizes.get(shape)
        if found is None:
            if len(self._sizes) > 1000:
                self._sizes.clear()
            found = self._sizes[shape] = self._make_sizes(shape)
        return found

    def _make_sizes(self, shape: extent) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        sizes = [*reversed(shape.dims), 1, 1][:3]
        if isinstance(shape, tiled_extent):
            block = [*reversed(shape.tile_dims), 1, 1][:3]
            self._check_tile(shape, block)
            dynamic = shape.dynamic_group_bytes
        else:
            block, dynamic = _flat_block(sizes, min(_FLAT_ITEMS, self.max_items)), 0
        grid = [-(-whole // part) for whole, part in zip(sizes, block, strict=True)]
        if not isinstance(shape, tiled_extent):
            grid[2] = min(grid[2], 65535)  # a flat kernel's work-items go on behind the grid's end
        if grid[1] > 65535 or grid[2] > 65535:
            raise DomainError(f"{shape!r}: a GPU has at most 65,535 tiles in the slower dimensions")
        return tuple(grid), tuple(block), dynamic

    def _check_tile(self, shape: tiled_extent, block: list[int]) -> None:
        items = block[0] * block[1] * block[2]
        if items > self.max_items:
            raise DomainError(
                f"{items} work-items in a tile exceed the limit of kernel '{self.name}' on "
                f"{self._device.info.path} ({self.max_items})"
            )
        if any(tile > whole for tile, whole in zip(shape.tile_dims, shape.dims, strict=True)):
            raise DomainError(f"the tile of {shape!r} exceeds the extent")
        dynamic = shape.dynamic_group_bytes
        whole = self._static_bytes + dynamic
        if whole > self._device.info.max_tile_static_bytes:
            raise DomainError(
                f"{whole} bytes of tile_static and dynamic group memory exceed the "
                f"{self._device.info.max_tile_static_bytes} of {self._device.info.path}"
            )
        if whole > self._allowed:
            limit = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            _check(driver.cuFuncSetAttribute(self.native, limit, dynamic), f"{dynamic} bytes of group memory")
            self._allowed = whole


def _flat_block(sizes: list[int], limit: int) -> list[int]:
    """A row of threads, or rows of 32 where there are more dimensions, as libhcrt has it."""

    def power_above(value: int, most: int) -> int:
        power = 1
        while power < value and power * 2 <= most:
            power *= 2
        return power

    x = power_above(sizes[0], min(32, limit) if sizes[1] > 1 else limit)
    y = power_above(sizes[1], max(1, limit // x))
    while -(-sizes[1] // y) > 65535 and x * y * 2 <= 1024:
        y *= 2
    return [x, y, 1]


class CudaDevice(Device):
    """One GPU, in its primary context."""

    def __init__(self, native: Any) -> None:
        self.native = native
        self._entered = threading.local()
        self._functions: dict[bytes, list[_Function]] = {}
        self._lock = threading.Lock()
        native.set_current()
        told = native.properties
        major, minor = native.compute_capability
        known = (8, 0), (8, 6), (8, 7), (8, 9), (9, 0)
        best = max(version for version in known if version <= (major, minor))
        _, memory = _check(driver.cuMemGetInfo(), "the GPU's memory")
        self.info = DeviceInfo(
            path=f"cuda:{native.device_id}",
            backend="cuda",
            description=native.name,
            target=f"ptx:sm_{best[0]}{best[1]}",
            is_gpu=True,
            shares_host_memory=False,
            supports_double=True,
            memory_bytes=memory,
            max_tile_static_bytes=told.max_shared_memory_per_block_optin,
            max_tile_items=told.max_threads_per_block,
            compute_units=told.multiprocessor_count,
        )

    def enter(self) -> None:
        """Makes it the calling thread's."""
        if getattr(self._entered, "yes", False) is False:
            self.native.set_current()
            self._entered.yes = True

    def create_queue(self) -> Queue:
        return CudaQueue(self)

    def load(self, image: CodeImage) -> Sequence[Any]:
        with self._lock:
            if image.digest not in self._functions:
                self._functions[image.digest] = self._load(image)
            return self._functions[image.digest]

    def _load(self, image: CodeImage) -> list[_Function]:
        self.enter()
        if any(record.symbol.endswith("print_ring") for record in image.globals):
            raise HcpyError(
                f"printf in kernels works on the host accelerator; on {self.info.path} use the C++ API"
            )
        functions = []
        try:
            code = ObjectCode.from_ptx(image.data)
            for signature, layout, record in zip(image.signatures, image.layouts, image.records, strict=True):
                if record.by_pointer:
                    raise HcpyError(
                        f"{signature.location}: the arguments of '{signature.name}' are too large"
                    )
                kernel = code.get_kernel(record.symbol)
                functions.append(_Function(kernel, signature.name, layout.bytes, record, self))
        except HcpyError:
            raise
        except Exception as error:
            raise _failure(error, f"{self.info.path} refused the kernels") from None
        return functions

    def allocate(self, nbytes: int) -> Memory:
        return CudaMemory(self, nbytes)


def devices() -> tuple[Device, ...]:
    """The GPUs that can run kernels. Raises AcceleratorNotFound with the reason where there are none."""
    try:
        listed = CoreDevice.get_all_devices()
    except Exception as error:
        raise AcceleratorNotFound(f"accelerator 'cuda': {error}") from None
    found: list[Device] = []
    reasons = []
    for native in listed:
        if tuple(native.compute_capability) < (8, 0):
            reasons.append(f"{native.name}: kernels need compute capability 8.0")
        else:
            found.append(CudaDevice(native))
    if not found:
        raise AcceleratorNotFound(f"accelerator 'cuda': {'; '.join(reasons) or 'no GPU was found'}")
    return tuple(found)

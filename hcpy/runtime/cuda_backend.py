"""The CUDA back end, on cuda.core and cuda-bindings: NVIDIA GPUs.

Takes: CodeImages that hold PTX.
Gives: Devices. Arrays have copies in the GPU's memory. Launches record events where times are wanted alone
(HCPY_EVENT_TIMING=1, profile()); cuda_events.py tells of the others.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
from collections.abc import Sequence
from typing import Any

from cuda.bindings import driver
from cuda.core import Device as CoreDevice
from cuda.core import ObjectCode, StreamOptions

from hcpy import config
from hcpy.errors import HcpyError
from hcpy.runtime import profiling
from hcpy.runtime.accelerator import accelerator
from hcpy.runtime.backend import (
    Device,
    DeviceInfo,
    Event,
    Graph,
    Memory,
    Prepared,
    Queue,
    keep_for_good,
)
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.cuda_events import Clock, CudaEvent, Mark, Stretches, check, failure
from hcpy.runtime.cuda_graphs import CudaGraph
from hcpy.runtime.exceptions import AcceleratorNotFound, AcceleratorRemoved, DomainError, KernelFailed, forked
from hcpy.runtime.shapes import extent, tiled_extent

_SUCCESS = driver.CUresult.CUDA_SUCCESS
_NAMED = tuple(code for code in driver.CUresult if code != _SUCCESS)
_launch = driver.cuLaunchKernel
# What the driver says where another package has chosen another GPU for this thread.
_FOREIGN = (driver.CUresult.CUDA_ERROR_INVALID_CONTEXT, driver.CUresult.CUDA_ERROR_INVALID_HANDLE)
_ALWAYS_ALLOWED = 48 * 1024  # bytes of dynamic shared memory
_FLAT_ITEMS = 256


def _failure(error: Exception, what: str) -> HcpyError:
    """cuda.core's error, whose text holds the driver's name for it."""
    text = str(error)
    code = next((c for c in _NAMED if c.name in text), None)
    return KernelFailed(f"{what}: {text}") if code is None else failure(code, what)


class _Current(threading.local):
    """The device whose context is the calling thread's."""

    device: CudaDevice | None = None


_current = _Current()


class CudaMemory(Memory):
    """Memory of the GPU."""

    def __init__(self, device: CudaDevice, nbytes: int) -> None:
        device.enter_again()
        self._device = device
        self.native = check(driver.cuMemAlloc(max(nbytes, 1)), f"{nbytes} bytes on {device.info.path}")
        self.address = int(self.native)
        self.nbytes = nbytes

    # The defaults are there when the module's names are not any more. At the process's end, and in a child of
    # fork, the memory goes with the context.
    def __del__(self, ending: Any = sys.is_finalizing, free: Any = driver.cuMemFree) -> None:
        if hasattr(self, "native") and not ending():
            with contextlib.suppress(AcceleratorRemoved):
                self._device.enter()
                free(self.native)


class CudaQueue(Queue):
    """A non-blocking stream."""

    def __init__(self, device: CudaDevice) -> None:
        device.enter_again()
        self.device = device
        self.native = device.native.create_stream(options=StreamOptions(nonblocking=True))
        self.stream = driver.CUstream(int(self.native.handle))
        self.stretches = Stretches(self)
        self._timed = config.EVENT_TIMING.get()

    def start_time(self) -> Mark | None:
        """An event in front of work whose times are wanted."""
        if not self._timed and profiling.running.profile is None:
            return None
        self.device.clock(self)
        return Mark(self, True)

    def in_context(self, function: Any, *arguments: Any) -> Any:
        """The driver's answer, with this GPU current."""
        device = self.device
        if _current.device is not device:
            device.enter_again()
        answer = function(*arguments)
        if answer[0] in _FOREIGN:  # another package has chosen another GPU since
            device.enter_again()
            answer = function(*arguments)
        return answer

    def launch(self, function: Any, argument: bytes, shape: extent, after: Sequence[Event]) -> Event:
        self.device.enter()
        if after:
            self.stretches.come_after(after)
        grid, block, dynamic = function.sizes(shape)
        start = self.start_time()
        with function.lock:
            ctypes.memmove(function.buffer, argument, len(argument))
            call = (function.native, *grid, *block, dynamic, self.stream, function.parameters, 0)
            (code,) = self.in_context(_launch, *call)
        if code != _SUCCESS:
            raise failure(code, f"launch of kernel '{function.name}' over {shape!r}")
        return self.event(function.what, start)

    def event(self, what: str, start: Mark | None = None) -> Event:
        """Of the work that was just submitted."""
        end = Mark(self, True) if start is not None else None
        return CudaEvent(self.stretches.open, what, start, end)

    def prepare(self, function: Any, argument: bytes, shape: extent) -> Prepared | None:
        return None if self._timed else _Prepared(self, function, argument, shape)

    def upload(self, memory: Memory, source: Any, after: Sequence[Event]) -> Event:
        return self._copy(driver.cuMemcpyHtoDAsync, memory.address, source.ctypes.data, source.nbytes, after)

    def download(self, memory: Memory, destination: Any, after: Sequence[Event]) -> Event:
        return self._copy(
            driver.cuMemcpyDtoHAsync, destination.ctypes.data, memory.address, destination.nbytes, after
        )

    def _copy(self, function: Any, to: int, source: int, nbytes: int, after: Sequence[Event]) -> Event:
        self.device.enter_again()
        self.stretches.come_after(after)
        start = self.start_time()
        check(function(to, source, nbytes, self.stream), f"copy of {nbytes} bytes")
        return self.event("copy", start)

    def marker(self, after: Sequence[Event]) -> Event:
        self.device.enter()
        self.stretches.come_after(after)
        event = CudaEvent(self.stretches.open, "marker")
        event.stretch.closed()
        return event

    def wait(self) -> None:
        # The newest stretch's event is behind all work so far.
        self.stretches.open.wait(f"work on {self.device.info.path}")


class _Prepared(Prepared):
    """A launch with a parameter buffer of its own and cuLaunchKernel's arguments in a row."""

    __slots__ = ("_call", "_kept", "_queue", "_shape", "_what", "buffer")

    def __init__(self, queue: CudaQueue, function: _Function, argument: bytes, shape: extent) -> None:
        grid, block, dynamic = function.sizes(shape)
        self.buffer = ctypes.create_string_buffer(argument, len(argument))
        pointers = (ctypes.c_void_p * 1)(ctypes.addressof(self.buffer))
        self._kept = (pointers, function)
        where = ctypes.addressof(pointers)
        self._call = (function.native, *grid, *block, dynamic, queue.stream, where, 0)
        self._queue, self._what, self._shape = queue, function.what, shape

    def start(self) -> Event:
        queue = self._queue
        if _current.device is not queue.device:
            queue.device.enter_again()
        (code,) = _launch(*self._call)
        if code and code in _FOREIGN:
            (code,) = queue.in_context(_launch, *self._call)
        if code:
            raise failure(code, f"launch of {self._what} over {self._shape!r}")
        return CudaEvent(queue.stretches.open, self._what)


class _Function:
    """A kernel, and the place where its argument is when it is launched."""

    def __init__(self, native: Any, name: str, nbytes: int, record: Any, device: CudaDevice) -> None:
        self.kernel = native  # keeps the code loaded
        self.native = driver.CUfunction(int(native.handle))
        self.name = name
        self.what = f"kernel '{name}'"
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
            check(driver.cuFuncSetAttribute(self.native, limit, dynamic), f"{dynamic} bytes of group memory")
            self._allowed = whole


def _flat_block(sizes: list[int], limit: int) -> list[int]:
    """A row of threads, or rows of 64 where there are more dimensions, as libhcrt has it."""

    def power_above(value: int, most: int) -> int:
        power = 1
        while power < value and power * 2 <= most:
            power *= 2
        return power

    x = power_above(sizes[0], min(64, limit) if sizes[1] > 1 else limit)
    y = power_above(sizes[1], max(1, limit // x))
    while -(-sizes[1] // y) > 65535 and x * y * 2 <= 1024:
        y *= 2
    return [x, y, 1]


class CudaDevice(Device):
    """One GPU, in its primary context."""

    def __init__(self, native: Any) -> None:
        self.native = native
        self._functions: dict[bytes, list[_Function]] = {}
        self._lock = threading.Lock()
        self._clock: Clock | None = None
        self._left = False
        self.idle_events: tuple[list[Any], list[Any]] = ([], [])  # without times, with times
        native.set_current()
        _current.device = self
        told = native.properties
        major, minor = native.compute_capability
        known = (8, 0), (8, 6), (8, 7), (8, 9), (9, 0)
        best = max(version for version in known if version <= (major, minor))
        _, memory = check(driver.cuMemGetInfo(), "the GPU's memory")
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
        """Makes it the calling thread's, as far as this package knows."""
        if _current.device is not self:
            self.enter_again()

    def enter_again(self) -> None:
        """Makes it the calling thread's, where other packages may have chosen another one."""
        if self._left:
            raise forked("cuda")
        self.native.set_current()
        _current.device = self

    def owner_of(self, address: int) -> Device:
        if not address:
            return self
        number = int(
            check(
                driver.cuPointerGetAttribute(
                    driver.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address
                ),
                "the GPU of an array",
            )
        )
        return accelerator(f"cuda:{number}").device

    def wait_for_stream(self, stream: int) -> None:
        self.enter_again()
        check(driver.cuStreamSynchronize(driver.CUstream(stream)), "the stream of an array")

    def clock(self, queue: Queue) -> Clock:
        """One for all streams: its times say what came first. Made on the queue when first asked for."""
        with self._lock:
            if self._clock is None:
                assert isinstance(queue, CudaQueue)
                self._clock = Clock(queue)
            return self._clock

    def left_behind(self, queues: Sequence[Queue]) -> None:
        self._left = True
        _current.device = None
        functions = [f.kernel for kernels in self._functions.values() for f in kernels]
        streams = [queue.native for queue in queues if isinstance(queue, CudaQueue)]
        for owned in (self.native, *streams, *functions):
            keep_for_good(owned)

    def create_queue(self) -> Queue:
        return CudaQueue(self)

    def create_graph(self, queue: Queue) -> Graph:
        assert isinstance(queue, CudaQueue)
        return CudaGraph(queue)

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

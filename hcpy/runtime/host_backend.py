"""The host back end: kernels run on this process's own processors, in the arrays' own memory.

Takes: CodeImages that hold a shared object.
Gives: a Device whose work libhcrt's threads do, without the GIL. The system's loader takes the code, so gdb
and perf see the kernels; it needs no LLVM in this process.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import re
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hcpy.errors import HcpyError
from hcpy.fork_locks import renew_after_fork
from hcpy.runtime.backend import Device, DeviceInfo, Event, Graph, Memory, Prepared, Queue
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.exceptions import OutOfMemory
from hcpy.runtime.host_library import (
    COMPLETION,
    DeviceDescription,
    KernelHandle,
    Shape,
    failure,
    library,
)
from hcpy.runtime.shapes import extent, tiled_extent


class HostEvent(Event):
    """An event of libhcrt."""

    __slots__ = ("_complete", "handle")
    _release: ClassVar[Any]  # libhcrt's functions, once it is loaded
    _wait: ClassVar[Any]
    _is_ready: ClassVar[Any]

    def __init__(self, handle: int | None) -> None:
        if not handle:
            raise failure()
        self.handle = handle
        self._complete = False  # without an error, as far as was seen

    def __del__(self) -> None:
        handle = getattr(self, "handle", None)
        if handle:
            self._release(handle)

    def wait(self) -> None:
        if not self._complete:
            if self._wait(self.handle) != 0:
                raise failure()
            self._complete = True

    def done(self) -> bool:
        return self._complete or bool(self._is_ready(self.handle))

    def ticks(self) -> tuple[int, int]:
        begin, end = ctypes.c_uint64(), ctypes.c_uint64()
        library().hcrt_c_ticks(self.handle, begin, end)
        return begin.value, end.value

    def on_complete(self, function: Callable[[], None]) -> None:
        number = next(_numbers)
        _callbacks[number] = function
        if library().hcrt_c_on_complete(self.handle, _completed, number) != 0:
            del _callbacks[number]
            raise failure()


_numbers = itertools.count(1)
_callbacks: dict[int, Callable[[], None]] = {}


@COMPLETION  # type: ignore[untyped-decorator]
def _completed(number: int) -> None:
    """Called by a thread of libhcrt."""
    _callbacks.pop(number)()


class HostMemory(Memory):
    """Page-aligned memory of the process."""

    def __init__(self, nbytes: int) -> None:
        import numpy as np

        try:
            self.array = np.zeros(nbytes, np.uint8)
        except MemoryError:
            raise OutOfMemory(f"the host has no {nbytes} bytes of memory") from None
        self.address = self.array.ctypes.data
        self.nbytes = nbytes


class HostQueue(Queue):
    """A queue of libhcrt."""

    def __init__(self, device: int) -> None:
        lib = library()
        self.handle = lib.hcrt_c_create_queue(device)
        if not self.handle:
            raise failure()
        # At the process's end other objects may still launch.
        weakref.finalize(self, lib.hcrt_c_release_queue, self.handle).atexit = False
        self._launch = lib.hcrt_c_launch

    def launch(self, function: Any, argument: bytes, shape: extent, after: Sequence[Event]) -> Event:
        pointer, _ = function
        native = _native_shape(shape)
        if not after:
            return HostEvent(self._launch(self.handle, pointer, argument, len(argument), native, None, 0))
        handles, count = _handles(after)
        return HostEvent(self._launch(self.handle, pointer, argument, len(argument), native, handles, count))

    def prepare(self, function: Any, argument: bytes, shape: extent) -> Prepared:
        return _Prepared(self, function, argument, shape)

    def upload(self, memory: Memory, source: Any, after: Sequence[Event]) -> Event:
        self.marker(after).wait()
        ctypes.memmove(memory.address, source.ctypes.data, source.nbytes)
        return self.marker(())

    def download(self, memory: Memory, destination: Any, after: Sequence[Event]) -> Event:
        self.marker(after).wait()
        ctypes.memmove(destination.ctypes.data, memory.address, destination.nbytes)
        return self.marker(())

    def marker(self, after: Sequence[Event]) -> Event:
        handles, count = _handles(after)
        return HostEvent(library().hcrt_c_marker(self.handle, handles, count))

    def wait(self) -> None:
        if library().hcrt_c_wait_queue(self.handle) != 0:
            raise failure()


class _Prepared(Prepared):
    """A launch with hcrt_c_launch's arguments in a row."""

    __slots__ = ("_call", "_kept", "_launch", "buffer")

    def __init__(self, queue: HostQueue, function: Any, argument: bytes, shape: extent) -> None:
        pointer, code = function
        self.buffer = ctypes.create_string_buffer(argument, len(argument))
        self._launch = library().hcrt_c_launch
        self._kept = (queue, code)
        self._call = (
            ctypes.c_void_p(queue.handle),
            ctypes.c_void_p(pointer),
            ctypes.cast(self.buffer, ctypes.c_char_p),
            ctypes.c_uint64(len(argument)),
            ctypes.pointer(_native_shape(shape)),
            None,
            ctypes.c_uint32(0),
        )

    def start(self) -> Event:
        return HostEvent(self._launch(*self._call))


def _handles(after: Sequence[Event]) -> tuple[Any, int]:
    """Events of libhcrt as it takes them; those of other back ends are waited for here."""
    own = []
    for event in after:
        if isinstance(event, HostEvent):
            own.append(event.handle)
        else:
            event.wait()
    return (ctypes.c_void_p * len(own))(*own), len(own)


@functools.lru_cache(maxsize=1024)
def _native_shape(shape: extent) -> Shape:
    """libhcrt's dimension 0 is the fastest."""
    native = Shape()
    native.rank = len(shape.dims)
    native.global_size[:] = [*reversed(shape.dims), 1, 1][:3]
    if isinstance(shape, tiled_extent):
        native.group[:] = [*reversed(shape.tile_dims), 1, 1][:3]
        native.dynamic_bytes = shape.dynamic_group_bytes
    return native


class _Code:
    """A loaded shared object, which has registered its kernels with libhcrt."""

    def __init__(self, image: CodeImage) -> None:
        # The name must be no other object's: the loader knows them by name.
        self._file = os.memfd_create("hcpy-kernels", os.MFD_CLOEXEC)
        with open(self._file, "wb", closefd=False) as file:
            file.write(image.data)
        try:
            library()
            self._object = ctypes.CDLL(f"/proc/self/fd/{self._file}", mode=os.RTLD_NOW)
        except OSError as error:
            os.close(self._file)
            raise HcpyError(f"kernels can't be loaded: {error}") from None
        self._id = image.digest
        count = len(image.signatures)
        self.kernels = [KernelHandle(self._id, f"kernel_{n}".encode(), None) for n in range(count)]


class HostDevice(Device):
    """The host accelerator. Loaded code stays: work that uses it may still run."""

    def __init__(self) -> None:
        lib = library()
        HostEvent._release = lib.hcrt_c_release_event
        HostEvent._wait, HostEvent._is_ready = lib.hcrt_c_wait, lib.hcrt_c_is_ready
        self._handle = lib.hcrt_c_host_device()
        if not self._handle:
            raise failure()
        told = DeviceDescription()
        lib.hcrt_c_describe(self._handle, told)
        self._code: dict[bytes, _Code] = {}
        self._lock = threading.RLock()
        renew_after_fork(self, "_lock")
        self.info = DeviceInfo(
            path="host",
            backend="host",
            description=told.description.decode("utf-8", "replace"),
            target=f"host:{host_architecture()}",
            is_gpu=False,
            shares_host_memory=True,
            supports_double=True,
            memory_bytes=told.memory_bytes,
            max_tile_static_bytes=told.max_tile_static_bytes,
            max_tile_items=told.max_group_items,
            compute_units=told.compute_units,
        )

    def create_queue(self) -> Queue:
        return HostQueue(self._handle)

    def load(self, image: CodeImage) -> Sequence[Any]:
        with self._lock:
            if image.digest not in self._code:
                self._code[image.digest] = _Code(image)
            code = self._code[image.digest]
        return [(ctypes.addressof(kernel), code) for kernel in code.kernels]

    def allocate(self, nbytes: int) -> Memory:
        return HostMemory(nbytes)

    def create_graph(self, queue: Queue) -> Graph:
        assert isinstance(queue, HostQueue)
        return HostGraph(queue)


class HostGraph(Graph):
    """A task graph of libhcrt: recorded on one thread, launched as one."""

    def __init__(self, queue: HostQueue) -> None:
        lib = library()
        self._queue = queue
        self._handle = lib.hcrt_c_create_graph()
        if not self._handle:
            raise failure()
        weakref.finalize(self, lib.hcrt_c_release_graph, self._handle).atexit = False

    def begin(self) -> None:
        """From here on this thread's launches on the queue are recorded."""
        handles = (ctypes.c_void_p * 1)(self._queue.handle)
        if library().hcrt_c_begin_recording(self._handle, handles, 1) != 0:
            raise failure()

    def add(self, function: Any, argument: bytes, shape: extent) -> None:
        self._queue.launch(function, argument, shape, ())

    def end(self, keep: bool) -> None:
        """Ends that; keep False: the graph stays as it was."""
        if library().hcrt_c_end_recording(self._handle, int(keep)) != 0:
            raise failure()

    def launch(self) -> Event:
        """Starts all that was recorded."""
        return HostEvent(library().hcrt_c_launch_graph(self._handle))


def host_architecture() -> str:
    """The best of the host target's architectures that this processor has."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return "x86-64"
    found = re.search(r"^flags\s*:(.*)$", text, re.M)
    flags = set(found[1].split()) if found else set()
    return "x86-64-v3" if {"avx2", "bmi2", "fma", "movbe", "f16c"} <= flags else "x86-64"

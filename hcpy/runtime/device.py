"""Devices of libhcrt, their queues, events and task graphs: what accelerators, views and futures are made of.

Takes: the handles of include/hcrt/c_api.h, the same for every back end.
Gives: objects that own them. All of a queue's work is done in the order in which it was submitted.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import re
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hcpy.core import records
from hcpy.core.records import LAUNCH
from hcpy.runtime.code import Function, functions_of
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.exceptions import Single
from hcpy.runtime.library import (
    COMPLETION,
    check,
    failure,
    handle,
    library,
)
from hcpy.runtime.shapes import extent, tiled_extent
from hcpy.runtime.structures import DeviceDescription

_ARCHITECTURES = (80, 86, 87, 89, 90)  # of PTX that hcpy makes, with the same instructions on later devices


@dataclass(frozen=True)
class DeviceInfo:
    """What a device is; accelerator's properties."""

    path: str  # "host", "opencl:0", "cuda:0"
    backend: str
    description: str
    target: str  # what hcpy.compile makes for it: "host:x86-64-v3", "spirv", "ptx:sm_90"
    unusable: str  # why it can't run kernels; empty: it can
    is_gpu: bool
    shares_host_memory: bool  # kernels use the arrays where they are: no copies
    supports_double: bool
    memory_bytes: int  # dedicated memory
    max_tile_static_bytes: int
    max_tile_items: int
    compute_units: int


class Event(Single):
    """The completion of one piece of work. Any thread."""

    __slots__ = ("_complete", "handle")
    _release: ClassVar[Any]  # libhcrt's functions, once it is loaded
    _wait: ClassVar[Any]
    _is_ready: ClassVar[Any]

    def __init__(self, pointer: int | None) -> None:
        if not pointer:
            raise failure()
        self.handle = pointer
        self._complete = False  # without an error, as far as was seen

    def __del__(self) -> None:
        pointer = getattr(self, "handle", None)
        if pointer:
            self._release(pointer)

    def wait(self) -> None:
        """Until it is complete; raises the error of the work, every time."""
        if not self._complete:
            if self._wait(self.handle) != 0:
                raise failure()
            self._complete = True

    def done(self) -> bool:
        """Is it complete, failed work included?"""
        return self._complete or bool(self._is_ready(self.handle))

    def ticks(self) -> tuple[int, int]:
        """Begin and end in nanoseconds of the device's clock; zeros until it is complete."""
        begin, end = ctypes.c_uint64(), ctypes.c_uint64()
        library().hcrt_c_ticks(self.handle, begin, end)
        return begin.value, end.value

    def on_complete(self, function: Callable[[], None]) -> None:
        """Calls the function once, on any thread."""
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


class Launch(Single):
    """A launch as hcrt_c_start takes it: it can be started again and again, by one thread at a time.

    Attributes: `buffer` is writable memory, whose bytes from `argument` on are the kernel's argument.
    """

    __slots__ = ("_kept", "_start", "_where", "argument", "buffer")

    def __init__(
        self, queue: Queue, function: Function, argument: bytes, shape: extent, uses: Sequence[bytes],
        after: Sequence[Event] = (),
    ) -> None:  # fmt: skip
        head = LAUNCH.pack(
            queue.handle, function.address, len(argument), len(uses), len(after), *_native_shape(shape)
        )
        events = b"".join(event.handle.to_bytes(8, "little") for event in after)
        packed = b"".join((head, *uses, events, argument))
        self.buffer = ctypes.create_string_buffer(packed, len(packed))
        self.argument = len(packed) - len(argument)
        self._where = ctypes.c_void_p(ctypes.addressof(self.buffer))
        self._start = library().hcrt_c_start
        self._kept = (queue, function)

    def start(self) -> Event:
        """Starts it, after all earlier work of the queue and what uses the same memory."""
        return Event(self._start(self._where))


class Queue(Single):
    """A stream of work on one device. Any thread."""

    def __init__(self, device: int) -> None:
        lib = library()
        self.handle = handle(lib.hcrt_c_create_queue(device))
        # At the process's end other objects may still launch.
        weakref.finalize(self, lib.hcrt_c_release_queue, self.handle).atexit = False

    def marker(self, after: Sequence[Event]) -> Event:
        """Behind the events and all earlier work."""
        handles = (ctypes.c_void_p * len(after))(*(event.handle for event in after))
        return Event(library().hcrt_c_marker(self.handle, handles, len(after)))

    def wait(self) -> None:
        """For all work so far."""
        check(library().hcrt_c_wait_queue(self.handle))


@functools.lru_cache(maxsize=1024)
def _native_shape(shape: extent) -> tuple[int, ...]:
    """The fields of hcrt_c_shape: libhcrt's dimension 0 is the fastest."""
    sizes = [*reversed(shape.dims), 1, 1][:3]
    if not isinstance(shape, tiled_extent):
        return (*sizes, 0, 0, 0, 0, len(shape.dims), 0)
    tile = [*reversed(shape.tile_dims), 1, 1][:3]
    return (*sizes, *tile, shape.dynamic_group_bytes, len(shape.dims), 0)


class Graph(Single):
    """Launches that start together. One thread at a time."""

    def __init__(self, queue: Queue) -> None:
        lib = library()
        self._queue = queue
        self._handle = handle(lib.hcrt_c_create_graph())
        self._version = ctypes.c_uint64()
        self._launches: list[Launch] = []
        weakref.finalize(self, lib.hcrt_c_release_graph, self._handle).atexit = False

    def __len__(self) -> int:
        return len(self._launches)

    def begin(self) -> None:
        """From here on this thread's launches on the queue are recorded; forgets what was."""
        self._launches = []
        self._begin()

    def _begin(self) -> None:
        handles = (ctypes.c_void_p * 1)(self._queue.handle)
        check(library().hcrt_c_begin_recording(self._handle, handles, 1))

    def add(self, launch: Launch) -> None:
        """Records a launch after those before it."""
        launch.start()
        self._launches.append(launch)

    def end(self, keep: bool) -> None:
        """Of the recording; keep False: there is nothing to launch."""
        check(library().hcrt_c_end_recording(self._handle, int(keep), self._version))

    def launch(self) -> Event:
        """Starts all of it, after all earlier work of the queue."""
        lib = library()
        while True:
            pointer = lib.hcrt_c_launch_graph(self._handle, self._version)
            if pointer or lib.hcrt_c_error_kind() != records.C_RECORD_AGAIN:
                return Event(pointer)
            self._record_again()

    def _record_again(self) -> None:
        """Other views have been made that share bytes with what it uses: libhcrt has joined them."""
        self._begin()
        keep = False
        try:
            for launch in self._launches:
                launch.start()
            keep = True
        finally:
            self.end(keep)


class Device:
    """One device. Any thread."""

    def __init__(self, pointer: int, backend: str) -> None:
        lib = library()
        Event._release, Event._wait = lib.hcrt_c_release_event, lib.hcrt_c_wait
        Event._is_ready = lib.hcrt_c_is_ready
        self.handle = pointer
        told = DeviceDescription()
        lib.hcrt_c_describe(pointer, told)
        architecture = told.architecture.decode()
        self.info = DeviceInfo(
            path=told.path.decode(),
            backend=backend,
            description=told.description.decode("utf-8", "replace").strip(),
            target=_target(backend, architecture),
            unusable=told.unusable.decode("utf-8", "replace") or _too_old(backend, architecture),
            is_gpu=bool(told.is_gpu),
            shares_host_memory=bool(told.shares_host_memory),
            supports_double=bool(told.supports_double),
            memory_bytes=told.memory_bytes,
            max_tile_static_bytes=told.max_tile_static_bytes,
            max_tile_items=told.max_group_items,
            compute_units=told.compute_units,
        )

    def create_queue(self) -> Queue:
        """A new queue."""
        return Queue(self.handle)

    def load(self, image: CodeImage) -> Sequence[Function]:
        """The image's kernels, in the order of its signatures, for Launch."""
        return functions_of(image)


def devices(backend: str) -> tuple[tuple[Device, ...], str]:
    """All of a back end, also those that can't run kernels; and why it has none that can."""
    lib = library()
    name = backend.encode()
    count = lib.hcrt_c_devices(name, None, 0)
    handles = (ctypes.c_void_p * count)()
    lib.hcrt_c_devices(name, handles, count)
    found = tuple(Device(pointer, backend) for pointer in handles if pointer)
    if any(not device.info.unusable for device in found):
        return found, ""
    reason: bytes = lib.hcrt_c_why_not(name)
    told = "; ".join(f"{d.info.path} ({d.info.description}): {d.info.unusable}" for d in found)
    return found, told or reason.decode("utf-8", "replace")


def _target(backend: str, architecture: str) -> str:
    if backend == "host":
        return f"host:{host_architecture()}"
    if backend == "opencl":
        return "spirv"
    if backend == "vulkan":
        return "vulkan"
    best = [known for known in _ARCHITECTURES if known <= _capability(architecture)]
    return f"ptx:sm_{best[-1] if best else _ARCHITECTURES[0]}"


def _capability(architecture: str) -> int:
    number = architecture.removeprefix("sm_")
    return int(number) if number.isdigit() else 0


def _too_old(backend: str, architecture: str) -> str:
    if backend != "cuda" or _capability(architecture) >= _ARCHITECTURES[0]:
        return ""
    return "kernels need compute capability 8.0"


# What a processor has beyond the architecture before. x86-64-v2 is compiled for on request only.
_HOST_FLAGS = {
    "x86-64-v3": {"avx2", "bmi2", "fma", "movbe", "f16c"},
    "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}


def host_architecture() -> str:
    """The best of the host target's architectures that this processor has."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return "x86-64"
    found = re.search(r"^flags\s*:(.*)$", text, re.M)
    flags = set(found[1].split()) if found else set()
    best = "x86-64"
    for architecture, needed in _HOST_FLAGS.items():
        if not needed <= flags:
            break
        best = architecture
    return best

"""What a back end of the Python API implements; accelerators, views and futures know devices through
these alone.

One file a back end: host_backend.py, opencl_backend.py, cuda_backend.py. All of a queue's work is done in the
order in which it was submitted.
"""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hcpy.errors import HcpyError
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.shapes import extent


@dataclass(frozen=True)
class DeviceInfo:
    """What a device is; accelerator's properties."""

    path: str  # "host", "opencl:0", "cuda:0"
    backend: str
    description: str
    target: str  # what hcpy.compile makes for it: "host:x86-64-v3", "spirv", "ptx:sm_90"
    is_gpu: bool
    shares_host_memory: bool  # kernels use the arrays where they are: no copies
    supports_double: bool
    memory_bytes: int  # dedicated memory
    max_tile_static_bytes: int
    max_tile_items: int
    compute_units: int


class Event(ABC):
    """The completion of one piece of work. Any thread."""

    __slots__ = ()

    @abstractmethod
    def wait(self) -> None:
        """Until it is complete; raises the error of the work, every time."""

    @abstractmethod
    def done(self) -> bool:
        """Is it complete, failed work included?"""

    @abstractmethod
    def ticks(self) -> tuple[int, int]:
        """Begin and end in nanoseconds of the device's clock; zeros until it is complete."""

    @abstractmethod
    def on_complete(self, function: Callable[[], None]) -> None:
        """Calls the function once, on any thread."""


class Memory(ABC):
    """Bytes of a device; they go with the object."""

    address: int
    nbytes: int
    native: Any  # the back end's own


def keep_for_good(owned: object) -> None:
    """Makes that an object never ends: its end would call a driver that belongs to another process."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(owned))


class Prepared(ABC):
    """A launch that can be started again and again, by one thread at a time."""

    __slots__ = ()

    buffer: Any  # writable memory, which holds the argument

    @abstractmethod
    def start(self) -> Event:
        """Starts it, behind all earlier work of the queue."""


class Queue(ABC):
    """A stream of work on one device. Any thread."""

    @abstractmethod
    def launch(self, function: Any, argument: bytes, shape: extent, after: Sequence[Event]) -> Event:
        """Starts a kernel that `load` gave; the argument is copied."""

    def prepare(self, function: Any, argument: bytes, shape: extent) -> Prepared | None:
        """The same launch for many times; None: it is no faster."""
        return None

    @abstractmethod
    def upload(self, memory: Memory, source: Any, after: Sequence[Event]) -> Event:
        """Copies a contiguous ndarray of bytes to the memory; the array stays alive and unchanged until
        then.
        """

    @abstractmethod
    def download(self, memory: Memory, destination: Any, after: Sequence[Event]) -> Event:
        """The reverse."""

    @abstractmethod
    def marker(self, after: Sequence[Event]) -> Event:
        """Behind the events and all earlier work."""

    @abstractmethod
    def wait(self) -> None:
        """For all work so far."""


class Graph(ABC):
    """Launches that start together. One thread at a time."""

    @abstractmethod
    def begin(self) -> None:
        """Forgets what was recorded."""

    @abstractmethod
    def add(self, function: Any, argument: bytes, shape: extent) -> None:
        """Records a launch behind those before it; the argument is copied."""

    @abstractmethod
    def end(self, keep: bool) -> None:
        """Of the recording; keep False: there is nothing to launch."""

    @abstractmethod
    def launch(self) -> Event:
        """Starts all of it, behind all earlier work of the queue."""


class Device(ABC):
    """One device. Any thread."""

    info: DeviceInfo

    @abstractmethod
    def create_queue(self) -> Queue:
        """A new queue."""

    @abstractmethod
    def load(self, image: CodeImage) -> Sequence[Any]:
        """The image's kernels, in the order of its signatures, for Queue.launch."""

    @abstractmethod
    def allocate(self, nbytes: int) -> Memory:
        """Memory of the device. Raises OutOfMemory."""

    def owner_of(self, address: int) -> Device:
        """The device of the same back end that memory at this address belongs to."""
        return self

    def wait_for_stream(self, stream: int) -> None:
        """Until the work is complete that another package has put into a stream of its own."""
        raise HcpyError(f"{self.info.path} has no streams of other packages")

    def left_behind(self, queues: Sequence[Queue]) -> None:  # noqa: B027
        """In a child of fork, for devices that can't be used there: from here on everything of it raises
        AcceleratorRemoved, and no end of an object calls the driver.
        """

    def create_graph(self, queue: Queue) -> Graph | None:
        """What starts launches on the queue together; None: they are launched again one by one."""
        return None

"""Storage: the bytes behind array_views, and where their newest values are.

Takes: the host memory of an array, or memory of a device.
Gives: addresses on devices for launches. Values travel only when somewhere else needs them; a kernel that
writes makes every other copy stale. The unit is the whole array. Of arrays that share bytes one at a time has
copies that are newer than the host's memory.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import sys
import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from hcpy.fork_locks import renew_after_fork
from hcpy.runtime import profiling
from hcpy.runtime.exceptions import AcceleratorRemoved
from hcpy.runtime.ranges import Ranges

if TYPE_CHECKING:
    from hcpy.runtime.accelerator import accelerator_view
    from hcpy.runtime.backend import Event, Memory, Queue

# Arrays over the same host memory share their storage.
_by_memory: weakref.WeakValueDictionary[tuple[int, int], Storage] = weakref.WeakValueDictionary()
_ranges: Ranges[Storage] = Ranges()
_lock = threading.RLock()
# Those that have copies on devices.
_copied: weakref.WeakSet[Storage] = weakref.WeakSet()


renew_after_fork(sys.modules[__name__], "_lock")


class Storage:
    """Thread contract: as arrays in C++: several threads may read, one writes."""

    __slots__ = (
        "__weakref__", "address", "adopted", "copies", "current", "home", "host", "nbytes", "near", "on_host",
        "owner", "readers", "reads_on", "writer", "writer_queue", "writes_on",
    )  # fmt: skip

    def __init__(self, host: Any, home: Any = None, adopted: tuple[int, int] | None = None) -> None:
        """host: a contiguous array of bytes, or None. adopted: address and size on the device `home`."""
        self.host = host
        self.home = home
        self.nbytes = int(host.nbytes) if adopted is None else adopted[1]
        self.address = host.ctypes.data if host is not None else 0
        self.adopted = adopted
        self.owner: Any = None  # of adopted memory
        self.on_host = host is not None  # is the host's copy the newest?
        self.copies: dict[Any, Memory] = {}  # by device
        self.current: set[Any] = set() if adopted is None else {home}  # devices whose copy is the newest
        self.writer: Event | None = None  # the last work that writes
        self.writer_queue: Queue | None = None
        self.readers: dict[Any, Event] = {}  # since then, the last of each queue
        # The queue whose next launch may read (write) it as it is: nothing to copy, to wait for, to note but
        # the event.
        self.reads_on: Queue | None = None
        self.writes_on: Queue | None = None
        self.near: weakref.WeakSet[Storage] | None = None  # others that have bytes in common

    @staticmethod
    def over(host: Any) -> Storage:
        """The storage of host memory."""
        key = (host.ctypes.data, host.nbytes)
        with _lock:
            found = _by_memory.get(key)
            if found is None or (host.flags.writeable and not found.host.flags.writeable):
                found = Storage(host)
                _by_memory[key] = found
                if found.nbytes:
                    for other in _ranges.add(found, found.address, found.address + found.nbytes):
                        found._meet(other)
                        other._meet(found)
            return found

    def _meet(self, other: Storage) -> None:
        if self.near is None:
            self.near = weakref.WeakSet()
        self.near.add(other)
        self.reads_on = self.writes_on = None

    # --- launches ----------------------------------------------------------------------------------------
    def bind(self, view: accelerator_view, writes: bool, after: list[Event]) -> int:
        """Makes it current on the view's device; gives its address there, and what the work must come
        after.
        """
        queue = view.queue
        if self.near:
            self._take_over(queue, writes, after)
        if self.writer is not None and self.writer_queue is not queue and self.reads_on is not queue:
            after.append(self.writer)
        if writes and self.readers:
            after += [event for reader, event in self.readers.items() if reader is not queue]
        device = view.device
        if self.adopted is not None:
            return self.adopted[0]
        if device.info.shares_host_memory and self.host is not None:
            if not self.on_host:
                self.synchronize()
            return self.address
        return self._on_device(view, after)

    def _take_over(self, queue: Queue, writes: bool, after: list[Event]) -> None:
        """The bytes that it shares with others are to be used through this one."""
        for other in list(self.near or ()):
            if not other.on_host:
                other.synchronize()
                self.current = set()
            if other.writer is not None and other.writer_queue is not queue:
                after.append(other.writer)
            if writes:
                after += [event for reader, event in other.readers.items() if reader is not queue]
                other.current = set()
            other.reads_on = other.writes_on = None

    def _on_device(self, view: accelerator_view, after: list[Event]) -> int:
        device = view.device
        memory = self.copies.get(device)
        if memory is not None and device in self.current:
            return memory.address
        with _lock:  # other threads may want the same copy
            return self._make_current(view, after)

    def _make_current(self, view: accelerator_view, after: list[Event]) -> int:
        device = view.device
        memory = self.copies.get(device)
        if memory is None:
            memory = self.copies[device] = device.allocate(self.nbytes)
            _register()
            _copied.add(self)
        if device not in self.current and self.nbytes:
            if not self.on_host:
                self.synchronize()
            event = view.queue.upload(memory, self.host, after)
            view.hold(event, self)
            _note_copy(device, event, self.nbytes, "to")
            self.current.add(device)
            self.writer, self.writer_queue = event, view.queue  # the copy is there for other queues then
        return memory.address

    def used(self, view: accelerator_view, writes: bool, event: Event) -> None:
        """Notes a launch that `bind` was asked about."""
        queue = self.reads_on = view.queue
        if not writes:
            self.readers[queue] = event
            if self.writes_on is not queue:
                self.writes_on = None
            return
        self.writes_on = self.writer_queue = queue
        self.writer = event
        if self.readers:
            self.readers.clear()
        if self.adopted is not None:
            return
        shares = view.device.info.shares_host_memory
        self.on_host = shares
        self.current = set() if shares else {view.device}

    # --- the host ----------------------------------------------------------------------------------------
    def synchronize(self) -> None:
        """Makes the host's copy the newest, and waits for the work that writes it."""
        for other in list(self.near or ()):
            if not other.on_host:
                other.synchronize()
            elif other.writer is not None:
                other.writer.wait()
        writer, queue = self.writer, self.writer_queue
        if not self.on_host and self.adopted is None and queue is not None and self.current and self.nbytes:
            device = next(iter(self.current))
            event = queue.download(self.copies[device], self.host, ())  # behind what wrote it
            event.wait()
            _note_copy(device, event, self.nbytes, "from")
            self.on_host = True
            self.writes_on = None
        if writer is not None:
            writer.wait()

    def refresh(self) -> None:
        """The host's memory was changed: the copies are stale."""
        for event in self.readers.values():
            event.wait()
        self.current = set()
        self.on_host = True
        self.reads_on = self.writes_on = None
        for other in list(self.near or ()):
            if other.on_host:
                other.current = set()
                other.reads_on = other.writes_on = None

    def pending(self) -> list[Event]:
        """What still uses it."""
        used = (self, *(self.near or ()))
        writers = [storage.writer for storage in used if storage.writer is not None]
        return [*writers, *(event for storage in used for event in storage.readers.values())]

    def write_back(self) -> None:
        """What the end of the last view does; nobody could catch an error: it is told in one line."""
        if self.on_host or not self.copies or self.adopted is not None:
            return
        try:
            with contextlib.suppress(AcceleratorRemoved):  # in a child of fork the elements are the parent's
                self.synchronize()
        except Exception as error:
            print(f"hcpy: warning: an array could not be written back: {error}", file=sys.stderr)

    # The default is there when the module's names are not any more.
    def __del__(self, ending: Any = sys.is_finalizing) -> None:
        if ending():  # _write_back_all came first
            return
        self.write_back()
        if self.address and self.nbytes:
            with _lock:
                _ranges.remove(self, self.address, self.address + self.nbytes)


@functools.cache
def _register() -> None:
    """Asks for _write_back_all at the process's end: after the back ends are loaded, so before they end."""
    atexit.register(_write_back_all)


def _write_back_all() -> None:
    for storage in list(_copied):
        storage.write_back()


def _note_copy(device: Any, event: Event, nbytes: int, direction: str) -> None:
    """Tells a running profile."""
    profile = profiling.running.profile
    if profile is not None:
        path = device.info.path
        profile.note(f"copy {direction} {path}", path, event, nbytes)


def as_bytes(array: Any) -> Any:
    """The memory that an array's elements lie in, from the first byte to the last; it keeps the array
    alive.
    """
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
    """Keeps the array alive behind its bytes."""

    def __init__(self, interface: dict[str, Any], owner: Any) -> None:
        self.__array_interface__ = interface
        self.owner = owner

"""Storage: the bytes behind array_views, and where their newest values are.

Takes: the host memory of an array, or memory of a device.
Gives: addresses on devices for launches. Values travel only when somewhere else needs them; a kernel
that writes
makes every other copy stale. The unit is the whole array.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from hcpy.runtime.accelerator import accelerator_view
    from hcpy.runtime.backend import Event, Memory

# Arrays over the same host memory share their storage.
_by_memory: weakref.WeakValueDictionary[tuple[int, int], Storage] = weakref.WeakValueDictionary()
_lock = threading.RLock()


class Storage:
    """Thread contract: as arrays in C++: several threads may read, one writes."""

    def __init__(self, host: Any, home: Any = None, adopted: tuple[int, int] | None = None) -> None:
        """host: a contiguous array of bytes, or None. adopted: address and size on the device `home`."""
        self.host = host
        self.home = home
        self.nbytes = int(host.nbytes) if adopted is None else adopted[1]
        self.address = host.ctypes.data if host is not None else 0
        self.adopted = adopted
        self.on_host = host is not None  # is the host's copy the newest?
        self.copies: dict[Any, Memory] = {}  # by device
        self.current: set[Any] = set() if adopted is None else {home}  # devices whose copy is the newest
        self.writer: tuple[Any, Event] | None = None  # the last work that writes: queue, event
        self.readers: dict[Any, Event] = {}  # since then, the last of each queue

    @staticmethod
    def over(host: Any) -> Storage:
        """The storage of host memory."""
        key = (host.ctypes.data, host.nbytes)
        with _lock:
            found = _by_memory.get(key)
            if found is None or (host.flags.writeable and not found.host.flags.writeable):
                found = Storage(host)
                _by_memory[key] = found
            return found

    # --- launches ----------------------------------------------------------------------------------------
    def bind(self, view: accelerator_view, writes: bool, after: list[Event]) -> int:
        """Makes it current on the view's device; gives its address there, and what the work must come
        after.
        """
        queue = view.queue
        writer = self.writer
        if writer is not None and writer[0] is not queue:
            after.append(writer[1])
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

    def _on_device(self, view: accelerator_view, after: list[Event]) -> int:
        device = view.device
        memory = self.copies.get(device)
        if memory is None:
            memory = self.copies[device] = device.allocate(self.nbytes)
        if device not in self.current and self.nbytes:
            if not self.on_host:
                self.synchronize()
            event = view.queue.upload(memory, self.host, after)
            view.hold(event, self)
            note_copy(view, event, self.nbytes, "to")
            self.current.add(device)
        return memory.address

    def used(self, view: accelerator_view, writes: bool, event: Event) -> None:
        """Notes a launch."""
        if not writes:
            self.readers[view.queue] = event
            return
        self.writer = (view.queue, event)
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
        writer = self.writer
        if not self.on_host and self.adopted is None and self.current and self.nbytes:
            device = next(iter(self.current))
            view = _view_of(device)
            event = view.queue.download(self.copies[device], self.host, [writer[1]] if writer else [])
            event.wait()
            note_copy(view, event, self.nbytes, "from")
            self.on_host = True
        if writer is not None:
            writer[1].wait()

    def refresh(self) -> None:
        """The host's memory was changed: the copies are stale."""
        for event in self.readers.values():
            event.wait()
        self.current = set()
        self.on_host = True

    def pending(self) -> list[Event]:
        """What still uses it."""
        return [*([self.writer[1]] if self.writer else []), *self.readers.values()]

    def __del__(self) -> None:
        # As in C++: the end of the last view writes back.
        if not getattr(self, "on_host", True) and getattr(self, "copies", None) and self.adopted is None:
            try:
                self.synchronize()
            except Exception as error:
                import sys

                if not sys.is_finalizing():
                    sys.unraisablehook(_unraisable(error, self))


def _unraisable(error: Exception, owner: object) -> Any:
    from types import SimpleNamespace

    return SimpleNamespace(
        exc_type=type(error),
        exc_value=error,
        exc_traceback=error.__traceback__,
        err_msg="an array could not be written back",
        object=owner,
    )


def _view_of(device: Any) -> accelerator_view:
    from hcpy.runtime.accelerator import accelerator

    return accelerator(device.info.path).default_view


def note_copy(view: accelerator_view, event: Event, nbytes: int, direction: str) -> None:
    """Tells a running profile."""
    from hcpy.runtime import profiling

    if profiling.running.profile is not None:
        profiling.running.profile.note(f"copy {direction} {view.accelerator.path}", view, event, nbytes)


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

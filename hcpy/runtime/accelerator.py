"""accelerator and accelerator_view: the devices that there are, and streams of work on them.

Takes: the back ends' devices; a back end is opened when one of its devices is asked for.
Gives: accelerator objects, one for each device of the process, and their views.
"""

from __future__ import annotations

import functools
import glob
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from hcpy.core import config
from hcpy.core.fork_locks import renew_after_fork
from hcpy.core.lazy import lazy
from hcpy.runtime.exceptions import AcceleratorNotFound, ArgumentError, shown

if TYPE_CHECKING:
    from hcpy.runtime import device as device_module
    from hcpy.runtime import futures, interop
    from hcpy.runtime.device import Device, DeviceInfo, Event
    from hcpy.runtime.futures import completion_future
else:
    device_module = lazy("hcpy.runtime.device")
    futures = lazy("hcpy.runtime.futures")
    interop = lazy("hcpy.runtime.interop")

BACKENDS = ("cuda", "opencl", "host")
ON_REQUEST = ("vulkan",)  # found by its name alone
_HELD = 16  # after so many launches somebody looks which are complete, and releases their arguments


class accelerator:
    """A device that runs kernels: `accelerator("host")`, `accelerator("opencl:1")`, `accelerator("cuda")`.

    Without a path it is the default one: HCPY_DEFAULT_ACCELERATOR, else the first of CUDA, OpenCL GPU, host.
    Raises AcceleratorNotFound where there is none of that path.
    """

    _known: ClassVar[dict[str, accelerator]] = {}
    _chosen: ClassVar[accelerator_view | None] = None  # what launches without view= use
    _lock = threading.RLock()
    _path: str
    _device: Device
    _default_view: accelerator_view | None

    def __new__(cls, path: str = "default") -> accelerator:
        """Return the one object of the accelerator with this path."""
        if not isinstance(path, str):
            raise ArgumentError(f"an accelerator's name is a string, 'host'; given {shown(path)}")
        with cls._lock:
            if path == "default":
                path = _default_path()
            if path in cls._known:
                return cls._known[path]
            device = _find(path)
            name = device.info.path
            if name not in cls._known:
                self = super().__new__(cls)
                self._path, self._device, self._default_view = name, device, None
                cls._known[name] = self
            cls._known[path] = cls._known[name]
            return cls._known[path]

    @staticmethod
    def get_all() -> list[accelerator]:
        """List the accelerators.

        Returns:
            Every accelerator that can be used here; `why_not()` explains the others.
        """
        found = []
        for backend in BACKENDS:
            try:
                found += [accelerator(device.info.path) for device in _devices(backend)]
            except AcceleratorNotFound:
                continue
        return found

    @staticmethod
    def why_not() -> dict[str, str]:
        """Explain what `get_all()` lacks.

        Returns:
            The reason for each back end that has no devices, by its name.
        """
        reasons = {}
        for backend in BACKENDS:
            try:
                _devices(backend)
            except AcceleratorNotFound as reason:
                reasons[backend] = str(reason)
        return reasons

    @property
    def device(self) -> Device:
        """libhcrt's side of it."""
        return self._device

    @property
    def native_context(self) -> Any:
        """The accelerator's context as other packages have it: pyopencl.Context or cuda.core.Device.

        None where it has none. Memory and streams that are made with it can be used together with the
        accelerator.

        Raises:
            BackendMissing: the package is not installed.
        """
        return interop.native_context(self._device)

    @property
    def info(self) -> DeviceInfo:
        """All properties at once."""
        return self._device.info

    path = property(lambda self: self.info.path, doc="Its name: 'host', 'opencl:0', 'cuda:0'.")
    description = property(lambda self: self.info.description, doc="The driver's name of the device.")
    is_gpu = property(lambda self: self.info.is_gpu, doc="Is it a GPU?")
    supports_double = property(lambda self: self.info.supports_double, doc="Do kernels have double?")
    shares_host_memory = property(
        lambda self: self.info.shares_host_memory, doc="Do kernels use arrays where they are, without copies?"
    )
    dedicated_memory = property(lambda self: self.info.memory_bytes, doc="Its own memory, in bytes.")
    max_tile_static_size = property(
        lambda self: self.info.max_tile_static_bytes, doc="Group memory of a tile, in bytes."
    )
    compute_units = property(lambda self: self.info.compute_units, doc="How many tiles run side by side.")

    @property
    def default_view(self) -> accelerator_view:
        """The view of launches without `view=`."""
        if self._default_view is None:
            with self._lock:
                if self._default_view is None:
                    self._default_view = accelerator_view(self)
        return self._default_view

    def create_view(self) -> accelerator_view:
        """Make a view.

        Returns:
            A new view. Its work is ordered with that of other views only by the arrays that they share.
        """
        return accelerator_view(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return accelerator, (self._path,)

    def __repr__(self) -> str:
        return f"<hcpy.accelerator {self._path}: {self.info.description}>"


class accelerator_view:
    """A stream of work on one accelerator: kernels and copies are done in the order of their launches.

    Args:
        of: the accelerator, or its name.
    """

    def __init__(self, of: accelerator | str = "default") -> None:
        self.accelerator = of if isinstance(of, accelerator) else accelerator(of)
        self.device = self.accelerator.device
        self.queue = self.device.create_queue()
        self.lock = threading.RLock()  # of what is held, and of launches that are started again
        self._in_flight: deque[list[Any]] = deque()  # event, objects
        self.newest: list[Any] | None = None  # the last of them
        self._held = 0
        _views.add(self)

    def wait(self) -> None:
        """Block until all submitted work has finished.

        Raises:
            HcpyError: the first error of the view's work that was not reported yet.
        """
        self.queue.wait()
        self.let_go()

    def create_marker(self, after: Iterable[completion_future] = ()) -> completion_future:
        """Mark a place in the view's work.

        Args:
            after: futures, of any view, that the marker waits for besides.

        Returns:
            A future that is complete when the view's earlier work and these futures are.
        """
        return futures.completion_future(self.queue.marker(futures.native_events(after)), self, "marker")

    def hold(self, event: Event, objects: object) -> list[Any]:
        """Keep objects alive while work uses them.

        Args:
            event: of the work.
            objects: what to keep until the event is complete.

        Returns:
            The entry that keeps them.
        """
        entry = [event, objects]
        with self.lock:
            self._in_flight.append(entry)
            self.newest = entry
            self._held += 1
            full = self._held >= _HELD
        if full:
            self.let_go()
        return entry

    def let_go(self) -> None:
        """Of what complete work used."""
        held = self._in_flight
        if not held:
            return
        gone = []  # ends after the lock: the end of an array may wait for work
        with self.lock:
            self._held = 0
            self.newest = None
            # libhcrt asks the driver once for all that was launched before somebody last asked.
            while held and held[0][0].done():
                entry = held.popleft()
                gone.append(entry[1])
                entry[1] = None  # a plan may know the entry

    def __reduce__(self) -> tuple[Any, ...]:
        return _default_view_of, (self.accelerator.path,)

    def __repr__(self) -> str:
        return f"<hcpy.accelerator_view of {self.accelerator.path}>"


def _default_view_of(path: str) -> accelerator_view:
    return accelerator(path).default_view


def view_of(given: object) -> accelerator_view:
    """What an argument `view=` says: a view, or an accelerator, which is its default view."""
    if isinstance(given, accelerator_view):
        return given
    if isinstance(given, accelerator):
        return given.default_view
    raise ArgumentError(f"view= takes an accelerator or a view of one; given {shown(given)}")


def default_view() -> accelerator_view:
    """Of the default accelerator, as the environment has it when it is first asked for."""
    chosen = accelerator._chosen
    if chosen is None:
        chosen = accelerator._chosen = accelerator().default_view
    return chosen


# --- finding devices -------------------------------------------------------------------------------------
def _default_path() -> str:
    """The first that can run kernels: CUDA, OpenCL GPU, host."""
    if chosen := config.DEFAULT_ACCELERATOR.get():
        return chosen
    return _automatic_path()


@functools.cache
def _automatic_path() -> str:
    chosen = "host"
    if _may_have_cuda():
        found = _usable("cuda", lambda info: True)
        chosen = found or chosen
    if chosen == "host" and _may_have_opencl():
        chosen = _usable("opencl", lambda info: info.is_gpu) or chosen
    if config.VERBOSE.get():
        print(f"hcpy: default accelerator: {chosen}", file=sys.stderr)
    return chosen


def _usable(backend: str, wanted: Callable[[DeviceInfo], bool]) -> str | None:
    try:
        return next((d.info.path for d in _devices(backend) if wanted(d.info)), None)
    except AcceleratorNotFound as reason:
        if config.VERBOSE.get():
            print(f"hcpy: {backend}: {reason}", file=sys.stderr)
        return None


def _may_have_cuda() -> bool:
    """Without loading anything: a driver's device."""
    return os.path.exists("/dev/nvidiactl") or bool(os.environ.get(config.CUDA_LIBRARY.name))


def _may_have_opencl() -> bool:
    folder = os.environ.get("OCL_ICD_VENDORS") or "/etc/OpenCL/vendors"
    return folder.endswith(".icd") or bool(glob.glob(os.path.join(glob.escape(folder), "*.icd")))


@functools.cache
def _opened(backend: str) -> tuple[tuple[Device, ...], str]:
    """All devices of a back end, and why none of them can be used."""
    if backend == "opencl":
        interop.offer_opencl_loader()
    return device_module.devices(backend)


def _devices(backend: str) -> tuple[Device, ...]:
    """Those that can run kernels. Raises AcceleratorNotFound with the reason where there are none."""
    found, reason = _opened(backend)
    usable = tuple(device for device in found if not device.info.unusable)
    if not usable:
        raise AcceleratorNotFound(f"accelerator '{backend}': {reason}")
    return usable


# --- after fork ------------------------------------------------------------------------------------------
_views: weakref.WeakSet[accelerator_view] = weakref.WeakSet()


def _after_fork() -> None:
    """The host's threads are made anew by libhcrt, which refuses the drivers of the parent."""
    for view in list(_views):
        view.lock = threading.RLock()  # another thread of the parent may have held it


os.register_at_fork(after_in_child=_after_fork)
renew_after_fork(accelerator, "_lock")


def _find(path: str) -> Device:
    backend, _, number = path.partition(":")
    if backend not in (*BACKENDS, *ON_REQUEST) or (number and not number.isdigit()):
        raise AcceleratorNotFound(
            f"unknown accelerator {path!r}; use host, opencl[:n] or cuda[:n], or vulkan[:n]"
        )
    usable = _devices(backend)
    if not number:
        return usable[0]
    found, _ = _opened(backend)
    for device in found:
        if device.info.path != path and not (backend == "host" and number == "0"):
            continue
        if device.info.unusable:
            raise AcceleratorNotFound(f"accelerator {path!r}: {device.info.unusable}")
        return device
    raise AcceleratorNotFound(f"accelerator {path!r}: no such device; {backend} has {len(found)}")

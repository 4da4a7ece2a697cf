"""Events of CUDA streams: which work is complete, and when.

Takes: streams, through the CudaQueues that use them.
Gives: CudaEvents. A launch records nothing: a stream's work is cut into stretches, and the driver's event
behind a stretch is recorded when somebody first asks about work in it. All of a stretch is complete at once,
and with it everything that it came after, so that times never contradict the order of the work.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cuda.bindings import driver

from hcpy.errors import HcpyError
from hcpy.runtime.backend import Event
from hcpy.runtime.exceptions import AcceleratorRemoved, DomainError, KernelFailed, OutOfMemory

if TYPE_CHECKING:
    from hcpy.runtime.cuda_backend import CudaDevice, CudaQueue

_RESULT = driver.CUresult
_SUCCESS, _NOT_READY = _RESULT.CUDA_SUCCESS, _RESULT.CUDA_ERROR_NOT_READY
_REMOVED = {
    _RESULT.CUDA_ERROR_DEVICE_UNAVAILABLE,
    _RESULT.CUDA_ERROR_NO_DEVICE,
    _RESULT.CUDA_ERROR_ECC_UNCORRECTABLE,
    _RESULT.CUDA_ERROR_CONTEXT_IS_DESTROYED,
}
_DOMAIN = {_RESULT.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, _RESULT.CUDA_ERROR_INVALID_VALUE}
_UNSEEN = 64  # stretches of which nobody asked whether they are complete


def check(answer: tuple[Any, ...], what: str) -> Any:
    """The driver's answer without its status; an error is one of ours."""
    if answer[0] == _SUCCESS:
        return answer[1] if len(answer) == 2 else answer[1:]
    raise failure(answer[0], what)


def failure(code: Any, what: str) -> HcpyError:
    """The driver's error as one of ours."""
    _, text = driver.cuGetErrorString(code)
    message = f"{what}: {text.decode() if text else code}"
    if code == _RESULT.CUDA_ERROR_OUT_OF_MEMORY:
        return OutOfMemory(message)
    if code in _REMOVED:
        return AcceleratorRemoved(message)
    return DomainError(message) if code in _DOMAIN else KernelFailed(message)


class Mark:
    """An event of the driver, behind all earlier work of a stream. The driver's part is used again, never
    destroyed: the end of a Mark calls no driver.
    """

    __slots__ = ("_idle", "native")

    def __init__(self, queue: CudaQueue, timed: bool = False) -> None:
        device = queue.device
        device.enter_again()
        self._idle = device.idle_events[timed]
        try:
            self.native = self._idle.pop()
        except IndexError:
            flags = driver.CUevent_flags
            flag = flags.CU_EVENT_DEFAULT if timed else flags.CU_EVENT_DISABLE_TIMING
            self.native = check(driver.cuEventCreate(int(flag)), "an event")
        check(driver.cuEventRecord(self.native, queue.stream), "an event")

    def __del__(self) -> None:
        if hasattr(self, "native"):
            self._idle.append(self.native)

    def since(self, earlier: Mark) -> int:
        """Nanoseconds from another one; both are complete, and timed."""
        milliseconds = check(driver.cuEventElapsedTime(earlier.native, self.native), "the time of an event")
        return int(milliseconds * 1e6)


class Clock:
    """A device's time: a Mark, and the host's time at it."""

    def __init__(self, queue: CudaQueue) -> None:
        self._base = Mark(queue, True)
        check(driver.cuEventSynchronize(self._base.native), "an event")
        self._time = time.monotonic_ns()

    def at(self, mark: Mark) -> int:
        """The time of a timed Mark."""
        return self._time + mark.since(self._base)


# Both locks are taken by finalizers, too, which may run wherever their holder makes an object.
_order = threading.RLock()  # of the times at which stretches were seen complete


class Stretch:
    """Successive work of one stream, which is complete when the event behind it is."""

    __slots__ = ("after", "end", "failed", "mark", "previous", "queue")

    def __init__(self, queue: CudaQueue, previous: Stretch | None) -> None:
        self.queue = queue
        self.previous = previous
        self.after: list[Stretch] = []  # of other streams
        self.mark: Mark | None = None
        self.end = 0  # when it was seen complete; 0: it was not
        self.failed: Any = None  # the driver's error, once it was seen

    def closed(self) -> Mark:
        """The event behind it; recorded when first asked for."""
        return self.mark or self.queue.stretches.close(self)

    def done(self) -> bool:
        """Is it complete, failed work included?"""
        if self.end:
            return True
        mark = self.closed()
        self.queue.device.enter()
        (code,) = driver.cuEventQuery(mark.native)
        if code == _NOT_READY:
            return False
        self.seen(code)
        return True

    def wait(self, what: str) -> None:
        """Until it is complete; raises its error, every time."""
        if not self.end:
            queue = self.queue
            if queue.stretches.cut(self):  # behind the newest work there is nothing else to wait for
                (code,) = queue.in_context(driver.cuStreamSynchronize, queue.stream)
            else:
                queue.device.enter()
                (code,) = driver.cuEventSynchronize(self.closed().native)
            self.seen(code)
        if self.failed:
            raise failure(self.failed, what)

    def seen(self, code: Any) -> None:
        """It is complete, with this answer of the driver, and so is all that it came after."""
        failed = None if code == _SUCCESS else code
        with _order:
            now, self.failed = time.monotonic_ns(), self.failed or failed
            found = [self]
            while found:
                stretch = found.pop()
                if stretch.end:
                    continue
                stretch.end = now
                stretch.failed = stretch.failed or failed
                found += stretch.after
                if stretch.previous is not None:
                    found.append(stretch.previous)
                stretch.previous, stretch.after = None, []


class Stretches:
    """Those of one stream."""

    def __init__(self, queue: CudaQueue) -> None:
        self.open = Stretch(queue, None)
        self._queue = queue
        self._lock = threading.RLock()
        self._unseen: deque[Stretch] = deque()

    def close(self, stretch: Stretch) -> Mark:
        """Ends the open stretch, if it is this one, and gives the event behind it."""
        with self._lock:
            if stretch.mark is None:
                # First a new one, then the event: what another thread launches meanwhile is behind the old
                # event or belongs to the new stretch, never the reverse.
                if stretch is self.open:
                    self.open = Stretch(self._queue, stretch)
                stretch.mark = Mark(self._queue)
                self._unseen.append(stretch)
            mark = stretch.mark
            forgotten = self._unseen.popleft() if len(self._unseen) > _UNSEEN else None
        if forgotten is not None and not forgotten.done():
            with self._lock:
                self._unseen.appendleft(forgotten)
        return mark

    def cut(self, stretch: Stretch) -> bool:
        """Ends the open stretch without an event, if it is this one: who does so waits for the stream."""
        with self._lock:
            if stretch is not self.open or stretch.mark is not None:
                return False
            self.open = Stretch(self._queue, stretch)
            return True

    def come_after(self, after: Sequence[Event]) -> None:
        """What is launched from here on comes after the events."""
        for event in after:
            if not isinstance(event, CudaEvent):
                event.wait()
            elif event.stretch.queue is not self._queue and not event.stretch.end:
                mark = event.stretch.closed()
                self._queue.device.enter()
                check(driver.cuStreamWaitEvent(self._queue.stream, mark.native, 0), "an event")
                self.open.after.append(event.stretch)


class CudaEvent(Event):
    """A piece of work."""

    __slots__ = ("_begin", "_end", "_start", "_what", "stretch")

    def __init__(
        self, stretch: Stretch, what: str, start: Mark | None = None, end: Mark | None = None
    ) -> None:
        """To be made behind the work, of the stretch that is open then."""
        self.stretch = stretch
        self._what = what
        self._start, self._end = start, end  # around the work, where times are wanted
        self._begin = time.monotonic_ns()

    def wait(self) -> None:
        self.stretch.wait(self._what)

    def done(self) -> bool:
        return self.stretch.done()

    def ticks(self) -> tuple[int, int]:
        """Exact where times were wanted; else as the host saw it."""
        if not self.stretch.done():
            return 0, 0
        if self._start is None or self._end is None:
            return min(self._begin, self.stretch.end), self.stretch.end
        device: CudaDevice = self.stretch.queue.device
        device.enter()
        clock = device.clock(self.stretch.queue)
        return clock.at(self._start), clock.at(self._end)

    def on_complete(self, function: Callable[[], None]) -> None:
        self.stretch.closed()

        def call() -> None:
            with contextlib.suppress(HcpyError):  # the function asks the event
                self.wait()
            function()

        threading.Thread(target=call, name="hcpy-cuda", daemon=True).start()

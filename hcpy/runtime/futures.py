"""completion_future: what a launch gives.

Takes: an Event of libhcrt.
Gives: waiting, callbacks, `await`, and everything that takes a concurrent.futures.Future.
"""

from __future__ import annotations

import concurrent.futures
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hcpy.core.fork_locks import renew_after_fork
from hcpy.core.lazy import lazy
from hcpy.runtime.exceptions import ArgumentError, Single, shown

if TYPE_CHECKING:
    import asyncio

    from hcpy.runtime.accelerator import accelerator_view
    from hcpy.runtime.device import Event
else:
    asyncio = lazy("asyncio")

_FUTURE = frozenset(("_condition", "_state", "_result", "_exception", "_waiters", "_done_callbacks"))


class completion_future(Single, concurrent.futures.Future[Any]):
    """The completion of a launch or a copy.

    It is a concurrent.futures.Future: `concurrent.futures.wait`, `asyncio.wrap_future`, executors' users take
    it. Work that was launched can't be cancelled. `result()` of a launch is None.
    """

    # Future's own fields are made when somebody asks for them: a launch would pay for a lock and a callback.
    def __init__(self, event: Event | None, view: accelerator_view | None = None, name: str = "") -> None:
        self.event = event
        self.view = view
        self.name = name  # of the kernel, for people

    def __getattr__(self, name: str) -> Any:
        if name not in _FUTURE:
            raise AttributeError(f"'completion_future' object has no attribute {name!r}")
        with _arming:
            if name not in self.__dict__:
                self._arm()
        return self.__dict__[name]

    def _arm(self) -> None:
        """Makes it a Future that its event completes."""
        super().__init__()
        self._state = concurrent.futures._base.RUNNING
        if self.event is not None:
            self.event.on_complete(self._settle)

    def _settle(self) -> None:
        assert self.event is not None
        try:
            self.event.wait()
        except BaseException as error:
            self.set_exception(error)
        else:
            self.set_result(None)

    def wait(self, timeout: float | None = None) -> None:
        """Block until it is complete.

        Args:
            timeout: seconds to wait at most; None: without end.

        Raises:
            TimeoutError: it is not complete by then.
            HcpyError: the work failed.
        """
        self.result(timeout)

    def result(self, timeout: float | None = None) -> Any:
        """Block until it is complete.

        Args:
            timeout: seconds to wait at most; None: without end.

        Returns:
            The work's result; None for a kernel or a copy.

        Raises:
            TimeoutError: it is not complete by then.
            HcpyError: the work failed.
        """
        if timeout is None and self.event is not None:
            self.event.wait()
            if self.view is not None:
                self.view.let_go()
            return None
        return super().result(timeout)

    def done(self) -> bool:
        """Ask without waiting.

        Returns:
            True: it is complete, or failed.
        """
        return self.event.done() if self.event is not None else super().done()

    def cancel(self) -> bool:
        """Do nothing: launched work cannot be cancelled.

        Returns:
            False.
        """
        return False

    def then(self, function: Callable[[], Any]) -> completion_future:
        """Go on with a function after success, on another thread.

        Args:
            function: called without arguments.

        Returns:
            A future of its result; it fails where this work or the function does.
        """
        following = completion_future(None, None, "then")

        def call() -> None:
            try:
                self.result()
                following.set_result(function())
            except BaseException as error:
                following.set_exception(error)

        def start(_done: object) -> None:
            threading.Thread(target=call, name="hcpy-then", daemon=True).start()

        self.add_done_callback(start)
        return following

    def __await__(self) -> Generator[Any, None, Any]:
        return asyncio.wrap_future(self).__await__()

    @property
    def begin(self) -> int:
        """Start time in nanoseconds of the device's clock; 0 until it is complete."""
        return self.event.ticks()[0] if self.event is not None else 0

    @property
    def end(self) -> int:
        """End time in nanoseconds of the same clock; 0 until it is complete."""
        return self.event.ticks()[1] if self.event is not None else 0

    @property
    def duration(self) -> float:
        """Run time in seconds; 0.0 until it is complete."""
        begin, end = self.event.ticks() if self.event is not None else (0, 0)
        return (end - begin) * 1e-9

    def __repr__(self) -> str:
        return f"<hcpy.completion_future of {self.name or 'work'}: {'done' if self.done() else 'running'}>"


_arming = threading.RLock()
renew_after_fork(sys.modules[__name__], "_arming")


def when_all(futures: Iterable[concurrent.futures.Future[Any]]) -> completion_future:
    """Join futures.

    Args:
        futures: of any accelerators, and any other concurrent.futures.Future.

    Returns:
        A future of the list of their results; it fails with the first failure.
    """
    listed = _listed(futures, "when_all()")
    following = completion_future(None, None, "when_all")
    left = len(listed)
    lock = threading.Lock()

    def settle() -> None:
        try:
            following.set_result([future.result() for future in listed])
        except BaseException as error:
            following.set_exception(error)

    def one_done(_done: object) -> None:
        nonlocal left
        with lock:
            left -= 1
            last = left == 0
        if last:
            settle()

    if not listed:
        following.set_result([])
    for future in listed:
        future.add_done_callback(one_done)
    return following


def native_events(after: Iterable[concurrent.futures.Future[Any]]) -> Sequence[Event]:
    """libhcrt's events of futures; futures that have none are waited for here."""
    events = []
    for future in _listed(after, "after="):
        event = getattr(future, "event", None)
        if event is not None:
            events.append(event)
        else:
            future.result()
    return events


def _listed(futures: object, what: str) -> list[concurrent.futures.Future[Any]]:
    found: list[Any] = list(futures) if isinstance(futures, Iterable) else [futures]
    wrong = [future for future in found if not isinstance(future, concurrent.futures.Future)]
    if wrong or not isinstance(futures, Iterable):
        given = wrong[0] if wrong else futures
        raise ArgumentError(f"{what} takes a list of futures, not {shown(given)}")
    return found

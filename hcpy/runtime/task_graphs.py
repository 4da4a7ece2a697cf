"""task_graph: launches recorded once and started many times.

Takes: the launches of a `with` block.
Gives: a graph whose launch() starts them all, in their order.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any

from hcpy.runtime.accelerator import accelerator, accelerator_view, view_of
from hcpy.runtime.device import Graph, Launch
from hcpy.runtime.exceptions import ArgumentError, Single
from hcpy.runtime.futures import completion_future


class task_graph(Single):
    """`with task_graph(view) as graph:` records the launches on the view instead of starting them.

    `graph.launch()` starts all of them, after the view's earlier work, and gives one future. The arguments
    are those of the recording: arrays are used where they are, with the values that they have then. It is a
    task graph of libhcrt: NVIDIA's GPUs take it as one of the driver's graphs, OpenCL GPUs as a command
    buffer where they have those.

    Args:
        view: whose launches are recorded; None: the default accelerator's default view.
    """

    def __init__(self, view: accelerator_view | accelerator | None = None) -> None:
        self.view = view_of(accelerator() if view is None else view)
        self._native = Graph(self.view.queue)
        self._kept: list[Any] = []
        self._recorded = False

    def __enter__(self) -> task_graph:
        if recording() is not None:
            raise ArgumentError("this thread records a task graph already")
        self._kept, self._recorded = [], False
        self._native.begin()
        _recording.graph = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _recording.graph = None
        keep = kind is None and len(self._native) > 0
        self._native.end(keep)
        self._recorded = keep

    def __len__(self) -> int:
        return len(self._native)

    def record(self, view: accelerator_view, launch: Launch, name: str, kept: Any) -> completion_future:
        """Note a launch; parallel_for_each calls it.

        Args:
            view: of the launch.
            launch: libhcrt's.
            name: of the kernel, for people.
            kept: what must live as long as the graph.

        Returns:
            A future that refuses to be waited for: a recorded launch does not run by itself.

        Raises:
            ArgumentError: the view is not the graph's.
        """
        if view is not self.view:
            raise ArgumentError(f"a task graph of {self.view!r} can't record a launch on another view")
        self._native.add(launch)
        self._kept.append(kept)
        return _Recorded(None, self.view, name)

    def launch(self) -> completion_future:
        """Start all recorded launches; may be called again at any time.

        Returns:
            One future for all of them.

        Raises:
            ArgumentError: nothing was recorded.
        """
        if not self._recorded:
            raise ArgumentError("the task graph holds no launches: record some in its `with` block")
        with self.view.lock:  # one launch at a time
            event = self._native.launch()
        self.view.hold(event, self)
        return completion_future(event, self.view, "task_graph")


class _Recorded(completion_future):
    """What a recorded launch gives: it does not run by itself."""

    def _refuse(self) -> ArgumentError:
        return ArgumentError("a recorded launch does not run: wait for what the graph's launch() gives")

    def result(self, timeout: float | None = None) -> Any:
        raise self._refuse()

    def done(self) -> bool:
        raise self._refuse()

    def __repr__(self) -> str:
        return f"<hcpy.completion_future of {self.name}: recorded>"


class _Recording(threading.local):
    """What the calling thread records. A default of the class: to miss an attribute costs a microsecond."""

    graph: task_graph | None = None


_recording = _Recording()


def recording() -> task_graph | None:
    """What this thread records."""
    return _recording.graph

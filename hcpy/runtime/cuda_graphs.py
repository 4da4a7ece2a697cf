"""Task graphs of the CUDA back end: the driver's own graphs.

Takes: launches on one CudaQueue.
Gives: a graph that starts all of them, in their order, with one call of the driver.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cuda.bindings import driver

from hcpy.runtime.backend import Event, Graph
from hcpy.runtime.cuda_events import check, failure
from hcpy.runtime.exceptions import AcceleratorRemoved
from hcpy.runtime.shapes import extent

if TYPE_CHECKING:
    from hcpy.runtime.cuda_backend import CudaQueue

_WHAT = "task graph"


class CudaGraph(Graph):
    """Kernel nodes in a row. The driver copies each one's argument when it is added."""

    def __init__(self, queue: CudaQueue) -> None:
        self._queue = queue
        self._recorded: Any = None
        self._runnable: Any = None
        self._last: list[Any] = []  # the node that the next one comes after

    def begin(self) -> None:
        self._drop()
        self._queue.device.enter_again()
        self._recorded = check(driver.cuGraphCreate(0), _WHAT)
        self._last = []

    def add(self, function: Any, argument: bytes, shape: extent) -> None:
        node = driver.CUDA_KERNEL_NODE_PARAMS()
        # cuda.core's handles are CUkernels, which a launch takes for functions, and a node does not.
        node.kern = driver.CUkernel(int(function.native))
        grid, block, node.sharedMemBytes = function.sizes(shape)
        node.gridDimX, node.gridDimY, node.gridDimZ = grid
        node.blockDimX, node.blockDimY, node.blockDimZ = block
        with function.lock:
            ctypes.memmove(function.buffer, argument, len(argument))
            node.kernelParams = function.parameters
            answer = self._queue.in_context(
                driver.cuGraphAddKernelNode, self._recorded, self._last, len(self._last), node
            )
        self._last = [check(answer, f"kernel '{function.name}' over {shape!r} in a {_WHAT}")]

    def end(self, keep: bool) -> None:
        try:
            if keep:
                self._runnable = check(
                    self._queue.in_context(driver.cuGraphInstantiate, self._recorded, 0), _WHAT
                )
        finally:
            self._drop_recorded()

    def launch(self) -> Event:
        queue = self._queue
        start = queue.start_time()
        (code,) = queue.in_context(driver.cuGraphLaunch, self._runnable, queue.stream)
        if code:
            raise failure(code, f"launch of a {_WHAT}")
        return queue.event(_WHAT, start)

    def _drop_recorded(self) -> None:
        recorded, self._recorded = self._recorded, None
        if recorded is not None:
            self._queue.in_context(driver.cuGraphDestroy, recorded)

    def _drop(self, destroy: Callable[..., Any] = driver.cuGraphExecDestroy) -> None:
        runnable, self._runnable = self._runnable, None
        if runnable is not None:
            self._queue.in_context(destroy, runnable)

    # At the process's end, and in a child of fork, it goes with the context.
    def __del__(self, ending: Any = sys.is_finalizing) -> None:
        if not ending():
            with contextlib.suppress(AcceleratorRemoved):
                self._drop()

"""parallel_for_each.

Takes: an extent, a kernel and its arguments.
Gives: the completion_future of the launch, which runs after what uses the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

import numpy as np

from hcpy.runtime.accelerator import accelerator, accelerator_view, default_view, view_of
from hcpy.runtime.arguments import Binding
from hcpy.runtime.device import Launch
from hcpy.runtime.exceptions import ArgumentError, TemplateError
from hcpy.runtime.futures import completion_future, native_events
from hcpy.runtime.kernel import Kernel
from hcpy.runtime.module import KernelTemplate
from hcpy.runtime.plans import Plan
from hcpy.runtime.shapes import extent
from hcpy.runtime.task_graphs import recording


def parallel_for_each(
    shape: extent,
    kernel: Kernel,
    *arguments: Any,
    view: accelerator_view | accelerator | None = None,
    after: Iterable[Future[Any]] = (),
) -> completion_future:
    """Start a kernel for each point of an extent, and return at once.

    Args:
        shape: an extent, or a tiled_extent for kernels that take an hc::tiled_index. Nothing runs over an
            empty one.
        kernel: what to launch, `module.saxpy`.
        arguments: one for each parameter after the index. Numbers for scalars, array_views or arrays for
            pointers and hc::array_view<T, N>, numpy records (or tuples, dicts) for structs; None is a null
            pointer. The last ones may be left out where the kernel has default arguments.
        view: where it runs; the default accelerator's default view unless given.
        after: futures that it waits for, besides earlier work of the view and of the arrays that it uses.

    Returns:
        A completion_future; it raises what goes wrong in the kernel.

    Raises:
        ArgumentError: an argument does not fit its parameter.
        DomainError: the accelerator cannot run this extent or tile.
    """
    if view is None:
        view = default_view()
    elif not isinstance(view, accelerator_view):
        view = view_of(view)
    if isinstance(kernel, Kernel):
        if kernel.shorter:
            kernel = kernel.shorter.get(len(arguments), kernel)
        if not after and recording() is None:
            for plan in kernel.plans.listed:
                future = plan.start(shape, view, arguments)
                if future is not None:
                    return future
        return _launch(shape, kernel, arguments, view, after)
    raise _no_kernel(kernel)


def _launch(
    given: Any,
    kernel: Kernel,
    arguments: tuple[Any, ...],
    view: accelerator_view,
    after: Iterable[Future[Any]],
) -> completion_future:
    """Any launch."""
    shape = given if isinstance(given, extent) else _extent_of(given)
    binding = Binding(view)
    argument = kernel.packer.pack(shape, arguments, binding)
    events = native_events(after) if after else ()
    if 0 in shape.dims:
        return completion_future(view.queue.marker(events), view, kernel.name)
    launch = Launch(view.queue, kernel.function_on(view.device), argument, shape, binding.uses, events)
    graph = recording()
    if graph is not None:
        return graph.record(view, launch, kernel.name, (binding.kept, arguments))
    event = launch.start()
    if binding.uses:
        view.hold(event, (binding.kept, arguments))
    if not after and kernel.plans.wanted(kernel.packer, arguments):
        kernel.plans.add(Plan(kernel.packer, kernel.name, view, given, arguments, launch))
    return completion_future(event, view, kernel.name)


def _extent_of(shape: Any) -> extent:
    if isinstance(shape, (int, tuple, np.integer)):
        return extent(shape)
    raise ArgumentError(f"parallel_for_each takes an hcpy.extent first, not {type(shape).__name__}")


def _no_kernel(kernel: object) -> Exception:
    if isinstance(kernel, KernelTemplate):
        return TemplateError(f"{kernel.signature} needs its arguments in brackets, e.g. kernel['float']")
    return ArgumentError(f"parallel_for_each takes a kernel of an hcpy.Module, not {type(kernel).__name__}")

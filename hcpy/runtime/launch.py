"""parallel_for_each.

Takes: an extent, a kernel and its arguments.
Gives: the completion_future of the launch, which runs behind what uses the same arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

from hcpy.runtime.accelerator import accelerator, accelerator_view, default_view
from hcpy.runtime.arguments import Binding
from hcpy.runtime.exceptions import ArgumentError, TemplateError
from hcpy.runtime.futures import completion_future, native_events
from hcpy.runtime.module import Kernel, KernelTemplate
from hcpy.runtime.plans import Plan
from hcpy.runtime.profiling import running
from hcpy.runtime.shapes import extent
from hcpy.runtime.task_graphs import recording


def parallel_for_each(
    shape: extent,
    kernel: Kernel,
    *arguments: Any,
    view: accelerator_view | accelerator | None = None,
    after: Iterable[Future[Any]] = (),
) -> completion_future:
    """Starts a kernel for each point of an extent, and returns at once.

    shape: an extent, or a tiled_extent for kernels that take an hc::tiled_index.
    arguments: one for each parameter behind the index. Numbers for scalars, array_views or arrays for
    pointers and hc::array_view<T, N>, numpy records (or tuples, dicts) for structs; None is a null pointer.
    view: where it runs; the default accelerator's default view unless given.
    after: futures that it comes after, besides all earlier work of the view and of the arrays it uses.

    Over an empty extent nothing runs. Raises ArgumentError, DomainError at once; what goes wrong in the
    kernel is raised by the future.
    """
    if view is None:
        view = default_view()
    elif isinstance(view, accelerator):
        view = view.default_view
    if isinstance(kernel, Kernel):
        if not after and running.profile is None and recording() is None:
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
    queue, device = view.queue, view.device
    start = queue.launch  # of a queue that is gone this raises
    shape = given if isinstance(given, extent) else _extent_of(given)
    binding = Binding(view, [*native_events(after)] if after else [])
    argument = kernel.packer.pack(shape, arguments, binding)
    if 0 in shape.dims:
        return completion_future(queue.marker(binding.after), view, kernel.name)
    function = kernel.function_on(device)
    graph = recording()
    if graph is not None:
        return graph.record(binding, function, argument, shape, kernel.name, arguments)
    uses = binding.uses
    with view.lock:  # what is noted last was launched last
        event = start(function, argument, shape, binding.after)
        for storage, writes in uses:
            storage.used(view, writes, event)
    if uses:
        view.hold(event, (uses, arguments))
    profile = running.profile  # another thread may end it
    if profile is not None:
        profile.note(kernel.name, view.accelerator.path, event)
    elif not after and kernel.plans.wanted(kernel.packer, arguments):
        prepared = queue.prepare(function, argument, shape)
        if prepared is not None:
            kernel.plans.add(Plan(kernel.packer, kernel.name, view, given, arguments, prepared))
    return completion_future(event, view, kernel.name)


def _extent_of(shape: Any) -> extent:
    if isinstance(shape, (int, tuple)):
        return extent(shape)
    raise ArgumentError(f"parallel_for_each takes an hcpy.extent first, not {type(shape).__name__}")


def _no_kernel(kernel: object) -> Exception:
    if isinstance(kernel, KernelTemplate):
        return TemplateError(f"{kernel.signature} needs its arguments in brackets, e.g. kernel['float']")
    return ArgumentError(f"parallel_for_each takes a kernel of an hcpy.Module, not {type(kernel).__name__}")

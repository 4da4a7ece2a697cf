"""One kernel of a module, which parallel_for_each launches.

Takes: its Signature.
Gives: the code of each device that it is launched on, compiled when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hcpy.core.lazy import lazy
from hcpy.core.signature import Signature
from hcpy.runtime.arguments import Packer
from hcpy.runtime.device import Device
from hcpy.runtime.entry_points import layout
from hcpy.runtime.plans import Plans

if TYPE_CHECKING:
    from hcpy.runtime import launch
    from hcpy.runtime.module import Module
else:
    launch = lazy("hcpy.runtime.launch")


class Kernel:
    """A kernel: what parallel_for_each launches. Calling it with an extent and arguments does the same."""

    def __init__(self, module: Module, signature: Signature) -> None:
        self.module = module
        self.signature = signature
        self.name = signature.name
        self.packer = Packer(signature, layout(signature))
        self.plans = Plans()
        self.shorter: dict[int, Kernel] = {}  # by the number of arguments: forms that leave out others
        self._functions: dict[Device, Any] = {}  # by device

    def function_on(self, device: Device) -> Any:
        """Load the kernel on a device; it is compiled when first asked for.

        Args:
            device: libhcrt's, an accelerator's `device`.

        Returns:
            The loaded kernel.
        """
        found = self._functions.get(device)
        return found if found is not None else self._load(device)

    def _load(self, device: Device) -> Any:
        image = self.module._image(device.info.target)
        functions = device.load(image)
        for signature, function in zip(image.signatures, functions, strict=True):
            kernel = self.module._kernels.get(signature.name)
            if isinstance(kernel, Kernel):
                kernel = kernel.shorter.get(len(signature.parameters), kernel)
                kernel._functions[device] = function
            if (signature.name, signature.omitted) == (self.name, self.signature.omitted):
                self._functions[device] = function
        return self._functions[device]

    def __call__(self, shape: Any, *arguments: Any, **options: Any) -> Any:
        """Launch the kernel: `parallel_for_each(shape, self, ...)`.

        Args:
            shape: an extent, or a tiled_extent for kernels that take an hc::tiled_index.
            arguments: one for each parameter of the kernel; those with defaults may be left out.
            options: `view` and `after` of parallel_for_each.

        Returns:
            The launch's completion_future.
        """
        return launch.parallel_for_each(shape, self, *arguments, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return kernel_of, (self.module, self.name)

    def __repr__(self) -> str:
        return f"<hcpy.Kernel {self.signature} at {self.signature.location}>"


def kernel_of(module: Module, name: str) -> Any:
    """A pickled kernel, in the process that loads it."""
    return module[name]

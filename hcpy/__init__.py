"""hcpy compiles single-source C++ AMP and HC programs for GPUs, OpenCL devices and the host CPU.

Takes: programs, through the command `hcc` (hcpy.driver.cli), and kernels, through the Python API.
Gives: executables that link libhcrt, and launches on NumPy arrays; `hcpy.core.model` names every step.

The Python API's names are loaded when one is used: `hcc` starts without them, and without NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hcpy.core.lazy import load_module

__version__ = "0.2.0"  # the one place: pyproject.toml, CMake and the docs read it

if TYPE_CHECKING:
    from hcpy.core.errors import HcpyError as HcpyError
    from hcpy.core.errors import ToolMissing as ToolMissing
    from hcpy.core.errors import UsageError as UsageError
    from hcpy.runtime.accelerator import accelerator as accelerator
    from hcpy.runtime.accelerator import accelerator_view as accelerator_view
    from hcpy.runtime.array_view import array as array
    from hcpy.runtime.array_view import array_view as array_view
    from hcpy.runtime.exceptions import AcceleratorNotFound as AcceleratorNotFound
    from hcpy.runtime.exceptions import AcceleratorRemoved as AcceleratorRemoved
    from hcpy.runtime.exceptions import ArgumentError as ArgumentError
    from hcpy.runtime.exceptions import BackendMissing as BackendMissing
    from hcpy.runtime.exceptions import CompileError as CompileError
    from hcpy.runtime.exceptions import DomainError as DomainError
    from hcpy.runtime.exceptions import KernelFailed as KernelFailed
    from hcpy.runtime.exceptions import KernelNotFound as KernelNotFound
    from hcpy.runtime.exceptions import OutOfMemory as OutOfMemory
    from hcpy.runtime.exceptions import TemplateError as TemplateError
    from hcpy.runtime.futures import completion_future as completion_future
    from hcpy.runtime.futures import when_all as when_all
    from hcpy.runtime.launch import parallel_for_each as parallel_for_each
    from hcpy.runtime.module import Kernel as Kernel
    from hcpy.runtime.module import KernelTemplate as KernelTemplate
    from hcpy.runtime.module import Module as Module
    from hcpy.runtime.module import compile as compile
    from hcpy.runtime.module import load as load
    from hcpy.runtime.notebook import load_ipython_extension as load_ipython_extension
    from hcpy.runtime.profiling import profile as profile
    from hcpy.runtime.shapes import extent as extent
    from hcpy.runtime.shapes import tiled_extent as tiled_extent
    from hcpy.runtime.task_graphs import task_graph as task_graph

_PLACES = {
    "hcpy.core.errors": "HcpyError ToolMissing UsageError",
    "hcpy.runtime.accelerator": "accelerator accelerator_view",
    "hcpy.runtime.array_view": "array array_view",
    "hcpy.runtime.exceptions": "AcceleratorNotFound AcceleratorRemoved ArgumentError BackendMissing "
    "CompileError DomainError KernelFailed KernelNotFound OutOfMemory TemplateError",
    "hcpy.runtime.futures": "completion_future when_all",
    "hcpy.runtime.launch": "parallel_for_each",
    "hcpy.runtime.module": "Kernel KernelTemplate Module compile load",
    "hcpy.runtime.notebook": "load_ipython_extension",
    "hcpy.runtime.profiling": "profile",
    "hcpy.runtime.shapes": "extent tiled_extent",
    "hcpy.runtime.task_graphs": "task_graph",
}
_PUBLIC = {name: place for place, names in _PLACES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    place = _PUBLIC.get(name)
    if place is None:
        raise AttributeError(f"module 'hcpy' has no attribute {name!r}")
    found = getattr(load_module(place), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})

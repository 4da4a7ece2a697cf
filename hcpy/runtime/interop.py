"""Memory, streams and contexts of other packages: CuPy and its kin by __cuda_array_interface__, pyopencl.

Takes: their objects. hcpy calls none of these packages for its own work.
Gives: where an object's elements lie, and on which device; and the driver's context of a device as the
package has it, whose memory and streams libhcrt can use.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hcpy.core import records
from hcpy.core.errors import HcpyError
from hcpy.core.lazy import lazy
from hcpy.runtime.accelerator import accelerator
from hcpy.runtime.device import Device
from hcpy.runtime.exceptions import missing
from hcpy.runtime.library import check, handle, library

if TYPE_CHECKING:
    import pyopencl
    from cuda import core
else:
    core = lazy("cuda.core")
    pyopencl = lazy("pyopencl")

Adopted = tuple[dict[str, Any], Device]  # in the words of __cuda_array_interface__


def adopted(data: Any) -> Adopted | None:
    """The elements of an object whose memory is a device's; None: it is the host's."""
    told = getattr(data, "__cuda_array_interface__", None)
    if told is not None:
        return told, _cuda_home(told)
    if type(data).__module__.startswith("pyopencl"):
        return _of_pyopencl(data)
    return None


def _cuda_home(told: dict[str, Any]) -> Device:
    first = accelerator("cuda")
    address, stream = told["data"][0], told.get("stream")
    home = first.device
    if address:
        home = _device(handle(library().hcrt_c_device_of(b"cuda", address)))
    if stream is not None:  # its work may still write the elements
        check(library().hcrt_c_wait_stream(home.handle, stream))
    return home


def _device(pointer: int) -> Device:
    return next(a.device for a in accelerator.get_all() if a.device.handle == pointer)


def _of_pyopencl(data: Any) -> Adopted | None:
    """An array of pyopencl's in SVM; None: it has no address or no elements."""
    base = getattr(data, "base_data", data)
    if isinstance(base, pyopencl.Buffer):
        raise HcpyError(
            "a pyopencl Buffer has no address that kernels could take: make the array with an SVMAllocator"
        )
    address = getattr(base, "svm_ptr", None)
    dtype = getattr(data, "dtype", None)
    if address is None or dtype is None:
        return None
    queue = getattr(data, "queue", None)
    if queue is not None:  # its work may still write the elements
        queue.finish()
    context = getattr(data, "context", None) or getattr(base, "context", None) or (queue and queue.context)
    told = {
        "shape": data.shape,
        "typestr": dtype.str,
        "strides": data.strides,
        "data": (address + getattr(data, "offset", 0), False),
    }
    return told, _opencl_home(context)


def _opencl_home(context: Any) -> Device:
    """The device that can use memory of the context: one that shares it, or reaches all of the process's."""
    found = [a.device for a in accelerator.get_all() if a.info.backend == "opencl"]
    if not found:
        return accelerator("opencl").device
    wanted = {device.int_ptr for device in context.devices} if context is not None else set()
    for device in found:
        if context is not None and _native(device, records.C_CONTEXT) == context.int_ptr:
            return device
    for device in found:
        if device.info.shares_host_memory and (not wanted or _native(device, records.C_DEVICE) in wanted):
            return device
    raise HcpyError(
        f"{found[0].info.path} can't use the memory of another OpenCL context: make the array in that of "
        f"hcpy.accelerator({found[0].info.path!r}).native_context"
    )


def _native(device: Device, which: int) -> int:
    return library().hcrt_c_native(device.handle, which) or 0


def native_context(device: Device) -> Any:
    """What accelerator.native_context gives."""
    if device.info.backend == "opencl":
        if importlib.util.find_spec("pyopencl") is None:
            raise missing("pyopencl", "pyopencl", "native_context of an OpenCL accelerator")
        return pyopencl.Context.from_int_ptr(
            handle(library().hcrt_c_native(device.handle, records.C_CONTEXT))
        )
    if device.info.backend == "cuda":
        try:
            core_device = core.Device
        except ImportError:
            raise missing("cuda-core", "hcpy[cuda]", "native_context of a CUDA accelerator") from None
        native = core_device(int(device.info.path.partition(":")[2]))
        native.set_current()  # or it makes no streams
        return native
    return None


def offer_opencl_loader() -> None:
    """Where the system has no OpenCL loader, libhcrt opens pyopencl's."""
    spec = importlib.util.find_spec("pyopencl")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for library_file in sorted(Path(folder).glob(".libs/libOpenCL*.so*")):
            os.environ.setdefault("PYOPENCL_HOME", folder)  # pyopencl sets it, too: the loader needs it
            library().hcrt_c_spare_opencl_library(str(library_file).encode())
            return

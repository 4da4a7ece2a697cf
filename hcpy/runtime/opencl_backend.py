"""The OpenCL back end, on pyopencl: devices that take SPIR-V and shared virtual memory.

Takes: CodeImages that hold SPIR-V.
Gives: Devices. Where a device reaches all of the process's memory (fine-grained system SVM) kernels use
arrays where they are; elsewhere arrays have copies in coarse-grained SVM.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import threading
import warnings
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pyopencl as cl

from hcpy.errors import HcpyError
from hcpy.runtime.backend import Device, DeviceInfo, Event, Memory, Queue, keep_for_good
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.exceptions import (
    AcceleratorNotFound,
    AcceleratorRemoved,
    DomainError,
    KernelFailed,
    OutOfMemory,
    forked,
)
from hcpy.runtime.shapes import extent, tiled_extent

_COARSE, _SYSTEM = 1, 8  # CL_DEVICE_SVM_*
_PROFILE_BEGIN, _PROFILE_END = cl.profiling_info.START, cl.profiling_info.END
_KERNEL_SVM_POINTERS, _KERNEL_SYSTEM_SVM = 0x11B6, 0x11B7  # CL_KERNEL_EXEC_INFO_SVM_*
_NO_MEMORY = (cl.status_code.MEM_OBJECT_ALLOCATION_FAILURE, cl.status_code.OUT_OF_RESOURCES,
              cl.status_code.OUT_OF_HOST_MEMORY)  # fmt: skip
_DOMAIN = (cl.status_code.INVALID_WORK_GROUP_SIZE, cl.status_code.INVALID_WORK_ITEM_SIZE,
           cl.status_code.INVALID_GLOBAL_WORK_SIZE, cl.status_code.INVALID_WORK_DIMENSION)  # fmt: skip


def _failure(error: Exception, what: str) -> HcpyError:
    """pyopencl's error as one of ours."""
    code = getattr(error, "code", 0)
    text = f"{what}: {error}"
    if code in _NO_MEMORY:
        return OutOfMemory(text)
    if code in _DOMAIN:
        return DomainError(text)
    if code == cl.status_code.DEVICE_NOT_AVAILABLE:
        return AcceleratorRemoved(text)
    return KernelFailed(text)


class OpenClEvent(Event):
    """A pyopencl event."""

    __slots__ = ("_native", "_what")
    left: ClassVar = False  # in a child of fork the driver is the parent's

    def __init__(self, native: Any, what: str) -> None:
        self._native = native
        self._what = what

    @property
    def native(self) -> Any:
        """pyopencl's event."""
        if self.left:
            raise forked("opencl")
        return self._native

    def wait(self) -> None:
        try:
            self.native.wait()
        except cl.Error as error:
            raise _failure(error, self._what) from None

    def done(self) -> bool:
        return bool(self.native.command_execution_status <= cl.command_execution_status.COMPLETE)

    def ticks(self) -> tuple[int, int]:
        if not self.done():
            return 0, 0
        try:
            found = self.native.get_profiling_info
            return found(_PROFILE_BEGIN), found(_PROFILE_END)
        except cl.Error:
            return 0, 0

    def on_complete(self, function: Callable[[], None]) -> None:
        # pyopencl's callback thread would hold the event for good where its work fails: a thread of ours
        # waits.
        native = self.native

        def call() -> None:
            with contextlib.suppress(cl.Error):  # the function asks the event
                native.wait()
            function()

        threading.Thread(target=call, name="hcpy-opencl", daemon=True).start()


class OpenClMemory(Memory):
    """Coarse-grained SVM."""

    def __init__(self, device: OpenClDevice, nbytes: int) -> None:
        try:
            self.native = cl.SVMAllocation(device.context, max(nbytes, 1), 0, cl.svm_mem_flags.READ_WRITE)
        except cl.Error as error:
            raise _failure(error, f"{nbytes} bytes on {device.info.path}") from None
        self.address = self.native.svm_ptr
        self.nbytes = nbytes


class OpenClQueue(Queue):
    """An in-order command queue."""

    def __init__(self, device: OpenClDevice) -> None:
        self._device = device
        properties = cl.command_queue_properties.PROFILING_ENABLE
        self.native = cl.CommandQueue(device.context, device.native, properties)

    def launch(self, function: Any, argument: bytes, shape: extent, after: Sequence[Event]) -> Event:
        dims = (*reversed(shape.dims),)
        waits = self._waits(after)
        with function.lock:
            kernel = function.native
            try:
                kernel.set_arg(0, argument)
                local = None
                if isinstance(shape, tiled_extent):
                    local = (*reversed(shape.tile_dims),)
                    self._check_tile(function, shape)
                    if function.dynamic_group:
                        kernel.set_arg(1, cl.LocalMemory(max(shape.dynamic_group_bytes, 1)))
                else:
                    local = self._device.flat_group(dims, function.max_items)
                self._device.declare_memory(kernel)
                native = cl.enqueue_nd_range_kernel(self.native, kernel, dims, local, wait_for=waits)
                self.native.flush()
            except cl.Error as error:
                raise _failure(error, f"launch of kernel '{function.name}' over {shape!r}") from None
        return OpenClEvent(native, f"kernel '{function.name}'")

    def _check_tile(self, function: _Function, shape: tiled_extent) -> None:
        items = 1
        for tile, whole in zip(shape.tile_dims, shape.dims, strict=True):
            items *= tile
            if tile > whole:
                raise DomainError(f"the tile of {shape!r} exceeds the extent")
        if items > function.max_items:
            raise DomainError(
                f"{items} work-items in a tile exceed the limit of kernel '{function.name}' on "
                f"{self._device.info.path} ({function.max_items})"
            )
        group_bytes = function.tile_static_bytes + shape.dynamic_group_bytes
        if group_bytes > self._device.info.max_tile_static_bytes:
            raise DomainError(
                f"{group_bytes} bytes of tile_static and dynamic group memory exceed the "
                f"{self._device.info.max_tile_static_bytes} of {self._device.info.path}"
            )

    def upload(self, memory: Memory, source: Any, after: Sequence[Event]) -> Event:
        return self._copy(cl.SVM(memory.native), source, after, source)

    def download(self, memory: Memory, destination: Any, after: Sequence[Event]) -> Event:
        return self._copy(destination, cl.SVM(memory.native), after, destination)

    def _copy(self, to: Any, source: Any, after: Sequence[Event], host: Any) -> Event:
        try:
            native = cl.enqueue_copy(
                self.native,
                to,
                source,
                byte_count=host.nbytes,
                is_blocking=False,
                wait_for=self._waits(after),
            )
            self.native.flush()
        except cl.Error as error:
            raise _failure(error, f"copy of {host.nbytes} bytes") from None
        return OpenClEvent(native, "copy")

    def marker(self, after: Sequence[Event]) -> Event:
        try:
            native = cl.enqueue_marker(self.native, wait_for=self._waits(after))
            self.native.flush()
        except cl.Error as error:
            raise _failure(error, "marker") from None
        return OpenClEvent(native, "marker")

    def _waits(self, after: Sequence[Event]) -> list[Any] | None:
        """Events of this device's context; others are waited for here."""
        own = []
        for event in after:
            if isinstance(event, OpenClEvent) and event.native.context == self._device.context:
                own.append(event.native)
            else:
                event.wait()
        return own or None

    def wait(self) -> None:
        try:
            self.native.finish()
        except cl.Error as error:
            raise _failure(error, f"work on {self._device.info.path}") from None


class _Function:
    """A kernel; its arguments are set and enqueued as one step."""

    def __init__(self, native: Any, name: str, device: Any, record: Any) -> None:
        self.native = native
        self.name = name
        self.lock = threading.Lock()
        self.dynamic_group = record.dynamic_group
        self.tile_static_bytes = record.tile_static_bytes
        self.max_items = native.get_work_group_info(cl.kernel_work_group_info.WORK_GROUP_SIZE, device)


class OpenClDevice(Device):
    """One OpenCL device, in a context of its own."""

    def __init__(self, native: Any, number: int) -> None:
        self.native = native
        self.context = cl.Context([native])
        self._programs: dict[bytes, list[_Function]] = {}
        self._lock = threading.Lock()
        self._memories: weakref.WeakSet[OpenClMemory] = weakref.WeakSet()
        self._memories_lock = threading.RLock()  # a finalizer may ask for memory wherever one is made
        shares = bool(native.svm_capabilities & _SYSTEM)
        self.info = DeviceInfo(
            path=f"opencl:{number}",
            backend="opencl",
            description=native.name.strip(),
            target="spirv",
            is_gpu=bool(native.type & cl.device_type.GPU),
            shares_host_memory=shares,
            supports_double="cl_khr_fp64" in native.extensions,
            memory_bytes=native.global_mem_size,
            max_tile_static_bytes=native.local_mem_size,
            max_tile_items=native.max_work_group_size,
            compute_units=native.max_compute_units,
        )

    def create_queue(self) -> Queue:
        return OpenClQueue(self)

    def load(self, image: CodeImage) -> Sequence[Any]:
        with self._lock:
            if image.digest not in self._programs:
                self._programs[image.digest] = self._build(image)
            return self._programs[image.digest]

    def _build(self, image: CodeImage) -> list[_Function]:
        if any(variable.symbol.endswith("print_ring") for variable in image.globals):
            raise HcpyError(
                f"printf in kernels works on the host accelerator; on {self.info.path} use the C++ API"
            )
        functions = []
        try:
            with warnings.catch_warnings():  # Intel's compiler has remarks about everything
                warnings.simplefilter("ignore", cl.CompilerWarning)
                program = cl.Program(self.context, image.data).build()
            for signature, record in zip(image.signatures, image.records, strict=True):
                if record.by_pointer:
                    raise HcpyError(
                        f"{signature.location}: the arguments of '{signature.name}' are too large"
                    )
                kernel = cl.Kernel(program, record.symbol)
                functions.append(_Function(kernel, signature.name, self.native, record))
        except cl.Error as error:
            raise _failure(error, f"{self.info.path} refused the kernels") from None
        return functions

    def allocate(self, nbytes: int) -> Memory:
        memory = OpenClMemory(self, nbytes)
        with self._memories_lock:
            self._memories.add(memory)
        return memory

    def left_behind(self, queues: Sequence[Queue]) -> None:
        streams = [queue.native for queue in queues if isinstance(queue, OpenClQueue)]
        kernels = [f.native for functions in self._programs.values() for f in functions]
        OpenClEvent.left = True
        memories = [memory.native for memory in self._memories]
        for owned in (self.context, *streams, *kernels, *memories):
            keep_for_good(owned)

    def flat_group(self, dims: tuple[int, ...], limit: int) -> tuple[int, ...] | None:
        """None: the driver chooses. It does badly on rows that have no divisor to its liking."""
        if len(dims) > 1 or dims[0] % 64 == 0 or not _takes_edge_groups(self.native):
            return None
        return (min(256, limit, dims[0]),)

    def declare_memory(self, kernel: Any) -> None:
        """Tells the driver which memory the pointers inside of the argument lead to."""
        declare = _set_exec_info()
        if declare is None:
            return
        if self.info.shares_host_memory:
            yes = ctypes.c_uint(1)
            code = declare(kernel.int_ptr, _KERNEL_SYSTEM_SVM, 4, ctypes.byref(yes))
        else:
            with self._memories_lock:
                pointers = [memory.address for memory in self._memories]
            if not pointers:
                return
            table = (ctypes.c_void_p * len(pointers))(*pointers)
            code = declare(kernel.int_ptr, _KERNEL_SVM_POINTERS, ctypes.sizeof(table), table)
        if code:
            raise HcpyError(
                f"{self.info.path} does not take the kernel's memory (clSetKernelExecInfo: {code})"
            )

    def owner_of(self, address: int) -> Device:
        # Memory of somebody's context is usable in this one where the device reaches all of the process's.
        if not self.info.shares_host_memory:
            raise HcpyError(f"{self.info.path} can't use the memory of another OpenCL context")
        return self


@functools.cache
def _set_exec_info() -> Any:
    """clSetKernelExecInfo, which pyopencl has no name for, of the loader that pyopencl uses."""
    try:
        function = ctypes.CDLL(cl._cl.__file__).clSetKernelExecInfo
    except (OSError, AttributeError):
        return None
    function.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, ctypes.c_void_p]
    function.restype = ctypes.c_int
    return function


def _takes_edge_groups(native: Any) -> bool:
    try:
        return bool(native.non_uniform_work_group_support)
    except (cl.Error, AttributeError):
        return False


def devices() -> tuple[Device, ...]:
    """Those that can run kernels. Raises AcceleratorNotFound with each reason where there are none."""
    found: list[Device] = []
    reasons = []
    try:
        listed = [native for platform in cl.get_platforms() for native in platform.get_devices()]
    except cl.Error:
        listed = []
    for native in listed:
        reason = _unusable(native)
        if reason:
            reasons.append(f"{native.name.strip()}: {reason}")
        else:
            found.append(OpenClDevice(native, len(found)))
    if not found:
        where = os.environ.get("OCL_ICD_VENDORS") or "/etc/OpenCL/vendors"
        reasons = reasons or [f"no OpenCL driver is registered in {where}"]
        raise AcceleratorNotFound(f"accelerator 'opencl': {'; '.join(reasons)}")
    return tuple(found)


def _unusable(native: Any) -> str:
    try:
        if "SPIR-V" not in native.il_version:
            return "it takes no SPIR-V"
        if not native.svm_capabilities & (_COARSE | _SYSTEM):
            return "it has no shared virtual memory"
    except (cl.Error, AttributeError):
        return "it is older than OpenCL 2.1"
    return ""


def describe(data: Any) -> dict[str, Any] | None:
    """An array of pyopencl's in SVM, in the words of __cuda_array_interface__; None: it is none of
    pyopencl's.
    """
    base = getattr(data, "base_data", data)
    if isinstance(base, cl.Buffer):
        raise HcpyError(
            "a pyopencl Buffer has no address that kernels could take: make the array with an SVMAllocator"
        )
    address = getattr(base, "svm_ptr", None)
    dtype = getattr(data, "dtype", None)
    if address is None or dtype is None:
        return None
    return {
        "shape": data.shape,
        "typestr": dtype.str,
        "strides": data.strides,
        "data": (address + getattr(data, "offset", 0), False),
    }

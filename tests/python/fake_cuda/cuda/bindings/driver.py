"""A stand-in for cuda.bindings.driver: one GPU whose memory is the host's.

A stream's work is done late: when somebody waits for it, or one piece whenever somebody asks. What comes too
early reads old values. KERNELS has what runs in place of code. A call in a child of fork ends the child with
status 97.
"""

from __future__ import annotations

import ctypes
import enum
import os
import threading
import time
from collections import Counter, deque
from typing import Any

_PROCESS = os.getpid()
CALLS: Counter[str] = Counter()
KERNELS: dict[int, Any] = {}  # by function: called with the address of the parameter and the shared memory
RESULT_OF_LAUNCH = [0]
RESULT_OF_WAIT = [0]
_lock = threading.RLock()
current = threading.local()


class CUresult(enum.IntEnum):
    CUDA_SUCCESS = 0
    CUDA_ERROR_INVALID_VALUE = 1
    CUDA_ERROR_OUT_OF_MEMORY = 2
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46
    CUDA_ERROR_NO_DEVICE = 100
    CUDA_ERROR_INVALID_CONTEXT = 201
    CUDA_ERROR_ECC_UNCORRECTABLE = 214
    CUDA_ERROR_INVALID_HANDLE = 400
    CUDA_ERROR_NOT_READY = 600
    CUDA_ERROR_ILLEGAL_ADDRESS = 700
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709


class CUevent_flags(enum.IntEnum):
    CU_EVENT_DEFAULT = 0
    CU_EVENT_DISABLE_TIMING = 2


class CUpointer_attribute(enum.IntEnum):
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9


class CUfunction_attribute(enum.IntEnum):
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8


CUfunction = CUkernel = CUstream = int
_OK, _NOT_READY = CUresult.CUDA_SUCCESS, CUresult.CUDA_ERROR_NOT_READY


def called(name: str) -> None:
    """Notes a call of the driver."""
    if os.getpid() != _PROCESS:
        os.write(2, f"{name} was called in a child of fork\n".encode())
        os._exit(97)
    CALLS[name] += 1


class Stream:
    """Work in order."""

    def __init__(self) -> None:
        self.work: deque[Any] = deque()
        self.given = self.done = 0

    def add(self, work: Any) -> None:
        with _lock:
            self.work.append(work)
            self.given += 1

    def run(self, until: int) -> None:
        with _lock:
            while self.done < until:
                self.work.popleft()()
                self.done += 1


class Event:
    """A place in a stream."""

    stream: Stream | None = None
    place = 0
    time = 0.0


STREAMS: dict[int, Stream] = {}
_EVENTS: dict[int, Event] = {}


def _needs_context(name: str) -> bool:
    called(name)
    return getattr(current, "device", None) is None


def cuGetErrorString(code: Any) -> Any:
    return _OK, CUresult(code).name.encode()


def cuMemGetInfo() -> Any:
    return _OK, 1 << 29, 1 << 30


_memory: dict[int, Any] = {}


def cuMemAlloc(nbytes: int) -> Any:
    if _needs_context("cuMemAlloc"):
        return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
    block = (ctypes.c_char * (nbytes + 64))()
    ctypes.memset(block, 0xCD, nbytes)
    address = -(-ctypes.addressof(block) // 64) * 64
    _memory[address] = block
    return _OK, address


def cuMemFree(address: int) -> Any:
    if _needs_context("cuMemFree"):
        return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
    for stream in STREAMS.values():
        stream.run(stream.given)  # as the driver does
    del _memory[address]
    return (_OK,)


def _copy(name: str, to: int, source: int, nbytes: int, stream: int) -> Any:
    if _needs_context(name):
        return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
    STREAMS[stream].add(lambda: ctypes.memmove(to, source, nbytes))
    return (_OK,)


def cuMemcpyHtoDAsync(to: int, source: int, nbytes: int, stream: int) -> Any:
    return _copy("cuMemcpyHtoDAsync", to, source, nbytes, stream)


def cuMemcpyDtoHAsync(to: int, source: int, nbytes: int, stream: int) -> Any:
    return _copy("cuMemcpyDtoHAsync", to, source, nbytes, stream)


def cuFuncSetAttribute(function: int, attribute: Any, value: int) -> Any:
    return (_OK,)


def cuLaunchKernel(
    function: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int, shared: int, stream: int, where: int,
    extra: int,
) -> Any:  # fmt: skip
    if _needs_context("cuLaunchKernel"):
        return (CUresult.CUDA_ERROR_INVALID_HANDLE,)
    if RESULT_OF_LAUNCH[0]:
        return (CUresult(RESULT_OF_LAUNCH[0]),)
    STREAMS[stream].add(KERNELS[function](ctypes.c_void_p.from_address(where).value, shared))
    return (_OK,)


class CUDA_KERNEL_NODE_PARAMS:
    """What a kernel node is made of; the driver's has the same names."""

    kern = gridDimX = gridDimY = gridDimZ = blockDimX = blockDimY = blockDimZ = sharedMemBytes = 0
    kernelParams = 0


_GRAPHS: dict[int, list[Any]] = {}  # recorded, and runnable


def cuGraphCreate(flags: int) -> Any:
    if _needs_context("cuGraphCreate"):
        return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
    number = CALLS["cuGraphCreate"]
    _GRAPHS[number] = []
    return _OK, number


def cuGraphAddKernelNode(graph: int, after: list[int], count: int, node: CUDA_KERNEL_NODE_PARAMS) -> Any:
    called("cuGraphAddKernelNode")
    nodes = _GRAPHS[graph]
    if after != ([len(nodes)] if nodes else []) or count != len(after):
        return (CUresult.CUDA_ERROR_INVALID_VALUE,)
    where = ctypes.c_void_p.from_address(node.kernelParams).value
    nodes.append(KERNELS[node.kern](where, node.sharedMemBytes))
    return _OK, len(nodes)


def cuGraphInstantiate(graph: int, flags: int) -> Any:
    called("cuGraphInstantiate")
    _GRAPHS[-graph] = list(_GRAPHS[graph])
    return _OK, -graph


def cuGraphLaunch(graph: int, stream: int) -> Any:
    if _needs_context("cuGraphLaunch"):
        return (CUresult.CUDA_ERROR_INVALID_HANDLE,)
    if RESULT_OF_LAUNCH[0]:
        return (CUresult(RESULT_OF_LAUNCH[0]),)
    for work in _GRAPHS[graph]:
        STREAMS[stream].add(work)
    return (_OK,)


def cuGraphDestroy(graph: int) -> Any:
    called("cuGraphDestroy")
    del _GRAPHS[graph]
    return (_OK,)


def cuGraphExecDestroy(graph: int) -> Any:
    called("cuGraphExecDestroy")
    del _GRAPHS[graph]
    return (_OK,)


def cuEventCreate(flags: int) -> Any:
    called("cuEventCreate")
    with _lock:
        _EVENTS[len(_EVENTS) + 1] = Event()
        return _OK, len(_EVENTS)


def cuEventRecord(number: int, stream: int) -> Any:
    if _needs_context("cuEventRecord"):
        return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
    event, of = _EVENTS[number], STREAMS[stream]

    def note() -> None:
        event.time = time.perf_counter()

    of.add(note)
    event.stream, event.place = of, of.given
    return (_OK,)


def cuEventQuery(number: int) -> Any:
    called("cuEventQuery")
    event = _EVENTS[number]
    with _lock:
        assert event.stream is not None
        if event.stream.done >= event.place:
            return (_OK,)
        event.stream.run(event.stream.done + 1)
    return (_NOT_READY,)


def cuEventSynchronize(number: int) -> Any:
    called("cuEventSynchronize")
    event = _EVENTS[number]
    assert event.stream is not None
    event.stream.run(event.place)
    return (_OK,)


def cuPointerGetAttribute(attribute: Any, address: int) -> Any:
    called("cuPointerGetAttribute")
    return _OK, 0


def cuStreamSynchronize(number: int) -> Any:
    if _needs_context("cuStreamSynchronize"):
        return (CUresult.CUDA_ERROR_INVALID_CONTEXT,)
    if RESULT_OF_WAIT[0]:
        return (CUresult(RESULT_OF_WAIT[0]),)
    STREAMS[number].run(STREAMS[number].given)
    return (_OK,)


def cuEventElapsedTime(start: int, end: int) -> Any:
    called("cuEventElapsedTime")
    for number in (start, end):
        stream = _EVENTS[number].stream
        if stream is None or stream.done < _EVENTS[number].place:
            return (_NOT_READY,)
    return _OK, (_EVENTS[end].time - _EVENTS[start].time) * 1e3


def cuStreamWaitEvent(stream: int, number: int, flags: int) -> Any:
    called("cuStreamWaitEvent")
    event = _EVENTS[number]
    other, place = event.stream, event.place
    if other is not None:
        STREAMS[stream].add(lambda: other.run(place))
    return (_OK,)

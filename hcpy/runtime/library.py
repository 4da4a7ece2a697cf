"""libhcrt.so by ctypes: include/hcrt/c_api.h, name by name.

Takes: nothing; opens the library that belongs to this hcpy.
Gives: its functions and structures. ctypes releases the GIL for each call.
"""

from __future__ import annotations

import ctypes
import functools
import os
import struct
from ctypes import POINTER, c_char, c_char_p, c_int, c_uint32, c_uint64, c_void_p
from typing import Any

from hcpy.core.errors import HcpyError, ToolMissing
from hcpy.core.tools import find_prefix, library_folder
from hcpy.runtime import exceptions

COMPLETION = ctypes.CFUNCTYPE(None, c_void_p)
LAUNCH = struct.Struct("<QQQII3Q3IIiI")  # hcrt_c_launch
USE = struct.Struct("<QQQQII")  # hcrt_c_use
READ, READ_WRITE = 1, 3
CONTEXT, DEVICE = 0, 1  # hcrt_c_native
RECORD_AGAIN = 5  # a kind of error


class DeviceDescription(ctypes.Structure):
    """hcrt_c_device_info."""

    _fields_ = [
        ("path", c_char * 32),
        ("description", c_char * 256),
        ("architecture", c_char * 32),
        ("unusable", c_char * 512),
        ("max_tile_static_bytes", c_uint64),
        ("memory_bytes", c_uint64),
        ("compute_units", c_uint32),
        ("max_group_items", c_uint32),
        ("max_group_size", c_uint32 * 3),
        ("is_gpu", c_uint32),
        ("supports_double", c_uint32),
        ("shares_host_memory", c_uint32),
    ]


class KernelHandle(ctypes.Structure):
    """hcrt_c_kernel."""

    _fields_ = [("unit_id", c_char_p), ("name", c_char_p), ("resolved", c_void_p)]


class Registration(ctypes.Structure):
    """hcrt_registration."""

    _fields_ = [
        ("bundle", c_char_p),
        ("bundle_bytes", c_uint64),
        ("host_entries", c_void_p),
        ("host_entry_count", c_uint64),
        ("global_addresses", POINTER(c_void_p)),
        ("global_count", c_uint64),
    ]


class ProfileRecord(ctypes.Structure):
    """hcrt_c_record."""

    _fields_ = [
        ("name", c_char_p),
        ("path", c_char_p),
        ("begin", c_uint64),
        ("end", c_uint64),
        ("bytes", c_uint64),
    ]


RECORDED = ctypes.CFUNCTYPE(None, POINTER(ProfileRecord))
_HANDLES = POINTER(c_void_p)
_process = os.getpid()
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "hcrt_register": (None, [POINTER(Registration)]),
    "hcrt_c_error": (c_char_p, []),
    "hcrt_c_error_kind": (c_int, []),
    "hcrt_c_devices": (c_uint32, [c_char_p, _HANDLES, c_uint32]),
    "hcrt_c_why_not": (c_char_p, [c_char_p]),
    "hcrt_c_describe": (None, [c_void_p, POINTER(DeviceDescription)]),
    "hcrt_c_spare_opencl_library": (None, [c_char_p]),
    "hcrt_c_native": (c_void_p, [c_void_p, c_int]),
    "hcrt_c_wait_stream": (c_int, [c_void_p, c_void_p]),
    "hcrt_c_device_of": (c_void_p, [c_char_p, c_void_p]),
    "hcrt_c_create_queue": (c_void_p, [c_void_p]),
    "hcrt_c_release_queue": (None, [c_void_p]),
    "hcrt_c_wait_queue": (c_int, [c_void_p]),
    "hcrt_c_view_memory": (c_void_p, [c_void_p, c_uint64]),
    "hcrt_c_adopt_memory": (c_void_p, [c_void_p, c_void_p, c_uint64]),
    "hcrt_c_release_memory": (c_int, [c_void_p]),
    "hcrt_c_synchronize": (c_int, [c_void_p, c_uint64, c_uint64]),
    "hcrt_c_synchronize_to": (c_void_p, [c_void_p, c_void_p, c_uint64, c_uint64]),
    "hcrt_c_refresh": (c_int, [c_void_p, c_uint64, c_uint64, c_uint64, c_uint64]),
    "hcrt_c_wait_memory": (c_int, [c_void_p]),
    "hcrt_c_finish": (c_int, []),
    "hcrt_c_start": (c_void_p, [c_void_p]),
    "hcrt_c_marker": (c_void_p, [c_void_p, _HANDLES, c_uint32]),
    "hcrt_c_wait": (c_int, [c_void_p]),
    "hcrt_c_is_ready": (c_int, [c_void_p]),
    "hcrt_c_ticks": (None, [c_void_p, POINTER(c_uint64), POINTER(c_uint64)]),
    "hcrt_c_on_complete": (c_int, [c_void_p, COMPLETION, c_void_p]),
    "hcrt_c_release_event": (None, [c_void_p]),
    "hcrt_c_create_graph": (c_void_p, []),
    "hcrt_c_begin_recording": (c_int, [c_void_p, _HANDLES, c_uint32]),
    "hcrt_c_end_recording": (c_int, [c_void_p, c_int, POINTER(c_uint64)]),
    "hcrt_c_launch_graph": (c_void_p, [c_void_p, c_uint64]),
    "hcrt_c_release_graph": (None, [c_void_p]),
    "hcrt_c_begin_profile": (c_int, []),
    "hcrt_c_end_profile": (c_int, [RECORDED]),
    "hcrt_c_flush_output": (None, []),
}


@functools.cache
def library() -> Any:
    """The library; kernels that are loaded later find their functions in it."""
    path = library_folder(find_prefix(os.environ)) / "libhcrt.so"
    try:
        ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
        loaded = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise ToolMissing(f"{path} can't be loaded ({error})", "pip install --force-reinstall hcpy") from None
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


_KINDS: dict[int, type[HcpyError]] = {
    0: exceptions.KernelFailed,
    1: exceptions.DomainError,
    2: exceptions.OutOfMemory,
    3: exceptions.KernelFailed,
    4: exceptions.AcceleratorRemoved,
}


def failure() -> HcpyError:
    """The last error of this thread, as an exception."""
    lib = library()
    text: bytes = lib.hcrt_c_error() or b""
    kind = _KINDS.get(lib.hcrt_c_error_kind(), exceptions.KernelFailed)
    if kind is exceptions.AcceleratorRemoved and in_own_process():
        kind = exceptions.AcceleratorLost
    return kind(text.decode("utf-8", "replace"))


def in_own_process() -> bool:
    """False in a child of fork, where accelerators may be the parent's."""
    return os.getpid() == _process


def check(status: int) -> None:
    """Raises the error of a function that gives HCRT_C_FAILED."""
    if status != 0:
        raise failure()


def handle(pointer: int | None) -> int:
    """The same, of one that gives null."""
    if not pointer:
        raise failure()
    return pointer

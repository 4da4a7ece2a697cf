"""libhcrt.so by ctypes: include/hcrt/c_api.h, name by name.

Takes: nothing; opens the library that belongs to this hcpy.
Gives: its functions. ctypes releases the GIL for each call.
"""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_char, c_char_p, c_int, c_int32, c_uint32, c_uint64, c_void_p
from typing import Any

from hcpy.errors import HcpyError, ToolMissing
from hcpy.runtime import exceptions
from hcpy.tools import find_prefix, library_folder

COMPLETION = ctypes.CFUNCTYPE(None, c_void_p)


class DeviceDescription(ctypes.Structure):
    """hcrt_c_device_info."""

    _fields_ = [
        ("description", c_char * 256),
        ("max_tile_static_bytes", c_uint64),
        ("memory_bytes", c_uint64),
        ("compute_units", c_uint32),
        ("max_group_items", c_uint32),
        ("max_group_size", c_uint32 * 3),
    ]


class KernelHandle(ctypes.Structure):
    """hcrt_c_kernel."""

    _fields_ = [("unit_id", c_char_p), ("name", c_char_p), ("resolved", c_void_p)]


class Shape(ctypes.Structure):
    """hcrt_c_shape."""

    _fields_ = [
        ("global_size", c_uint64 * 3),
        ("group", c_uint32 * 3),
        ("dynamic_bytes", c_uint32),
        ("rank", c_int32),
    ]


_HANDLES = POINTER(c_void_p)
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "hcrt_c_error": (c_char_p, []),
    "hcrt_c_error_kind": (c_int, []),
    "hcrt_c_host_device": (c_void_p, []),
    "hcrt_c_describe": (None, [c_void_p, POINTER(DeviceDescription)]),
    "hcrt_c_create_queue": (c_void_p, [c_void_p]),
    "hcrt_c_release_queue": (None, [c_void_p]),
    "hcrt_c_wait_queue": (c_int, [c_void_p]),
    "hcrt_c_launch": (c_void_p, [c_void_p, c_void_p, c_char_p, c_uint64, POINTER(Shape), _HANDLES, c_uint32]),
    "hcrt_c_marker": (c_void_p, [c_void_p, _HANDLES, c_uint32]),
    "hcrt_c_wait": (c_int, [c_void_p]),
    "hcrt_c_is_ready": (c_int, [c_void_p]),
    "hcrt_c_ticks": (None, [c_void_p, POINTER(c_uint64), POINTER(c_uint64)]),
    "hcrt_c_tick_now": (c_uint64, []),
    "hcrt_c_on_complete": (c_int, [c_void_p, COMPLETION, c_void_p]),
    "hcrt_c_release_event": (None, [c_void_p]),
    "hcrt_c_create_graph": (c_void_p, []),
    "hcrt_c_begin_recording": (c_int, [c_void_p, _HANDLES, c_uint32]),
    "hcrt_c_end_recording": (c_int, [c_void_p, c_int]),
    "hcrt_c_launch_graph": (c_void_p, [c_void_p]),
    "hcrt_c_release_graph": (None, [c_void_p]),
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
    return _KINDS.get(lib.hcrt_c_error_kind(), exceptions.KernelFailed)(text.decode("utf-8", "replace"))

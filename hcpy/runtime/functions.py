"""The functions of libhcrt.so, for ctypes: name -> (result, parameters).

Made by contracts/make.py from contracts/records.schema: change that.
"""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_uint32, c_uint64, c_void_p
from typing import Any

from hcpy.runtime.structures import DeviceDescription, ProfileRecord, Registration

FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "hcrt_register": (None, [POINTER(Registration)]),
    "hcrt_unregister": (None, [POINTER(Registration)]),
    "hcrt_c_error": (c_char_p, []),
    "hcrt_c_error_kind": (c_int, []),
    "hcrt_c_devices": (c_uint32, [c_char_p, POINTER(c_void_p), c_uint32]),
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
    "hcrt_c_marker": (c_void_p, [c_void_p, POINTER(c_void_p), c_uint32]),
    "hcrt_c_wait": (c_int, [c_void_p]),
    "hcrt_c_is_ready": (c_int, [c_void_p]),
    "hcrt_c_ticks": (None, [c_void_p, POINTER(c_uint64), POINTER(c_uint64)]),
    "hcrt_c_on_complete": (c_int, [c_void_p, CFUNCTYPE(None, c_void_p), c_void_p]),
    "hcrt_c_release_event": (None, [c_void_p]),
    "hcrt_c_create_graph": (c_void_p, []),
    "hcrt_c_begin_recording": (c_int, [c_void_p, POINTER(c_void_p), c_uint32]),
    "hcrt_c_end_recording": (c_int, [c_void_p, c_int, POINTER(c_uint64)]),
    "hcrt_c_launch_graph": (c_void_p, [c_void_p, c_uint64]),
    "hcrt_c_release_graph": (None, [c_void_p]),
    "hcrt_c_begin_profile": (c_int, []),
    "hcrt_c_end_profile": (c_int, [CFUNCTYPE(None, POINTER(ProfileRecord))]),
    "hcrt_c_flush_output": (None, []),
}

"""The records that ctypes hands to libhcrt.

Made by contracts/make.py from contracts/records.schema: change that.
"""

from __future__ import annotations

import ctypes


class Registration(ctypes.Structure):
    """hcrt_registration."""

    _fields_ = [
        ("bundle", ctypes.c_void_p),
        ("bundle_bytes", ctypes.c_uint64),
        ("host_entries", ctypes.c_void_p),
        ("host_entry_count", ctypes.c_uint64),
        ("global_addresses", ctypes.POINTER(ctypes.c_void_p)),
        ("global_count", ctypes.c_uint64),
    ]


class DeviceDescription(ctypes.Structure):
    """hcrt_c_device_info."""

    _fields_ = [
        ("path", ctypes.c_char * 32),
        ("description", ctypes.c_char * 256),
        ("architecture", ctypes.c_char * 32),
        ("unusable", ctypes.c_char * 512),
        ("max_tile_static_bytes", ctypes.c_uint64),
        ("memory_bytes", ctypes.c_uint64),
        ("compute_units", ctypes.c_uint32),
        ("max_group_items", ctypes.c_uint32),
        ("max_group_size", ctypes.c_uint32 * 3),
        ("is_gpu", ctypes.c_uint32),
        ("supports_double", ctypes.c_uint32),
        ("shares_host_memory", ctypes.c_uint32),
    ]


class KernelHandle(ctypes.Structure):
    """hcrt_c_kernel."""

    _fields_ = [
        ("unit_id", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("resolved", ctypes.c_void_p),
    ]


class ProfileRecord(ctypes.Structure):
    """hcrt_c_record."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("path", ctypes.c_char_p),
        ("begin", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
    ]

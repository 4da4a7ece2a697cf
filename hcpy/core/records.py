"""The records that the compiler, libhcrt and the Python API share, as bytes.

Made by contracts/make.py from contracts/records.schema: change that.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

BUNDLE_MAGIC = b"HCPYBNDL"
BUNDLE_VERSION = 4
BUNDLE_SECTION = "hcpy_bundle"
DEVICE_MAGIC = b"HCPYDEVC"
DEVICE_VERSION = 1
DEVICE_SECTION = "hcpy_device"
UNIT_ID_SECTION = "hcpy_unit"
UNIT_ID_BYTES = 32
HOST_KERNEL_SECTION = "hcpy_kernels"
SPECIALIZED_PUSHED = "pushed"
C_FAILED = -1
KERNEL_BY_POINTER = 1
KERNEL_DYNAMIC_GROUP = 2
KERNEL_BARRIER = 4
IMAGE_HOST = 1
IMAGE_SPIRV = 2
IMAGE_PTX = 3
IMAGE_NULL = 4
IMAGE_AMDGCN = 5
IMAGE_VULKAN = 6
ITEMS_CHECKED = 8
C_RUNTIME = 0
C_INVALID_COMPUTE_DOMAIN = 1
C_OUT_OF_MEMORY = 2
C_UNSUPPORTED_FEATURE = 3
C_DEVICE_REMOVED = 4
C_RECORD_AGAIN = 5
C_CONTEXT = 0
C_DEVICE = 1
C_READ = 1
C_READ_WRITE = 3


class BundleHeader(NamedTuple):
    """hcrt_bundle_header."""

    magic: bytes
    version: int
    header_bytes: int  # sizeof(hcrt_bundle_header)
    total_bytes: int
    unit_id: bytes
    kernel_count: int
    kernel_offset: int  # hcrt_kernel_record[kernel_count]
    image_count: int
    image_offset: int  # hcrt_image_record[image_count]
    entry_count: int
    entry_offset: int  # hcrt_entry_record[image_count * kernel_count], image by image
    global_count: int
    global_offset: int  # hcrt_global_record[global_count]
    string_offset: int
    string_bytes: int


BUNDLE_HEADER = struct.Struct("<8sIIQ32sIIIIIIIIII")  # hcrt_bundle_header


class KernelRow(NamedTuple):
    """hcrt_kernel_record."""

    name: int  # string: the name under which the host part launches it
    display_name: int  # string: for people, e.g. "main()::lambda at saxpy.cpp:12:30"
    file: int  # string: source file of the kernel's call operator
    line: int  # 1-based; 0 where unknown
    column: int
    parameter_bytes: int  # of the launched function object
    parameter_align: int
    flags: int  # hcrt_kernel_flags


KERNEL_ROW = struct.Struct("<IIIIIIII")  # hcrt_kernel_record


class ImageRow(NamedTuple):
    """hcrt_image_record."""

    kind: int  # hcrt_image_kind
    architecture: int  # string: "sm_80", "x86-64-v3", "1.4", ...
    data_offset: int
    data_bytes: int  # PTX text ends in a NUL that this counts; both are 0 for host
    checksum: int  # CRC-32 of the data, as zlib's; looked at when the image is loaded
    reserved: int  # 0


IMAGE_ROW = struct.Struct("<IIQQII")  # hcrt_image_record


class EntryRow(NamedTuple):
    """hcrt_entry_record."""

    symbol: int  # string: the entry's name in the image; empty: this image lacks it
    tile_static_bytes: int  # static group memory
    host_entry: int  # index into hcrt_registration::host_entries (host images only)
    scratch_fixed: int  # host: bytes of scratch for a work-group, tile_static included
    scratch_per_item: int  # host: further bytes for each work-item of the group
    required_group: int  # work-items a group must have; 0: any
    specialized: int


ENTRY_ROW = struct.Struct("<IIIIIII")  # hcrt_entry_record


class GlobalRow(NamedTuple):
    """hcrt_global_record."""

    symbol: int  # string: the variable's name in the GPU images
    place: int  # 1 + its offset among hcrt_opencl_launch::variables; 0: it is none of them
    bytes: int


GLOBAL_ROW = struct.Struct("<IIQ")  # hcrt_global_record
OPENCL_LAUNCH = struct.Struct("<Q3I3I3II")  # hcrt_opencl_launch
OPENCL_LAUNCH_OFFSETS = {
    "variables": 0,
    "first_group": 8,
    "num_groups": 20,
    "global_size": 32,
    "reserved": 44,
}


class DeviceHeader(NamedTuple):
    """hcrt_device_header."""

    magic: bytes
    version: int
    header_bytes: int  # sizeof(hcrt_device_header)
    total_bytes: int  # with padding to 16
    unit_id: bytes
    description_bytes: int
    reserved: int  # 0
    code_bytes: int


DEVICE_HEADER = struct.Struct("<8sIIQ32sIIQ")  # hcrt_device_header


class HostKernelRow(NamedTuple):
    """hcrt_host_kernel_record."""

    name: int
    parameter_bytes: int


HOST_KERNEL_ROW = struct.Struct("<QQ")  # hcrt_host_kernel_record
HOST_KERNEL_ROW_TYPES = ("ptr", "i64")  # in LLVM's IR
HOST_LAUNCH = struct.Struct("<3I3I3IIQ")  # hcrt_host_launch
HOST_LAUNCH_OFFSETS = {
    "global_size": 0,
    "group_size": 12,
    "num_groups": 24,
    "dynamic_bytes": 36,
    "state": 40,
}


class Registration(NamedTuple):
    """hcrt_registration."""

    bundle: int
    bundle_bytes: int
    host_entries: int
    host_entry_count: int
    global_addresses: int  # [global_count]: the host variable of each hcrt_global_record
    global_count: int


REGISTRATION = struct.Struct("<QQQQQQ")  # hcrt_registration
REGISTRATION_TYPES = ("ptr", "i64", "ptr", "i64", "ptr", "i64")  # in LLVM's IR


class TileVariableRow(NamedTuple):
    """hcrt_tile_variable."""

    name: int
    address: int  # of the calling thread's
    bytes: int


TILE_VARIABLE_ROW = struct.Struct("<QQQ")  # hcrt_tile_variable
TILE_VARIABLE_ROW_TYPES = ("ptr", "ptr", "i64")  # in LLVM's IR


class ItemKernelRow(NamedTuple):
    """hcrt_item_kernel."""

    run: int  # one work-item
    name: int  # for people
    flags: int  # hcrt_kernel_flags, hcrt_item_flags
    tile_count: int
    tiles: int  # [tile_count]


ITEM_KERNEL_ROW = struct.Struct("<QQIIQ")  # hcrt_item_kernel
ITEM_KERNEL_ROW_TYPES = ("ptr", "ptr", "i32", "i32", "ptr")  # in LLVM's IR
LAUNCH_SHAPE = struct.Struct("<3Q3IIiI")  # hcrt_c_shape
LAUNCH_SHAPE_OFFSETS = {"global": 0, "group": 24, "dynamic_bytes": 36, "rank": 40, "reserved": 44}


class Use(NamedTuple):
    """hcrt_c_use."""

    memory: int
    offset: int
    bytes: int  # what must be current there; a kernel that writes has written all of it
    element: int  # the byte whose address the kernel is given
    access: int  # hcrt_c_access
    place: int  # offset in the argument of that address, which the launch fills in


USE = struct.Struct("<QQQQII")  # hcrt_c_use
USE_TYPES = ("ptr", "i64", "i64", "i64", "i32", "i32")  # in LLVM's IR
LAUNCH = struct.Struct("<QQQII3Q3IIiI")  # hcrt_c_launch

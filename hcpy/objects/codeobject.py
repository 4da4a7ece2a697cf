"""Reads what an AMD code object says of its kernels: the AMDGPU metadata note.

Takes: the bytes of an HSA code object.
Gives: the note as plain maps and lists, under the names of LLVM's documentation; damage is an ObjectError.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from hcpy.core.lazy import lazy
from hcpy.objects.objfile import ElfFile, ObjectError

if TYPE_CHECKING:
    import msgpack
else:
    msgpack = lazy("msgpack")

_NOTE = struct.Struct("<III")
_NT_AMDGPU_METADATA = 32


def metadata(data: bytes, name: str = "code object") -> dict[str, Any]:
    """The metadata map: amdhsa.kernels, amdhsa.target, amdhsa.version."""
    elf = ElfFile(data, name)
    for section in elf.named(".note"):
        content = elf.content(section)
        offset = 0
        while offset + _NOTE.size <= len(content):
            owner_bytes, bytes_, kind = _NOTE.unpack_from(content, offset)
            begin = offset + _NOTE.size
            owner = content[begin : begin + owner_bytes].rstrip(b"\0")
            begin += -(-owner_bytes // 4) * 4
            if owner == b"AMDGPU" and kind == _NT_AMDGPU_METADATA:
                return _unpack(content[begin : begin + bytes_], name)
            offset = begin + -(-bytes_ // 4) * 4
    raise ObjectError(f"{name}: no AMDGPU metadata")


def kernels(data: bytes, name: str = "code object") -> dict[str, dict[str, Any]]:
    """Each kernel's part of the metadata, by the kernel's name."""
    listed = metadata(data, name).get("amdhsa.kernels", [])
    if not isinstance(listed, list) or not all(isinstance(k, dict) and ".name" in k for k in listed):
        raise ObjectError(f"{name}: damaged AMDGPU metadata")
    return {str(kernel[".name"]): kernel for kernel in listed}


def _unpack(note: bytes, name: str) -> dict[str, Any]:
    try:
        found = msgpack.unpackb(note)
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        raise ObjectError(f"{name}: damaged AMDGPU metadata: {error}") from None
    if not isinstance(found, dict):
        raise ObjectError(f"{name}: damaged AMDGPU metadata")
    return found


def resources(image: bytes, arch: str) -> dict[str, dict[str, Any]]:
    """What each kernel of a code object takes, by its symbol."""
    return {
        name: {
            "vector_registers": kernel.get(".vgpr_count", 0),
            "scalar_registers": kernel.get(".sgpr_count", 0),
            "spill_stores": kernel.get(".vgpr_spill_count", 0) + kernel.get(".sgpr_spill_count", 0),
            "group_memory": kernel.get(".group_segment_fixed_size", 0),
            "stack": kernel.get(".private_segment_fixed_size", 0),
            "wavefront": kernel.get(".wavefront_size", 0),
        }
        for name, kernel in kernels(image).items()
    }

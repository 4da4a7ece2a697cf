"""CUDA without a GPU: the fake driver of tests/device/runtime, whose kernels the host runs. Import it before
the accelerator "cuda" is asked for, in a process that has HCPY_CUDA_LIBRARY set to what build() gave.

What runs for PTX is the host's code of the same module, whose function objects have the same layout.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import hcpy
from hcpy.runtime.accelerator import accelerator
from hcpy.runtime.device import Launch
from hcpy.runtime.module import Module

_SOURCE = Path(__file__).resolve().parents[1] / "device" / "runtime" / "fake_cuda.cpp"


def build(folder: Path) -> Path:
    """Makes the driver in a folder."""
    made = folder / "libfake_cuda.so"
    compiler = shutil.which("c++") or "g++"
    words = [compiler, "-std=c++17", "-O1", "-shared", "-fPIC", "-pthread", str(_SOURCE), "-o", str(made)]
    subprocess.run(words, check=True, timeout=300)
    return made


def counters() -> dict[str, int]:
    """How often the driver was asked for what costs time."""
    numbers = [ctypes.c_int() for _ in range(7)]
    driver.fake_cuda_counters(*map(ctypes.byref, numbers[:4]))
    driver.fake_cuda_graphs(*map(ctypes.byref, numbers[4:]))
    names = ("launches", "event_records", "allocations", "modules", "graphs", "graph_launches", "changes")
    return dict(zip(names, (number.value for number in numbers), strict=True))


_image_of = Module._image
_kernels: dict[tuple[bytes, bytes], Any] = {}  # by the PTX and the entry's name


def _with_host_code(self: Module, target: str) -> Any:
    image = _image_of(self, target)
    if target.startswith("ptx"):
        host = accelerator("host")
        code = _image_of(self, host.info.target)
        forms = ((s.name, s.omitted) for s in code.signatures)
        functions = dict(zip(forms, host.device.load(code), strict=True))
        for record, signature, layout in zip(image.records, image.signatures, image.layouts, strict=True):
            function = functions[signature.name, signature.omitted]
            known = (function, signature, layout, record.by_pointer)
            _kernels[image.data.rstrip(b"\0"), record.symbol.encode()] = known
    return image


@ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint)
def _run(text: bytes, name: bytes, where: int | None, shared: int) -> int:
    function, signature, layout, by_pointer = _kernels[text, name]
    if where is None:
        return 8 if by_pointer else layout.bytes
    if by_pointer:
        where = ctypes.c_uint64.from_address(where).value
    argument = ctypes.string_at(where, layout.bytes)
    count = signature.rank * (2 if signature.tiled else 1)
    place = layout.object_bytes + -layout.object_bytes % 4
    numbers = struct.unpack_from(f"<{count}i", argument, place)
    shape = hcpy.extent(numbers[-signature.rank :])
    if signature.tiled:
        shape = shape.tile(*numbers[: signature.rank], dynamic_group_bytes=shared)
    Launch(_view.queue, function, argument, shape, ()).start().wait()
    return layout.bytes


if "HCPY_CUDA_LIBRARY" in os.environ:
    driver = ctypes.CDLL(os.environ["HCPY_CUDA_LIBRARY"])
    _view = accelerator("host").create_view()
    Module._image = _with_host_code  # type: ignore[method-assign]
    driver.fake_cuda_run_kernels(_run)

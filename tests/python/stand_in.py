"""The CUDA back end without a GPU: the packages cuda.bindings and cuda.core of fake_cuda, and kernels that
the host runs. Import it before the accelerator "cuda" is asked for.

What runs for PTX is the host's code of the same module, whose function objects have the same layout.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent / "fake_cuda"))

from cuda import core  # the stand-in

import hcpy
from hcpy.runtime.accelerator import accelerator
from hcpy.runtime.module import Module

_image_of = Module._image


def _with_host_code(self: Module, target: str) -> Any:
    image = _image_of(self, target)
    if target.startswith("ptx") and image.data not in core.CODE:
        host = accelerator("host")
        code = _image_of(self, host.info.target)
        functions = dict(zip((s.name for s in code.signatures), host.device.load(code), strict=True))
        core.CODE[image.data] = {
            record.symbol: _runner(functions[signature.name], signature, layout)
            for record, signature, layout in zip(image.records, image.signatures, image.layouts, strict=True)
        }
    return image


def _runner(function: Any, signature: Any, layout: Any) -> Any:
    count = signature.rank * (2 if signature.tiled else 1)
    place = layout.object_bytes + -layout.object_bytes % 4

    def prepare(where: int, shared: int) -> Any:
        argument = ctypes.string_at(where, layout.bytes)  # the driver copies it at the launch
        numbers = struct.unpack_from(f"<{count}i", argument, place)
        shape = hcpy.extent(numbers[-signature.rank :])
        if signature.tiled:
            shape = shape.tile(*numbers[: signature.rank], dynamic_group_bytes=shared)
        queue = accelerator("host").default_view.queue
        return lambda: queue.launch(function, argument, shape, ()).wait()

    return prepare


Module._image = _with_host_code  # type: ignore[method-assign]

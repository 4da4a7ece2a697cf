"""Loaded code: images of kernels that are registered with libhcrt, as a program's are.

Takes: CodeImages.
Gives: Functions, which launches name. libhcrt loads an image on a device when a kernel is first launched
there. Code stays: work that uses it may still run.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hcpy.core.errors import HcpyError
from hcpy.core.fork_locks import renew_after_fork
from hcpy.objects import bundle
from hcpy.runtime.code_image import CodeImage, contents
from hcpy.runtime.library import KernelHandle, Registration, library
from hcpy.targets import known_kind

_lock = threading.RLock()
_loaded: dict[bytes, tuple[Function, ...]] = {}
renew_after_fork(sys.modules[__name__], "_lock")


@dataclass(frozen=True)
class Function:
    """A kernel of an image."""

    address: int  # of its hcrt_c_kernel
    kept: Any  # what lies there, and the code


def functions_of(image: CodeImage) -> Sequence[Function]:
    """The image's kernels, in the order of its signatures; registers it when it is first asked for."""
    with _lock:
        if image.digest not in _loaded:
            on_host = known_kind(image.target.kind).is_host
            code = _load_host(image) if on_host else _register(image)
            handles = [
                KernelHandle(image.digest, f"kernel_{n}".encode(), None) for n in range(len(image.signatures))
            ]
            _loaded[image.digest] = tuple(Function(ctypes.addressof(h), (h, code)) for h in handles)
        return _loaded[image.digest]


def _load_host(image: CodeImage) -> Any:
    """A shared object, which registers itself. The system's loader takes it: gdb and perf see the kernels."""
    # The name must be no other object's: the loader knows them by name.
    number = os.memfd_create("hcpy-kernels", os.MFD_CLOEXEC)
    with open(number, "wb", closefd=False) as file:
        file.write(image.data)
    try:
        library()
        return ctypes.CDLL(f"/proc/self/fd/{number}", mode=os.RTLD_NOW), number
    except OSError as error:
        os.close(number)
        raise HcpyError(f"kernels can't be loaded: {error}") from None


def _register(image: CodeImage) -> Any:
    """A bundle with the image. Its variables are libhcrt's own, which sets them at each launch."""
    lib = library()
    packed = bundle.pack(contents(image))
    own = [ctypes.addressof(ctypes.c_char.in_dll(lib, record.symbol)) for record in image.globals]
    addresses = (ctypes.c_void_p * len(own))(*own)
    registration = Registration(packed, len(packed), None, 0, addresses, len(own))
    lib.hcrt_register(registration)
    return packed, addresses, registration

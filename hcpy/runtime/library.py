"""libhcrt.so by ctypes.

Takes: nothing; opens the library that belongs to this hcpy.
Gives: its functions (functions.py) and structures. ctypes releases the GIL for each call.
"""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_void_p
from typing import Any

from hcpy.core import records
from hcpy.core.errors import HcpyError, ToolMissing
from hcpy.core.tools import find_prefix, library_folder
from hcpy.runtime import exceptions
from hcpy.runtime.functions import FUNCTIONS
from hcpy.runtime.structures import ProfileRecord

# ctypes makes one type of equal ones: those of FUNCTIONS are these.
COMPLETION = ctypes.CFUNCTYPE(None, c_void_p)
RECORDED = ctypes.CFUNCTYPE(None, POINTER(ProfileRecord))
_process = os.getpid()


@functools.cache
def library() -> Any:
    """The library; kernels that are loaded later find their functions in it."""
    path = library_folder(find_prefix(os.environ)) / "libhcrt.so"
    try:
        ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
        loaded = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise ToolMissing(f"{path} can't be loaded ({error})", "pip install --force-reinstall hcpy") from None
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


_KINDS: dict[int, type[HcpyError]] = {
    records.C_RUNTIME: exceptions.KernelFailed,
    records.C_INVALID_COMPUTE_DOMAIN: exceptions.DomainError,
    records.C_OUT_OF_MEMORY: exceptions.OutOfMemory,
    records.C_UNSUPPORTED_FEATURE: exceptions.KernelFailed,
    records.C_DEVICE_REMOVED: exceptions.AcceleratorRemoved,
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

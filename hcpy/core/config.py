"""Every environment variable that hcpy reads, typed, in one table.

Takes: os.environ (or another mapping).
Gives: values; a malformed one is a UsageError that names the variable. `hcc --help` prints the table.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from hcpy.core.dataclass import dataclass
from hcpy.core.errors import UsageError
from hcpy.core.model import STAGES

T = TypeVar("T")
LIBHCRT, BOTH = "libhcrt", "hcc and libhcrt"


@dataclass(frozen=True)
class Variable(Generic[T]):
    """One environment variable: how it is read and what it means."""

    name: str
    parse: Callable[[str], T]
    default: T
    meaning: str
    reader: str = "hcc"  # or LIBHCRT, whose runtime/core/variables.hpp is made from this table; or BOTH

    @property
    def in_programs(self) -> bool:
        """Does libhcrt read it?"""
        return self.reader != "hcc"

    def get(self, environ: Mapping[str, str] | None = None) -> T:
        """The value; unset and empty both mean the default."""
        text = (os.environ if environ is None else environ).get(self.name, "")
        if not text:
            return self.default
        try:
            return self.parse(text)
        except ValueError as error:
            raise UsageError(f"environment variable {self.name}={text!r}: {error}") from None


def _switch(text: str) -> bool:
    if text.lower() in ("1", "on", "yes", "true"):
        return True
    if text.lower() in ("0", "off", "no", "false"):
        return False
    raise ValueError("expected 0 or 1")


def _mebibytes(text: str) -> int:
    if not text.isdecimal():
        raise ValueError("expected a number of MiB")
    return int(text)


def _stages(text: str) -> frozenset[str]:
    known = (*STAGES, "passes")
    names = frozenset(known) if text == "all" else frozenset(text.split(","))
    unknown = sorted(names - set(known))
    if unknown:
        raise ValueError(f"unknown stage {unknown[0]!r}; stages are {', '.join(STAGES)}, and passes, or all")
    return names


CLANG = Variable("HCPY_CLANG", str, "", "path of the clang to use instead of the wheel's")
HOME = Variable("HCPY_HOME", str, "", "folder with hcpy's include/ and lib/ instead of the installed ones")
TARGETS = Variable("HCPY_TARGETS", str, "", "device targets where --targets is not given")
VERBOSE = Variable(
    "HCPY_VERBOSE",
    _switch,
    False,
    "1: print the commands, as -v does; programs: what libhcrt chooses",
    reader=BOTH,
)
DUMP: Variable[frozenset[str]] = Variable(
    "HCPY_DUMP",
    _stages,
    frozenset(),
    "stages (split,ir,lower,..., passes or all) whose files go to ./hcpy-dump",
)
CACHE_DIR = Variable("HCPY_CACHE_DIR", str, "", "the cache's folder; default: ~/.cache/hcpy", reader=BOTH)
NO_CACHE = Variable("HCPY_NO_CACHE", _switch, False, "1: compile everything anew", reader=BOTH)
CACHE_SIZE: Variable[int | None] = Variable(
    "HCPY_CACHE_SIZE", _mebibytes, None, "MiB that the cache may take; default: hcc-cache's limit, 2048"
)
VERIFY_PASSES = Variable("HCPY_VERIFY_PASSES", _switch, False, "1: have LLVM verify what each pass leaves")
DEFAULT_ACCELERATOR = Variable(
    "HCPY_DEFAULT_ACCELERATOR",
    str,
    "",
    "default accelerator: host, opencl[:n], cuda[:n], vulkan[:n]",
    reader=LIBHCRT,
)
HOST_THREADS = Variable(
    "HCPY_HOST_THREADS", int, 0, "threads of the host accelerator; 0: one a processor", reader=LIBHCRT
)
HOST_ARCH = Variable(
    "HCPY_HOST_ARCH", str, "", "x86-64[-v2|-v3]: take the CPU for one of that level", reader=LIBHCRT
)
CUDA_LIBRARY = Variable("HCPY_CUDA_LIBRARY", str, "libcuda.so.1", "the CUDA driver", reader=LIBHCRT)
OPENCL_LIBRARY = Variable("HCPY_OPENCL_LIBRARY", str, "libOpenCL.so.1", "the OpenCL loader", reader=LIBHCRT)
OPENCL_MEMORY = Variable(
    "HCPY_OPENCL_MEMORY", str, "", "system, usm or svm: the memory model to prefer", reader=LIBHCRT
)
VULKAN_LIBRARY = Variable("HCPY_VULKAN_LIBRARY", str, "libvulkan.so.1", "the Vulkan loader", reader=LIBHCRT)
VULKAN_MEMORY = Variable(
    "HCPY_VULKAN_MEMORY", str, "", "device or host: the memory of Vulkan's buffers", reader=LIBHCRT
)
VULKAN_DIVISION = Variable(
    "HCPY_VULKAN_DIVISION",
    str,
    "",
    "own or device: division and square root are rounded by our code, or left to the device",
    reader=LIBHCRT,
)
EVENT_TIMING = Variable(
    "HCPY_EVENT_TIMING", _switch, False, "1: exact times of CUDA commands", reader=LIBHCRT
)
OPENCL_COMMAND_BUFFERS = Variable(
    "HCPY_OPENCL_COMMAND_BUFFERS",
    _switch,
    False,
    "1 or 0: task graphs as cl_khr_command_buffer; unset: on GPUs only",
    reader=LIBHCRT,
)
TRACE = Variable("HCPY_TRACE", str, "", "file for a trace of calls, copies and kernels", reader=LIBHCRT)
HOST_SIGNALS = Variable(
    "HCPY_HOST_SIGNALS",
    _switch,
    True,
    "0: a kernel's wild access or trap on the host accelerator ends the process, for a debugger",
    reader=LIBHCRT,
)
RELEASE_AT_EXIT = Variable(
    "HCPY_RELEASE_AT_EXIT", _switch, False, "1: CUDA memory and modules are freed at exit", reader=LIBHCRT
)
NCCL = Variable(
    "HCPY_NCCL", _switch, True, "0: hc_mpi.hpp does without NCCL between GPUs of one host", reader=LIBHCRT
)
NULL_DEVICE = Variable("HCPY_NULL_DEVICE", int, 0, "how many null devices to list", reader=LIBHCRT)

VARIABLES: tuple[Variable[Any], ...] = (
    CLANG,
    HOME,
    TARGETS,
    VERBOSE,
    DUMP,
    CACHE_DIR,
    NO_CACHE,
    CACHE_SIZE,
    VERIFY_PASSES,
    DEFAULT_ACCELERATOR,
    HOST_THREADS,
    HOST_ARCH,
    CUDA_LIBRARY,
    OPENCL_LIBRARY,
    OPENCL_MEMORY,
    VULKAN_LIBRARY,
    VULKAN_MEMORY,
    VULKAN_DIVISION,
    EVENT_TIMING,
    OPENCL_COMMAND_BUFFERS,
    TRACE,
    HOST_SIGNALS,
    RELEASE_AT_EXIT,
    NCCL,
    NULL_DEVICE,
)

# Variables of other programs that hcc or libhcrt reads, too; hcc's compilations see clang's own as well.
OTHERS: dict[str, str] = {
    "PATH": "programs that hcc calls: the system's compiler, the checkers of --verify",
    "HOME": "the cache is in its .cache/hcpy",
    "XDG_CACHE_HOME": "the cache is in its hcpy",
    "NO_COLOR": "set: no colours in messages",
    "TERM": "unset or dumb: no progress line",
    "LIBRARY_PATH": "folders of libraries, as for clang",
    "CPATH, C_INCLUDE_PATH, CPLUS_INCLUDE_PATH": "folders of headers, as for clang",
    "OCL_ICD_VENDORS": "the OpenCL loader's list of drivers",
    "PYTHONPATH": "folders of Python packages, for the processes that hcc starts",
    "PWD": "the current folder's name, as the user sees it",
    "HCC_DEFAULT_GPU": "number of the GPU that is the default accelerator",
    "HCC_ENABLE_PRINTF": "0: kernels print nothing",
    "HCC_SERIALIZE_KERNEL": "1: wait before each kernel; 2: after it",
    "HCC_SERIALIZE_COPY": "1: wait before each copy; 2: after it",
    "HCC_PRINT_ENV": "1: print the values of the variables HCC_*",
    "CUDA_INJECTION64_PATH": "set by profilers: CUDA memory and modules are freed at exit",
}

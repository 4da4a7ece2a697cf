"""Compiles small sources for the host target alone and runs their kernels through ctypes.

Needs clang and a linker; no runtime library: the launch structure of include/hcrt/abi.h is filled in here.
"""

from __future__ import annotations

import ctypes
import shutil
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hcpy.core.model import (
    DeviceImage,
    DeviceModule,
    Dialect,
    LoweredModule,
    Target,
    Toolchain,
    TranslationUnit,
)
from hcpy.core.tools import find_toolchain
from hcpy.passes.targets.host import image, lower

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(__file__).resolve().parent
Array = NDArray[np.generic]


class Launch(ctypes.Structure):
    """hcrt_host_launch."""

    _fields_ = (
        ("global_size", ctypes.c_uint32 * 3),
        ("group_size", ctypes.c_uint32 * 3),
        ("num_groups", ctypes.c_uint32 * 3),
        ("dynamic_bytes", ctypes.c_uint32),
    )


_ENTRY = ctypes.CFUNCTYPE(
    None,
    ctypes.c_void_p,
    ctypes.POINTER(Launch),
    ctypes.c_uint64,
    ctypes.c_uint64,
    ctypes.c_void_p,
    ctypes.c_void_p,
)


def toolchain() -> Toolchain:
    found = find_toolchain()
    return Toolchain(found.clang, found.libclang, found.resource_dir, ROOT, None)


def compile_ir(source: Path, output: Path, *options: str) -> Path:
    """The device iteration of a source that includes no system header."""
    tools = toolchain()
    triple = "x86_64-unknown-linux-gnu"
    command = [
        str(tools.clang),
        "-cc1",
        "-triple",
        triple,
        "-aux-triple",
        triple,
        "-x",
        "c++",
        "-fsycl-is-device",
    ]
    command += [
        "-resource-dir",
        str(tools.resource_dir),
        "-std=c++17",
        "-fdeclspec",
        "-fcxx-exceptions",
        "-fexceptions",
    ]
    command += ["-O3", "-disable-llvm-passes", "-emit-llvm", "-debug-info-kind=line-directives-only", "-w"]
    command += ["-DHCPY_HC=1", "-DHCPY_TARGET_HOST=1", "-D__KALMAR_ACCELERATOR__=1", "-ffp-contract=fast"]
    command += [f"-I{ROOT / 'include'}", f"-I{FOLDER}", "-include", "hcrt/detail/config.hpp", *options]
    subprocess.run([*command, str(source), "-o", str(output)], check=True)
    return output


def build(ll: Path, arch: str, *flags: str) -> tuple[LoweredModule, DeviceImage]:
    own = ("-fno-hcc-vector-maths", *flags)  # its functions are libhcrt's
    unit = TranslationUnit(ll.with_suffix(".cpp"), Dialect.HC, (), own, ll.parent)
    tools = toolchain()
    lowered = lower(DeviceModule(unit, "host", ll), Target("host", arch), tools)
    return lowered, image(lowered, tools)


def link(output: Path, *arguments: str) -> ctypes.CDLL:
    compiler = shutil.which("c++") or shutil.which("g++")
    assert compiler is not None, "a C++ compiler is needed to link; install g++"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(output), *arguments, "-lm"], check=True)
    return ctypes.CDLL(str(output))


def pack(*values: Array | float | int) -> bytes:
    """Pointers, floats and ints as a struct holds them."""
    data = b""
    for value in values:
        if isinstance(value, np.ndarray):
            code, item = "Q", value.ctypes.data
        else:
            code, item = ("f", value) if isinstance(value, float) else ("i", value)
        data += b"\0" * (-len(data) % struct.calcsize(code)) + struct.pack(code, item)
    return data + b"\0" * (-len(data) % 8)


def three(sizes: Sequence[int]) -> tuple[int, int, int]:
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z


@dataclass
class Library:
    """The kernels of one image, linked and loaded."""

    dll: ctypes.CDLL
    built: DeviceImage

    @staticmethod
    def load(built: DeviceImage, *extra: str) -> Library:
        table = built.path.with_suffix(".table.cpp")
        symbols = [k.symbol for k in built.kernels]
        lines = [f'extern "C" void {s}();' for s in symbols]
        entries = ", ".join(f"(void*){s}" for s in symbols)
        table.write_text("\n".join([*lines, f'extern "C" void* table[] = {{{entries}}};', ""]))
        return Library(link(built.path.with_suffix(".so"), str(table), str(built.path), *extra), built)

    def find(self, name: str) -> int:
        exact = [n for n, k in enumerate(self.built.kernels) if k.name == f"_ZTS{len(name)}{name}"]
        (number,) = exact or [n for n, k in enumerate(self.built.kernels) if name in k.name]
        return number

    def launch(
        self, name: str, argument: bytes, size: Sequence[int], group: Sequence[int], dynamic_bytes: int = 0
    ) -> None:
        """Runs all groups; the scratch memory is as large as the record says, and guarded."""
        number = self.find(name)
        record = self.built.kernels[number]
        entry = _ENTRY((ctypes.c_void_p * len(self.built.kernels)).in_dll(self.dll, "table")[number])
        what = Launch(dynamic_bytes=dynamic_bytes)
        groups = 1
        for d, (n, g) in enumerate(zip(three(size), three(group), strict=True)):
            what.global_size[d], what.group_size[d], what.num_groups[d] = n, g, -(-n // g)
            groups *= -(-n // g)
        items = int(np.prod(three(group)))
        scratch = Guarded(-(-record.scratch_fixed // 64) * 64 + record.scratch_per_item * items)
        dynamic = Guarded(dynamic_bytes)
        data = ctypes.create_string_buffer(argument, max(len(argument), 1))
        half = groups // 2  # two ranges, as two threads would run them
        for first, last in ((0, half), (half, groups), (groups, groups)):
            entry(ctypes.addressof(data), ctypes.byref(what), first, last, scratch.address, dynamic.address)
        scratch.check()
        dynamic.check()


class Guarded:
    """Memory at a multiple of 64 with a mark after its end."""

    def __init__(self, size: int) -> None:
        self.bytes = np.full(size + 128 + 64, 0xA5, np.uint8)
        self.address = -(-self.bytes.ctypes.data // 64) * 64
        self.end = self.address - self.bytes.ctypes.data + size

    def check(self) -> None:
        assert (self.bytes[self.end :] == 0xA5).all(), "a kernel wrote behind its memory"

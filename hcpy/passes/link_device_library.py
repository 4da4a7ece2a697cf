"""Adds functions of our own device library (runtime/device) that a module calls.

Takes a Lowering; compiles the library file that has an undefined function, once for a tool chain and triple,
and copies the function and what it needs into the module.
"""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import hcpy
from hcpy.errors import HcpyError, ToolFailed
from hcpy.model import Toolchain
from hcpy.passes.irtext import Module
from hcpy.passes.link_library import add_functions, cached_text
from hcpy.passes.lowering import Lowering

_COMPLEX = """cexp clog csqrt csin ccos ctan csinh ccosh ctanh casin cacos catan casinh cacosh catanh cproj
cpow cabs carg"""
_ROUNDING = "lrint llrint lround llround sincos rcbrt"
_MEMORY = frozenset("memcpy memmove memset memcmp strlen abs labs llabs abort".split())
_MATHS = frozenset(f"{n}{s}" for n in _ROUNDING.split() for s in ("", "f")) | frozenset(
    f"__hcrt_bitreverse_i{bits}" for bits in (8, 16, 32, 64)
)
_COMPLEX_NAMES = frozenset(f"{n}{s}" for n in _COMPLEX.split() for s in ("", "f")) | frozenset(
    ("__mulsc3", "__muldc3", "__divsc3", "__divdc3")
)
_FILES = {
    "complex.cpp": _COMPLEX_NAMES,
    "maths.cpp": _MATHS,
    "memory.cpp": _MEMORY,
    "print.cpp": frozenset(("__hcrt_print",)),
}


def run_ptx(lowering: Lowering) -> None:
    """libdevice has the maths."""
    _run(lowering, ("complex.cpp", "print.cpp", "memory.cpp"))


def run_spirv(lowering: Lowering) -> None:
    _run(
        lowering, ("complex.cpp", "maths.cpp", "print.cpp", "memory.cpp")
    )  # complex.cpp needs nothing that maths.cpp defines


def _run(lowering: Lowering, files: tuple[str, ...]) -> None:
    module = lowering.module
    for file in files:
        wanted = [n for n, f in module.functions.items() if f.is_declaration and n in _FILES[file]]
        if wanted:
            library = Module.parse(
                _library_text(file, module.line_value("target triple = "), lowering.toolchain)
            )
            add_functions(module, library, wanted, lambda line: line, "nounwind")


def _library_text(file: str, triple: str, toolchain: Toolchain) -> str:
    source = _folder(toolchain) / file
    text = b"".join(path.read_bytes() for path in (source, *sorted(source.parent.glob("*.hpp"))))
    key = hashlib.sha256(f"{triple} {toolchain.clang}".encode() + text)
    return cached_text(
        f"{source.stem}-{key.hexdigest()[:16]}.ll", lambda: _compile(source, triple, toolchain)
    )


def _folder(toolchain: Toolchain) -> Path:
    """The library's sources: installed beside the headers, or in the source tree."""
    for folder in (
        toolchain.prefix / "lib" / "hcpy" / "device",
        Path(hcpy.__file__).parents[1] / "runtime" / "device",
    ):
        if (folder / "library.hpp").is_file():
            return folder
    raise HcpyError(f"the device library is missing below {toolchain.prefix}; install hcpy again")


def _compile(source: Path, triple: str, toolchain: Toolchain) -> str:
    command = [str(toolchain.clang), "-cc1", "-triple", triple, "-x", "c++", "-std=c++17", "-fsycl-is-device"]
    command += [
        "-fno-builtin",
        "-ffp-contract=on",
        "-O3",
        "-disable-llvm-passes",
        "-emit-llvm",
        "-o",
        "-",
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ToolFailed(command, done.stderr, done.returncode)
    return done.stdout

"""Adds functions of hcpy's device library (runtime/device) that a module calls.

Takes a Lowering; compiles the library file that has an undefined function, once for a tool chain and triple,
and links the function and what it needs into the module.
"""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Mapping
from pathlib import Path

import hcpy
from hcpy import ir
from hcpy.core.errors import HcpyError, ToolFailed
from hcpy.core.model import Toolchain
from hcpy.passes.link_library import cached_bitcode, link_functions
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename

_COMPLEX = """cexp clog csqrt csin ccos ctan csinh ccosh ctanh casin cacos catan casinh cacosh catanh cproj
cpow cabs carg"""
_ROUNDING = "lrint llrint lround llround sincos"
_WIDE = """udiv urem sdiv srem unsigned signed from_unsigned from_unsignedf from_signed from_signedf"""
_MEMORY = frozenset(
    """memcpy mempcpy memmove memset bzero memcmp strlen abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs
    ffsl ffsll abort _ZSt21__glibcxx_assert_failPKciS0_S0_""".split()
)
_TEXT = frozenset(
    """bcmp memchr memrchr strnlen strncmp strcmp strncasecmp strcasecmp strchr strrchr strcspn strpbrk strspn
    strstr strncpy strcpy stpcpy strcat strncat atoi atol atoll isascii
    toascii isdigit islower isupper isalpha isalnum isxdigit isblank isspace isgraph isprint ispunct iscntrl
    tolower toupper""".split()
) | frozenset(
    f"{prefix}strto{number}" for prefix in ("", "__isoc23_") for number in "l ll ul ull imax umax".split()
)
_FORTIFIED = frozenset(
    f"__{name}_chk"
    for name in """memcpy mempcpy memmove memset strcpy stpcpy strncpy strcat strncat wmemcpy wmemmove
    wmemset""".split()
)
_WIDE_TEXT = frozenset("wcslen wcscmp wcsncmp wmemchr wmemcmp wmemcpy wmemmove wmemset".split())
_MATHS = frozenset(f"{n}{s}" for n in _ROUNDING.split() for s in ("", "f")) | frozenset(
    f"__hcrt_bitreverse_i{bits}" for bits in (8, 16, 32, 64)
)
_COMPLEX_NAMES = frozenset(f"{n}{s}" for n in _COMPLEX.split() for s in ("", "f")) | frozenset(
    ("__mulsc3", "__muldc3", "__divsc3", "__divdc3")
)


def _own(names: str) -> frozenset[str]:
    return frozenset(f"__hcrt_{name}{suffix}" for name in names.split() for suffix in ("", "f"))


# In the order of their calls: none needs a file before it. libhcrt has those of double words, too.
_FILES = {
    "complex.cpp": _COMPLEX_NAMES,
    "maths.cpp": _MATHS,
    "print.cpp": frozenset(("__hcrt_print",)),
    "fortified.cpp": _FORTIFIED,
    "text.cpp": _TEXT,
    "wide_text.cpp": _WIDE_TEXT,
    "memory.cpp": _MEMORY,
    "erf.cpp": _own("erf erfc erfinv erfcinv phi"),
    "gamma.cpp": _own("tgamma lgamma lgamma_r"),
    "scale.cpp": frozenset(("scalbln", "scalblnf")),
    "wide.cpp": frozenset(f"__hcrt_wide_{name}" for name in _WIDE.split()),
    "roots.cpp": _own("cospi rcbrt sinpi tanpi"),
}
# Vulkan has nothing that is exact enough: the maths that the files above call are ours, too.
_VULKAN_MATHS = """exp exp2 exp10 expm1 log log2 log10 log1p cbrt sin cos tan asin acos atan sinh cosh tanh
asinh acosh atanh pow hypot atan2 asinpi acospi atanpi powi"""
_VULKAN_PARTS = """fmod remainder drem remquo fma round logb fdim fmax fmin ilogb frexp modf ldexp scalbn
nextafter rsqrt rint floor ceil trunc sqrt fabs nearbyint roundeven copysign"""


def _pairs(names: str) -> frozenset[str]:
    return frozenset(f"{name}{suffix}" for name in names.split() for suffix in ("", "f"))


VULKAN_NAMES = _pairs(f"{_VULKAN_MATHS} {_VULKAN_PARTS}")
_VULKAN_FILES = _FILES | {"vulkan.cpp": _pairs(_VULKAN_MATHS), "vulkan_parts.cpp": _pairs(_VULKAN_PARTS)}
_VULKAN_LAST = {"exact.cpp": _own("divide root")}
# C functions that ours replace: the target's own may be off by more than 4 ulp.
_REPLACED_SPIRV = {
    f"{name}{suffix}": f"__hcrt_{name}{suffix}"
    for name in ("erf", "erfc", "tgamma", "lgamma")
    for suffix in ("", "f")
}
_REPLACED_PTX = {name: f"__hcrt_{name}" for name in ("erfc", "tgamma", "tgammaf", "lgamma", "lgammaf")}
# libdevice's are as good, and shorter.
_PTX_HAS = _own("cospi rcbrt sinpi") | {"__hcrt_erf", "__hcrt_erff", "__hcrt_erfinvf"}


def run_ptx(lowering: Lowering) -> None:
    """libdevice has most of the maths."""
    rename(lowering.module, _REPLACED_PTX)
    rename(lowering.module, {name: f"__nv_{name.removeprefix('__hcrt_')}" for name in _PTX_HAS})
    _run(lowering, tuple(file for file in _FILES if file != "maths.cpp"))


def run_amdgcn(lowering: Lowering) -> None:
    """There is no other device library."""
    rename(lowering.module, _REPLACED_SPIRV)
    _run(lowering, tuple(_FILES))


def run_spirv(lowering: Lowering) -> None:
    rename(lowering.module, _REPLACED_SPIRV)
    _run(lowering, tuple(_FILES))


def run_fortified(lowering: Lowering) -> None:
    """Those that end kernels, alone: before report_ends."""
    _run(lowering, ("fortified.cpp",))


def run_vulkan(lowering: Lowering) -> None:
    """There is no other library: all of the C library's maths is ours."""
    rename(lowering.module, _REPLACED_SPIRV)
    _run(lowering, tuple(_VULKAN_FILES), _VULKAN_FILES)


def run_vulkan_last(lowering: Lowering) -> None:
    """Division and square root, whose own must stay the device's. All that calls them is linked before."""
    _run(lowering, tuple(_VULKAN_LAST), _VULKAN_LAST)


def _run(
    lowering: Lowering, files: tuple[str, ...], known: Mapping[str, frozenset[str]] | None = None
) -> None:
    module, known = lowering.module, known or _FILES
    undefined = _undefined(module)
    for file in files:
        if wanted := undefined & known[file]:
            link_functions(module, _library(file, module.triple, lowering.toolchain), wanted)
            undefined = _undefined(module)


def _undefined(module: ir.Module) -> set[str]:
    return {function.name for function in module.functions if function.is_declaration}


def _library(file: str, triple: str, toolchain: Toolchain) -> bytes:
    source = _folder(toolchain) / file
    headers = b"".join(header.read_bytes() for header in sorted(source.parent.glob("*.hpp")))
    command = _command(triple, toolchain, is_optimised=file in _VULKAN_LAST)
    clang = toolchain.clang.stat()  # an upgrade has the same path
    words = f"{command} {clang.st_size} {clang.st_mtime_ns}"
    key = hashlib.sha256(words.encode("utf-8", "surrogateescape") + source.read_bytes() + headers)
    name = f"{source.stem}-{key.hexdigest()[:16]}.bc"
    return cached_bitcode(name, lambda: _compile([*command, str(source)]))


def _folder(toolchain: Toolchain) -> Path:
    """The library's sources: installed beside the headers, or in the source tree."""
    for folder in (
        toolchain.prefix / "lib" / "hcpy" / "device",
        Path(hcpy.__file__).parents[1] / "runtime" / "device",
    ):
        if (folder / "library.hpp").is_file():
            return folder
    raise HcpyError(f"the device library is missing below {toolchain.prefix}; install hcpy again")


def _command(triple: str, toolchain: Toolchain, is_optimised: bool = False) -> list[str]:
    """is_optimised: of files that are linked after the module's own optimisation."""
    return [
        *(str(toolchain.clang), "-cc1", "-triple", triple, "-x", "c++", "-std=c++17", "-fsycl-is-device"),
        *("-fno-builtin", "-ffp-contract=on", "-O3", "-emit-llvm-bc", "-o", "-"),
        *(() if is_optimised else ("-disable-llvm-passes",)),
    ]


def _compile(command: list[str]) -> bytes:
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise ToolFailed(command, done.stderr.decode("utf-8", "replace"), done.returncode)
    return done.stdout

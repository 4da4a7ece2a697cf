"""The build of libhcrt with its unit tests, and how a program of it is run."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from conftest import REPOSITORY


def tool(name: str) -> str:
    """A program of the `test` extra; an older one of the system has no say."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        pytest.fail(f"{name} is not installed: pip install '.[test]'")
    return found


def build() -> Path:
    """The folder with the built library and test programs; HCPY_RUNTIME_BUILD keeps it between runs."""
    folder, fault = _built()
    assert not fault, fault
    return folder


def pips_build() -> Path | None:
    """The folder where pip built the library of the sources as they are; None: there is none.

    Warnings were errors to that build, as .ci/run has it: they are to none of users' own.
    """
    sources = (path for part in ("runtime", "include") for path in (REPOSITORY / part).rglob("*"))
    newest = max(path.stat().st_mtime for path in (REPOSITORY / "CMakeLists.txt", *sources) if path.is_file())
    for settings in REPOSITORY.glob("build/py3-none-*/CMakeCache.txt"):
        if not re.search(r"^CMAKE_COMPILE_WARNING_AS_ERROR:\w+=ON$", settings.read_text(), re.MULTILINE):
            continue
        made = [settings.parent / name for name in ("lib/libhcrt.a", "lib/libhcrt.so", "bin/hcrt-info")]
        if all(path.is_file() and path.stat().st_mtime > newest for path in made):
            return settings.parent
    return None


@cache
def _built() -> tuple[Path, str]:
    """The folder, and what went wrong: it is built once, also where that fails."""
    kept = os.environ.get("HCPY_RUNTIME_BUILD")
    folder = Path(kept) if kept else Path(tempfile.mkdtemp(prefix="hcpy-runtime-"))
    if not kept:
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    cmake = tool("cmake")
    configure = [cmake, "-S", str(REPOSITORY), "-B", str(folder), "-DHCPY_BUILD_TESTS=ON"]
    configure.append(f"-DPython3_EXECUTABLE={sys.executable}")
    if not kept and (finished := pips_build()):
        configure.append(f"-DHCPY_BUILT={finished}")
    if not (folder / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}"]
    for command in (configure, [cmake, "--build", str(folder), "--parallel", "2"]):
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        printed = result.stdout + result.stderr
        if result.returncode != 0 or "warning:" in printed:
            return folder, printed
    return folder, ""


def fake_cuda() -> str:
    """The CUDA driver that HCRT_FAKE_CUDA directs."""
    return str(build() / "lib" / "libfake_cuda.so")


def outside_variables() -> dict[str, str]:
    """The environment without what the user set for hcpy."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("HCPY_", "HCRT_"))}


def run(program: str, *words: str, **environment: str) -> str:
    """Run a program of the build with these arguments and variables; gives what it printed."""
    result = subprocess.run(
        [str(build() / "bin" / program), *words],
        env=outside_variables() | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, f"{program} {environment}: {result.stdout}{result.stderr}"
    return result.stdout + result.stderr


def run_tests(program: str, tests: str, **environment: str) -> str:
    """Those of its tests of GoogleTest that the filter names, which must be some."""
    printed = run(program, f"--gtest_filter={tests}", **environment)
    assert "[       OK ] " in printed, f"{program} has no test {tests}"
    return printed

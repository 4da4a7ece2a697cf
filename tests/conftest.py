"""Fixtures of all tests: the device list, hcc as users call it, and the OpenCL runtime made visible.

The OpenCL device is Intel's CPU runtime from PyPI. Its own .icd files hold a dead path: one is written here.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from hcpy.core.tools import find_prefix, library_folder

pytest_plugins = ["two_processes"]
REPOSITORY = Path(__file__).resolve().parents[1]
IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
REQUIRED = os.environ.get("HCPY_TEST_REQUIRE", "").split(",")  # vulkan: its tests fail where none is usable
IN_FULL = os.environ.get("HCPY_TESTS") == "all"  # else a fixed part of the largest sets


# OpenCL drivers that tests/devices/fetch_driver.py puts into folders, and the variables that name these.
FETCHED_DRIVERS = {"pocl": "HCPY_TEST_POCL", "rusticl": "HCPY_TEST_RUSTICL"}


@cache
def opencl_environment() -> dict[str, str]:
    """What makes Intel's OpenCL runtime visible to a program; empty where it is not installed."""
    try:
        files = importlib.metadata.files("intel-opencl-rt") or []
    except importlib.metadata.PackageNotFoundError:
        return {}
    library = next((Path(str(f.locate())).resolve() for f in files if f.name == "libintelocl.so"), None)
    if library is None or not library.exists():
        return {}
    folder = Path(tempfile.mkdtemp(prefix="hcpy-icd-"))
    (folder / "intel.icd").write_text(f"{library}\n")
    paths = [str(library.parent), os.environ.get("LD_LIBRARY_PATH", "")]
    return {"OCL_ICD_VENDORS": str(folder), "LD_LIBRARY_PATH": ":".join(p for p in paths if p)}


@cache
def vulkan_fault() -> str:
    """Why no device of Vulkan runs kernels here; empty: one does."""
    info = library_folder(find_prefix(os.environ)).parent / "bin" / "hcrt-info"
    if not info.is_file():
        return "hcrt-info is not built"
    environment = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "vulkan"}
    done = subprocess.run([info, "--json"], capture_output=True, text=True, env=environment, check=False)
    return done.stderr if done.returncode else str(json.loads(done.stdout)["default_error"])


def pytest_configure(config: pytest.Config) -> None:
    """Every process that a test starts sees the OpenCL runtime, and has a cache that was empty before."""
    os.environ.update(opencl_environment())
    os.environ["HCPY_CACHE_DIR"] = tempfile.mkdtemp(prefix="hcpy-cache-")
    os.environ.pop("HCPY_NO_CACHE", None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What runs kernels on Vulkan is skipped where there is none, or fails where it must not be left out."""
    if item.get_closest_marker("vulkan") is None or not vulkan_fault():
        return
    text = f"Vulkan is not usable here: {vulkan_fault()}"
    if "vulkan" in REQUIRED:
        pytest.fail(f"HCPY_TEST_REQUIRE=vulkan: {text}", pytrace=False)
    pytest.skip(text)


def pytest_unconfigure(config: pytest.Config) -> None:
    for folder in (opencl_environment().get("OCL_ICD_VENDORS"), os.environ["HCPY_CACHE_DIR"]):
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Command:
    """One of hcpy's public commands."""

    words: tuple[str, ...]

    def __call__(
        self, *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.words, *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def ok(
        self, *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> str:
        """Run it; a failure fails the test with the command's own words. Gives stdout."""
        done = self(*arguments, cwd=cwd, env=env)
        assert done.returncode == 0, f"{' '.join(map(str, done.args))}\n{done.stdout}{done.stderr}"
        return done.stdout


def command(script: str, module: str) -> Command:
    """The installed script beside this Python, or the module in a checkout that is not installed."""
    installed = Path(sys.executable).with_name(script)
    if installed.is_file():
        return Command((str(installed),))
    path = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    return Command(("env", f"PYTHONPATH={path}", sys.executable, "-m", module))


@pytest.fixture(scope="session")
def hcc() -> Command:
    return command("hcc", "hcpy.driver.cli")


@pytest.fixture(scope="session")
def hcc_config() -> Command:
    return command("hcc-config", "hcpy.driver.config_cli")


@pytest.fixture(scope="session")
def hcc_info() -> Command:
    return command("hcc-info", "hcpy.driver.info")


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment whose PATH has hcc and its companions, as after an installation."""
    folder = tmp_path_factory.mktemp("bin")
    for name, module in (("hcc", "cli"), ("hcc-config", "config_cli"), ("clamp-config", "config_cli")):
        if Path(sys.executable).with_name(name).is_file():
            continue  # it is installed
        script = folder / name
        text = f"import sys\nsys.path.insert(0, {str(REPOSITORY)!r})\nsys.argv[0] = {name!r}\n"
        script.write_text(
            f"#!{sys.executable}\n{text}from hcpy.driver.{module} import main\nsys.exit(main())\n"
        )
        script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"}


@cache
def devices() -> tuple[str, ...]:
    """The paths of the accelerators that run kernels here."""
    listed = json.loads(command("hcc-info", "hcpy.driver.info").ok("--json"))
    return tuple(d["path"] for d in listed["accelerators"] if not d["unusable"])


def host_level() -> int:
    """The highest level of x86-64 that this processor has."""
    flags = set(Path("/proc/cpuinfo").read_text().split())
    needed = ({"ssse3", "sse4_2"}, {"avx2", "fma", "bmi2"}, {"avx512f", "avx512bw", "avx512dq", "avx512vl"})
    return 1 + sum(all(more <= flags for more in needed[:n]) for n in range(1, len(needed) + 1))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a `device` argument runs once on each accelerator."""
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", devices())


@pytest.fixture
def on_device(device: str) -> Iterator[dict[str, str]]:
    """The environment in which a program's default accelerator is the device."""
    yield {"HCPY_DEFAULT_ACCELERATOR": device}

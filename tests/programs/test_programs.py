"""Whole programs through hcc: samples, applications and one program for each header class, on every device.

A program passes where it ends with 0 and never says FAILED; a sample says PASSED. A first line `// flags: ...`
adds to hcc's.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import IN_CI, Command, devices

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
PROGRAMS = [
    *sorted(SAMPLES.glob("*.cpp")),
    *sorted(SAMPLES.glob("applications/*.cpp")),
    *sorted((HERE / "apps").glob("*.cpp")),
    *sorted((HERE / "headers").glob("*.cpp")),
]
Build = Callable[[Path], Path]


@pytest.fixture(scope="module")
def build(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compiles a program once for all devices."""
    folder = tmp_path_factory.mktemp("programs")
    made: dict[Path, Path | str] = {}

    def make(source: Path) -> Path:
        if source not in made:
            program = folder / f"{source.parent.name}-{source.stem}"
            first = source.read_text().partition("\n")[0]
            flags = first.removeprefix("// flags:").split() if first.startswith("// flags:") else []
            done = hcc("-O2", *flags, source, "-o", program)
            made[source] = program if done.returncode == 0 else f"hcc {source}\n{done.stderr}"
        result = made[source]
        if isinstance(result, str):
            pytest.fail(result, pytrace=False)
        return result

    return make


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_program(build: Build, source: Path, on_device: dict[str, str]) -> None:
    done = subprocess.run(
        [build(source)],
        env={**os.environ, **on_device},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert "FAILED" not in done.stdout
    if SAMPLES in source.parents:
        assert "PASSED" in done.stdout


def test_ci_has_an_opencl_device() -> None:
    """Without one no SPIR-V would be executed; the tests above run on each device that is listed."""
    found = [path for path in devices() if path.startswith("opencl")]
    if not IN_CI and not found:
        pytest.skip("no OpenCL device; install one with: pip install intel-opencl-rt intel-cmplr-lib-rt")
    assert found, "CI must execute SPIR-V, but hcc-info lists no usable OpenCL device"


def test_spirv_is_what_an_opencl_device_runs(build: Build) -> None:
    """The program's kernel comes from the SPIR-V image: without that image the device cannot run it."""
    found = [path for path in devices() if path.startswith("opencl")]
    if not found:
        pytest.skip("no OpenCL device")
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": found[0], "HCPY_VERBOSE": "1"}
    done = subprocess.run(
        [build(SAMPLES / "saxpy.cpp")], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "spirv" in done.stderr.lower(), done.stderr

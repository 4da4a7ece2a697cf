"""Every check of device_checks.py on every device that there is: the host here, OpenCL in a process of its
own, whose loader must see Intel's runtime from the start.
"""

from __future__ import annotations

import subprocess
import sys

import device_checks
import pytest
from conftest import IN_CI, opencl_environment
from python_support import HERE, environment, on_host  # noqa: F401

import hcpy


@pytest.mark.parametrize("name", device_checks.CHECKS)
def test_host(name: str) -> None:
    device_checks.CHECKS[name](hcpy.accelerator("host").default_view)


@pytest.fixture(scope="module")
def opencl_report() -> str:
    found = opencl_environment()
    if not found:
        assert not IN_CI, "CI must have an OpenCL device"
        pytest.skip("no OpenCL device: pip install '.[test]'")
    done = subprocess.run(
        [sys.executable, HERE / "device_checks.py", "opencl"],
        env=environment(**found),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", device_checks.CHECKS)
def test_opencl(name: str, opencl_report: str) -> None:
    assert f"passed {name}\n" in opencl_report, opencl_report[-3000:]

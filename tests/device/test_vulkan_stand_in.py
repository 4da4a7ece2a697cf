"""The Vulkan back end over a loader of the tests': a GPU with memory of its own, and calls that fail (T9)."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command
from device_support import build

pytestmark = pytest.mark.vulkan
IN_FULL = os.environ.get("HCPY_TESTS") == "all"
LOST = "-4"  # VK_ERROR_DEVICE_LOST


@pytest.fixture(scope="module")
def program(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("vulkan_faults") / "faults"
    source = REPOSITORY / "tests" / "device" / "vulkan_faults.cpp"
    hcc.ok("-hc", "--targets=host:x86-64,vulkan", source, "-o", made)
    return made


def run(program: Path, mode: str, number: int = 0, error: str = "") -> str:
    environment = {
        **os.environ,
        "HCPY_DEFAULT_ACCELERATOR": "vulkan",
        "HCPY_VULKAN_LIBRARY": str(build() / "lib" / "libfake_vulkan.so"),
        "HCRT_FAKE_VULKAN": mode,
        "HCRT_FAKE_VULKAN_FAIL": str(number),
        "HCPY_VERBOSE": "1",
    }
    if error:
        environment["HCRT_FAKE_VULKAN_ERROR"] = error
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60, check=False)
    printed = done.stdout + done.stderr
    unusable = (
        "hcrt: error: HCPY_DEFAULT_ACCELERATOR=vulkan: " in printed
    )  # a call that opens the device failed
    assert done.returncode == (1 if unusable else 0), f"{mode} {number} {error}: {printed}"
    return printed


def results(printed: str) -> list[str]:
    return re.findall(r"^result .*", printed, re.MULTILINE)


@pytest.mark.parametrize("mode", ["apart", "occupied", "plain"])
def test_memory_that_is_apart(program: Path, mode: str) -> None:
    """Pinned memory is mapped where kernels see it, elsewhere where that place is taken, and is refused where
    the device can't do that; all else is what it is on a device that shares the host's memory."""
    printed = run(program, mode)
    shared = results(run(program, ""))
    assert len(shared) == 10
    how = "is not to be had" if mode == "plain" else "is mapped where kernels see it"
    assert f"hcrt: vulkan:0: pinned memory {how}\n" in printed
    if mode == "plain":
        assert results(printed) == [line for line in shared if " pinned " not in line]
        assert printed.count("threw: pinned: ") == 2
    else:
        assert results(printed) == shared


@pytest.mark.parametrize("error", ["", LOST], ids=["no memory", "a lost device"])
def test_any_driver_call_may_fail(program: Path, error: str) -> None:
    """Nothing crashes, hangs, or is wrong in silence; in full each call fails, else some."""
    whole = results(run(program, "apart"))
    calls = int(re.findall(r"(\d+) driver calls", run(program, "apart"))[0])
    assert calls > 200
    met = 0
    for number in range(1, calls + 1, 1 if IN_FULL else calls // 40):
        printed = run(program, "apart", number, error)
        met += " fails\n" in printed
        told = "threw: " in printed or "hcrt: error: " in printed
        assert results(printed) == whole or told, f"{number}: {printed}"
    assert met > 30

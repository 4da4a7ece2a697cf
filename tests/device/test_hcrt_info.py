"""hcrt-info: devices, the default accelerator, and why one cannot be used."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command
from device_support import fake_cuda, run


def information(**environment: str) -> dict:  # type: ignore[type-arg]
    return json.loads(run("hcrt-info", "--json", **environment))  # type: ignore[no-any-return]


def test_info_lists_devices_and_reasons() -> None:
    nowhere = "/nothing.so"
    found = information(HCPY_CUDA_LIBRARY=nowhere, HCPY_OPENCL_LIBRARY=nowhere)
    assert [d["path"] for d in found["accelerators"]] == ["cpu", "host"]
    assert found["accelerators"][0]["unusable"] and not found["accelerators"][1]["unusable"]
    assert found["default"] == "host"
    assert found["notes"][0].startswith("cuda: the CUDA driver is missing")
    assert found["notes"][1].startswith("opencl: the OpenCL library is missing")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cuda", "the CUDA driver is missing"),
        ("opencl:3", "the OpenCL library is missing"),
        ("gpu", "unknown accelerator; use host, opencl[:n] or cuda[:n]"),
        ("host:1", "no such device"),
    ],
)
def test_unusable_default_accelerator_says_why(name: str, reason: str) -> None:
    nowhere = "/nothing.so"
    found = information(HCPY_DEFAULT_ACCELERATOR=name, HCPY_CUDA_LIBRARY=nowhere, HCPY_OPENCL_LIBRARY=nowhere)
    assert found["default"] == ""
    assert found["default_error"].startswith(f"HCPY_DEFAULT_ACCELERATOR={name}: ")
    assert reason in found["default_error"]


def test_host_threads_must_be_a_number() -> None:
    found = information(HCPY_HOST_THREADS="many", HCPY_DEFAULT_ACCELERATOR="host")
    assert "HCPY_HOST_THREADS=many is not a number" in found["default_error"]


@pytest.mark.parametrize("threads", [{}, {"HCPY_HOST_THREADS": "0"}], ids=["unset", "zero"])
def test_host_has_a_thread_for_each_processor_it_may_use(threads: dict[str, str]) -> None:
    allowed = os.sched_getaffinity(0)
    for processors in ({min(allowed)}, allowed):
        os.sched_setaffinity(0, processors)
        try:
            found = information(HCPY_DEFAULT_ACCELERATOR="host", **threads)
        finally:
            os.sched_setaffinity(0, allowed)
        assert found["default"] == "host"
        (host,) = (d for d in found["accelerators"] if d["path"] == "host")
        assert not host["unusable"] and host["compute_units"] == len(processors)


@pytest.mark.vulkan
def test_devices_of_vulkan_have_compute_units() -> None:
    found = information(HCPY_DEFAULT_ACCELERATOR="vulkan")
    devices = [d for d in found["accelerators"] if d["backend"] == "vulkan"]
    processors = [d for d in devices if "llvmpipe" in d["description"]]
    assert all(d["compute_units"] == os.cpu_count() for d in processors)
    gpus = [d for d in devices if "NVIDIA" in d["description"]]
    assert all(d["compute_units"] > 1 for d in gpus)


def test_default_is_the_gpu() -> None:
    library = fake_cuda()
    assert information(HCPY_CUDA_LIBRARY=library)["default"] == "cuda:0"
    assert information(HCPY_CUDA_LIBRARY=library, HCPY_DEFAULT_ACCELERATOR="host")["default"] == "host"


def test_numbers_of_accelerators_leave_out_unusable_ones(hcc: Command, tmp_path: Path) -> None:
    """Where a GPU is there but can't be used: one of the questions about it fails."""
    fake = {"HCPY_CUDA_LIBRARY": fake_cuda(), "HCPY_OPENCL_LIBRARY": "/nothing.so"}
    program = tmp_path / "list"
    source = REPOSITORY / "tests" / "programs" / "conformance" / "hc_accelerator" / "list.cpp"
    hcc.ok("-hc", source, "-I", REPOSITORY / "tests" / "programs" / "headers", "-o", program)
    unusable = 0
    for call in range(1, 12):
        environment = {**fake, "HCRT_FAKE_CUDA_FAIL": str(call)}
        listed, _ = json.JSONDecoder().raw_decode(run("hcrt-info", "--json", **environment))
        unusable += any(d["backend"] == "cuda" and d["unusable"] for d in listed["accelerators"])
        done = subprocess.run(
            [program],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert unusable > 0


def test_info_is_readable_text() -> None:
    text = run("hcrt-info", HCPY_CUDA_LIBRARY="/nothing.so")
    assert "host" in text and "default: " in text and "tile_static" in text

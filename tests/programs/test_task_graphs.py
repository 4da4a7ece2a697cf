"""Task graphs in forms that no accelerator takes by itself: other memory models, command buffers, traced."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import Command, devices

APPS = Path(__file__).parent / "apps"
FORMS = (
    {"HCPY_OPENCL_COMMAND_BUFFERS": "1"},
    {"HCPY_OPENCL_MEMORY": "usm"},
    {"HCPY_OPENCL_MEMORY": "usm", "HCPY_OPENCL_COMMAND_BUFFERS": "1"},
    {"HCPY_OPENCL_MEMORY": "svm"},
)


@pytest.fixture(scope="module", params=["hc_task_graph", "hc_task_graph_random"])
def program(request: pytest.FixtureRequest, hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("graphs") / str(request.param)
    hcc.ok("-O2", APPS / f"{request.param}.cpp", "-o", made)
    return made


def run(program: Path, *arguments: str, **environment: str) -> None:
    command = [str(program), *arguments]
    env = {**os.environ, **environment}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"{environment}: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: "-".join(form.values()))
def test_forms_of_opencl(program: Path, form: dict[str, str]) -> None:
    found = [path for path in devices() if path.startswith("opencl")]
    if not found:
        pytest.skip("no OpenCL device")
    run(program, HCPY_DEFAULT_ACCELERATOR=found[0], **form)


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads_of_the_host(program: Path, threads: str) -> None:
    run(program, HCPY_DEFAULT_ACCELERATOR="host", HCPY_HOST_THREADS=threads)


def test_traced(program: Path, tmp_path: Path, on_device: dict[str, str]) -> None:
    run(program, HCPY_TRACE=str(tmp_path / "trace.json"), **on_device)
    assert (tmp_path / "trace.json").stat().st_size > 10000


@pytest.mark.parametrize("form", FORMS[1:], ids=lambda form: "-".join(form.values()))
def test_two_accelerators_in_one_graph(hcc: Command, tmp_path: Path, form: dict[str, str]) -> None:
    found = [path for path in devices() if path.startswith("opencl")]
    if not found:
        pytest.skip("no OpenCL device")
    made = tmp_path / "random"
    hcc.ok("-O2", APPS / "hc_task_graph_random.cpp", "-o", made)
    run(made, "100", "1", "host", HCPY_DEFAULT_ACCELERATOR=found[0], **form)


def test_many_random_graphs(hcc: Command, tmp_path: Path, on_device: dict[str, str]) -> None:
    """10,000 of them with HCPY_NIGHTLY=1, else 500."""
    made = tmp_path / "random"
    hcc.ok("-O2", APPS / "hc_task_graph_random.cpp", "-o", made)
    run(made, "10000" if os.environ.get("HCPY_NIGHTLY") else "500", "1000", **on_device)

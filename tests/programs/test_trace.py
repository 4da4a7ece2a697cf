"""HCPY_TRACE: what a small program did, as the file shows it. Takes one accelerator of each kind."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import Command

SOURCE = Path(__file__).parent / "trace" / "two_queues.cpp"
# The places of the kernels in it, in their order.
PLACES = [
    f"two_queues.cpp:{number}"
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
    if "parallel_for_each" in line
]
HOST_THREADS = 1  # the trace's "process" of the program's own threads


@pytest.fixture(scope="module")
def program(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("trace") / "two_queues"
    hcc.ok("-O2", SOURCE, "-o", made)
    return made


def run(program: Path, trace: Path, mode: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment, "HCPY_TRACE": str(trace)}
    return subprocess.run([program, mode], env=env, capture_output=True, text=True, timeout=60, check=False)


def events(trace: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(trace.read_text())
    return found


def slices(found: list[dict[str, Any]], category: str) -> list[dict[str, Any]]:
    return sorted(
        (e for e in found if e["ph"] == "X" and e["cat"] == category), key=lambda e: (e["ts"], e["pid"])
    )


def test_calls_copies_and_kernels(program: Path, tmp_path: Path, on_device: dict[str, str]) -> None:
    trace = tmp_path / "trace.json"
    done = run(program, trace, "", **on_device)
    assert done.returncode == 0, done.stdout + done.stderr
    found = events(trace)
    assert all(e["dur"] >= 0 and e["ts"] >= 0 for e in found if e["ph"] == "X")
    kernels = slices(found, "kernel")
    assert [k["name"].split(" at ")[1] for k in kernels] == PLACES[:2]
    assert kernels[0]["args"]["source"].endswith(f"trace/{PLACES[0]}")
    copies = slices(found, "copy")
    assert copies[0]["args"]["bytes"] == 4000
    assert copies[0]["ts"] + copies[0]["dur"] <= kernels[0]["ts"] + 0.01, "the copy comes before the kernel"
    assert copies[-1]["ts"] >= kernels[0]["ts"] + kernels[0]["dur"] - 0.01
    # One row for each queue, named; the second kernel depends on the first one's.
    rows = {(k["pid"], k["tid"]) for k in kernels}
    assert len(rows) == 2
    named = {(e["pid"], e["tid"]): e["args"]["name"] for e in found if e["name"] == "thread_name"}
    assert all(named[row].startswith("queue ") for row in rows)
    calls = slices(found, "call")
    assert all(c["pid"] == HOST_THREADS for c in calls)
    names = [c["name"] for c in calls]
    assert names.count("parallel_for_each") == 2
    assert "copy" in names and "wait" in names and "create_marker" in names
    arrows = [e for e in found if e["ph"] in "sf" and e["name"] == "dependency"]
    sources = {e["id"]: e for e in arrows if e["ph"] == "s"}
    ends = {(sources[e["id"]]["tid"], e["tid"], e["ts"]) for e in arrows if e["ph"] == "f"}
    assert (kernels[0]["tid"], kernels[1]["tid"], kernels[1]["ts"]) in ends
    submits = [e["ts"] for e in found if e["ph"] == "f" and e["name"] == "submit"]
    assert all(k["ts"] in submits for k in kernels)


def test_independent_kernels_overlap_in_two_rows(program: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    done = run(program, trace, "meet", HCPY_DEFAULT_ACCELERATOR="host", HCPY_HOST_THREADS="2")
    assert done.returncode == 0, done.stdout + done.stderr
    first, second = slices(events(trace), "kernel")[-2:]
    assert first["tid"] != second["tid"]
    assert second["ts"] < first["ts"] + first["dur"]


def test_exit_while_a_kernel_runs(program: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    done = run(program, trace, "exit", HCPY_DEFAULT_ACCELERATOR="host")
    assert done.returncode == 3, done.stdout + done.stderr
    slow = slices(events(trace), "kernel")[-1]
    assert slow["name"].endswith(PLACES[-1]) and slow["dur"] > 0


def test_a_file_that_cannot_be_written_is_one_line(program: Path, tmp_path: Path) -> None:
    trace = tmp_path / "missing" / "trace.json"
    done = run(program, trace, "", HCPY_DEFAULT_ACCELERATOR="host")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        f"hcrt: HCPY_TRACE={trace}: the trace can't be written: No such file or directory"
    ]


def test_nothing_is_written_without_the_variable(program: Path, tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if k != "HCPY_TRACE"}
    subprocess.run([program], env=env, cwd=tmp_path, timeout=60, check=True)
    assert not list(tmp_path.iterdir())

"""Kernels that ask about their ids, on the host target: off the edges they have code of their own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from conftest import Command

SOURCE = Path(__file__).parent / "host" / "edges.cpp"


def test_kernels_with_edges_compute_what_loops_do(hcc: Command, tmp_path: Path) -> None:
    program = tmp_path / "edges"
    done = hcc("-hc", "-O2", "--targets=host", SOURCE, "-o", program)
    assert done.returncode == 0, done.stderr
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"}
    ran = subprocess.run([program], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "PASSED\n")

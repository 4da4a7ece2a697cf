"""Random control flow in kernels: the same functions by the host's compiler, and on each accelerator."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import IN_FULL, Command, devices
from random_flow import program

KERNELS = 12  # of a program


@pytest.mark.parametrize("seed", range(40) if IN_FULL else (4, 5))
def test_random_control_flow(hcc: Command, tmp_path: Path, seed: int) -> None:
    (tmp_path / "flow.cpp").write_text(program(seed, KERNELS))
    hcc.ok("-hc", "-O1", "flow.cpp", "-o", "flow", cwd=tmp_path)
    for device in devices():
        done = subprocess.run(
            [tmp_path / "flow"],
            env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": device},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{device}: {done.stdout}{done.stderr}"

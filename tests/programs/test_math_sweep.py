"""The sweep over all arguments of the float functions, with a stride: what runs whole on a GPU's machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from conftest import REPOSITORY, Command


def test_float_functions_against_double_ones(hcc: Command, tmp_path: Path) -> None:
    source = REPOSITORY / "tests" / "bench" / "maths" / "sweep.cpp"
    hcc.ok("-hc", "-O2", "--targets=host", source, "-o", "sweep", cwd=tmp_path)
    done = subprocess.run(
        [tmp_path / "sweep", "1000003"],
        env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line.split(" | ") for line in done.stdout.splitlines() if line.endswith(" | 0 |")]
    assert len(rows) == 42, done.stdout
    assert all(float(row[1]) <= 4 for row in rows)

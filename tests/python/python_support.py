"""What the Python API's tests share. They run on the host accelerator: every module imports `on_host`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def environment(**more: str) -> dict[str, str]:
    """For child processes: the hcpy that this process imports, and by default the host accelerator."""
    import hcpy

    home = str(Path(hcpy.__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, "HCPY_DEFAULT_ACCELERATOR": "host", **more}


def python(code: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in a separate process."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=HERE,  # `-c` looks there first
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(autouse=True)
def on_host(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The default accelerator is the host."""
    monkeypatch.setenv("HCPY_DEFAULT_ACCELERATOR", "host")
    yield

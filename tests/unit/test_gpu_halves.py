"""Scripts whose second half runs on a GPU's machine: their sources are there, and what travels is enough."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).resolve().parents[1]
SCRIPTS = ("bench/gpu.py", "bench/several_gpus.py", "random/gpu.py", "reliability/gpu.py")


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Mapping[str, Any]]:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    path = TESTS / request.param
    return path, runpy.run_path(str(path))


def test_the_second_half_needs_nothing_else(tmp_path: Path, script: tuple[Path, Mapping[str, Any]]) -> None:
    path, found = script
    found["two_halves"].close(tmp_path, path.parent, found["SCRIPTS"])
    words = [sys.executable, "-I", "-S", tmp_path / path.name, "--help"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "commit").read_text()


def test_all_sources_are_there(script: tuple[Path, Mapping[str, Any]]) -> None:
    path, found = script
    named = [*found.get("SOURCES", {}).values(), *(test.source for test in found.get("TESTS", ()))]
    named += [str(source) for source in found.get("WITHOUT_ARGUMENTS", ())]
    assert [name for name in named if not (path.parent / name).is_file()] == []

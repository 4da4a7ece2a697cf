"""Programs that break a rule get each expected error at its place, and no other (errors/README.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance.cases import expectations
from conformance.check_case import compare_diagnostics
from conftest import Command

ERRORS = Path(__file__).parent / "errors"
FLAGS = {"hc": "-hc", "amp": "-std=c++amp"}
PROGRAMS = sorted(ERRORS.glob("*/*.cpp"))


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_broken_rule_is_reported(hcc: Command, source: Path, tmp_path: Path) -> None:
    done = hcc(FLAGS[source.parent.name], "-c", source, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    expected = list(expectations(source.read_text()))
    assert expected
    assert compare_diagnostics(source, done.stderr, expected) == ""
    assert not list(tmp_path.iterdir())

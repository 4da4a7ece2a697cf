"""Programs that break a rule get each expected error at its place, and no other (errors/README.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Command

ERRORS = Path(__file__).parent / "errors"
EXPECTED = re.compile(r"expected-(error|note)(?:@([+-]\d+))? *\{\{(.*?)\}\}")
SHOWN = re.compile(r"^(.+?):(\d+)(?::\d+)?: (error|note): (.*)$", re.MULTILINE)
FLAGS = {"hc": "-hc", "amp": "-std=c++amp"}
PROGRAMS = sorted(ERRORS.glob("*/*.cpp"))


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_broken_rule_is_reported(hcc: Command, source: Path, tmp_path: Path) -> None:
    done = hcc(FLAGS[source.parent.name], "-c", source, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    shown = [
        (kind, int(line), message)
        for file, line, kind, message in SHOWN.findall(done.stderr)
        if Path(file) == source
    ]
    expected = []
    for number, text in enumerate(source.read_text().splitlines(), 1):
        expected += [(kind, number + int(offset or 0), part) for kind, offset, part in EXPECTED.findall(text)]
    for kind, line, part in expected:
        found = any(k == kind and n == line and part in message for k, n, message in shown)
        assert found, f"line {line}: no {kind} with '{part}' in\n{done.stderr}"
    for kind, line, message in shown:
        known = any(k == kind and n == line and part in message for k, n, part in expected)
        assert known or kind == "note", f"line {line}: unexpected {kind}: {message}"
    assert not list(tmp_path.iterdir())

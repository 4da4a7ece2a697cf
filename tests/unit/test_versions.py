"""hcpy/__init__.py has the version; what cannot read it there says the same."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import hcpy

REPOSITORY = Path(__file__).resolve().parents[2]


def test_files_that_repeat_the_version() -> None:
    assert f"\nversion: {hcpy.__version__}\n" in (REPOSITORY / "CITATION.cff").read_text()
    newest = re.search(r"^## ([\d.]+)", (REPOSITORY / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None and newest[1] == hcpy.__version__


def test_cmake_reads_it(tmp_path: Path) -> None:
    script = tmp_path / "version.cmake"
    script.write_text(
        f'include("{REPOSITORY}/cmake/hcc-config-version.cmake")\nmessage("${{PACKAGE_VERSION}}")\n'
    )
    done = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == hcpy.__version__

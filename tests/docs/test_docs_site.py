"""docs/build.py makes the site without a warning, and its reference and search know the public names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY

import hcpy

pytest.importorskip("myst_parser")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, REPOSITORY / "docs" / "build.py", folder]
    done = subprocess.run(words, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_reference_and_search(site: Path) -> None:
    python = (site / "reference" / "python.html").read_text()
    assert "dynamic_group_bytes" in python
    for page, names in (
        ("hc", "array_view am_alloc tiled_index"),
        ("amp", "texture array_view parallel_for_each"),
    ):
        text = (site / "reference" / f"{page}.html").read_text()
        assert all(re.search(rf"<h3>{name}\b", text) for name in names.split()), page
    index = (site / "searchindex.js").read_text()
    assert all(word in index for word in ("am_alloc", "writeonly_texture_view", "tile_static_memory_fence"))


def test_everything_public_in_the_headers_has_a_comment() -> None:
    code = "import cxx_reference; print(*cxx_reference.without_comment(), sep='\\n')"
    words = [sys.executable, "-c", code]
    path = os.pathsep.join([str(REPOSITORY / "docs"), str(REPOSITORY)])
    env = {**os.environ, "PYTHONPATH": path}
    assert subprocess.run(words, capture_output=True, text=True, check=True, env=env).stdout.split() == []


def test_reference_has_every_public_name_of_python(site: Path) -> None:
    page = (site / "reference" / "python.html").read_text()
    assert [name for name in hcpy._PUBLIC if f'id="hcpy.{name}"' not in page] == []

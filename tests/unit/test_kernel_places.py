"""Kernels are named after the user's code: places in our own headers are told apart in any spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.passes.find_kernels import is_inside


def test_places_inside_of_the_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "include"
    folder.mkdir()
    assert is_inside(f"{folder}/hcrt/a.hpp", str(folder))
    assert is_inside("include/hcrt/a.hpp", str(folder))  # as clang names it where it runs above the folder
    assert is_inside(f"{folder}/../include/a.hpp", str(folder))
    assert not is_inside("a.cpp", str(folder))
    assert not is_inside("source/include/a.hpp", str(folder))
    assert not is_inside(f"{folder}er/a.hpp", str(folder))

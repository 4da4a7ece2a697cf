"""Static archives as `ar` writes them, and damaged ones."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hcpy.objects.archive import is_archive, members
from hcpy.objects.objfile import ObjectError

NAMES = ("a.o", "a name that is longer than sixteen bytes.o", "odd.o")


@pytest.mark.parametrize("flags", ["rcs", "rcsT", "rcS"])
def test_members(tmp_path: Path, flags: str) -> None:
    folder = tmp_path / "deeper"
    folder.mkdir()
    for number, name in enumerate(NAMES):
        (folder / name).write_bytes(b"content" * (number + 1))
    files = [f"deeper/{name}" for name in NAMES]
    subprocess.run(["ar", flags, "lib.a", *files], cwd=tmp_path, check=True, capture_output=True)
    data = (tmp_path / "lib.a").read_bytes()
    assert is_archive(data)
    found = list(members(data, tmp_path / "lib.a"))
    assert [Path(name).name for name, _ in found] == list(NAMES)
    assert [content for _, content in found] == [b"content" * n for n in (1, 2, 3)]


def test_a_member_of_a_thin_archive_is_gone(tmp_path: Path) -> None:
    (tmp_path / "a.o").write_bytes(b"content")
    subprocess.run(["ar", "rcsT", "lib.a", "a.o"], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "a.o").unlink()
    with pytest.raises(ObjectError, match=r"lib\.a: cannot read its member 'a\.o'"):
        list(members((tmp_path / "lib.a").read_bytes(), tmp_path / "lib.a"))


def test_damage_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.o").write_bytes(b"content")
    subprocess.run(["ar", "rcs", "lib.a", "a.o"], cwd=tmp_path, check=True, capture_output=True)
    data = (tmp_path / "lib.a").read_bytes()
    for at in range(8, len(data)):
        for broken in (data[:at], data[:at] + b"\xff" + data[at + 1 :]):
            try:
                list(members(broken, tmp_path / "lib.a"))
            except ObjectError as error:
                assert "damaged archive" in str(error)

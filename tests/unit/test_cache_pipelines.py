"""hcc-cache counts and removes what libhcrt keeps of Vulkan's pipelines."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.cache import pipelines
from hcpy.core.errors import HcpyError
from hcpy.driver import cache_cli


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("HCPY_CACHE_DIR", str(folder))
    kept = folder / "runtime"
    kept.mkdir(parents=True, mode=0o700)
    for name, size in (("vulkan-1", 1 << 20), ("vulkan-2", 10), (".new-7-0", 5), ("other", 3)):
        (kept / name).write_bytes(bytes(size))
    folder.chmod(0o700)
    return folder


def test_they_are_counted_listed_and_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cache_cli.main([]) == 0
    assert "0 entries, 0.0 MiB of at most" in (shown := capsys.readouterr().out)
    assert shown.endswith("; 2 files of Vulkan's pipelines, 1.0 MiB\n")
    cache_cli.main(["size"])
    assert capsys.readouterr().out == f"{(1 << 20) + 10}\n"
    cache_cli.main(["list"])
    assert capsys.readouterr().out.splitlines()[1] == "vulkan-2          10 bytes  of Vulkan's pipelines"
    cache_cli.main(["clear"])
    assert capsys.readouterr().out == "0 entries removed, 2 files of Vulkan's pipelines\n"
    assert [path.name for path in (folder / "runtime").iterdir()] == ["other"]
    cache_cli.main(["clear"])
    assert capsys.readouterr().out == "0 entries removed\n"


def test_a_folder_that_others_can_write_is_left_alone(folder: Path) -> None:
    (folder / "runtime").chmod(0o777)
    for use in (pipelines.sizes, pipelines.clear):
        with pytest.raises(HcpyError, match="can be written by others"):
            use(folder)
    assert (folder / "runtime" / "vulkan-1").exists()


def test_no_folder_is_made(tmp_path: Path) -> None:
    assert pipelines.sizes(tmp_path) == {} and pipelines.clear(tmp_path) == 0
    assert not list(tmp_path.iterdir())

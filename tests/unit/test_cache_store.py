"""The cache's store: whole entries or none, and nothing that others could have written."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from hcpy.cache.store import FOLDER, Cache, default_folder

KEY = "ab" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def refused(folder: Path) -> list[str]:
    """The warnings about a folder; such a cache works in memory."""
    warnings: list[str] = []
    cache = Cache(folder, warnings.append)
    cache.put(KEY, b"mine")
    assert not cache.on_disk and cache.get(KEY) == b"mine"
    return warnings


def test_an_entry_is_found_by_another_process(folder: Path) -> None:
    Cache(folder).put(KEY, b"content")
    assert Cache(folder).get(KEY) == b"content"
    assert Cache(folder).get("cd" * 32) is None
    assert (folder / FOLDER).stat().st_mode & 0o777 == 0o700


def test_what_is_put_again_while_it_is_read_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parts of a program keep the same header: one has it open as the other renames its own to it."""
    words: list[str] = []
    cache, other = Cache(folder, words.append, words.append), Cache(folder)
    path = cache.kept_file(b"#include <map>")
    cache.put("00", b"payload")
    opened = os.open

    def open_then_put(name: str, flags: int, *more: int, **where: int) -> int:
        fd = opened(name, flags, *more, **where)
        if flags & os.O_CREAT == 0:
            monkeypatch.setattr(os, "open", opened)
            other.put_file(b"#include <map>")
            other.put("00", b"payload")
        return fd

    monkeypatch.setattr(os, "open", open_then_put)
    assert path is not None and cache.kept_file(b"#include <map>") == path
    monkeypatch.setattr(os, "open", open_then_put)
    assert cache.get("00") == b"payload"
    assert words == []


def test_every_damaged_byte_is_a_miss(folder: Path) -> None:
    cache = Cache(folder)
    cache.put(KEY, b"some content")
    (path,) = (folder / FOLDER).iterdir()
    sound = path.read_bytes()
    for position in range(len(sound)):
        for damaged in (
            sound[:position],
            sound[:position] + bytes([sound[position] ^ 1 << random.randrange(8)]) + sound[position + 1 :],
        ):
            path.write_bytes(damaged)
            assert cache.get(KEY) is None
            assert not path.exists()
    cache.put(KEY, b"some content")
    assert cache.get(KEY) == b"some content"


def test_the_longest_unused_entries_go_first(folder: Path) -> None:
    cache = Cache(folder, limit=350)
    for number in range(3):
        cache.put(f"{number}" * 64, bytes(50))
        os.utime(folder / FOLDER / f"{'012'[number] * 64}.entry", (number, number))
    assert cache.get("0" * 64) is not None  # now the newest
    cache.put("3" * 64, bytes(100))
    assert [cache.get(f"{n}" * 64) is not None for n in range(4)] == [True, False, True, True]


def test_temporary_files_of_dead_processes_go(folder: Path) -> None:
    cache = Cache(folder)
    stale = folder / FOLDER / ".new-1-0"
    stale.write_bytes(b"")
    os.utime(stale, (0, 0))
    cache.put(KEY, b"content")
    assert not stale.exists()


def test_a_link_in_the_place_of_the_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder.symlink_to(tmp_path / "elsewhere")
    (warning,) = refused(folder)
    assert "symbolic link" in warning


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_folder_that_others_can_write(folder: Path, mode: int) -> None:
    folder.mkdir()
    folder.chmod(mode)
    (warning,) = refused(folder)
    assert "can be written by others" in warning


def test_a_parent_that_others_can_write(folder: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    (warning,) = refused(folder)
    assert "can be written by others" in warning


def give_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it another user's; who may not becomes another user."""
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)


def test_an_entry_of_another_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(folder)
    cache.put(KEY, b"planted")
    (path,) = (folder / FOLDER).iterdir()
    give_away(path, monkeypatch)
    assert cache.get(KEY) is None


def test_a_folder_of_another_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cache(folder)
    give_away(folder, monkeypatch)
    (warning,) = refused(folder)
    assert "another user" in warning


def test_an_entry_with_links(folder: Path, tmp_path: Path) -> None:
    cache = Cache(folder)
    cache.put(KEY, b"content")
    path = folder / FOLDER / f"{KEY}.entry"
    os.link(path, tmp_path / "second")
    assert cache.get(KEY) is None
    path.unlink()
    path.symlink_to(tmp_path / "second")
    assert cache.get(KEY) is None
    path.unlink()
    os.mkfifo(path)
    assert cache.get(KEY) is None


def test_a_folder_swapped_after_the_check_is_not_read(folder: Path, tmp_path: Path) -> None:
    cache = Cache(folder)
    cache.put(KEY, b"mine")
    folder.rename(tmp_path / "moved")
    (folder / FOLDER).mkdir(parents=True)
    (folder / FOLDER / f"{KEY}.entry").write_bytes(
        (tmp_path / "moved" / FOLDER / f"{KEY}.entry").read_bytes()
    )
    (tmp_path / "moved" / FOLDER / f"{KEY}.entry").unlink()
    assert cache.get(KEY) is None


def test_verify_and_clear(folder: Path) -> None:
    cache = Cache(folder)
    for number in range(3):
        cache.put(f"{number}" * 64, b"content")
    (folder / FOLDER / f"{'1' * 64}.entry").write_bytes(b"damaged")
    assert cache.verify() == (2, 1)
    assert cache.verify() == (2, 0)
    assert cache.clear() == 2
    assert cache.entries() == []


def test_where_the_cache_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HCPY_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == tmp_path / ".cache" / "hcpy"
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert default_folder() == Path("/x/hcpy")
    monkeypatch.setenv("HCPY_CACHE_DIR", "/y")
    assert default_folder() == Path("/y")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)  # as in a set-uid process
    monkeypatch.setattr("pwd.getpwuid", lambda uid: type("Entry", (), {"pw_dir": "/home/other"}))
    assert default_folder() == Path("/home/other/.cache/hcpy")


def test_no_home_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HCPY_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert default_folder() is None


def test_an_entry_under_another_name_is_damaged(folder: Path) -> None:
    cache = Cache(folder)
    cache.put(KEY, b"content")
    (folder / FOLDER / f"{KEY}.entry").rename(folder / FOLDER / f"{'cd' * 32}.entry")
    assert cache.get("cd" * 32) is None


def test_a_strangers_link_on_the_way(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to("real")
    Cache(link / "cache").put(KEY, b"content")
    assert Cache(tmp_path / "real" / "cache").get(KEY) == b"content"
    if os.geteuid() == 0:
        os.chown(link, 12345, 12345, follow_symlinks=False)
        (warning,) = refused(link / "cache")
        assert "belongs to another user" in warning


def test_links_that_lead_to_each_other(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    notes: list[str] = []
    assert not Cache(tmp_path / "one" / "cache", note=notes.append).on_disk
    assert len(notes) == 1


def test_the_limit_is_kept_for_later_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(folder)
    assert cache.limit == 2048 << 20
    cache.put(KEY, bytes(600_000))
    cache.put("cd" * 32, bytes(600_000))
    cache.set_limit(1)
    assert len(cache.entries()) == 1
    assert Cache(folder).limit == 1 << 20
    monkeypatch.setenv("HCPY_CACHE_SIZE", "7")
    assert Cache(folder).limit == 7 << 20


def test_nothing_stays_of_a_write_that_is_interrupted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(folder)

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.put(KEY, b"content")
    assert os.listdir(folder / FOLDER) == []

"""T16: what others could do to the cache: its folder, its entries, a privileged process's environment.

Takes: a Context. Gives: Outcomes: each is refused with one warning, and what was planted is not used.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import forks
from cache_damage import faults_of
from compiler_runs import Source, compiled, references
from outcomes import Context, Outcome

from hcpy.cache import folder
from hcpy.cache.store import FOLDER, Cache, default_folder

KEY = "ab" * 32
MINE, PLANTED = b"mine", b"planted"
STRANGER = 12345  # a user's number that nobody else has here


class Place:
    """A folder for one attack: the user's own folders in it, and a cache that the attacker has made."""

    def __init__(self, root: Path) -> None:
        root.chmod(0o755)
        self.home = root / "home"
        self.home.mkdir(mode=0o700)
        self.cache = self.home / "cache"
        self.attackers = root / "attacker"
        self.attackers.mkdir(mode=0o755)
        Cache(self.attackers).put(KEY, PLANTED)

    @property
    def entry(self) -> Path:
        return self.cache / FOLDER / f"{KEY}.entry"

    @property
    def planted(self) -> Path:
        return self.attackers / FOLDER / f"{KEY}.entry"

    def keep_own(self) -> None:
        """The user's cache with the planted entry in the place of one of his own."""
        Cache(self.cache).put(KEY, MINE)
        self.entry.unlink()


# --- attacks that files make: each prepares a Place --------------------------------------------------
def link_in_place_of_the_folder(place: Place) -> None:
    place.cache.symlink_to(place.attackers)


def link_below_the_folder(place: Place) -> None:
    place.cache.mkdir(mode=0o700)
    (place.cache / FOLDER).symlink_to(place.attackers / FOLDER)


def strangers_link_on_the_way(place: Place) -> None:
    (place.attackers / "cache").mkdir()
    place.home.rmdir()
    place.home.symlink_to(place.attackers)
    os.chown(place.home, STRANGER, STRANGER, follow_symlinks=False)


def strangers_folder(place: Place) -> None:
    shutil.copytree(place.attackers, place.cache)
    for path in (place.cache, place.cache / FOLDER, place.entry):
        os.chown(path, STRANGER, STRANGER)


def folder_for_all(place: Place) -> None:
    shutil.copytree(place.attackers, place.cache)
    place.cache.chmod(0o777)


def folder_for_the_group(place: Place) -> None:
    shutil.copytree(place.attackers, place.cache)
    (place.cache / FOLDER).chmod(0o770)


def parent_for_all(place: Place) -> None:
    shutil.copytree(place.attackers, place.cache)
    place.home.chmod(0o777)


def strangers_entry(place: Place) -> None:
    place.keep_own()
    shutil.copyfile(place.planted, place.entry)
    os.chown(place.entry, STRANGER, STRANGER)


def link_in_place_of_an_entry(place: Place) -> None:
    place.keep_own()
    place.entry.symlink_to(place.planted)


def second_name_of_an_entry(place: Place) -> None:
    place.keep_own()
    os.link(place.planted, place.entry)


def entry_for_all(place: Place) -> None:
    place.keep_own()
    shutil.copyfile(place.planted, place.entry)
    place.entry.chmod(0o666)


FILES: tuple[Callable[[Place], None], ...] = (
    link_in_place_of_the_folder,
    link_below_the_folder,
    strangers_link_on_the_way,
    strangers_folder,
    folder_for_all,
    folder_for_the_group,
    parent_for_all,
    strangers_entry,
    link_in_place_of_an_entry,
    second_name_of_an_entry,
    entry_for_all,
)
_NEED_ROOT = (strangers_link_on_the_way, strangers_folder, strangers_entry)
# Those in place before hcc looks; the others need the key of what it looks for.
_OF_FOLDERS = FILES[:7]


def refused(folder: Path, warnings: int = 1) -> Iterator[str]:
    """What is wrong with how a cache in this folder behaves."""
    told: list[str] = []
    store = Cache(folder, told.append)
    for _ in range(2):
        if (found := store.get(KEY)) not in (None, MINE):
            yield f"it gives {found!r}"
        store.put(KEY, MINE)
        if store.get(KEY) != MINE:
            yield "it does not keep what is made"
    if len(told) != warnings:
        yield f"{len(told)} warnings: {told}"
    store.close()


# --- attacks by time and by the environment ----------------------------------------------------------
def swapped_after_the_check(place: Place) -> Iterator[str]:
    """The folder is another one between the moment it was looked at and the one it is opened in."""
    Cache(place.cache).put(KEY, MINE)
    look = folder._link

    def look_and_swap(name: str, folder: int) -> str | None:
        found = look(name, folder)
        if name == place.cache.name and not place.cache.is_symlink():
            place.cache.rename(place.home / "moved")
            place.cache.symlink_to(place.attackers)
        return found

    with mock.patch.object(folder, "_link", look_and_swap):
        yield from refused(place.cache)


def swapped_after_opening(place: Place) -> Iterator[str]:
    """The same when it is open: what is read and written stays in the folder that was checked."""
    told: list[str] = []
    store = Cache(place.cache, told.append)
    place.cache.rename(place.home / "moved")
    shutil.copytree(place.attackers, place.cache)
    if store.get(KEY) is not None:
        yield "it reads the other folder"
    store.put(KEY, MINE)
    if store.get(KEY) != MINE or place.entry.read_bytes() != place.planted.read_bytes():
        yield "it writes into the other folder"
    store.close()


def moved_entry(place: Place) -> Iterator[str]:
    """A sound entry under the name of another one."""
    store = Cache(place.cache)
    store.put("cd" * 32, PLANTED)
    (place.cache / FOLDER / f"{'cd' * 32}.entry").rename(place.entry)
    yield from refused(place.cache, warnings=0)  # no stranger can have done it: it is damage


def no_home(place: Place) -> Iterator[str]:
    """Without a home there is no cache: none in a folder that all share."""
    before = set(os.listdir(tempfile.gettempdir()))
    with mock.patch.dict(os.environ):
        for name in ("HCPY_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
            os.environ.pop(name, None)
        if default_folder() is not None:
            yield f"it lies in {default_folder()}"
        if Cache(default_folder()).on_disk:
            yield "it is on the disk"
    if any("hcpy" in name for name in set(os.listdir(tempfile.gettempdir())) - before):
        yield "something is made in the folder for temporary files"


def environment_of_a_privileged_process(place: Place) -> Iterator[str]:
    """A process with another user's rights does not go where its environment says."""
    place.attackers.chmod(0o777)

    def run(_: int) -> int:
        os.environ.update({"HCPY_CACHE_DIR": str(place.attackers), "HOME": str(place.attackers)})
        os.environ["XDG_CACHE_HOME"] = str(place.attackers)
        if os.geteuid() == 0:
            os.setresuid(0, STRANGER, 0)
            account = mock.Mock(pw_dir="/nonexistent")
        else:
            mock.patch("os.geteuid", return_value=os.getuid() + 1).start()
            account = mock.Mock(pw_dir="/nonexistent")
        mock.patch("pwd.getpwuid", return_value=account).start()
        folder = default_folder()
        return 0 if folder is not None and not str(folder).startswith(str(place.attackers)) else 3

    _, ended = next(iter(forks.each([0], run, 60)))
    if ended.code:
        yield f"the environment decides\n{ended.output}"


OTHERS = (
    swapped_after_the_check,
    swapped_after_opening,
    moved_entry,
    no_home,
    environment_of_a_privileged_process,
)


def t16(context: Context) -> Iterator[Outcome]:
    started = time.perf_counter()
    usable = [attack for attack in FILES if os.geteuid() == 0 or attack not in _NEED_ROOT]
    left_out = len(FILES) - len(usable)
    faults: list[str] = []
    for attack in usable:
        with _place() as place:
            attack(place)
            faults += [f"{attack.__name__}: {fault}" for fault in refused(place.cache)]
    for other in OTHERS:
        with _place() as place:
            faults += [f"{other.__name__}: {fault}" for fault in other(place)]
    count = f"{len(usable) + len(OTHERS)} attacks" + (f", {left_out} need root" if left_out else "")
    seconds = time.perf_counter() - started
    yield Outcome("T16", "attacks on the cache", "compiler", count, *faults_of(faults, seconds))
    started = time.perf_counter()
    chosen = [attack for attack in _OF_FOLDERS if attack in usable]
    chosen = chosen if context.nightly else chosen[:1]
    faults = [fault for attack in chosen for fault in _through_hcc(attack)]
    seconds = time.perf_counter() - started
    count = f"{len(chosen)} attacks"
    yield Outcome("T16", "the same on hcc", "compiler", count, *faults_of(faults, seconds))


def _place() -> _Folder:
    return _Folder()


class _Folder:
    """A Place that goes away."""

    def __enter__(self) -> Place:
        self._name = tempfile.mkdtemp(prefix="attack-")
        return Place(Path(self._name))

    def __exit__(self, *exception: object) -> None:
        shutil.rmtree(self._name, ignore_errors=True)


def _through_hcc(attack: Callable[[Place], None]) -> Iterator[str]:
    """hcc warns once, compiles, and leaves the attacker's folder as it is."""
    with _place() as place:
        attack(place)
        before = sorted(place.attackers.rglob("*"))
        source = Source(5)
        done = compiled(source, place.cache)
        if done.code or done.object not in references(source):
            yield f"{attack.__name__}: exit code {done.code}\n{done.output}"
        if done.output.count("warning: the cache is not used") != 1:
            yield f"{attack.__name__}: {done.output}"
        if sorted(place.attackers.rglob("*")) != before:
            yield f"{attack.__name__}: hcc wrote into the folder"

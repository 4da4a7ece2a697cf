"""T13: many processes start on one cache at once, some are killed, and once the disk is full.

Takes: a Context. Gives: Outcomes: no start fails, none gets another's entry, and what is left is sound.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import forks
from cache_damage import faults_of
from compiler_runs import Source, compile_source, references
from outcomes import Context, Outcome

from hcpy.cache.store import FOLDER, Cache

PROCESSES = 16
KEYS = 40
KILLED = 0.45  # are to be; more than half of them have ended by then
_WRONG = 3


def t13(context: Context) -> Iterator[Outcome]:
    starts = PROCESSES * context.size(4, 200)
    chance = random.Random(context.seed)
    variants = ((2**31, "an empty folder"), (60_000, "a limit of a third of the entries"))
    for limit, what in variants:
        with tempfile.TemporaryDirectory(prefix="hcpy-race-") as name:
            yield _race(chance, Path(name) / "cache", starts, limit, what)
    with _full_disk() as (folder, how):
        prepare = _no_room if how == "a limit on files" else None
        yield _race(chance, folder / "cache", starts, 2**31, f"a full disk ({how})", prepare)
    yield _through_hcc(chance, context.size(2, 200))


def _race(
    chance: random.Random,
    folder: Path,
    starts: int,
    limit: int,
    what: str,
    prepare: Callable[[], None] | None = None,
) -> Outcome:
    def start(number: int) -> int:
        if prepare is not None:
            prepare()
        return cold_start(folder, limit, number)

    began = time.perf_counter()
    killed, faults = 0, []
    dooms = _Dooms(chance, 0.005)
    for item, ended in forks.each(
        enumerate(_numbers(chance, starts)), lambda one: start(one[1]), 60, PROCESSES, kill_after=dooms.moment
    ):
        if dooms.was_killed(item, ended):
            killed += 1
        elif ended.code:
            faults.append(f"start {item[1]}: exit code {ended.code}\n{ended.output[-300:]}")
    if killed < starts / 20:  # a fifth of them are in the mean
        faults.append(f"{killed} of {starts} starts were killed")
    faults += left_behind(folder, limit)
    seconds = time.perf_counter() - began
    what = f"{PROCESSES} at once on {what}"
    return Outcome("T13", what, "compiler", f"{starts} starts, {killed} killed", *faults_of(faults, seconds))


def _numbers(chance: random.Random, starts: int) -> Iterator[int]:
    return (chance.randrange(KEYS) for _ in range(starts))


class _Dooms:
    """Which starts are killed, and when: at any moment of the time that starts take here and now."""

    def __init__(self, chance: random.Random, latest: float) -> None:
        self._chance = chance
        self._latest = latest  # seconds after the start
        self._doomed: set[object] = set()

    def moment(self, item: object) -> float | None:
        """None: it lives."""
        if self._chance.random() >= KILLED:
            return None
        self._doomed.add(item)
        return self._chance.uniform(0, self._latest)

    def was_killed(self, item: object, ended: forks.Ended) -> bool:
        """Was it? About half of those that are to be have ended before."""
        killed = ended.code == -signal.SIGALRM and not ended.timed_out
        if item in self._doomed:
            self._latest *= 1.25 if killed else 0.8
        return killed


def cold_start(folder: Path, limit: int, number: int) -> int:
    """One process's look-up, and what it makes where it finds nothing; the exit code."""
    key = hashlib.sha256(f"key {number}".encode()).hexdigest()
    expected = payload(number)
    cache = Cache(folder, limit=limit)
    found = cache.get(key)
    if found is None:
        cache.put(key, expected)
        digest = cache.put_file(expected)
        file = cache.file(digest)
        found = cache.get(key)
        # Others make room, or there is none: then it is not found, but it is never wrong.
        with contextlib.suppress(FileNotFoundError):
            if file is not None and file.read_bytes() != expected:
                return _WRONG
    return 0 if found is None or found == expected else _WRONG


def payload(number: int) -> bytes:
    return random.Random(number).randbytes(2000 + 37 * number)


def left_behind(folder: Path, limit: int) -> list[str]:
    """What is wrong with the folder after all processes ended."""
    with contextlib.closing(Cache(folder, limit=limit)) as cache:
        return list(_faults(cache, folder)) if cache.on_disk else ["the folder cannot be used any more"]


def _faults(cache: Cache, folder: Path) -> Iterator[str]:
    good, bad = cache.verify()
    if bad:
        yield f"{bad} of {good + bad} entries that are left are damaged"
    for number in range(KEYS):
        found = cache.get(hashlib.sha256(f"key {number}".encode()).hexdigest())
        if found not in (None, payload(number)):
            yield f"entry {number} is another's"
    for path in (folder / FOLDER).glob(".new-*"):
        os.utime(path, (0, 0))
    cache.put("0" * 64, b"makes room")
    if list((folder / FOLDER).glob(".new-*")):
        yield "files of killed processes stay"


@contextlib.contextmanager
def _full_disk() -> Iterator[tuple[Path, str]]:
    """A folder on a small disk; where none can be mounted, one in which files cannot grow."""
    folder = Path(tempfile.mkdtemp(prefix="hcpy-full-"))
    words = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", str(folder)]
    mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
    try:
        yield folder, "tmpfs of 64 KiB" if mounted else "a limit on files"
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=False)
        subprocess.run(["rm", "-rf", str(folder)], check=False)


def _no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))


def _through_hcc(chance: random.Random, starts: int) -> Outcome:
    """The same with hcc itself: its precompiled headers are what others read by their path."""
    began = time.perf_counter()
    sources = [Source(number) for number in range(2, 5)]
    expected = {source: references(source) for source in sources}
    faults, killed = [], 0
    with tempfile.TemporaryDirectory(prefix="hcpy-race-") as name:
        cache = Path(name) / "cache"

        def start(item: tuple[int, Source]) -> int:
            made = Path(name) / f"{item[0]}.o"
            code = compile_source(item[1], cache, made)
            return code or (0 if made.read_bytes() in expected[item[1]] else _WRONG)

        items = [(number, chance.choice(sources)) for number in range(starts)]
        dooms = _Dooms(chance, 3)
        for item, ended in forks.each(items, start, 300, 4, kill_after=dooms.moment):
            if dooms.was_killed(item, ended):
                killed += 1
            elif ended.code:
                faults.append(f"start {item}: exit code {ended.code}\n{ended.output[-600:]}")
        good, bad = Cache(cache).verify()
        if bad or (not good and killed < starts):
            faults.append(f"{bad} of {good + bad} entries that are left are damaged")
    seconds = time.perf_counter() - began
    what = "hcc, 4 at once on an empty folder"
    return Outcome("T13", what, "compiler", f"{starts} starts, {killed} killed", *faults_of(faults, seconds))

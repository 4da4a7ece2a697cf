"""T14: damaged entries of the cache: every byte of one in turn, and many damages at random.

Takes: a Context.
Gives: Outcomes: what is damaged is a miss and is made anew, through the store and through hcc.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from compiler_runs import Source, compiled, references
from mutate import damage_bytes
from outcomes import Context, Outcome

from hcpy.cache.store import FOLDER, Cache

KEY, OTHER = "ab" * 32, "cd" * 32
PAYLOAD = random.Random(7).randbytes(1200)


def t14(context: Context) -> Iterator[Outcome]:
    folder = context.programs.folder / "t14"
    chance = random.Random(context.seed)
    rows: tuple[tuple[str, Callable[[], tuple[int, list[str]]]], ...] = (
        ("each byte of an entry cut off, flipped", lambda: every_byte(folder / "bytes")),
        (
            f"damages of entries and files from seed {context.seed}",
            lambda: at_random(folder / "random", chance, context.size(1000, 10_000)),
        ),
        (
            "damaged caches of hcc",
            lambda: through_hcc(folder / "hcc", chance, context.size(2, 100)),
        ),
    )
    for what, test in rows:
        started = time.perf_counter()
        count, faults = test()
        seconds = time.perf_counter() - started
        yield Outcome("T14", what, "compiler", f"{count} damages", *faults_of(faults, seconds))


def faults_of(faults: list[str], seconds: float) -> tuple[int, float, str]:
    """The last fields of an Outcome."""
    return len(faults), seconds, "\n".join(faults[:20])


def every_byte(folder: Path) -> tuple[int, list[str]]:
    """Each prefix of an entry, and each bit of one byte after another."""
    cache = Cache(folder)
    cache.put(KEY, PAYLOAD)
    path = folder / FOLDER / f"{KEY}.entry"
    sound = path.read_bytes()
    faults = []
    for at in range(len(sound)):
        flipped = bytearray(sound)
        flipped[at] ^= 1 << at % 8
        for what, damaged in (("cut off", sound[:at]), ("flipped", bytes(flipped))):
            path.write_bytes(damaged)
            faults += [f"byte {at} {what}: {fault}" for fault in _missed(cache, path)]
    return 2 * len(sound), faults


def at_random(folder: Path, chance: random.Random, count: int) -> tuple[int, list[str]]:
    """Entries, and files that other programs read by their path."""
    cache = Cache(folder)
    cache.put(KEY, PAYLOAD)
    cache.put(OTHER, PAYLOAD[::-1])
    digest = cache.put_file(PAYLOAD)
    entry, other = (folder / FOLDER / f"{key}.entry" for key in (KEY, OTHER))
    file = folder / FOLDER / f"{digest}.file"
    sound, swapped = entry.read_bytes(), other.read_bytes()
    faults, same = [], 0
    for number in range(count):
        if number % 4:
            damaged = damage_bytes(chance, sound, [swapped]) if number % 100 else swapped
            if damaged == sound:
                same += 1
                continue
            entry.write_bytes(damaged)
            faults += [f"damage {number}: {fault}" for fault in _missed(cache, entry)]
        else:
            damaged = damage_bytes(chance, PAYLOAD, [swapped])
            if damaged == PAYLOAD:
                same += 1
                continue
            file.write_bytes(damaged)
            if cache.file(digest) is not None:
                faults.append(f"damage {number}: the file was used")
            cache.put_file(PAYLOAD)
            if cache.file(digest) is None or file.read_bytes() != PAYLOAD:
                faults.append(f"damage {number}: the file was not made anew")
    if same > count / 10:
        faults.append(f"{same} of {count} damages changed nothing")
    return count - same, faults


def _missed(cache: Cache, path: Path) -> Iterator[str]:
    """What is wrong with how a damaged entry is treated."""
    if cache.get(KEY) is not None:
        yield "it was used"
    if path.exists():
        yield "it was not removed"
    cache.put(KEY, PAYLOAD)
    if cache.get(KEY) != PAYLOAD:
        yield "it was not made anew"


def through_hcc(folder: Path, chance: random.Random, count: int) -> tuple[int, list[str]]:
    """One to all of what hcc keeps is damaged; the object must be the same as without a cache."""
    cache = folder / "cache"
    source = Source(1)
    expected = references(source)
    faults, changed = [], 0
    for number in range(count + 1):
        done = compiled(source, cache)
        if done.code or done.object not in expected:
            faults.append(f"compilation {number}: exit code {done.code}\n{done.output[-300:]}")
        kept = sorted((cache / FOLDER).iterdir())
        for path in chance.sample(kept, chance.choice((1, 2, len(kept)))):
            sound = path.read_bytes()
            path.write_bytes(damage_bytes(chance, sound, [kept[0].read_bytes()]))
            changed += path.read_bytes() != sound
    if changed < count:
        faults.append(f"{changed} files were damaged in {count} rounds")
    return count, faults

"""T25: an object's bytes depend on neither the folder, the day, the processes beside it nor the cache.

Takes: hcc and a count. Gives: how many of that many compilations, each in other circumstances, made another
object than the first one, and what differed.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from programs import command

REPOSITORY = Path(__file__).resolve().parents[2]
CORPUS = REPOSITORY / "tests" / "bench" / "compile" / "corpus"
HCC = command("hcc", "hcpy.driver.cli").words
SOURCES = ("saxpy.cpp", "reduction.cpp", "matmul.cpp", "nbody.cpp")
# Relative names depend on no folder; absolute ones and debug information need the map.
FLAG_SETS = (("-O2",), ("-O2", "-ffile-prefix-map={here}=."), ("-O1", "-g", "-ffile-prefix-map={here}=."))
DAY = 86_400


@dataclass(frozen=True)
class Case:
    """What one compilation is about, and its circumstances."""

    source: str
    flags: tuple[str, ...]
    seed: int

    @property
    def reference(self) -> tuple[str, tuple[str, ...]]:
        return self.source, self.flags


def cases(count: int, seed: int) -> list[Case]:
    made = random.Random(seed)
    return [Case(made.choice(SOURCES), made.choice(FLAG_SETS), made.randrange(1 << 30)) for _ in range(count)]


def compile_in(
    folder: Path, case: Case, environment: Mapping[str, str], others: tuple[str, ...] = ()
) -> tuple[bytes, str]:
    """The object, and hcc's words where there is none. `others` are compiled beside it, by the same run."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in (*SOURCES, "vectors.hpp"):
        shutil.copy(CORPUS / file, folder / file)
    mapped = any("{here}" in flag for flag in case.flags)
    names = [str(folder / name) if mapped else name for name in (case.source, *others)]
    flags = [flag.format(here=folder) for flag in case.flags]
    output = folder / f"{Path(case.source).stem}.o"
    output.unlink(missing_ok=True)
    env = {**os.environ, **environment}
    words = [*HCC, *flags, "-c", *names]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return (output.read_bytes() if output.exists() else b""), done.stderr


def again(root: Path, number: int, case: Case) -> tuple[bytes, str]:
    """The same input in circumstances that the case's number and seed choose."""
    chosen = random.Random(case.seed)
    folder = (
        root / "".join(chosen.choice("abc de") for _ in range(chosen.randrange(1, 20))).strip() / str(number)
    )
    temporary = root / f"tmp{number}"
    temporary.mkdir()
    environment = {
        "TMPDIR": str(temporary),
        "PYTHONHASHSEED": str(chosen.randrange(1, 1 << 16)),
        "SOURCE_DATE_EPOCH": str(1_700_000_000 + chosen.randrange(2) * DAY),
        "HCPY_CACHE_DIR": str(root / "cache"),
        "HCPY_NO_CACHE": "1" if number % 3 == 2 else "",
        "LANG": chosen.choice(("C", "C.UTF-8")),
        "TZ": chosen.choice(("UTC", "Asia/Tokyo")),
    }
    # -j8: sources side by side in one run, and so many at once that threads and children take other turns.
    others = tuple(s for s in SOURCES if s != case.source) if number % 4 == 0 else ()
    made = compile_in(folder, case, environment, others)
    if number % 2:  # once more with another day on the files; from the cache, where that is on
        for file in folder.iterdir():
            os.utime(file, (1_600_000_000 + DAY, 1_600_000_000 + DAY))
        repeated = compile_in(folder, case, environment)
        if repeated[0] != made[0]:
            return repeated
    return made


def differing(root: Path, count: int, seed: int) -> list[str]:
    """One line for each compilation whose object is not that of the first one."""
    references: dict[tuple[str, tuple[str, ...]], bytes] = {}
    failures = []
    for number, case in enumerate(cases(count, seed)):
        if case.reference not in references:
            first, words = compile_in(root / "reference", case, {"HCPY_NO_CACHE": "1"})
            if not first:
                return [f"{case.source} {' '.join(case.flags)}: no object: {words}"]
            references[case.reference] = first
        made, words = again(root, number, case)
        if made != references[case.reference]:
            what = f"no object: {words}" if not made else f"{len(made)} bytes, other ones"
            failures.append(f"seed {case.seed}: {case.source} {' '.join(case.flags)}: {what}")
    return failures

"""T23: hcc on damaged sources and on programs that break the dialects' rules.

Takes: a Context. Gives: Outcomes. Each source goes through hcc's own main function in a forked child, with a
limit of processor time; the samples and the tests' programs are what is damaged.
"""

from __future__ import annotations

import os
import random
import re
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import forks
from invalid_uses import some_uses
from mutate import damage_source
from outcomes import Context, Outcome
from programs import HERE, REPOSITORY

SECONDS = 10  # of processor time, for hcc and for each process that it starts
WALL_SECONDS = 120  # a busy machine takes longer
FAULT = re.compile(
    r"Traceback \(most recent|internal error|LLVM ERROR|PLEASE submit a bug|Stack dump|terminate called"
    r"|was ended by signal|Sanitizer|UNREACHABLE|RecursionError|command failed|Segmentation fault"
)
KEPT = HERE / "regressions" / "sources"
_FLAGS = {"amp": "-std=c++amp", "hc": "-hc"}


@dataclass(frozen=True)
class Case:
    """One source for hcc; `located`: it must be refused with an error at a place; `accepted`: it must not."""

    name: str
    data: bytes
    flags: tuple[str, ...]
    located: bool = False
    accepted: bool = False


@cache
def seeds() -> tuple[tuple[str, str, str], ...]:
    """(name, dialect, text) of the programs of this repository that are not long."""
    found = []
    for path in sorted([*REPOSITORY.glob("samples/*.cpp"), *REPOSITORY.glob("tests/programs/**/*.cpp")]):
        text = path.read_text("utf-8", "surrogateescape")
        if len(text) < 6000:
            dialect = "amp" if "amp.h" in text else "hc"
            found.append((path.stem, dialect, text))
    return tuple(found)


def damaged(chance: random.Random, count: int) -> Iterator[Case]:
    texts = [text for _, _, text in seeds()]
    for number in range(count):
        name, dialect, text = chance.choice(seeds())
        yield Case(f"{name}-{number}", damage_source(chance, text, texts), _way(chance, dialect))


def _way(chance: random.Random, dialect: str) -> tuple[str, ...]:
    """How far a source goes: most end after the parse, as most of them have errors there."""
    parse, split, whole = ("-fsyntax-only",), ("--stop-after=split",), ("-c", "--targets=host")
    way: tuple[str, ...] = chance.choice((parse, parse, split, whole))
    if chance.randrange(12) == 0:
        way = ("-c", f"--targets={chance.choice(('host,spirv,ptx', 'ptx', 'spirv'))}")
    return (_FLAGS[dialect], *way)


def invalid(chance: random.Random, count: int) -> Iterator[Case]:
    for number, use in enumerate(some_uses(chance, count)):
        # On the host HC's kernels may call what another object defines.
        flags = (_FLAGS[use.dialect], "-c", f"--targets={'host' if use.dialect == 'amp' else 'spirv'}")
        yield Case(f"{use.about} [{number}]", use.text.encode(), flags, located=True)


def compile_case(case: Case) -> int:
    """hcc's exit code; runs in a child."""
    from hcpy.driver import cli

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    with tempfile.TemporaryDirectory(prefix="hcpy-fuzz-") as folder:
        os.chdir(folder)
        Path("source.cpp").write_bytes(case.data)
        return cli.main([*case.flags, "source.cpp", *(("-o", "source.o") if "-c" in case.flags else ())])


def fault_of(case: Case, ended: forks.Ended) -> str:
    """What is wrong with how hcc ended; empty: nothing."""
    if ended.timed_out or ended.code == -24:
        return "it hangs"
    if found := FAULT.search(ended.output):
        return f"it says '{found[0]}'"
    if ended.code not in (0, 1):
        return f"exit code {ended.code}"
    if case.accepted and ended.code != 0:
        return "it was refused"
    if case.located and ended.code == 0:
        return "it was accepted"
    if case.located and not re.search(
        r"^source\.cpp:[1-9]\d*:[1-9]\d*: (fatal )?error: ", ended.output, re.M
    ):
        return "no error has a place"
    if ended.code == 1 and "error: " not in ended.output:
        return "no error is told"
    return ""


def preload() -> None:
    """What each child needs: forked children find it imported."""
    import hcpy.driver.cli
    import hcpy.driver.execute
    import hcpy.frontend.split
    import hcpy.pipeline
    import hcpy.unit_objects
    from hcpy.core.tools import find_toolchain
    from hcpy.frontend.clang_ast import _index

    _index(find_toolchain().libclang)  # loads libclang
    assert (
        hcpy.driver.cli
        and hcpy.driver.execute
        and hcpy.frontend.split
        and hcpy.unit_objects
        and hcpy.pipeline
    )


def check(cases: Iterator[Case] | Sequence[Case], keep: Path | None = None) -> tuple[int, list[str]]:
    """Compiles all; gives how many, and what was wrong. Sources with faults are kept in a folder."""
    preload()
    count, faults = 0, []
    for case, ended in forks.each(cases, compile_case, WALL_SECONDS):
        count += 1
        fault = fault_of(case, ended)
        if fault:
            faults.append(f"{case.name}: {fault}\n{ended.output[-600:]}")
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                name = re.sub(r"\W+", "_", case.name)[:60]
                (keep / f"{name}.cpp").write_bytes(f"// {' '.join(case.flags)}\n".encode() + case.data)
    return count, faults


def kept() -> Iterator[Case]:
    """What was found before: the first line has the flags, and what hcc must say: "located" or "accepted"."""
    for path in sorted(KEPT.glob("*.cpp")):
        words = path.read_bytes().split(b"\n", 1)[0].decode().removeprefix("//").split()
        flags = tuple(word for word in words if word.startswith("-"))
        yield Case(path.stem, path.read_bytes(), flags, "located" in words, "accepted" in words)


def t23(context: Context) -> Iterator[Outcome]:
    damaged_count, invalid_count = context.size(10, 5000), context.size(24, 2000)
    chance = random.Random(context.seed)
    rows = (
        (f"damaged sources from seed {context.seed}", damaged(chance, damaged_count)),
        (f"broken rules from seed {context.seed}", invalid(chance, invalid_count)),
        ("sources kept from earlier faults", kept()),
    )
    for what, cases in rows:
        started = time.perf_counter()
        count, faults = check(cases, context.programs.folder / "t23")
        if count < 5:
            faults.append(f"there are {count} sources")
        seconds = time.perf_counter() - started
        words = "\n".join(faults[:20])
        yield Outcome("T23", what, "compiler", f"{count} sources", len(faults), seconds, words)

"""The public headers compile in both dialects as C++11 to C++23, alone and together, without a warning.

Read as a user's own: hcc gives their folder as a system folder, which hides what clang thinks of them.
"""

from __future__ import annotations

import importlib.metadata
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import IN_FULL, Command

ROOT = Path(__file__).resolve().parents[2]
STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++23")
DIALECTS = {
    "hc": ("-hc",),
    "amp": ("-std=c++amp",),
    "ms": ("-std=c++amp", "-fms-compat"),
}
# Stand-ins whose one line is an error that says what to use instead.
REFUSED = {"hc_rt_debug.h", "hc_prof_runtime.h"}

# hc_mpi.hpp reads the header of the MPI that the extra `test` installs.
MPI = next((f.locate() for f in importlib.metadata.files("mpich") or () if f.name == "mpi.h"), None)

# What the headers use of later standards, which clang reads in each.
EXTENSIONS = tuple(f"-Wno-c++{year}-extensions" for year in (14, 17, 20, 23))


def headers(dialect: str) -> list[str]:
    """The headers that a program of the dialect may include."""
    include = ROOT / "include"
    names = [p.name for p in include.iterdir() if p.is_file()]
    names += [f"experimental/{p.name}" for p in (include / "experimental").iterdir()]
    if dialect == "hc":
        names = [name for name in names if not name.startswith("amp")]
    if dialect == "ms":
        folder = include / "ms_compat"
        names = ["amp.h", *(p.name for p in folder.iterdir() if p.suffix == ".h")]
    return sorted(set(names) - REFUSED)


def check(hcc: Command, flags: Sequence[str], names: Sequence[str], folder: Path, iterations: int) -> None:
    """The first iterations of hcc (the host's, then those of the targets) read a source of the headers."""
    file = folder / "headers.cpp"
    # std::stable_sort is checked as well: libstdc++ 12's calls what C++17 deprecates.
    sorts = "#include <algorithm>\nint main() { int a[2] = {}; std::stable_sort(a, a + 2); }\n"
    file.write_text("".join(f"#include <{name}>\n" for name in names) + sorts)
    planned = hcc("-###", "--targets=host,spirv,ptx:sm_80", *flags, "-c", file, cwd=folder)
    lines = [shlex.split(line) for line in (planned.stdout + planned.stderr).splitlines()]
    commands = [words for words in lines if "-isystem" in words]
    assert len(commands) == 4, planned.stderr
    for words in commands[:iterations]:
        shown = ["-I" if w == "-isystem" else w for w in words if w != "-Wno-everything"]
        more: tuple[str, ...] = ("-isystem", str(Path(str(MPI)).resolve().parent))
        more += ("-Wall", "-Wextra", "-Werror", "-Wno-cuda-compat", *EXTENSIONS, "-fsyntax-only")
        done = subprocess.run([*shown, *more], capture_output=True, text=True, cwd=folder, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("standard", STANDARDS if IN_FULL else STANDARDS[::2])
def test_all_together(hcc: Command, standard: str, dialect: str, tmp_path: Path) -> None:
    check(hcc, (*DIALECTS[dialect], f"-std={standard}"), headers(dialect), tmp_path, 2)


def alone() -> list[tuple[str, str]]:
    """In every dialect that may include it where all tests are wanted, else in its own."""
    every = [(dialect, name) for dialect in DIALECTS for name in headers(dialect)]
    shared = set(headers("hc"))
    return [(d, name) for d, name in every if IN_FULL or d != "amp" or name not in shared]


@pytest.mark.parametrize(("dialect", "name"), alone())
def test_each_alone(hcc: Command, dialect: str, name: str, tmp_path: Path) -> None:
    """The oldest standard has the least; what a header needs it must include."""
    check(hcc, (*DIALECTS[dialect], "-std=c++11"), [name], tmp_path, 1)

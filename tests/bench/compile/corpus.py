"""B11: hcc on a corpus of twelve translation units, two at a time, against clang's host part and nvcc.

Takes the folder corpus/ and corpus/cuda/, its twins. Gives the commands that `run.py corpus` measures; as a
program it runs the commands of a file, one a line, two side by side.

The host-only compile is the clang command of hcc's own host part (`hcc -###` prints it): the same source with
the same headers, seen by clang as C++ without any device part and without a precompiled header. A serial
stand-in for the headers would measure how long the headers are; this measures what the device parts cost.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
UNITS = tuple(sorted((HERE / "corpus").glob("*.cpp")))
TWINS = tuple(sorted((HERE / "corpus" / "cuda").glob("*.cu")))
FLAGS = ("-O2", "-std=c++17")
BARE = "#include <hc.hpp>\nvoid nothing() {}\n"


def hcc_commands(hcc: str, out: Path, sources: tuple[Path, ...] = UNITS) -> list[list[str]]:
    return [[hcc, *FLAGS, "-c", str(source), "-o", str(out / f"{source.stem}.o")] for source in sources]


def host_commands(hcc: str, out: Path) -> list[list[str]]:
    """clang's host part of each unit, its output renamed."""
    commands = []
    for command in hcc_commands(hcc, out):
        shown = subprocess.run([*command, "-###"], capture_output=True, text=True, check=True).stderr
        lines = [shlex.split(line) for line in shown.splitlines()]
        # Of the commands that clang runs the host part is the last one that is no device iteration.
        host = [line for line in lines if "clang" in Path(line[0]).name and "-emit-llvm" not in line][-1]
        host[host.index("-o") + 1] = str(out / f"{Path(command[-1]).stem}.host.o")
        commands.append(host)
    return commands


def nvcc_commands(nvcc: str, out: Path) -> list[list[str]]:
    """The default targets' twin: one PTX architecture."""
    return [
        [nvcc, *FLAGS, "-arch=compute_80", "-c", str(twin), "-o", str(out / f"{twin.stem}.cu.o")]
        for twin in TWINS
    ]


def changed_sources(folder: Path, number: str) -> tuple[Path, ...]:
    """The corpus with a comment more in each unit, as after an edit."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "corpus", folder)
    sources = tuple(folder / unit.name for unit in UNITS)
    for source in sources:
        with source.open("a") as file:
            file.write(f"// {number}\n")
    return sources


def write_commands(path: Path, commands: list[list[str]]) -> list[str]:
    """A command that runs these, two at a time."""
    path.write_text("".join(shlex.join(command) + "\n" for command in commands))
    return [sys.executable, str(Path(__file__).resolve()), str(path)]


def run_all(path: Path, at_once: int = 2) -> int:
    commands = [shlex.split(line) for line in path.read_text().splitlines()]
    with ThreadPoolExecutor(at_once) as pool:
        codes = pool.map(lambda command: subprocess.run(command, check=False).returncode, commands)
        return max(codes)


if __name__ == "__main__":
    sys.exit(run_all(Path(sys.argv[1])))

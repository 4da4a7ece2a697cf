"""Figures of the repository itself: `python tests/bench/house.py [BEFORE]`.

Prints the files and lines of each room, the functions of more than 40 lines, what the linters say, and, where
BEFORE names an earlier commit, the same of that one, with what starting and launching cost in both, as ratios
of interleaved pairs (pairs.py). BEFORE is checked out and its libhcrt built in a temporary folder.
"""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path[:0] = [str(HERE), str(REPOSITORY / "tests" / "unit")]
import pairs  # noqa: E402
import test_sizes  # noqa: E402
from python_api import CPP, SAXPY  # noqa: E402

CODE = (".py", ".cpp", ".hpp", ".h", ".cu", ".c")
TWO_LEVELS = ("hcpy", "runtime", "tests")
PYTHON_LAUNCH = f"""
import time, numpy as np, hcpy
module = hcpy.compile({SAXPY!r})
x, y = hcpy.array_view(np.ones(256, np.float32)), hcpy.array_view(np.zeros(256, np.float32))
shape, best = hcpy.extent(256), 1e9
for _ in range(9):
    began = time.perf_counter()
    for _ in range(2000): hcpy.parallel_for_each(shape, module.saxpy, 2.0, x, y).wait()
    best = min(best, (time.perf_counter() - began) / 2000)
print(f"time_s={{best}} check={{y[0] > 0}}")
"""
# A start's processor time, which other work on the machine changes least.
PROCESSOR_TIME = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"time_s={used.ru_utime + used.ru_stime}")
"""


def git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", REPOSITORY, *words], stdout=subprocess.PIPE, check=True).stdout


def texts(commit: str) -> dict[str, str]:
    """Every file of code in a commit."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit))) as archive:
        files = [m for m in archive.getmembers() if m.isfile() and m.name.endswith(CODE)]
        return {m.name: archive.extractfile(m).read().decode("utf-8", "replace") for m in files}  # type: ignore[union-attr]


def room(name: str) -> str:
    parts = name.split("/")[:-1]
    return "/".join(parts[: 2 if parts[:1] and parts[0] in TWO_LEVELS else 1]) or "."


def sizes(found: dict[str, str]) -> dict[str, tuple[int, int, int]]:
    """Of each room: files, lines, lines of the longest file."""
    files = Counter(room(name) for name in found)
    lines: Counter[str] = Counter()
    longest: dict[str, int] = {}
    for name, text in found.items():
        count = text.count("\n")
        lines[room(name)] += count
        longest[room(name)] = max(longest.get(room(name), 0), count)
    return {name: (files[name], lines[name], longest[name]) for name in files}


def long_functions(found: dict[str, str]) -> int:
    """Functions of the package that have more lines than they may."""
    trees = [ast.parse(text) for name, text in found.items() if re.match(r"hcpy/.*\.py$", name)]
    nodes = (node for tree in trees for node in ast.walk(tree))
    functions = (n for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return sum(test_sizes.own_lines(f) > test_sizes.MOST_LINES_OF_A_FUNCTION for f in functions)


def print_sizes(commits: list[str]) -> None:
    found = [texts(commit) for commit in commits]
    tables = [sizes(each) for each in found]
    heads = [git("describe", "--always", commit).decode().strip() for commit in commits]
    print("| room | " + " | ".join(f"{h}: files | lines | longest" for h in heads) + " |")
    print("|---" * (1 + 3 * len(heads)) + "|")
    for name in sorted({name for table in tables for name in table}):
        cells = [map(str, table.get(name, ("", "", ""))) for table in tables]
        print(f"| {name} | " + " | ".join(" | ".join(cell) for cell in cells) + " |")
    totals = [(len(each), sum(t.count("\n") for t in each.values()), "") for each in found]
    print("| all | " + " | ".join(" | ".join(map(str, total)) for total in totals) + " |\n")
    words = ", ".join(f"{head}: {long_functions(each)}" for head, each in zip(heads, found, strict=True))
    print(f"functions of hcpy/ of more than {test_sizes.MOST_LINES_OF_A_FUNCTION} lines: {words}\n")


def print_linters() -> None:
    sources = [n for n in git("ls-files", "*.cpp", "*.hpp", "*.h").decode().split("\n") if n]
    commands = (
        ("lint-imports",),
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
        ("clang-format", "--dry-run", "--Werror", *sources),
    )
    for words in commands:
        done = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        said = (done.stdout.strip().splitlines() or [f"{len(sources)} files are clean"])[-1]
        shown = said if done.returncode == 0 else f"**exit code {done.returncode}** {said}"
        print(f"- `{' '.join(words[:3])}`: {shown}")


def built(commit: str, folder: Path) -> Path:
    """A checkout with its libhcrt."""
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit))) as archive:
        archive.extractall(folder, filter="data")
    ccache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    configure = ["cmake", "-S", folder, "-B", folder / "build", "-DCMAKE_BUILD_TYPE=Release", *ccache]
    for words in (configure, ["cmake", "--build", folder / "build", "--parallel", "2"]):
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return folder


def print_costs(before: Path, after: Path, work: Path) -> None:
    """Ratios above 1: now it takes less time. Starts: processor time; launches: the best of nine rows."""
    (work / "saxpy.cpp").write_text((REPOSITORY / "samples" / "saxpy.cpp").read_text())
    (work / "plain.cpp").write_text("#include <vector>\nint f() { return std::vector<int>(3, 4)[1]; }\n")
    (work / "launch.cpp").write_text(CPP.replace('"%.3f\\n", best', '"time_s=%g check=done\\n", best * 1e-6'))
    hosts: list[dict[str, list[str]]] = []
    os.chdir(work)  # `python -m` looks in the current folder first
    for name, checkout in (("after", after), ("before", before)):
        own = work / name
        own.mkdir()
        env = [f"PYTHONPATH={checkout}", f"HCPY_CACHE_DIR={own}", "HCPY_DEFAULT_ACCELERATOR=host"]
        python = ["env", *env, sys.executable]
        timed = [sys.executable, "-c", PROCESSOR_TIME]
        hcc = [*python, "-m", "hcpy.driver.cli"]
        where = subprocess.check_output([*python, "-c", "import hcpy; print(hcpy.__file__)"], text=True)
        assert Path(where).is_relative_to(checkout), f"{where.strip()} was to be measured in {checkout}"
        program = ["-O2", "--targets=host", str(work / "launch.cpp"), "-o", str(own / "launch")]
        subprocess.run([*hcc, *program], check=True)
        object_file = ["--targets=host", "-o", str(own / "x.o"), "-c"]
        hosts.append(
            {
                "hcc --version": [*timed, *hcc, "--version"],
                "hcc -c, an unchanged source": [*timed, *hcc, *object_file, str(work / "saxpy.cpp")],
                "hcc -c, a plain C++ source": [*timed, *hcc, *object_file[1:], str(work / "plain.cpp")],
                "import hcpy": [*timed, *python, "-c", "import hcpy"],
                "launch and wait, C++, host": ["env", *env, str(own / "launch")],
                "launch and wait, Python, host": [*python, "-c", PYTHON_LAUNCH],
            }
        )
    print(f"\n{pairs.HEADER}")
    for what in hosts[0]:
        for commands in hosts:
            subprocess.run(commands[what], check=True, stdout=subprocess.DEVNULL)  # the caches have it then
        print(pairs.measure(what, hosts[0][what], hosts[1][what]).row(0.95), flush=True)


def main() -> None:
    before = sys.argv[1:2]
    if before and before[0].startswith("-"):
        sys.exit(__doc__)
    print_sizes([*before, "HEAD"])
    print_linters()
    if before:
        with tempfile.TemporaryDirectory(prefix="hcpy-house-") as name:
            work = Path(name)
            print_costs(built(before[0], work / "earlier"), REPOSITORY, work)


if __name__ == "__main__":
    os.environ.pop("HCPY_ROOT", None)
    main()

"""NVIDIA's compute-sanitizer over the programs of a GPU run: `python3 DIR/gpu.py sanitize DIR`.

Takes the programs that `gpu.py build` made; gives a table with a row for each of the sanitizer's tools, and
the words of it on each program where it has something to say.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TOOLS = {
    "memcheck": ("--leak-check", "full"),
    "racecheck": ("--racecheck-report", "all"),
    "initcheck": (),
    "synccheck": (),
}
# They use up memory on purpose.
LEFT_OUT = frozenset(("out_of_memory", "hc_exceptions"))
_SUMMARY = re.compile(r"(?:ERROR SUMMARY|RACECHECK SUMMARY): (\d+) (?:errors?|hazards?)")
_NO_CALLS = "Target application terminated before first instrumented API call"
_SECONDS = 150
_AT_A_TIME = min(os.cpu_count() or 1, 14)


class Found(NamedTuple):
    """What one tool said of one program."""

    program: Path
    errors: int | None  # None: it did not end, or the program failed under it
    words: str


def sanitize(folder: Path, tools: Sequence[str], most: int) -> int:
    """Runs the tools over at most so many programs; returns how many had errors."""
    sanitizer = shutil.which("compute-sanitizer")
    if sanitizer is None:
        raise SystemExit("compute-sanitizer was not found; it is a part of the CUDA toolkit")
    programs = [p for p in _programs(folder) if p.name not in LEFT_OUT][:most]
    print("| tool | programs | errors | did not end well |\n|---|---|---|---|")
    bad: list[tuple[str, Found]] = []
    for tool in tools:
        with ThreadPoolExecutor(_AT_A_TIME) as pool:
            found = list(pool.map(lambda p, t=tool: _run(sanitizer, t, p), programs))
        errors = sum(one.errors or 0 for one in found)
        print(
            f"| {tool} | {len(found)} | {errors} | {sum(one.errors is None for one in found)} |", flush=True
        )
        bad += [(tool, one) for one in found if one.errors != 0]
    for tool, one in bad:
        print(f"\n{tool}: {one.program.parent.name}/{one.program.name}: {one.errors}\n{one.words}")
    return len(bad)


def _programs(folder: Path) -> list[Path]:
    """Samples and programs, and of each conformance family one in turn."""
    families = [sorted(family.iterdir()) for family in sorted((folder / "conformance").iterdir())]
    turns = [f[n] for n in range(max(map(len, families), default=0)) for f in families if n < len(f)]
    return [*sorted((folder / "samples").iterdir()), *sorted((folder / "programs").iterdir()), *turns]


def _run(sanitizer: str, tool: str, program: Path) -> Found:
    command = [sanitizer, "--tool", tool, *TOOLS[tool], "--error-exitcode", "99", str(program)]
    environment = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "cuda"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return Found(program, None, f"over {_SECONDS} s")
    text = done.stdout + done.stderr
    summary = _SUMMARY.findall(text)
    errors = sum(map(int, summary)) if summary else None
    if errors == 0 and done.returncode:
        errors = None
    if _NO_CALLS in text:  # a program that launches nothing: it is judged by itself
        alone = subprocess.run(
            [str(program)], capture_output=True, check=False, env=environment, timeout=_SECONDS
        )
        errors = None if alone.returncode else 0
    return Found(program, errors, "\n".join(text.splitlines()[:25]))

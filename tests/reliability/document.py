"""Writes docs/reliability.md: what was run where, with date and commit, and what was not."""

from __future__ import annotations

import datetime
import subprocess
from collections.abc import Sequence

from programs import DEVICES, REPOSITORY
from suite import HEADER, TESTS, Context, Outcome

TEXT = """# Reliability

What `python tests/reliability/run.py{nightly} --write-doc` printed on {date}, commit {commit}, seed {seed}.
Zero failures is the only pass mark. Without `--nightly` the counts are those of each commit.

{table}

{subjects}

`opencl` is Intel's OpenCL runtime on the CPU, which shares the host's memory; `opencl-usm` is the same with
memory of its own.
{missing}"""

SUBJECTS = {
    "T1": "random graphs of kernels, copies, host accesses, markers and callbacks, 5 queues and 1 to 8 "
    "threads, against a sequential oracle; each graph has 10 seconds",
    "T2": "every sequence of accesses to two views from three places: nothing stale, and no more copies and "
    "bytes than any strategy needs, found by dynamic programming",
    "B15": "bytes between host and accelerator against a count by hand; on shared memory none",
    "T3": "threads that submit, wait and chain callbacks at once: no lost wake-up; ThreadSanitizer",
    "T4": "resident memory grows by at most 1 MiB, files and threads by nothing",
    "T20": "processes that end with work pending, fork, or close plug-ins, in eight ways",
    "T21": "events that depend on each other, fail or are cancelled: each completes exactly once",
}


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(REPOSITORY), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def missing(outcomes: Sequence[Outcome], context: Context) -> str:
    """Names what this run left out."""
    tests = [name for name in TESTS if name not in {found.test for found in outcomes}]
    devices = [name for name in DEVICES if name not in context.devices]
    lines = [f"Not run: {name}." for name in tests] + [f"No such device here: {name}." for name in devices]
    if not context.nightly:
        lines.append("Not run: the nightly counts and ThreadSanitizer.")
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def write(outcomes: Sequence[Outcome], context: Context) -> None:
    table = "\n".join([HEADER, *(found.row for found in outcomes)])
    text = TEXT.format(
        nightly=" --nightly" if context.nightly else "",
        date=datetime.datetime.now(datetime.timezone.utc).date(),
        commit=_git("rev-parse", "--short", "HEAD"),
        seed=context.seed,
        table=table,
        subjects="\n".join(f"- {name}: {about}." for name, about in SUBJECTS.items()),
        missing=missing(outcomes, context),
    )
    (REPOSITORY / "docs" / "reliability.md").write_text(text)

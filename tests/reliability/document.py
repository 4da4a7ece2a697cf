"""Writes docs/reliability.md: what was run where, with date and commit, and what was not.

Rows of tests and devices that this run left out stay as they are, with their own date and commit.
"""

from __future__ import annotations

import datetime
import re
import subprocess
from collections.abc import Sequence

from outcomes import Outcome
from programs import DEVICES, REPOSITORY
from suite import TESTS

FILE = REPOSITORY / "docs" / "reliability.md"
HEADER = (
    "| test | what | device | count | failures | seconds | date | commit |\n|---|---|---|---|---|---|---|---|"
)
TEXT = """# Reliability

What `python tests/reliability/run.py --nightly --write-doc` printed on a virtual machine with two cores, with
date and commit. Zero failures is the only pass mark. Without `--nightly` the counts are those of each commit.

{table}

{subjects}

`opencl` is Intel's OpenCL runtime on the CPU, which shares the host's memory; `opencl-usm` is the same with
its own memory. T20 runs a tenth as often on devices that are slow to start.

T17, random kernels against g++, has its own command, `python tests/random/run.py`, whose
[README](../tests/random/README.md) says what the kernels hold and why their results are known. CI runs 500,
half of them from the seed of the day. `tests/random/random_kernels/known.py` lists what is found and not
mended.
{missing}
On GPUs: [results](results/index.md).
"""

SUBJECTS = {
    "T1": "random graphs of kernels, copies, host accesses, markers and callbacks, 5 queues and 1 to 8 "
    "threads, against a sequential oracle; each graph has 10 seconds",
    "T2": "every sequence of accesses to two views, and to parts of one, from three places, but for "
    "exchanging the views or the devices: nothing stale, and no more copies and bytes than any strategy "
    "needs, found by dynamic programming",
    "B15": "bytes between host and accelerator against a count by hand; on shared memory none",
    "T3": "threads that submit, wait and chain callbacks at once: no lost wake-up; ThreadSanitizer",
    "T4": "resident memory grows by at most 1 MiB, files and threads by nothing",
    "T5": "the runtime's own tests, samples, test programs and a tenth of the conformance programs with "
    "sanitizers",
    "T7": "bad launches, memory that is not there, broken kernels, functions that throw: each raises the "
    "documented type and leaves the queue usable",
    "T9": "a program that does a bit of everything on a driver of which one call fails: each step works or "
    "throws, later ones work again, nothing leaks. On Vulkan `tests/device/test_vulkan_stand_in.py` does so, "
    "with a loader of the tests before Mesa's driver; `HCPY_TESTS=all` has each call fail, for want of "
    "memory and with a lost device",
    "T11": "damaged bundles in libhcrt's loader, under AddressSanitizer and UBSan, and damaged objects, "
    "archives and shared objects in the inspector: each is read or refused with an error, within "
    "a second and 256 MiB",
    "T12": "damaged images with right checksums, loaded in a child: every error names kernel and "
    "image. Intel's OpenCL compiler ends its process over some that are rows of SPIR-V "
    "instructions; the figure says how often",
    "T13": "processes that start on one cache at once, a tenth of them killed: no start fails, none gets "
    "another's entry, what is left verifies",
    "T14": "damaged entries are misses and are made anew",
    "T15": "one change at a time: what may change the object is compiled, what may not is found, and a "
    "hit is the object that a compilation without the cache makes",
    "T16": "links, strangers' files, open folders, swaps, a privileged process's environment: refused "
    "with one warning; what was planted is not used",
    "T20": "processes that end with work pending, fork, or close plug-ins, in many ways",
    "T24": "file, folder and macro names, response files and variables with blanks, quotes, line feeds, "
    "shell characters, leading dashes and bytes that are no UTF-8: clang gets them as they are, and a signal "
    "leaves nothing behind",
    "T21": "events that depend on each other, fail or are cancelled: each completes exactly once",
    "T29": "random programs of the host side of HC and C++ AMP, compared with plain memory: arrays, views of "
    "host memory, arrays and nothing, sections, projections, reinterpret_as and view_as of them, copies "
    "between all of these and sequences, kernels of ranks 1 to 3, host accesses, synchronize, refresh, "
    "discard_data, futures, textures, misuse that throws, on several views of two accelerators; each has 10 "
    "seconds, and a failing one is shrunk and printed as lines of C++",
    "T23": "hcc on damaged sources and on programs that break a rule: no crash, no hang, and every "
    "broken rule has an error with file, line and column",
}


def commit() -> str:
    """What is checked out."""
    words = ["git", "-C", str(REPOSITORY), "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


def kept_rows(outcomes: Sequence[Outcome]) -> list[str]:
    """The rows of an earlier run that this one did not repeat."""
    if not FILE.exists():
        return []
    rows = [line for line in FILE.read_text().splitlines() if re.match(r"\| [BT]\d", line)]
    repeated = {(found.test, found.device) for found in outcomes}
    return [row for row in rows if tuple(row.split(" | ")[i].strip("| ") for i in (0, 2)) not in repeated]


def missing(rows: Sequence[str]) -> str:
    """Names what no run has."""
    ran = {(row.split(" | ")[0].strip("| "), row.split(" | ")[2]) for row in rows}
    tests = [name for name in TESTS if name not in {test for test, _ in ran}]
    devices = [name for name in DEVICES if name not in {*(device for _, device in ran), "cuda"}]
    lines = [f"Not run: {name}." for name in tests] + [f"Not run on: {name}." for name in devices]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def write(outcomes: Sequence[Outcome], built_from: str) -> None:
    date = datetime.datetime.now(datetime.timezone.utc).date()
    mark = f" {date} | {built_from} |"
    rows = [found.row + mark for found in outcomes] + kept_rows(outcomes)
    order = list(TESTS)
    rows.sort(key=lambda row: order.index(row.split(" | ")[0].strip("| ")))
    subjects = "\n".join(f"- {name}: {about}." for name, about in SUBJECTS.items())
    text = TEXT.format(table="\n".join([HEADER, *rows]), subjects=subjects, missing=missing(rows))
    FILE.write_text(text)

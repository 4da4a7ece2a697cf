"""The reliability tests: `python tests/reliability/run.py [--only T1,T4] [--nightly] [--devices host]`.

Builds the programs, runs each with a time limit on each device and prints one Markdown table. Exit code 1
where anything failed; a failing task graph is shrunk and kept in regressions/.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import document
from outcomes import HEADER, Context, Outcome
from programs import DEVICES, Programs, usable_devices
from suite import TESTS


def chosen(value: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    names = tuple(value.split(",")) if value else known
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"no {what} {', '.join(unknown)} here; there are {', '.join(known)}")
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help=f"tests, of {','.join(TESTS)}")
    parser.add_argument("--devices", default="", help=f"devices, of {','.join(DEVICES)}")
    parser.add_argument("--nightly", action="store_true", help="the full counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, help="keep what is built in this folder")
    parser.add_argument("--write-doc", action="store_true", help="write docs/reliability.md")
    options = parser.parse_args()
    tests = chosen(options.only, tuple(TESTS), "test")
    devices = chosen(options.devices, usable_devices(), "device")
    folder = options.build or Path(tempfile.mkdtemp(prefix="hcpy-reliability-"))
    context = Context(Programs(folder), devices, options.nightly, options.seed)
    built_from = document.commit()
    print(f"seed {options.seed}, devices {', '.join(devices)}\n\n{HEADER}", flush=True)
    outcomes: list[Outcome] = []
    try:
        for test in tests:
            for found in TESTS[test](context):
                outcomes.append(found)
                print(found.row, flush=True)
                if found.failures:
                    print(found.words, file=sys.stderr, flush=True)
    finally:
        if not options.build:
            shutil.rmtree(folder, ignore_errors=True)
    if options.write_doc:
        document.write(outcomes, built_from)
    if any(found.failures for found in outcomes):
        raise SystemExit(1)


if __name__ == "__main__":
    main()

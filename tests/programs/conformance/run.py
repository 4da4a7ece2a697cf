"""Compiles and runs the conformance programs: `python tests/programs/conformance/run.py --help`."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]
sys.path.append(str(HERE.parents[2]))  # after an installed hcpy, which the tests then test
from conftest import FETCHED_DRIVERS, command, devices, opencl_environment  # noqa: E402

from conformance.cases import Case, all_cases, ci_part, matching  # noqa: E402
from conformance.check_case import SPIRV_VAL, check  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", default=[], help="family or family/name; shell patterns")
    parser.add_argument("--part", choices=("all", "ci"), default="all")
    parser.add_argument(
        "--devices",
        help="accelerators to run on, as host,opencl; default: all that are found. pocl, "
        f"rusticl: those in the folders that {' and '.join(FETCHED_DRIVERS.values())} name",
    )
    parser.add_argument(
        "--keep", type=Path, help="folder for the executables that passed, for tests/bench/gpu.py"
    )
    parser.add_argument(
        "--host-flags",
        help="compile for the host alone, with these flags: -hc-check, '-g -O0', -fsanitize=address, ...",
    )
    parser.add_argument(
        "--vulkan", action="store_true", help="compile for the host and Vulkan, and run on the latter alone"
    )
    parser.add_argument("--targets", help="compile for these alone, as host,ptx, and only what runs")
    parser.add_argument(
        "--spirv-val", action="store_true", help="spirv-val must take the modules for OpenCL as well"
    )
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if options.host_flags is None and not options.vulkan:  # programs find what they have code for alone
        os.environ.update(opencl_environment())
    if options.spirv_val:
        os.environ[SPIRV_VAL] = "1"
    hcc = command("hcc", "hcpy.driver.cli").words
    places = options.devices.split(",") if options.devices else devices()
    for variable in (FETCHED_DRIVERS[place] for place in places if place in FETCHED_DRIVERS):
        if variable not in os.environ:
            parser.error(f"{variable} must name the folder that tests/devices/fetch_driver.py filled")
    cases = matching(all_cases(), options.only)
    if options.part == "ci":
        cases = ci_part(cases)
    if options.host_flags is not None:
        hcc = (*hcc, *shlex.split(options.host_flags), "--targets=host")
        places = ["host"]
        cases = [replace(case, host_only=True) for case in cases if not case.is_error]
    if options.vulkan:
        hcc = (*hcc, "--targets=host,vulkan")
        places = ["vulkan"]
        os.environ["CUDA_VISIBLE_DEVICES"] = ""  # programs that take each accelerator have no code for it
        cases = [replace(case, host_only=True) for case in cases if not case.is_error and not case.host_only]
    if options.targets:
        hcc = (*hcc, f"--targets={options.targets}")
        cases = [case for case in cases if not case.is_error]
        if "ptx" not in options.targets:
            cases = [replace(case, host_only=True) for case in cases]
    failed: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    signal.signal(signal.SIGTERM, end)
    total = Counter(case.family for case in cases)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hcpy-conformance-") as folder:
        os.environ["HCPY_CACHE_DIR"] = f"{folder}/cache"  # as empty as a new user's

        def work(case: Case) -> tuple[Case, str]:
            return case, check(case, hcc, places, Path(folder), options.keep)

        pool = ThreadPoolExecutor(options.jobs)
        try:
            for done in as_completed([pool.submit(work, case) for case in cases]):
                case, fault = done.result()
                if fault:
                    failed[case.family] += 1
                    print(f"FAILED {case.id}: {fault}\n", flush=True)
                else:
                    passed[case.family] += 1
        finally:  # also where the time is over
            pool.shutdown(cancel_futures=True)
            print("| family | programs | passed | failed |\n|---|---|---|---|")
            for family in sorted(total):
                print(f"| {family} | {total[family]} | {passed[family]} | {failed[family]} |")
    errors = sum(case.is_error for case in cases)
    print(
        f"\n{len(cases)} programs ({errors} compile errors), {sum(failed.values())} failed, "
        f"on {', '.join(places)}, {time.monotonic() - started:.0f} s"
    )
    return 1 if failed else 0


def end(number: int, _: object) -> None:
    """Once: `timeout` signals twice."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit("ended before all programs had run")


if __name__ == "__main__":
    raise SystemExit(main())

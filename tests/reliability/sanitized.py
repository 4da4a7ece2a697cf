"""T5: the runtime's own tests, and programs of every kind with their kernels, under AddressSanitizer,
UndefinedBehaviorSanitizer and LeakSanitizer.

Takes: a Context. Gives: Outcomes. What is not ours and leaks is listed in sanitizers.supp.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from outcomes import Context, Outcome
from programs import CHECKS, DEVICES, HERE, LEAKS, REPOSITORY, Programs, Run, run

REPORT = re.compile(r"(?:ERROR: |runtime error: ).*")
UBSAN = {"UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}


def t5(context: Context) -> Iterator[Outcome]:
    """All of it, on the host and on OpenCL devices."""
    home = context.programs.checked_home(CHECKS)
    yield from _runtime_tests(context)
    yield from _programs(context, home)
    yield _conformance(context, home)


def _outcome(what: str, device: str, output: str, failures: int, seconds: float) -> Outcome:
    reports = len(REPORT.findall(output))
    failures = max(failures, reports)
    words = output if failures else ""
    return Outcome("T5", what, device, f"{reports} reports", failures, seconds, words)


def _runtime_tests(context: Context) -> Iterator[Outcome]:
    library = context.programs.checked_library(CHECKS)
    # The system's OpenCL loader leaks what it lists.
    env = {**UBSAN, "HCPY_OPENCL_LIBRARY": "none", "HCPY_NULL_DEVICE": "1", "ASAN_OPTIONS": "detect_leaks=1"}
    for name in ("host_test", "coherence_test", "registry_test", "threads_test"):
        done = run([library.parent / "bin" / name], env, 600)
        what = f"AddressSanitizer, LeakSanitizer and UBSan, {name}"
        yield _outcome(what, "host", done.output, int(done.code != 0), done.seconds)
    # The fake driver's threads run when leaks are looked for.
    options = "detect_leaks=0:allocator_may_return_null=1"
    done = run_runtime_tests(library.parent, {**UBSAN, "ASAN_OPTIONS": options}, "")
    what = f"AddressSanitizer and UBSan, {tests_passed(done)} tests of libhcrt"
    yield _outcome(what, "host", done.output, int(done.code != 0), done.seconds)


def tests_passed(done: Run) -> int:
    """Of pytest's, and of GoogleTest's as its subtests."""
    return sum(map(int, re.findall(r"(\d+) (?:subtests )?passed", done.output)))


def run_runtime_tests(build: Path, env: Mapping[str, str], without: str) -> Run:
    """tests/device/test_runtime.py on a checked build, but for what breaks on purpose or needs another build.

    without: names of more tests to leave out, as "and not ...".
    """
    asked = f"not faults and not accelerators_leave_out and not c_interface {without}"
    files = ("tests/device/test_runtime.py", "tests/device/test_hcrt_info.py")
    words = [sys.executable, "-m", "pytest", "-o", "addopts=-q", *files, "-k", asked.strip()]
    env = {"HCPY_RUNTIME_BUILD": str(build), "PYTHONPATH": str(REPOSITORY), **env}
    return run(words, env, 1800, REPOSITORY)


def _programs(context: Context, home: Path) -> Iterator[Outcome]:
    """Samples and test programs, and the reliability tests that are programs, compiled and run."""
    tests = REPOSITORY / "tests" / "programs"
    # Not T7, whose kernels break on purpose: AddressSanitizer would catch them first.
    sources = [*(REPOSITORY / "samples").glob("*.cpp"), HERE / "event_failures.cpp"]
    sources += [*tests.glob("apps/*.cpp"), *tests.glob("headers/*.cpp")]
    sources = sorted(sources)[:: context.size(12, 1)]
    folder = context.programs.folder / "sanitized"
    checked = Programs(folder, {"HCPY_HOME": str(home)})
    flags = ("-g1", f"-fsanitize={CHECKS}")

    def built(source: Path) -> Path:
        return checked.hc(str(source), *flags, name=f"{source.parent.name}-{source.stem}")

    with ThreadPoolExecutor(2) as pool:
        programs = list(pool.map(built, sources))
    for device in context.devices:
        # Some ask for more memory than there is.
        env = {**DEVICES[device], **UBSAN, **LEAKS, "ASAN_OPTIONS": "allocator_may_return_null=1"}
        output, seconds, failed = "", 0.0, 0
        for program in programs:
            done = run([program], env, 300)
            seconds += done.seconds
            if done.code != 0 or REPORT.search(done.output):
                failed += 1
                output += f"--- {program.name}: exit code {done.code}\n{done.output[-3000:]}\n"
        what = f"AddressSanitizer and UBSan, {len(programs)} programs"
        yield _outcome(what, device, output, failed, seconds)


def _conformance(context: Context, home: Path) -> Outcome:
    """Conformance programs for the host alone, kernels checked as well."""
    part = ("--part", "ci") if context.nightly else ("--only", "amp_tiled/*")
    script = REPOSITORY / "tests" / "programs" / "conformance" / "run.py"
    words = [sys.executable, str(script), *part, "-j", "2", f"--host-flags=-fsanitize={CHECKS}"]
    # Some look for other accelerators, for which there is no code here.
    env = {"HCPY_HOME": str(home), "HCPY_OPENCL_LIBRARY": "none", **UBSAN, **LEAKS}
    env["ASAN_OPTIONS"] = "allocator_may_return_null=1"
    done = run(words, env, 3600)
    counts = re.findall(r"^(\d+) programs .*? (\d+) failed", done.output, re.MULTILINE)
    if not counts:
        return _outcome(shlex.join(words), "host", done.output, 1, done.seconds)
    what = f"AddressSanitizer and UBSan, {counts[-1][0]} conformance programs"
    return _outcome(what, "host", done.output, int(counts[-1][1]), done.seconds)

"""The reliability tests: what each runs, how often, and what it found.

Takes: a Context. Gives: one Outcome for each test and device.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import exits
import odd_command_lines
import sanitized
from bundles import t11
from cache_attacks import t16
from cache_damage import t14
from cache_keys import t15
from cache_race import t13
from compiler_fuzz import t23
from driver_faults import t9
from images import t12
from outcomes import Context, Outcome, outcome
from programs import DEVICES, HERE, Run, opencl_environment, run
from reproducible import differing
from shrink import shrink

REGRESSIONS = HERE / "regressions"
CALM = {"HCPY_HOST_THREADS": "4"}  # more threads than processors: more orders in which things happen


# --- T1 ----------------------------------------------------------------------------------------------
def keep_regression(program: Path, device: str, seed: str, words: str, kept: Path) -> str:
    """Shrink the graph or the program of a seed and write it down; says where."""
    text = run([program, "--print", "--seed", seed], DEVICES[device], 30).output
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph.txt"

        def fails(candidate: str) -> bool:
            file.write_text(candidate)
            return run([program, "--replay", file, "--times", "100"], DEVICES[device], 60).code != 0

        if not fails(text):
            return f"seed {seed} did not fail again; try: {program} --seed {seed}\n"
        small = shrink(text, fails)
    kept.write_text("".join(f"# {line}\n" for line in words.splitlines()[-2:]) + small)
    return f"shrunk to {kept}\n"


def t1(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc("random_graphs.cpp")
    count = context.size(500, 10_000)
    for device in context.devices:
        words = [str(program), "--graphs", str(count), "--seed", str(context.seed)]
        done = run(words, {**CALM, **DEVICES[device]}, 60 + count / 5)
        found = outcome("T1", f"random task graphs from seed {context.seed}", device, done)
        if found.failures:
            seeds = re.findall(r"^(?:FAILED|HANG) seed=(\d+)", done.output, re.MULTILINE)
            crashed = re.findall(r"^graph seed=(\d+)$", done.output, re.MULTILINE)[-1:]
            tail = "\n".join(line for line in done.output.splitlines() if not line.startswith("graph "))
            names = [(s, REGRESSIONS / f"{device}-{s}.txt") for s in (seeds or crashed)[:3]]
            kept = "".join(keep_regression(program, device, s, tail, file) for s, file in names)
            found = replace(found, words=f"{tail}\n{kept}")
        yield found
        for file in sorted(REGRESSIONS.glob("*.txt")):
            done = run([program, "--replay", file, "--times", "20"], {**CALM, **DEVICES[device]}, 60)
            yield outcome("T1", f"kept graph {file.stem}", device, done)
    if "opencl" in context.devices:
        yield t1_mixed(context, program, "host,opencl:0")


def t1_mixed(context: Context, program: Path, accelerators: str) -> Outcome:
    """Every graph spread over several accelerators."""
    count = context.size(100, 10_000)
    words = [str(program), "--graphs", str(count), "--seed", str(context.seed)]
    done = run([*words, "--accelerators", accelerators], {**CALM, **DEVICES["host"]}, 60 + count / 5)
    return outcome("T1", f"random task graphs over {accelerators}", "several", done)


# --- T2, B15 -----------------------------------------------------------------------------------------
def t2(context: Context) -> Iterator[Outcome]:
    program = context.programs.runtime("coherence/model.cpp")
    sizes = {
        "--length": context.size(4, 6),
        "--sections": context.size(3, 5),
        "--random": context.size(2_000, 100_000),
        "--seed": context.seed,
    }
    words = [str(program), *(str(word) for item in sizes.items() for word in item)]
    done = run(words, {"HCPY_NULL_DEVICE": "2"}, context.size(60, 3600))
    what = f"access sequences up to length {sizes['--length']}, and {sizes['--random']} random ones"
    yield outcome("T2", what, "host memory and two others", done)


def b15(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc(str(HERE.parent / "bench" / "coherence.cpp"), name="b15")
    for device in context.devices:
        done = run([program], DEVICES[device], 60)
        rows = re.findall(r"\| ([\d.a-z]+) \| \d+ \| \d+ \| (.+?) \|$", done.output, re.MULTILINE)
        worst = max((float(ratio) for ratio, _ in rows), default=float("inf"))
        bad = sum(verdict != "ok" for _, verdict in rows) if rows else 1
        yield Outcome(
            "B15",
            "bytes moved / least, worst scenario",
            device,
            f"{len(rows)} scenarios, {worst:.2f}",
            bad or int(done.code != 0),
            done.seconds,
            done.output if bad or done.code else "",
        )


# --- T3, T4 ------------------------------------------------------------------------------------------
def t3(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc("thread_storm.cpp")
    for device in context.devices:
        rounds = context.size(500, 100_000)
        words = [
            program,
            "--threads",
            "32",
            "--rounds",
            str(rounds),
            "--timeout",
            str(context.size(60, 3000)),
        ]
        done = run(words, DEVICES[device], context.size(90, 3600))
        yield outcome("T3", "32 threads, shared and own views", device, done)
        if context.nightly:
            words = [str(program), "--threads", "32", "--rounds", "500", "--runs", "200"]
            yield outcome("T3", "the same in 200 runs", device, run(words, DEVICES[device], 3600))
    if context.nightly:
        yield from t3_thread_sanitizer(context)


def t3_thread_sanitizer(context: Context) -> Iterator[Outcome]:
    library = context.programs.checked_library("thread")
    env = {"TSAN_OPTIONS": "halt_on_error=0 exitcode=66", "HCPY_NULL_DEVICE": "2", **CALM}
    storm = context.programs.runtime("thread_storm_runtime.cpp", library, "-fsanitize=thread")
    done = run([storm, "--rounds", "300"], env, 600)
    yield _sanitized("the storm on libhcrt", done)
    # After errors of the driver, copies of failed elements may run at once.
    without = "and not opencl and not any_driver_call"
    options = "halt_on_error=0 exitcode=66 allocator_may_return_null=1"
    env = {"TSAN_OPTIONS": options, "HCPY_OPENCL_LIBRARY": "none"}
    found = sanitized.run_runtime_tests(library.parent, env, without)
    yield _sanitized(f"{sanitized.tests_passed(found)} tests of libhcrt", found)


def _sanitized(name: str, done: Run) -> Outcome:
    reports = done.output.count("WARNING: ThreadSanitizer")
    failures = reports or int(done.code != 0)
    words = done.output if failures else ""
    return Outcome(
        "T3", f"ThreadSanitizer, {name}", "host", f"{reports} reports", failures, done.seconds, words
    )


def t4(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc("flat_memory.cpp")
    share = context.size(100, 1)
    counts = {"--launches": 1_000_000 // share, "--chains": 100_000 // share, "--queues": 10_000 // share}
    for device in context.devices:
        words = [str(program), *(str(word) for item in counts.items() for word in item)]
        words += ["--timeout", str(context.size(60, 1200))]
        done = run(words, DEVICES[device], context.size(120, 3600))
        grown = [int(n) for n in re.findall(r"memory ([+-]\d+) KiB", done.output)]
        found = outcome("T4", "flat memory, files and threads", device, done)
        what = f"{counts['--launches']} launches, largest growth {max(grown, default=0)} KiB"
        yield replace(found, count=what)


# --- T7 ----------------------------------------------------------------------------------------------
def t7(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc("error_matrix.cpp")
    for device in context.devices:
        done = run([program], DEVICES[device], 120)
        summary = re.findall(
            r"^T7 on \S+: (\d+) faults, (\d+) failed, (\d+) not run$", done.output, re.MULTILINE
        )
        faults, failed, left_out = summary[-1] if summary else ("0", "1", "0")
        count = f"{faults} faults" + (f", {left_out} not run" if left_out != "0" else "")
        failures = int(failed) or int(done.code != 0) or int(int(faults) <= int(left_out))
        words = done.output if failures else ""
        yield Outcome("T7", "error matrix", device, count, failures, done.seconds, words)


# --- T20 ---------------------------------------------------------------------------------------------
def t20(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc("exit_scenarios.cpp", "--hcrt=shared")
    plugins = [
        context.programs.hc(
            "exit_plugin.cpp", "-shared", "-fPIC", f"-DPLUGIN={n}", *flags, name=f"plugin{n}.so"
        )
        for n, flags in ((1, ()), (2, ()), (3, exits.DEBUG))
    ]
    for device in context.devices:
        # Drivers take a third of a second to start and to end.
        times = context.size(3, 1000) if device == "host" else context.size(1, 100)
        started = time.perf_counter()
        env = {**os.environ, **opencl_environment(), **DEVICES[device]}
        failed = exits.failures(program, plugins, env, times, 10)
        seconds, words = time.perf_counter() - started, "\n".join(failed)
        count = f"{len(exits.SCENARIOS)} x {times}"
        yield Outcome("T20", "exit, fork, dlclose", device, count, len(failed), seconds, words[:4000])


def t21(context: Context) -> Iterator[Outcome]:
    program = context.programs.hc("event_failures.cpp")
    for device in context.devices:
        words = [str(program), "--times", str(context.size(200, 100_000))]
        words += ["--timeout", str(context.size(20, 900))]
        done = run(words, {**CALM, **DEVICES[device]}, context.size(90, 7200))
        yield outcome("T21", "events: failures, callbacks, cancellation", device, done)


# --- T24 ---------------------------------------------------------------------------------------------
def t24_names(context: Context) -> Iterator[Outcome]:
    """Every case in the full count; a twentieth of them with each commit, of every group."""
    started = time.perf_counter()
    words: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        count, failures = odd_command_lines.run_all(Path(folder), context.size(20, 1), words.append)
    seconds = time.perf_counter() - started
    what = "names, values and signals"
    yield Outcome("T24", what, "-", f"{count} runs of hcc", failures, seconds, "\n".join(words))


# --- T25 ---------------------------------------------------------------------------------------------
def t25(context: Context) -> Iterator[Outcome]:
    count = context.size(3, 100)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        failures = differing(Path(folder), count, context.seed)
    seconds = time.monotonic() - started
    what = "byte-identical objects: folder, day, processes, cache"
    identical = f"{count - len(failures)}/{count}"
    yield Outcome("T25", what, "-", identical, len(failures), seconds, "\n".join(failures))


# --- T29 ---------------------------------------------------------------------------------------------
def t29(context: Context) -> Iterator[Outcome]:
    for dialect, flags in (("HC", ("-hc",)), ("C++ AMP", ("-std=c++amp",))):
        name = f"random_views_{flags[0].strip('-').replace('std=c++', '')}"
        program = context.programs.hc("random_views.cpp", "-O0", "-std=c++17", *flags, name=name)
        for device in context.devices:
            yield t29_on(context, program, dialect, device)
            for file in sorted(REGRESSIONS.glob(f"views/{program.name}-*.txt")):
                done = run([program, "--replay", file, "--times", "20"], {**CALM, **DEVICES[device]}, 60)
                yield outcome("T29", f"kept program {file.stem}", device, done)


def t29_on(context: Context, program: Path, dialect: str, device: str) -> Outcome:
    count = context.size(500, 20_000)
    words = [str(program), "--programs", str(count), "--seed", str(context.seed)]
    done = run(words, {**CALM, **DEVICES[device]}, 60 + count / 5)
    found = outcome("T29", f"random programs of {dialect}'s host side from seed {context.seed}", device, done)
    if not found.failures:
        return found
    seeds = re.findall(r"^(?:FAILED|HANG) seed=(\d+)", done.output, re.MULTILINE)
    last = re.findall(r"^program seed=(\d+)$", done.output, re.MULTILINE)[-1:]
    tail = "\n".join(line for line in done.output.splitlines() if not line.startswith("program "))
    folder = REGRESSIONS / "views"
    folder.mkdir(exist_ok=True)
    names = [(s, folder / f"{program.name}-{device}-{s}.txt") for s in (seeds or last)[:3]]
    kept = "".join(keep_regression(program, device, s, tail, file) for s, file in names)
    return replace(found, words=f"{tail}\n{kept}")


TESTS: dict[str, Callable[[Context], Iterator[Outcome]]] = {
    "T1": t1,
    "T2": t2,
    "B15": b15,
    "T3": t3,
    "T4": t4,
    "T5": sanitized.t5,
    "T7": t7,
    "T9": t9,
    "T11": t11,
    "T12": t12,
    "T13": t13,
    "T14": t14,
    "T15": t15,
    "T16": t16,
    "T20": t20,
    "T21": t21,
    "T23": t23,
    "T24": t24_names,
    "T25": t25,
    "T29": t29,
}

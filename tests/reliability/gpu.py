"""The reliability tests on a GPU, in two halves, because the machine with the GPU need not have hcpy.

`python tests/reliability/gpu.py build DIR` compiles them here; `python3 DIR/gpu.py run DIR` on a machine with
an NVIDIA GPU (driver and python3 only) runs them and prints one Markdown table. Exit code 1 where anything
failed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "devices")]
import exits  # noqa: E402
import image_rounds  # noqa: E402
import two_halves  # noqa: E402

SCRIPTS = ("gpu.py", "exits.py", "image_rounds.py")  # travel with the programs


class Test(NamedTuple):
    """One command; its source is named as seen from this folder."""

    name: str
    what: str
    source: str
    arguments: tuple[str, ...]
    seconds: int  # it may take at most
    least_gpus: int = 1


TESTS = (
    Test(
        "T1", "random task graphs from seed 1", "random_graphs.cpp", ("--graphs", "2000", "--seed", "1"), 200
    ),
    Test(
        "T1",
        "random task graphs over two GPUs and the host",
        "random_graphs.cpp",
        ("--graphs", "2000", "--seed", "1", "--accelerators", "cuda:0,cuda:1,host"),
        200,
        2,
    ),
    Test(
        "T3",
        "32 threads, shared and own views",
        "thread_storm.cpp",
        ("--threads", "32", "--rounds", "500"),
        100,
    ),
    Test(
        "T4",
        "flat memory, files and threads",
        "flat_memory.cpp",
        ("--launches", "1000000", "--chains", "100000", "--queues", "10000", "--timeout", "200"),
        220,
    ),
    Test("T7", "error matrix", "error_matrix.cpp", (), 100),
    Test("T8", "a sticky fault", "../programs/gpu/sticky_fault.cpp", (), 60),
    Test("T10", "memory exhausted again and again", "../programs/gpu/memory_exhausted.cpp", ("1000",), 400),
    Test(
        "T21",
        "events: failures, callbacks, cancellation",
        "event_failures.cpp",
        ("--times", "100000", "--timeout", "280"),
        300,
    ),
    Test("B15", "bytes moved / least", "../bench/coherence.cpp", (), 100),
    Test("item 1", "nothing blocks the caller", "../programs/headers/hc_asynchrony.cpp", (), 60),
    Test("item 3", "two GPUs share their data", "../programs/gpu/two_gpus.cpp", (), 60, 2),
)


EXIT_TIMES = 10  # of each scenario: the driver takes a second to start and to end


def build_exits(hcc: str, folder: Path) -> None:
    """T20's program and plug-ins, with the libhcrt.so that they share."""
    words = [hcc, "-O2", "--targets=host,ptx:sm_90", "-Wl,-rpath,$ORIGIN"]
    program = [
        *words,
        "--hcrt=shared",
        str(HERE / "exit_scenarios.cpp"),
        "-o",
        str(folder / "exit_scenarios"),
    ]
    subprocess.run(program, check=True)
    for number in (1, 2, 3):
        plugin = ["-shared", "-fPIC", f"-DPLUGIN={number}", str(HERE / "exit_plugin.cpp")]
        plugin += exits.DEBUG if number == 3 else ()
        subprocess.run([*words, *plugin, "-o", str(folder / f"plugin{number}.so")], check=True)
    listed = subprocess.check_output(["ldd", str(folder / "exit_scenarios")], text=True)
    library = re.search(r"libhcrt\.so\S* => (\S+)", listed)
    if library is None:
        raise SystemExit(f"libhcrt.so was not found:\n{listed}")
    shutil.copy(library[1], folder)


def run_exits(folder: Path) -> int:
    started = time.monotonic()
    environment = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "cuda", "LD_LIBRARY_PATH": str(folder)}
    plugins = [folder / f"plugin{number}.so" for number in (1, 2, 3)]
    failed = exits.failures(folder / "exit_scenarios", plugins, environment, EXIT_TIMES, 30)
    result = f"**{len(failed)} failed**" if failed else f"{len(exits.SCENARIOS)} x {EXIT_TIMES}"
    print(f"| T20 | exit, fork, dlclose | {result} | {time.monotonic() - started:.1f} |", flush=True)
    print("\n".join(failed), file=sys.stderr, flush=True)
    return len(failed)


IMAGES = 20_000


def build_images(hcc: str, folder: Path) -> None:
    """T12's program and the PTX that it damages."""
    from bundles import bundles_of, sample_object
    from programs import REPOSITORY, Programs

    from hcpy.objects import bundle
    from hcpy.targets import image_name

    programs = Programs(folder / "images-work")
    program = programs.runtime("damaged_images.cpp", None, f"-I{REPOSITORY / 'runtime' / 'core'}")
    shutil.copy(program, folder / "damaged_images")
    contents = bundle.unpack(bundles_of(sample_object(programs, "saxpy"))[0])
    image = next(image for image in contents.images if image_name(image.kind) == "ptx")
    (folder / "damaged_images.ptx").write_bytes(image.data)
    words = ["--seed", "1", "--kind", image.kind, "--symbol", image.entries[0].symbol]
    (folder / "damaged_images.words").write_text(
        "\n".join(map(str, [*words, "--architecture", image.architecture]))
    )
    shutil.rmtree(folder / "images-work")


def run_images(folder: Path) -> int:
    started = time.monotonic()
    words = [str(folder / "damaged_images"), *(folder / "damaged_images.words").read_text().split("\n")]
    done = image_rounds.load_all(words, str(folder / "damaged_images.ptx"), os.environ, IMAGES)
    result = f"**{len(done.faults)} failed**" if done.faults else done.figure
    seconds = time.monotonic() - started
    print(f"| T12 | damaged PTX with a right checksum | {result} | {seconds:.1f} |", flush=True)
    print("\n".join(done.faults[:20]), file=sys.stderr, flush=True)
    return len(done.faults)


def build(folder: Path) -> None:
    hcc = two_halves.hcc()
    folder.mkdir(parents=True, exist_ok=True)
    for source in dict.fromkeys(HERE / test.source for test in TESTS):
        headers = HERE.parent / "programs" / "headers"
        words = [hcc, "-O2", "--targets=host,ptx:sm_90", "-I", str(headers), str(source)]
        subprocess.run([*words, "-s", "-o", str(folder / source.stem)], check=True)
    build_exits(hcc, folder)
    build_images(hcc, folder)
    two_halves.close(folder, HERE, SCRIPTS)


def run_folder(folder: Path, only: set[str]) -> None:
    folder = folder.resolve()
    found = two_halves.gpus()
    two_halves.print_heading(folder, f"{len(found)} x {found[0]}")
    print("| test | what | result | seconds |\n|---|---|---|---|")
    failed = 0
    for test in TESTS:
        if only and test.name not in only:
            continue
        if len(found) < test.least_gpus:
            print(f"| {test.name} | {test.what} | not run: it takes {test.least_gpus} GPUs | |")
            continue
        command = [str(folder / Path(test.source).stem), *test.arguments]
        environment = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "cuda"}
        started = time.monotonic()
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=False,
                env=environment,
                timeout=test.seconds,
            )
            code, words = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired as late:
            code, words = 124, f"{late.stdout or ''}{late.stderr or ''}"
        figure = (
            re.findall(r"figure=(.*?) failures=", words)[-1:] or words.strip().splitlines()[-1:] or ["passed"]
        )
        good = code == 0 and "FAILED" not in words
        failed += not good
        result = figure[0].replace("|", "/") if good else f"**failed ({code})**"
        print(f"| {test.name} | {test.what} | {result} | {time.monotonic() - started:.1f} |", flush=True)
        if not good:
            print(words[-3000:], file=sys.stderr, flush=True)
        if test.name == "B15":
            print(words, flush=True)
    if not only or "T20" in only:
        failed += run_exits(folder)
    if not only or "T12" in only:
        failed += run_images(folder)
    raise SystemExit(1 if failed else 0)


def main() -> None:
    parser = two_halves.parser(__doc__)
    parser.add_argument("--only", default="", help="tests, as T1,T4")
    options = parser.parse_args()
    if options.half == "build":
        build(options.folder)
    else:
        run_folder(options.folder, set(filter(None, options.only.split(","))))


if __name__ == "__main__":
    main()

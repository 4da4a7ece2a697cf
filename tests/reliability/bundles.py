"""T11: damaged bundles in the runtime's loader, and damaged files in the inspector.

Takes: a Context. Gives: Outcomes: each is read or refused with an error that says what is wrong, within a
second and 256 MiB.
"""

from __future__ import annotations

import random
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import forks
from cache_damage import faults_of
from mutate import damage_bytes
from outcomes import Context, Outcome
from programs import REPOSITORY, Programs, run

MEMORY = 256 << 20
SECONDS = 1.0
AT_ONCE = 500  # files that one child reads
SAMPLES = ("saxpy", "reduction")
_CORE = REPOSITORY / "runtime" / "core"


def t11(context: Context) -> Iterator[Outcome]:
    objects = [sample_object(context.programs, name) for name in SAMPLES]
    yield _loader(context, objects)
    yield _inspector(context, objects)


def sample_object(programs: Programs, name: str) -> Path:
    """A sample's object, with code for all targets."""
    source = str(REPOSITORY / "samples" / f"{name}.cpp")
    return programs.hc(source, "-c", "--targets=host,spirv,ptx,null", name=f"{name}.o")


def bundles_of(path: Path) -> list[bytes]:
    """The bundles in a file, whole."""
    from hcpy.objects import bundle
    from hcpy.objects.objfile import ElfFile

    elf = ElfFile(path.read_bytes(), str(path))
    contents = [elf.content(section) for section in elf.named(bundle.SECTION)]
    return [content[: bundle.total_bytes(content)] for content in contents]


# --- the loader --------------------------------------------------------------------------------------
def _loader(context: Context, objects: Sequence[Path]) -> Outcome:
    """Its own files are compiled with AddressSanitizer here; the rest of libhcrt is as it is."""
    folder = context.programs.folder
    files = []
    for path in objects:
        for number, content in enumerate(bundles_of(path)):
            files.append(folder / f"{path.stem}-{number}.bundle")
            files[-1].write_bytes(content)
    sources = (str(_CORE / "bundle.cpp"), str(_CORE / "registry.cpp"))
    flags = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-O1", f"-I{_CORE}", *sources)
    program = context.programs.runtime("damaged_bundles.cpp", None, *flags)
    count = context.size(12_000, 900_000)
    words = [program, "--count", count, "--seed", context.seed, *files]
    # The rest of libhcrt knows nothing of the marks in vectors and strings.
    checks = ("quarantine_size_mb=16", "detect_container_overflow=0", "allocator_may_return_null=1")
    env = {
        "ASAN_OPTIONS": ":".join(checks),
        "HCPY_NULL_DEVICE": "1",
        "HCPY_OPENCL_LIBRARY": "none",
        "HCPY_CUDA_LIBRARY": "none",
    }
    done = run(words, env, 60 + count / 100)
    tail = "\n".join(line for line in done.output.splitlines() if not re.fullmatch(r"bundle \d+", line))
    last = re.findall(r"^bundle (\d+)$", done.output, re.MULTILINE)[-1:]
    words_ = f"{tail[:4000]}\nlast: bundle {last}" if done.failures else ""
    what = f"damaged bundles in libhcrt's loader from seed {context.seed}"
    failures = done.failures or int(not done.figure)
    return Outcome("T11", what, "compiler", done.figure, failures, done.seconds, words_)


# --- the inspector -----------------------------------------------------------------------------------
def _inspector(context: Context, objects: Sequence[Path]) -> Outcome:
    count = context.size(4_000, 100_000)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="hcpy-inspect-") as name:
        folder = Path(name)
        whole = [path.read_bytes() for path in (*objects, *_linked(objects, folder))]
        batches = range(0, count, AT_ONCE)

        def read(first: int) -> int:
            numbers = range(first, min(first + AT_ONCE, count))
            return read_damaged(whole, context.seed, numbers, folder / f"{first}.o")

        faults, refused = [], 0
        for first, ended in forks.each(batches, read, 60 + AT_ONCE):
            if ended.code:
                faults.append(f"files {first} and on: exit code {ended.code}\n{ended.output[-2000:]}")
            refused += sum(int(number) for number in re.findall(r"^(\d+) refused$", ended.output, re.M))
    if not count / 10 < refused < count:  # the damages of the others are in what no reader looks at
        faults.append(f"{refused} of {count} files were refused")
    what = f"damaged objects, archives and programs in the inspector from seed {context.seed}"
    seconds = time.perf_counter() - started
    return Outcome("T11", what, "compiler", f"{count} files, {refused} refused", *faults_of(faults, seconds))


def _linked(objects: Sequence[Path], folder: Path) -> Iterator[Path]:
    """An archive and a shared object of the objects."""
    archive, shared = folder / "all.a", folder / "all.so"
    subprocess.run(["ar", "rcs", archive, *objects], check=True)
    words = ["g++", "-shared", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,notext", "-o", shared, *objects]
    yield archive
    if subprocess.run(words, capture_output=True, check=False).returncode == 0:
        yield shared


def read_damaged(whole: Sequence[bytes], seed: int, numbers: Sequence[int], path: Path) -> int:
    """Runs in a child; the exit code says whether any file did harm."""
    from hcpy.core.errors import HcpyError
    from hcpy.driver.inspect import inspect

    before = forks.resident()
    resource.setrlimit(resource.RLIMIT_AS, (before + MEMORY + (1 << 30), before + MEMORY + (1 << 30)))
    code = refused = 0
    for number in numbers:
        chance = random.Random(seed * 10_000_000 + number)
        data = _damaged_file(chance, whole)
        path.write_bytes(data)
        started = time.thread_time()
        try:
            _read(inspect, path)
        except HcpyError as error:
            refused += 1
            if "\n" in str(error):
                print(f"file {number}: more than one line: {error}")
                code = 1
        except Exception as error:
            print(f"file {number}: {type(error).__name__}: {error}")
            code = 1
        if time.thread_time() - started > SECONDS:
            print(f"file {number}: it takes {time.thread_time() - started:.1f} s")
            code = 1
    print(f"{refused} refused")
    if forks.resident() - before > MEMORY:
        print(f"files {numbers}: {(forks.resident() - before) >> 20} MiB more")
        code = 1
    path.unlink(missing_ok=True)
    return code


def _read(inspect: Callable[[Path], str], path: Path) -> None:
    """What reads objects: the inspector, and what the driver asks of them."""
    from hcpy.objects.objfile import ElfFile, host_kernels, rename_symbols, set_unit_id

    inspect(path)
    data = path.read_bytes()
    elf = ElfFile(data, str(path))
    host_kernels(elf)
    elf.needed_libraries()
    set_unit_id(data, bytes(32))
    rename_symbols(data, {symbol.name: "renamed" for symbol in elf.symbols[:50]})


def _damaged_file(chance: random.Random, whole: Sequence[bytes]) -> bytes:
    """Damages in the file's headers, its bundle, or anywhere."""
    data = chance.choice(whole)
    at = data.find(b"HCPYBNDL")
    match chance.randrange(3):
        case 0 if at > 0:
            end = at + chance.choice((128, 1024, 4096))
            return data[:at] + damage_bytes(chance, data[at:end], whole) + data[end:]
        case 1:
            begin = int.from_bytes(data[40:48], "little")  # of the section headers
            begin = begin if 0 < begin < len(data) else 0
            end = begin + 64 * chance.randrange(1, 64)
            return data[:begin] + damage_bytes(chance, data[begin:end], whole) + data[end:]
        case _:
            return damage_bytes(chance, data, whole)

"""T12: damaged SPIR-V and PTX in bundles that are sound otherwise, as OpenCL's and CUDA's drivers get them.

Takes: a Context.
Gives: Outcomes. A driver's compiler may end the process over what it is given: the images are
loaded in a child, and how often that happened is reported; every error names kernel and image.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bundles import sample_object
from cache_damage import faults_of
from image_rounds import load_all
from outcomes import Context, Outcome
from programs import REPOSITORY, Programs, opencl_environment, usable_devices

_CORE = REPOSITORY / "runtime" / "core"


def t12(context: Context) -> Iterator[Outcome]:
    from hcpy.objects import bundle
    from hcpy.targets import image_name

    program = context.programs.runtime("damaged_images.cpp", None, f"-I{_CORE}")
    contents = bundle.unpack(_whole(context.programs))
    for image in contents.images:
        path = context.programs.folder / f"image-{image.kind}.image"
        words: list[object] = [program, "--seed", context.seed, "--kind", image.kind]
        words += ["--symbol", image.entries[0].symbol, "--architecture", image.architecture]
        path.write_bytes(image.data)
        if image_name(image.kind) == "spirv" and "opencl" in usable_devices():
            count = context.size(30, 20_000)
            yield _row("SPIR-V", "opencl", words, path, opencl_environment(), count)
        elif image_name(image.kind) == "ptx":
            fake = {
                "HCPY_CUDA_LIBRARY": str(_fake_driver(context.programs)),
                "HCPY_OPENCL_LIBRARY": "none",
                "HCRT_FAKE_CUDA": "idle",  # the kernels are not the fake driver's own
            }
            count = context.size(2000, 20_000)
            yield _row("PTX", "a driver that takes all", words, path, fake, count)


def _whole(programs: Programs) -> bytes:
    from bundles import bundles_of

    return bundles_of(sample_object(programs, "saxpy"))[0]


def _row(
    kind: str, device: str, words: Sequence[object], path: Path, env: Mapping[str, str], count: int
) -> Outcome:
    started = time.perf_counter()
    done = load_all([str(word) for word in words], str(path), {**os.environ, **env}, count)
    if device == "opencl" and done.refused + done.ended < count / 3:
        done.faults.append(f"{done.figure}: most damages are lost")
    what = f"damaged {kind} with a right checksum"
    return Outcome("T12", what, device, done.figure, *faults_of(done.faults, time.perf_counter() - started))


def _fake_driver(programs: Programs) -> Path:
    made = programs.folder / "libfake_cuda.so"
    if not made.exists():
        source = REPOSITORY / "tests" / "device" / "runtime" / "fake_cuda.cpp"
        include = f"-I{REPOSITORY / 'include'}"
        words = ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", include, source, "-o", made, "-lpthread"]
        subprocess.run(words, check=True)
    return made

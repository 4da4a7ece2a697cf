"""T9: every call of the GPU's driver fails in turn, with every kind of error, under AddressSanitizer.

Takes: a Context. Gives: an Outcome for each kind of error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from outcomes import Context, Outcome
from programs import CHECKS, LEAKS, Run, run

ERRORS = {
    "an unknown error, or no memory": {},
    "a refused argument": {"HCRT_FAKE_CUDA_ERROR": "1"},
    "no memory": {"HCRT_FAKE_CUDA_ERROR": "2"},
    "an illegal address": {"HCRT_FAKE_CUDA_ERROR": "700"},
    "a failed launch": {"HCRT_FAKE_CUDA_ERROR": "719"},
}


def t9(context: Context) -> Iterator[Outcome]:
    """On one and on two GPUs of the fake driver; without --nightly a tenth of the calls."""
    context.programs.checked_home(CHECKS)
    library = context.programs.checked_library(CHECKS)
    program = library.parent / "bin" / "cuda_fault_test"
    fake = str(library / "libfake_cuda.so")
    found = {"HCPY_CUDA_LIBRARY": fake, "HCPY_OPENCL_LIBRARY": "none", **LEAKS}
    for error, chosen in ERRORS.items():
        runs: list[Run] = []
        for gpus in ("", "two"):
            env = {**found, **chosen, "HCRT_FAKE_CUDA": gpus}

            def fail(number: int, env: dict[str, str] = env) -> Run:
                return run([program], {**env, "HCRT_FAKE_CUDA_FAIL": str(number)}, 20)

            calls = int(re.findall(r"(\d+) driver calls", fail(0).output)[0])
            with ThreadPoolExecutor(2) as pool:
                runs += pool.map(fail, range(1, calls + 1, context.size(10, 1)))
        failed = [done for done in runs if done.code != 0]
        words = "\n".join(done.output[-2000:] for done in failed[:5])
        what = f"each driver call in turn meets {error}"
        seconds = sum(done.seconds for done in runs)
        yield Outcome("T9", what, "cuda (fake driver)", f"{len(runs)} calls", len(failed), seconds, words)

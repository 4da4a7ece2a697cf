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


def is_silent(output: str, whole: str) -> bool:
    """Nothing was thrown, yet the results are others than without the fault."""
    results = [re.findall(r"^result (-?\d+)$", text, re.MULTILINE) for text in (output, whole)]
    is_told = re.search("threw: |could not write it back: ", output)  # the end of a view can't throw
    return not is_told and results[0] != results[1]


def t9(context: Context) -> Iterator[Outcome]:
    """On one and on two GPUs of the fake driver; without --nightly a tenth of the calls."""
    context.programs.checked_home(CHECKS)
    library = context.programs.checked_library(CHECKS)
    program = library.parent / "bin" / "cuda_fault_test"
    fake = str(library / "libfake_cuda.so")
    found = {"HCPY_CUDA_LIBRARY": fake, "HCPY_OPENCL_LIBRARY": "none", **LEAKS}
    for error, chosen in ERRORS.items():
        runs: list[Run] = []
        failed: list[Run] = []
        met = 0
        for gpus in ("", "two"):
            env = {**found, **chosen, "HCRT_FAKE_CUDA": gpus}

            def fail(number: int, env: dict[str, str] = env) -> Run:
                return run([program], {**env, "HCRT_FAKE_CUDA_FAIL": str(number)}, 20)

            whole = fail(0).output
            calls = int(re.findall(r"(\d+) driver calls", whole)[0])
            with ThreadPoolExecutor(2) as pool:
                made = list(pool.map(fail, range(1, calls + 1, context.size(10, 1))))
            runs += made
            failed += [done for done in made if done.code != 0 or is_silent(done.output, whole)]
            met += sum(bool(re.search(r"^cu\w+ fails$", done.output, re.MULTILINE)) for done in made)
        words = "\n".join(done.output[-2000:] for done in failed[:5])
        failures = len(failed) or int(met < 0.8 * len(runs))  # threads make the number of calls vary
        what = f"each driver call in turn meets {error}"
        seconds = sum(done.seconds for done in runs)
        yield Outcome("T9", what, "cuda (fake driver)", f"{met} calls", failures, seconds, words)

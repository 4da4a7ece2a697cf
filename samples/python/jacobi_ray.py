"""samples/jacobi.cpp on Ray's actors: `python samples/python/jacobi_ray.py [WORKERS [PIECES]] [--fail]`.

The kernel, the pieces and the sum are those of jacobi.py, for Dask. An actor is one process with its own
accelerator; a step of a piece is a call that takes the last step's rows from Ray's store. With --fail one
actor dies on purpose: Ray starts it again, and repeats the call. The sum is the same to the last bit.
Takes `pip install 'hcpy[ray]'`.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import ray

import hcpy

SOURCE = Path(__file__).resolve().parents[1] / "jacobi.cpp"
ROWS, COLUMNS, STEPS = 256, 200, 50


def heat(first: int, last: int) -> Any:
    """Rows of the plate at the beginning."""
    rows, columns = np.arange(first, last)[:, None], np.arange(COLUMNS)[None, :]
    return np.where(rows == 0, 100, (rows * 31 + columns * 17) % 50).astype(np.float32)


@ray.remote(max_restarts=1, max_task_retries=1)
class Worker:
    """One accelerator: among those of the default one's kind, the one with the worker's number."""

    def __init__(self, number: int) -> None:
        kind = hcpy.accelerator().path.split(":")[0]
        alike = [each for each in hcpy.accelerator.get_all() if each.path.split(":")[0] == kind]
        self.view = alike[number % len(alike)].default_view
        self.kernel = hcpy.compile(str(SOURCE)).relax  # from the cache, where another has compiled it

    def step(self, first: int, before: Any, own: Any, after: Any, deadly: str = "") -> Any:
        """One step of a piece, whose first row is the plate's row `first`."""
        if deadly and not Path(deadly).exists():
            Path(deadly).touch()
            os._exit(1)  # as a machine that is switched off
        edge = np.zeros((1, COLUMNS), np.float32)
        rows = np.concatenate(
            (edge if before is None else before[-1:], own, edge if after is None else after[:1])
        )
        result = np.zeros_like(rows)
        where = hcpy.extent(*own.shape)
        hcpy.parallel_for_each(where, self.kernel, first, ROWS, COLUMNS, rows, result, view=self.view).wait()
        return result[1:-1]


def total(workers: int, pieces: int, deadly: str) -> float:
    """The sum over the plate after all steps."""
    team = [Worker.remote(number) for number in range(workers)]
    cuts = [ROWS * n // pieces for n in range(pieces + 1)]
    parts = [ray.put(heat(*cut)) for cut in itertools.pairwise(cuts)]
    for number in range(STEPS):
        parts = [
            team[n % workers].step.remote(
                cuts[n],
                parts[n - 1] if n else None,
                parts[n],
                parts[n + 1] if n + 1 < pieces else None,
                deadly if (number, n) == (STEPS // 2, 0) else "",
            )
            for n in range(pieces)
        ]
    plate = np.concatenate(ray.get(parts)).astype(np.float64)
    return float(np.add.accumulate(plate.ravel())[-1])  # in order, as jacobi.cpp adds


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    workers, pieces = [*numbers, *(2, 3)[len(numbers) :]]
    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:
        deadly = str(Path(folder) / "it-has-failed") if "--fail" in sys.argv else ""
        found = total(workers, pieces, deadly)
        failed = Path(deadly).exists() if deadly else False
    ray.shutdown()
    right = found == float.fromhex("0x1.429302cbc2p+20") and failed == bool(deadly)
    print(f"{'PASSED' if right else 'FAILED'}: sum {found.hex()}{', after a worker died' if failed else ''}")

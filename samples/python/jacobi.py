"""samples/jacobi.cpp on Dask's workers: `python samples/python/jacobi.py [WORKERS [PIECES]] [--fail]`.

Each worker takes its accelerator, and the kernel from the cache. The rows of the plate are cut into pieces; a
step of a piece is a task that takes the last step's rows of three pieces. A worker that dies loses its
pieces: another one does their tasks again. With --fail one dies on purpose. The sum is that of jacobi.cpp, to
the last bit.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from dask.distributed import Client, LocalCluster, get_worker

import hcpy

SOURCE = Path(__file__).resolve().parents[1] / "jacobi.cpp"
ROWS, COLUMNS, STEPS = 256, 200, 50


def own_view() -> Any:
    """This worker's accelerator: among those of the default one's kind, the one with the worker's number."""
    kind = hcpy.accelerator().path.split(":")[0]
    alike = [each for each in hcpy.accelerator.get_all() if each.path.split(":")[0] == kind]
    return alike[int(get_worker().name) % len(alike)].default_view


@cache
def kernel() -> Any:
    """Compiled by the first worker of a machine that needs it."""
    return hcpy.compile(str(SOURCE)).relax


def heat(first: int, last: int) -> Any:
    """Rows of the plate at the beginning."""
    rows, columns = np.arange(first, last)[:, None], np.arange(COLUMNS)[None, :]
    return np.where(rows == 0, 100, (rows * 31 + columns * 17) % 50).astype(np.float32)


def step(first: int, before: Any, own: Any, behind: Any, deadly: str = "") -> Any:
    """One step of a piece, whose first row is the plate's row `first`; runs on a worker."""
    if deadly and not Path(deadly).exists():
        Path(deadly).touch()
        os._exit(1)  # as a machine that is switched off
    edge = np.zeros((1, COLUMNS), np.float32)
    rows = np.concatenate(
        (edge if before is None else before[-1:], own, edge if behind is None else behind[:1])
    )
    result = np.zeros_like(rows)
    where = hcpy.extent(*own.shape)
    hcpy.parallel_for_each(where, kernel(), first, ROWS, COLUMNS, rows, result, view=own_view()).wait()
    return result[1:-1]


def total(client: Client, pieces: int, deadly: str) -> float:
    """The sum over the plate after all steps."""
    cuts = [ROWS * n // pieces for n in range(pieces + 1)]
    parts = [client.submit(heat, *cut) for cut in itertools.pairwise(cuts)]
    for number in range(STEPS):
        parts = [
            client.submit(
                step,
                cuts[n],
                parts[n - 1] if n else None,
                parts[n],
                parts[n + 1] if n + 1 < pieces else None,
                deadly if (number, n) == (STEPS // 2, 0) else "",
            )
            for n in range(pieces)
        ]
    plate = np.concatenate(client.gather(parts)).astype(np.float64)
    return float(np.add.accumulate(plate.ravel())[-1])  # in order, as jacobi.cpp adds


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    workers, pieces = [*numbers, *(2, 3)[len(numbers) :]]
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        deadly = str(Path(folder) / "it-has-failed") if "--fail" in sys.argv else ""
        found = total(client, pieces, deadly)
        failed = Path(deadly).exists() if deadly else False
    right = found == float.fromhex("0x1.429302cbc2p+20") and failed == bool(deadly)
    print(f"{'PASSED' if right else 'FAILED'}: sum {found.hex()}{', after a worker died' if failed else ''}")

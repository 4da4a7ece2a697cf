"""samples/nbody_ring.cpp on Dask's workers: `python samples/python/nbody_ring.py [WORKERS]`.

A task for each two blocks of bodies finds what one does to the other; the pulls on a body are added up in the
blocks' order. The sum is that of nbody_ring.cpp, to the last bit, whichever worker did what.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from dask.distributed import Client, LocalCluster

import hcpy

SOURCE = Path(__file__).resolve().parents[1] / "nbody_ring.cpp"
BODIES, BLOCKS = 4096, 8


@cache
def module() -> Any:
    """Compiled by the first worker of a machine that needs it."""
    return hcpy.compile(str(SOURCE))


def block(number: int) -> Any:
    """The bodies of one block, as four numbers each."""
    i = np.arange(number * BODIES // BLOCKS, (number + 1) * BODIES // BLOCKS)
    x, y, z, mass = (
        (i * factor % 1009).astype(np.float32) / np.float32(1009) for factor in (37, 101, 211, 7)
    )
    return np.stack((x, y, z, mass + np.float32(0.5)), axis=1)


def pulls(pulling: Any, pulled: Any) -> Any:
    """What one block does to each body of another; runs on a worker."""
    body, pull = module().dtype("Body"), module().dtype("Pull")
    result = np.zeros(len(pulled), pull)
    bodies = [np.ascontiguousarray(part).view(body).reshape(-1) for part in (pulling, pulled)]
    where = hcpy.extent(len(pulled))
    hcpy.parallel_for_each(where, module().attract, len(pulling), *bodies, result).wait()
    return result.view(np.float32).reshape(-1, 3)


def together(*parts: Any) -> Any:
    """The pull of all blocks, in their order."""
    total = np.zeros_like(parts[0])
    for part in parts:
        total += part
    return total


if __name__ == "__main__":
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        parts = client.map(block, range(BLOCKS))
        totals = [client.submit(together, *client.map(pulls, parts, [own] * BLOCKS)) for own in parts]
        found = np.concatenate(client.gather(totals)).astype(np.float64)
    each = found[:, 0] + 2 * found[:, 1] + 3 * found[:, 2]
    total = float(np.add.accumulate(each)[-1])
    print(f"{'PASSED' if total == float.fromhex('0x1.18b1d68f8p+18') else 'FAILED'}: sum {total.hex()}")

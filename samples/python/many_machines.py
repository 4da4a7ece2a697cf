"""A large sum on Dask's workers: `python samples/python/many_machines.py [SCHEDULER] [PARTS]`.

Every worker takes the kernel from its cache, or compiles it once, and runs its part of the array: with the
address of a scheduler on many machines, without one in two processes of this machine.
"""

from __future__ import annotations

import sys

import numpy as np
from dask.distributed import Client, LocalCluster

import hcpy

SOURCE = """
void logistic(hc::index<1> i, int steps, const double* rate, double* x) [[hc]] {
  double value = x[i[0]];
  for (int n = 0; n < steps; ++n) value = rate[i[0]] * value * (1 - value);
  x[i[0]] = value;
}
"""


def part(number: int, size: int) -> float:
    """One part's sum; runs on a worker."""
    rate = 3.0 + np.random.default_rng(number).random(size)
    x = np.full(size, 0.5)
    kernel = hcpy.compile(SOURCE).logistic
    hcpy.parallel_for_each(hcpy.extent(size), kernel, 200, rate, x).wait()
    return float(x.sum())


def total(client: Client, parts: int, size: int) -> float:
    """The sum over all parts."""
    return sum(client.gather(client.map(part, range(parts), size=size)))


if __name__ == "__main__":
    parts = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    if len(sys.argv) > 1:
        client = Client(sys.argv[1])
        found = total(client, parts, 100_000)
    else:
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            found = total(Client(cluster), parts, 100_000)
    expected = sum(part(number, 100_000) for number in range(parts))
    print(f"{'PASSED' if np.isclose(found, expected) else 'FAILED'}: {found:.3f}")

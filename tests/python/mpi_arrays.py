"""Under mpiexec: mpi4py sends and receives array_views of hcpy where they are, between kernels."""

from __future__ import annotations

import numpy as np
from mpi4py import MPI

import hcpy

SOURCE = "void twice(hc::index<1> i, int add, int* x) [[hc]] { x[i[0]] = x[i[0]] * 2 + add; }"

world = MPI.COMM_WORLD
rank, size = world.rank, world.size
memory, other = np.arange(1000, dtype=np.int32), np.zeros(1000, np.int32)
sent, received = hcpy.array_view(memory), hcpy.array_view(other)
address = other.ctypes.data
kernel = hcpy.compile(SOURCE).twice
where = hcpy.extent(1000)
for turn in range(3):
    hcpy.parallel_for_each(where, kernel, rank, sent)  # not waited for: mpi4py asks for the elements
    world.Sendrecv(sent, (rank + 1) % size, 0, received, (rank - 1) % size, 0)
    received.refresh()
    hcpy.parallel_for_each(where, kernel, turn, received)
    source, wanted = (rank - 1) % size, np.arange(1000)
    for _ in range(turn + 1):
        wanted = wanted * 2 + source
    assert np.array_equal(received.numpy(), wanted * 2 + turn), (rank, turn)
assert other.ctypes.data == address and other[1] == received[1]
part = sent[10:20]
world.Allreduce(MPI.IN_PLACE, part)
part.refresh()
assert memory[9] < memory[10] and part[0] == sum(10 * 8 + r * 7 for r in range(size)), part[0]
print(f"rank {rank}: {hcpy.accelerator().path}, PASSED")
